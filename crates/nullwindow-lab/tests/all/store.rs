//! Rows come back as they were put, and files that cannot be used say why.
#![allow(missing_docs)]

use nullwindow_lab::store::{Origin, Setting, Store, StoreError};
use nullwindow_lab::{Cell, Method, PlanForm, Question, Row, Stop};
use rusqlite::Connection;
use std::fs;
use std::path::Path;

fn cell(instance: u32) -> Cell {
    Cell {
        subject: "uniform 3x3".to_owned(),
        instance,
        method: Method::Search("mtd-f".parse().unwrap()),
        depth: Some(3),
        step: Some(1),
        entries: Some(1 << 20),
        offset: Some(-3),
        distinct: true,
        threads: 1,
        windowed_leaves: false,
    }
}

fn row(instance: u32, depth: u32) -> Row {
    Row {
        subject: "uniform 3x3".to_owned(),
        position: "a \"quoted\", text".to_owned(),
        instance,
        algorithm: "mtd-f".to_owned(),
        depth: Some(depth),
        step: Some(1),
        entries: Some(1 << 20),
        offset: Some(-3),
        value: Some(-17),
        lower: None,
        upper: Some(4),
        best: Some("e2e4".to_owned()),
        best_is_proven: true,
        settled: false,
        leaves: Some(12),
        leaf_visits: 1 << 40,
        seconds: 0.1 + f64::from(depth),
        cuts: vec![[1, 2, 3], [0, 0, 0]],
        questions: vec![Question {
            alpha: None,
            beta: Some(7),
            answer: 5,
            lower: Some(5),
            upper: None,
            leaf_visits: 9,
        }],
        ..Row::default()
    }
}

fn origin() -> Origin {
    Origin { plan: "test".to_owned(), hash: 0xfedc_ba98_7654_3210, form: PlanForm::Quick }
}

fn filled(path: &Path) -> Store {
    let mut store = Store::open(path).unwrap();
    let setting = Setting::here(2);
    for instance in 1..=3 {
        store.put(&setting, &origin(), &cell(instance), &[row(instance, 1), row(instance, 2)]).unwrap();
    }
    store
}

#[test]
fn rows_come_back_as_they_were_put() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.db");
    drop(filled(&path));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "a file at rest is one file");
    let store = Store::read(&path).unwrap();
    assert_eq!(store.len().unwrap(), 6);
    let found = store.rows_for([cell(2), cell(9), cell(1)], Stop::NEVER).unwrap();
    assert_eq!(found.rows, [row(2, 1), row(2, 2), row(1, 1), row(1, 2)]);
    assert_eq!((found.cells, found.setting), (2, Some(Setting::here(2))));
    let measured = store.measured(&Setting::here(2)).unwrap();
    assert!(measured.len() == 3 && measured.contains(&cell(3).to_string()));
    for (jobs, instance, there) in [(2, 3, true), (2, 4, false), (1, 3, false)] {
        assert_eq!(store.has(&Setting::here(jobs), &cell(instance)).unwrap(), there);
    }
    assert_eq!(store.count_of([cell(2), cell(9), cell(1)], Stop::NEVER).unwrap(), 2);
    assert!(store.measured(&Setting::here(1)).unwrap().is_empty(), "another number of jobs is another setting");
    assert_eq!(store.rows_for([cell(4)], Stop::NEVER).unwrap().rows, []);
}

#[test]
fn a_cell_is_kept_once_and_rows_are_of_one_setting() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = filled(&directory.path().join("rows.db"));
    let other = Row { seconds: 99.0, ..row(1, 1) };
    store.put(&Setting::here(2), &origin(), &cell(1), std::slice::from_ref(&other)).unwrap();
    assert_eq!(store.rows_for([cell(1)], Stop::NEVER).unwrap().rows, [row(1, 1), row(1, 2)]);
    store.put(&Setting::here(1), &origin(), &cell(1), std::slice::from_ref(&other)).unwrap();
    let found = store.rows_for([cell(1), cell(2)], Stop::NEVER).unwrap();
    assert_eq!((found.cells, found.setting), (2, Some(Setting::here(2))), "most of the cells");
    assert_eq!(store.rows_for([cell(1)], Stop::NEVER).unwrap().rows, [other], "the latest among equals");
}

