//! Prints iterations for people and for programs, as they are completed.

use crate::App;
use crate::answer::request::SearchSubject;
use crate::answer::status::StatusLine;
use crate::answer::variation::wrap;
use crate::interrupt::STOP;
use crate::output::style::{DIM, GOOD, HEAD};
use crate::output::{Record, Records, Ui, duration, rate, reader_is_gone, thousands};
use nullwindow::Score;
use nullwindow_engine::{BoardDescription, Purpose, SearchEvent, SearchRecord};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The output of an analysis.
pub struct AnalysisOutput<'s> {
    ui: &'s Ui,
    subject: &'s SearchSubject,
    board: BoardDescription,
    selective: bool,
    status: StatusLine,
    records: Option<Records>,
    start: Instant,
    /// The last iteration, with the elapsed time at its completion.
    last: Option<(SearchRecord, f64)>,
    nodes: u64,
    /// The first error of the output. Nothing is written after it.
    failed: Option<io::Error>,
}

/// A root move with its principal variation, and with its value if that is exact.
struct Variation<'v> {
    value: Option<i32>,
    line: &'v [String],
}

/// Returns the root moves of an iteration, the best one first.
fn variations(record: &SearchRecord) -> Vec<Variation<'_>> {
    if record.moves.is_empty() {
        vec![Variation { value: record.value, line: &record.line }]
    } else {
        let moves = record.moves.iter();
        moves.map(|each| Variation { value: Some(each.value), line: &each.line }).collect()
    }
}

impl<'s> AnalysisOutput<'s> {
    /// Prints the position for people, and returns the output.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn new(
        app: &'s App,
        subject: &'s SearchSubject,
        board: BoardDescription,
        selective: bool,
    ) -> anyhow::Result<AnalysisOutput<'s>> {
        let ui = &app.ui;
        let records = (!ui.is_human()).then(|| ui.records());
        if records.is_none() {
            let mut out = ui.out();
            writeln!(out, "{}\n", board.picture)?;
            if let Some(advice) = advice(app, subject, &board)? {
                writeln!(out, "{DIM}{advice}{DIM:#}\n")?;
            }
            if selective {
                ui.say(format_args!(
                    "{DIM}searched selectively, late and quiet moves less deep; see --full-width{DIM:#}\n"
                ))?;
            }
            writeln!(out, "{HEAD}{}  best play{HEAD:#}", columns(ui, "depth", "value", ["nodes", "speed", "time"]))?;
        }
        let (scores, start) = (Arc::clone(&subject.engine), Instant::now());
        let status = StatusLine::new(ui, subject.engine.game())
            .with_scores(move |score| scores.short_score(Purpose::FixedDepth, score));
        Ok(AnalysisOutput { ui, subject, board, selective, status, records, start, last: None, nodes: 0, failed: None })
    }

    /// Prints an iteration, or updates the status line. Stops the search if the output fails or the reader is gone.
    pub fn event(&mut self, event: &SearchEvent<'_>) {
        let SearchEvent::Iteration(record) = *event else { return self.status.update(event) };
        let elapsed = self.start.elapsed().as_secs_f64();
        self.nodes += record.total;
        let object = self.records.is_some().then(|| self.record(record, elapsed));
        let written = match (&mut self.records, object) {
            (Some(records), Some(object)) => records.write(&object),
            _ => self.status.suspend(|| self.row(record, elapsed)),
        };
        if let Err(error) = written {
            self.failed.get_or_insert(error);
        }
        if self.failed.is_some() || reader_is_gone() {
            // Relaxed: the flag guards no data.
            STOP.store(true, Relaxed);
        }
        self.last = Some((record.clone(), elapsed));
    }

    fn row(&self, record: &SearchRecord, elapsed: f64) -> io::Result<()> {
        let mut out = self.ui.out();
        for (number, each) in variations(record).iter().enumerate() {
            let value = self.value(each.value, record);
            let head = if number == 0 {
                let depth = record.depth.unwrap_or_default().to_string();
                let cost = [thousands(self.nodes), rate(self.nodes, elapsed), duration(elapsed)];
                columns(self.ui, &depth, &value, cost.each_ref().map(String::as_str))
            } else {
                columns(self.ui, "", &value, [""; 3])
            };
            let indent = head.chars().count();
            let room = self.ui.width().saturating_sub(indent + 2).max(20);
            let engine = &self.subject.engine;
            // The moves are legal, so this succeeds; without move numbers the line is still readable.
            let play = engine.variation(&self.subject.position, each.line).unwrap_or_else(|_| each.line.join(" "));
            // Only a terminal has a width. A file gets whole lines.
            let play = wrap(&play, if self.ui.is_live() { room } else { usize::MAX });
            writeln!(out, "{head}  {}", play.first().map_or("", String::as_str))?;
            for more in &play[1.min(play.len())..] {
                writeln!(out, "{:>indent$}  {more}", "")?;
            }
        }
        out.flush()
    }

    /// Formats a value briefly, or the bounds if it is not exact.
    fn value(&self, value: Option<i32>, record: &SearchRecord) -> String {
        let bounds = record.bounds();
        match (value, record.lower, record.upper) {
            (Some(value), ..) => self.short(Score::new(value)),
            (None, Some(_), None) => format!(">={}", self.short(bounds.lower)),
            (None, None, Some(_)) => format!("<={}", self.short(bounds.upper)),
            _ => format!("{}..{}", self.short(bounds.lower), self.short(bounds.upper)),
        }
    }

    fn short(&self, score: Score) -> String {
        self.subject.engine.short_score(Purpose::FixedDepth, score)
    }

    fn record(&self, record: &SearchRecord, elapsed: f64) -> Record {
        let variations = variations(record);
        let best = variations.first();
        let pv = best.map(|best| best.line).unwrap_or_default();
        let seconds = elapsed - self.last.as_ref().map_or(0.0, |(_, earlier)| *earlier);
        let object = json!({
            "algorithm": record.algorithm,
            "game": self.subject.name,
            "position": record.position,
            "depth": record.depth,
            "value": best.and_then(|best| best.value),
            "move": pv.first(),
            "leaves": record.leaves,
            "leaf_visits": record.leaf_visits,
            "interior": record.interior,
            "total": record.total,
            "passes": record.passes,
            "seconds": seconds,
            "elapsed": elapsed,
            "nodes_per_second": per_second(record.total, seconds),
            "bounds": { "lower": record.lower, "upper": record.upper },
            "scale": self.subject.engine.profile(Purpose::FixedDepth).scale,
            "settled": record.decided,
            "selective": self.selective,
            "threads": record.threads,
            "pv": pv,
        });
        let Value::Object(mut object) = object else { unreachable!("an object was written above") };
        if variations.len() > 1 {
            let each = |each: &Variation| json!({ "move": each.line.first(), "value": each.value, "pv": each.line });
            object.insert("moves".to_owned(), variations.iter().map(each).collect());
        }
        object
    }

    /// Prints the answer, which is the last completed iteration.
    ///
    /// # Errors
    /// If standard output could not be written to.
    pub fn end(self) -> anyhow::Result<()> {
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        if self.records.is_some() {
            if self.last.is_none() {
                self.ui.note("no iteration was completed");
            }
            return Ok(());
        }
        let mut out = self.ui.out();
        let Some((record, _)) = &self.last else {
            let evaluation = self.short(self.board.evaluation);
            writeln!(out, "\nno iteration was completed; the evaluation is {evaluation}")?;
            return Ok(());
        };
        let variations = variations(record);
        let best = variations.first();
        let value = self.value(best.and_then(|best| best.value), record);
        let decided = if record.decided { ", decided" } else { "" };
        let (depth, algorithm) = (record.depth.unwrap_or_default(), &record.algorithm);
        match best.and_then(|best| best.line.first()) {
            Some(play) => writeln!(
                out,
                "\n{GOOD}{HEAD}{play}{HEAD:#}{GOOD:#}, value {value} at depth {depth}{decided} {DIM}({algorithm}){DIM:#}"
            )?,
            None if self.board.over.is_some() => {
                writeln!(out, "\nthe game is over, value {value} for the player to move")?;
            }
            None => writeln!(out, "\nno move is proven; value {value} at depth {depth} {DIM}({algorithm}){DIM:#}")?,
        }
        Ok(())
    }
}

