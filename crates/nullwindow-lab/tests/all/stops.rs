//! Exports, findings and reports of a large store end within 100 ms of being asked to stop.

use crate::made_up;
use crate::runs::{SOON, stopped_after};
use nullwindow_lab::finding::find;
use nullwindow_lab::report::{Report, html};
use nullwindow_lab::store::{ExportError, Origin, Setting, Store, StoreError};
use nullwindow_lab::{Cell, Interrupted, Lab, Plan, PlanForm, Question, Row, Stop};
use std::fmt::Debug;
use std::io;
use std::path::Path;
use std::time::Duration;

const DEPTH: u32 = 20;

/// 2,500 searches of 20 iterations each.
fn plan() -> Plan {
    let text = r#"name = "large"
title = ""
question = ""
paper = ""
setup = ""
refuted = ""

[favourite]
algorithm = "mtd-f"
base = "aspiration"
y = "leaves"

[[searches]]
subjects = ["uniform 4x20"]
algorithms = ["aspiration(4)", "mtd-f", "alphabeta", "negascout", "mtd+inf", "mtd-inf", "mtd-bi", "sss*", "dual*", "ps*(2)"]
seeds = 250
depth = 20
step = 1

[[views]]
title = "Leaves"
kind = "relative"
base = "aspiration"

[[views]]
title = "Nodes"
kind = "mean"
y = "total"

[[claims]]
text = "It is better"
kind = "ratio"
algorithm = "mtd-f"
base = "aspiration"
at = "every"
most = 1.0
"#;
    Plan::parse("large.toml", text).unwrap_or_else(|error| panic!("{error}"))
}

fn row(cell: &Cell, depth: u32) -> Row {
    let leaf_visits = 1000 * u64::from(depth) + u64::from(cell.instance);
    let question = Question { alpha: Some(1), beta: Some(2), answer: 3, lower: None, upper: None, leaf_visits };
    Row {
        subject: cell.subject.clone(),
        position: format!("seed {}", cell.instance),
        instance: cell.instance,
        algorithm: cell.method.to_string(),
        depth: Some(depth),
        step: cell.step,
        value: Some(3),
        leaf_visits,
        total: leaf_visits,
        cuts: vec![[1, 2, 3]; 4],
        questions: vec![question; 3],
        ..Row::default()
    }
}

fn fill(path: &Path) -> Store {
    let (plan, setting) = (plan(), Setting::here(1));
    let mut store = Store::open(path).unwrap();
    let origin = Origin::of(&plan, PlanForm::Full);
    for cell in plan.cells(PlanForm::Full) {
        let rows: Vec<Row> = (1..=DEPTH).map(|depth| row(&cell, depth)).collect();
        store.put(&setting, &origin, &cell, &rows).unwrap();
    }
    store
}

/// Stops some work after several times. At least once it must be in the middle; each time it must end soon, with an error
/// that says what happened.
fn stops<T, E: Debug>(what: &str, is_stop: impl Fn(&E) -> bool, mut work: impl FnMut(Stop<'_>) -> Result<T, E>) {
    let mut interrupted = 0;
    for delay in [1, 5, 20, 60, 150, 400] {
        let (result, late) = stopped_after(Duration::from_millis(delay), |stop| work(stop.into()));
        match (result, late) {
            (Err(error), Some(late)) => {
                assert!(is_stop(&error), "{what} after {delay} ms: {error:?}");
                assert!(late < SOON, "{what} after {delay} ms: {late:?} late");
                interrupted += 1;
            }
            (Err(error), None) => panic!("{what} after {delay} ms: {error:?}"),
            (Ok(_), late) => assert!(late.is_none_or(|late| late < SOON), "{what} did not look for {late:?}"),
        }
    }
    assert!(interrupted > 0, "{what} was never interrupted");
}

#[test]
fn work_on_a_large_store_ends_soon_after_a_stop() {
    let directory = tempfile::tempdir().unwrap();
    let store = fill(&directory.path().join("rows.db"));
    assert_eq!(store.len().unwrap(), 50_000);
    let (plan, form) = (plan(), PlanForm::Full);
    let of_export = |error: &ExportError| matches!(error, ExportError::Interrupted(Interrupted));
    let of_store = |error: &StoreError| matches!(error, StoreError::Interrupted(Interrupted));
    stops("JSON", of_export, |stop| store.export_json(&mut io::sink(), stop));
    stops("CSV", of_export, |stop| store.export_csv(&mut io::sink(), stop));
    stops("rows", of_store, |stop| store.rows_for(plan.cells(form), stop));
    // Counting is the fastest: four times over, so that there is a middle to stop in.
    let four_times = || (0..4).flat_map(|_| plan.cells(form));
    stops("count", of_store, |stop| store.count_of(four_times(), stop));
    let rows = store.rows_for(plan.cells(form), Stop::NEVER).unwrap().rows;
    stops("finding", |Interrupted| true, |stop| find(&plan, form, &rows, stop));
    stops("lab", of_store, |stop| Lab::new().find(&plan, form, &store, stop));
}

#[test]
fn a_report_ends_soon_after_a_stop() {
    let one = made_up::report();
    let findings = one.findings.iter().cycle().take(100 * one.findings.len()).cloned().collect();
    let report = Report { findings, ..one };
    stops("HTML", |Interrupted| true, |stop| html(&report, stop));
}