#[test]
fn exports_hold_everything() {
    let directory = tempfile::tempdir().unwrap();
    let store = filled(&directory.path().join("rows.db"));
    let (mut json, mut csv) = (Vec::new(), Vec::new());
    assert_eq!(store.export_json(&mut json, Stop::NEVER).unwrap(), 6);
    assert_eq!(store.export_csv(&mut csv, Stop::NEVER).unwrap(), 6);
    let json = String::from_utf8(json).unwrap();
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["plan_hash"], "fedcba9876543210");
    assert_eq!((&first["jobs"], &first["form"], &first["plan"]), (&2.into(), &"quick".into(), &"test".into()));
    assert_eq!(first["machine"], Setting::here(2).machine);
    assert!(first["at"].as_str().unwrap().ends_with('Z'), "{}", first["at"]);
    assert_eq!(serde_json::from_value::<Row>(first).unwrap(), row(1, 1), "the fields of a row are among them");
    let csv = String::from_utf8(csv).unwrap();
    let mut lines = csv.lines();
    assert!(
        lines.next().unwrap().starts_with("search,program,machine,jobs,plan,plan_hash,form,at,cell,iteration,subject")
    );
    let line = lines.next().unwrap();
    assert!(
        line.contains(r#","a ""quoted"", text",1,mtd-f,1,1,1048576,-3,-17,,4,e2e4,true,false,12,1099511627776,"#),
        "{line}"
    );
}

fn error(path: &Path) -> StoreError {
    let read = Store::read(path).map(|_| ()).unwrap_err();
    let open = Store::open(path).map(|_| ()).unwrap_err();
    assert_eq!(read.to_string(), open.to_string());
    assert!(open.to_string().contains(&path.display().to_string()), "{open} names the file");
    assert!(open.to_string().contains("--db FILE"), "{open} says what to do");
    open
}

#[test]
fn a_newer_file_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.db");
    drop(filled(&path));
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let before = fs::read(&path).unwrap();
    assert!(matches!(error(&path), StoreError::Newer { found: 7, known: 2, .. }));
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// A file of version 1 has no column for the leaves. A reader leaves it as it is, and a writer converts it.
#[test]
fn an_older_file_has_exact_leaves() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.db");
    let rows = |store: &Store| {
        let mut text = Vec::new();
        store.export_json(&mut text, Stop::NEVER).unwrap();
        String::from_utf8(text).unwrap()
    };
    let written = rows(&filled(&path));
    let file = Connection::open(&path).unwrap();
    let view: String =
        file.query_row("SELECT sql FROM sqlite_schema WHERE name = 'records'", [], |row| row.get(0)).unwrap();
    let older = view.replace(", rows.\"windowed_leaves\"", "");
    assert_ne!(view, older);
    file.execute_batch(&format!("DROP VIEW records; ALTER TABLE rows DROP COLUMN windowed_leaves; {older}")).unwrap();
    file.pragma_update(None, "user_version", 1).unwrap();
    drop(file);
    let before = fs::read(&path).unwrap();
    assert_eq!(rows(&Store::read(&path).unwrap()), written);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(rows(&Store::open(&path).unwrap()), written);
    assert_eq!(rows(&Store::read(&path).unwrap()), written);
}

#[test]
fn a_layout_that_never_was_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.db");
    drop(filled(&path));
    for version in [-1, 0] {
        Connection::open(&path).unwrap().pragma_update(None, "user_version", version).unwrap();
        assert!(error(&path).to_string().contains("layout"), "{version}");
    }
    assert!(error(directory.path()).to_string().contains("it is a directory"));
}

#[test]
fn other_files_are_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    fs::write(&path, "a text that is long enough to be no header of a database, and then some more").unwrap();
    assert!(matches!(error(&path), StoreError::Foreign { .. }));
    let path = directory.path().join("other.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE birds (name TEXT)").unwrap();
    assert!(matches!(error(&path), StoreError::Foreign { .. }));
}

#[test]
fn a_damaged_file_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.db");
    drop(filled(&path));
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..4096].fill(0xee);
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(error(&path), StoreError::Foreign { .. }));
    assert_eq!(fs::read(&path).unwrap(), bytes, "and is not written to");
}