/// The narrowest line with columns for the cost of an iteration: beside them a variation has room for a few moves.
const WIDE: usize = 72;

/// Formats the columns before the variation. A narrow line leaves out nodes, speed and time.
fn columns(ui: &Ui, depth: &str, value: &str, [nodes, speed, time]: [&str; 3]) -> String {
    if ui.width() < WIDE {
        format!("{depth:>5} {value:>9}")
    } else {
        format!("{depth:>5} {value:>9} {nodes:>13} {speed:>10} {time:>8}")
    }
}

/// Returns the command that would solve the position, if its game considers that feasible.
fn advice(app: &App, subject: &SearchSubject, board: &BoardDescription) -> anyhow::Result<Option<String>> {
    let Some(solvable) = subject.engine.profile(Purpose::Solve).solvable else { return Ok(None) };
    let left = subject.engine.moves_left(&subject.position)?;
    let Some(left) = left.filter(|&left| left <= solvable.moves_left && board.over.is_none()) else { return Ok(None) };
    let (program, name, unit) = (app.name, &subject.name, solvable.unit);
    let text = match board.text.as_str() {
        "" => String::new(),
        // Words that begin with a hyphen would be read as options.
        text if text.starts_with('-') => format!(" --position '{text}'"),
        text if text.contains(|c: char| !c.is_ascii_alphanumeric()) => format!(" '{text}'"),
        text => format!(" {text}"),
    };
    Ok(Some(format!("{left} {unit}: `{program} solve {name}{text}` finds the exact value")))
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed")]
fn per_second(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)).round() as u64
}
