//! Solves the positions of a file and prints one line for each.

use super::{Args, SolveReport};
use crate::App;
use crate::answer::subject::{FileSubject, SearchSubject};
use crate::interrupt;
use crate::output::style::{DIM, HEAD, WARN};
use crate::output::{Ui, duration, reader_is_gone, thousands};
use nullwindow::Score;
use nullwindow_engine::Purpose;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Solves every position, and writes each as soon as it is solved.
///
/// The positions share one table: what one search has stored often answers the next.
pub fn run(args: &Args, app: &App, file: &FileSubject) -> anyhow::Result<ExitCode> {
    let (ui, table, start) = (&app.ui, args.search.table(&*file.engine)?, Instant::now());
    let mut records = (!ui.is_human()).then(|| ui.records());
    if records.is_none() {
        head(ui)?;
    }
    let positions = file.positions();
    let progress = ui.progress(positions.len() as u64, "solving");
    let (mut solved, mut code) = (0, ExitCode::SUCCESS);
    for (subject, (number, _)) in positions.iter().zip(&file.games) {
        if interrupt::stopped() || reader_is_gone() {
            break;
        }
        let report = SolveReport::of(args, app, subject, &table, None)?;
        if report.is_complete() {
            solved += 1;
        } else {
            code = report.code();
        }
        match &mut records {
            Some(records) => records.write(&report.record())?,
            None => progress.suspend(|| row(ui, *number, subject, &report))?,
        }
        progress.advance(1);
    }
    progress.finish();
    if ui.is_human() {
        let (seconds, all) = (duration(start.elapsed().as_secs_f64()), positions.len());
        writeln!(ui.out(), "\n{DIM}{solved} of {all} positions solved in {seconds}{DIM:#}")?;
    }
    // An interrupt between two positions leaves the others unsolved.
    let interrupted = interrupt::stopped() && solved < positions.len() && !reader_is_gone();
    Ok(if interrupted { ExitCode::from(interrupt::CODE) } else { code })
}

fn head(ui: &Ui) -> io::Result<()> {
    let (number, value, nodes, time) = ("number", "value", "nodes", "time");
    writeln!(ui.out(), "{HEAD}{number:>6} {value:>7}  {:<8} {nodes:>13} {time:>8}  position{HEAD:#}", "move")
}

fn row(ui: &Ui, number: usize, subject: &SearchSubject, report: &SolveReport<'_>) -> io::Result<()> {
    let found = &report.answer.record;
    let short = |value: i32| subject.engine.short_score(Purpose::Solve, Score::new(value));
    let value = found.value.map_or_else(|| format!("{WARN}{:>7}{WARN:#}", "?"), |value| format!("{:>7}", short(value)));
    let best = found.best.as_deref().unwrap_or("-");
    let (nodes, time) = (thousands(found.total), duration(report.answer.time.as_secs_f64()));
    let mut out = ui.out();
    writeln!(out, "{number:>6} {value}  {best:<8} {nodes:>13} {time:>8}  {}", report.board.text)?;
    out.flush()
}