#[test]
fn a_missing_file_is_not_made_by_reading() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("none.db");
    assert!(matches!(Store::read(&path), Err(StoreError::Missing { .. })));
    assert!(!path.exists());
    let nowhere = directory.path().join("no/such/directory/rows.db");
    let wrong = Store::open(&nowhere).map(|_| ()).unwrap_err();
    assert!(matches!(wrong, StoreError::Open { .. }), "{wrong}");
}

/// A full disk: the file may not grow beyond what it has.
#[test]
fn a_full_disk_loses_nothing_that_was_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.db");
    let mut store = filled(&path);
    store.limit_pages(1).unwrap();
    let long = Row { position: "x".repeat(1 << 16), ..row(4, 1) };
    let full = store.put(&Setting::here(2), &origin(), &cell(4), &[row(4, 1), long]).unwrap_err();
    assert!(matches!(full, StoreError::Full { .. }), "{full}");
    assert!(full.to_string().contains("make room"), "{full}");
    drop(store);
    let store = Store::read(&path).unwrap();
    assert_eq!(store.len().unwrap(), 6);
    assert_eq!(store.measured(&Setting::here(2)).unwrap().len(), 3, "half of a search is none");
}

#[test]
fn a_locked_file_is_waited_for_and_then_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.db");
    let mut store = filled(&path).with_busy_timeout(std::time::Duration::from_millis(50)).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let locked = store.put(&Setting::here(2), &origin(), &cell(4), &[row(4, 1)]).unwrap_err();
    assert!(matches!(locked, StoreError::Locked { .. }), "{locked}");
    other.execute_batch("ROLLBACK").unwrap();
    store.put(&Setting::here(2), &origin(), &cell(4), &[row(4, 1)]).unwrap();
    assert_eq!(store.len().unwrap(), 7);
}

/// Cells that one setting lacks come from the others, apart from its own: their counts compare, their times do not.
#[test]
fn cells_of_other_settings_are_kept_apart() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = filled(&directory.path().join("rows.db"));
    let here = Setting::here(2);
    let other = Setting { machine: "abacus".to_owned(), ..here.clone() };
    let older = Setting { program: "0.0.1".to_owned(), ..here.clone() };
    for (setting, instance) in [(&other, 3), (&other, 4), (&older, 5)] {
        let slow = Row { seconds: 1000.0, ..row(instance, 1) };
        store.put(setting, &origin(), &cell(instance), std::slice::from_ref(&slow)).unwrap();
    }
    let found = store.rows_for((1..=5).map(cell), Stop::NEVER).unwrap();
    assert_eq!((found.cells, found.setting), (3, Some(here)));
    assert!(found.rows.iter().all(|row| row.seconds < 1000.0), "rows of one setting");
    let elsewhere: Vec<u32> = found.elsewhere.iter().map(|row| row.instance).collect();
    assert_eq!(elsewhere, [4], "neither what this setting has, nor what another version has measured");
    assert_eq!(found.other_settings, [(other, 1)]);
}

#[test]
fn records_are_the_lines_of_an_export() {
    let directory = tempfile::tempdir().unwrap();
    let store = filled(&directory.path().join("rows.db"));
    let mut records = Vec::new();
    assert_eq!(store.each_record(Stop::NEVER, |record| records.push(record)).unwrap(), 6);
    let mut json = Vec::new();
    store.export_json(&mut json, Stop::NEVER).unwrap();
    for (record, line) in records.iter().zip(String::from_utf8(json).unwrap().lines()) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["search"], record.search);
        assert_eq!(line["program"], record.setting.program);
        assert_eq!(line["machine"], record.setting.machine);
        assert_eq!(line["jobs"], record.setting.jobs);
        assert_eq!(line["iteration"], record.iteration);
        let texts = [&record.plan, &record.plan_hash, &record.form, &record.at, &record.cell];
        for (name, text) in ["plan", "plan_hash", "form", "at", "cell"].into_iter().zip(texts) {
            assert_eq!(line[name], **text, "{name}");
        }
        assert_eq!(serde_json::from_value::<Row>(line).unwrap(), record.row);
    }
}
