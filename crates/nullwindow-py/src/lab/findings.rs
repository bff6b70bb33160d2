//! Findings of plans as data and as reports.

use super::{PlanText, parse, parse_form, reading};
use crate::errors::wrong;
use nullwindow_lab::finding::{ResultTable, Verdict, judge};
use nullwindow_lab::report::{Meta, Report, Style, html, markdown, text};
use nullwindow_lab::store::{Setting, Store, StoreError, StoredRows};
use nullwindow_lab::{Finding, Lab, Plan, PlanForm, Stop};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A plan with its rows and its finding.
struct PlanWithRows {
    plan: Plan,
    form: PlanForm,
    found: StoredRows,
    finding: Finding,
}

/// Returns the findings of plans that have rows, as JSON.
#[pyfunction]
pub(super) fn lab_findings(
    py: Python<'_>,
    plans: Vec<PlanText>,
    form: Option<&str>,
    database: PathBuf,
) -> PyResult<String> {
    let (plans, form) = (parse(&plans)?, form.map(parse_form).transpose()?);
    let (measured, _) = reading(py, |stop| measure(&plans, form, &database, stop))?;
    Ok(Value::Array(measured.iter().map(describe).collect()).to_string())
}

/// Returns a report on the plans that have rows: `html`, `markdown` or `text`.
#[pyfunction]
pub(super) fn lab_report(
    py: Python<'_>,
    plans: Vec<PlanText>,
    form: Option<&str>,
    database: PathBuf,
    format: &str,
) -> PyResult<String> {
    if !["html", "markdown", "text"].contains(&format) {
        let message = format!("there is no format '{format}'; the formats are 'html', 'markdown' and 'text'");
        return Err(wrong(message));
    }
    let (plans, form) = (parse(&plans)?, form.map(parse_form).transpose()?);
    reading(py, |stop| {
        let (measured, date) = measure(&plans, form, &database, stop)?;
        let meta = meta(&measured, date);
        let findings: Vec<Finding> = measured.into_iter().map(|measured| measured.finding).collect();
        Ok(match format {
            "html" => html(&Report { meta, findings }, stop)?,
            "markdown" => markdown(&findings),
            _ => text(&findings, Style::default()),
        })
    })
}

/// Evaluates the plans that have rows, each in the given form or in the one with the larger share of measured searches,
/// and returns the day of the last search.
fn measure(
    plans: &[Plan],
    form: Option<PlanForm>,
    database: &Path,
    stop: Stop<'_>,
) -> Result<(Vec<PlanWithRows>, String), StoreError> {
    let (store, lab) = (Store::read(database)?, Lab::new());
    let mut measured = Vec::new();
    for plan in plans {
        let mut best: Option<(f64, PlanForm, StoredRows)> = None;
        for form in form.map_or(vec![PlanForm::Quick, PlanForm::Full], |form| vec![form]) {
            let found = store.rows_for(plan.cells(form), stop)?;
            let share = share(plan, form, &found);
            // Of equal shares the later, full form is chosen.
            if share > 0.0 && best.as_ref().is_none_or(|(best, ..)| share >= *best) {
                best = Some((share, form, found));
            }
        }
        if let Some((_, form, found)) = best {
            // It reads the rows once more, and knows which positions the games have.
            let finding = lab.find(plan, form, &store, stop)?;
            measured.push(PlanWithRows { plan: plan.clone(), form, found, finding });
        }
    }
    // The level of the intervals depends on all findings that are shown together.
    let mut findings: Vec<Finding> = measured.iter_mut().map(|one| std::mem::take(&mut one.finding)).collect();
    judge(&mut findings);
    measured.iter_mut().zip(findings).for_each(|(one, finding)| one.finding = finding);
    Ok((measured, store.latest()?.unwrap_or_default()))
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn share(plan: &Plan, form: PlanForm, found: &StoredRows) -> f64 {
    let elsewhere: usize = found.other_settings.iter().map(|(_, count)| count).sum();
    (found.cells + elsewhere) as f64 / plan.cells(form).count().max(1) as f64
}

fn meta(measured: &[PlanWithRows], date: String) -> Meta {
    let distinct = |texts: &mut dyn Iterator<Item = String>| {
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        texts.dedup();
        texts.join("; ")
    };
    let settings = || measured.iter().filter_map(|measured| measured.found.setting.as_ref());
    let names: Vec<&str> = measured.iter().map(|measured| measured.plan.name()).collect();
    let form = distinct(&mut measured.iter().map(|measured| measured.form.to_string()));
    Meta {
        program: distinct(&mut settings().map(|setting| format!("nullwindow {}", setting.program))),
        machine: distinct(&mut settings().map(|setting| setting.machine.clone())),
        date,
        command: format!("nullwindow lab run {} --{}", names.join(" "), form.replace("; ", " and --")),
        form,
    }
}

fn describe(measured: &PlanWithRows) -> Value {
    let PlanWithRows { form, found, finding, .. } = measured;
    let others = found.other_settings.iter().map(|(setting, count)| json!([as_json(setting), count]));
    json!({
        "name": finding.name,
        "title": finding.title,
        "question": finding.question,
        "paper": finding.paper,
        "sources": finding.sources,
        "form": form.to_string(),
        "searches": finding.searches,
        "missing": finding.missing,
        "verdicts": finding.verdicts.iter().map(verdict).collect::<Vec<Value>>(),
        "self_checks": finding.self_checks.iter().map(verdict).collect::<Vec<Value>>(),
        "tables": finding.tables.iter().map(table).collect::<Vec<Value>>(),
        "remarks": finding.remarks,
        "setting": found.setting.as_ref().map(as_json),
        "other_settings": others.collect::<Vec<Value>>(),
    })
}

fn verdict(verdict: &Verdict) -> Value {
    json!({
        "claim": verdict.claim,
        "answer": verdict.answer.label(),
        "measured": verdict.measured,
        "level": verdict.level(),
        "cases": verdict.cases,
    })
}

fn table(table: &ResultTable) -> Value {
    let rows = table.rows.iter().map(|row| row.iter().map(|cell| json!(cell.text)).collect::<Vec<Value>>());
    json!({ "caption": table.caption, "columns": table.columns, "rows": rows.collect::<Vec<Vec<Value>>>() })
}

fn as_json(setting: &Setting) -> Value {
    json!({ "program": setting.program, "machine": setting.machine, "jobs": setting.jobs })
}
