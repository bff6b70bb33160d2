//! Solves positions line by line, for programs that ask for many exact scores.
//!
//! A line of the input is a position, a line of the output the same text with its score.

use crate::output::{one_line, shortened};
use crate::{AnsweredLines, InputLine, LineAnswer, LineOutput, answer_in_order};
use nullwindow::AnyAlgorithm;
use nullwindow::memory::Table;
use nullwindow_engine::{Control, Engine, PositionText, SolveAnswer, SolveRequest};
use std::fmt;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Solves one position per line.
///
/// ```
/// use nullwindow::memory::Table;
/// use nullwindow_engine::{Catalogue, SessionOptions};
/// use nullwindow_protocols::{LineOutput, SolveLines};
/// use std::sync::{Arc, atomic::AtomicBool};
///
/// let engine = Catalogue::shipped().engine("tictactoe")?;
/// let table = Arc::new(Table::with_bytes(1 << 20)?);
/// let lines = SolveLines::new(engine, SessionOptions::default().algorithm, table).with_workers(2);
/// let output = LineOutput::new(|line| println!("{line}"));
/// let solved = lines.run("----X----\nX?\n".as_bytes(), &output, &AtomicBool::new(false))?;
/// assert_eq!((solved.lines, solved.errors), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolveLines {
    engine: Arc<dyn Engine>,
    algorithm: AnyAlgorithm,
    table: Arc<Table>,
    workers: usize,
    time: Option<Duration>,
    costs: bool,
}

impl SolveLines {
    /// Creates a solver with one worker. All lines share the table: what one search has stored often answers another.
    #[must_use]
    pub fn new(engine: Arc<dyn Engine>, algorithm: AnyAlgorithm, table: Arc<Table>) -> SolveLines {
        SolveLines { engine, algorithm, table, workers: 1, time: None, costs: false }
    }

    /// Solves this many lines at a time.
    #[must_use]
    pub fn with_workers(self, workers: usize) -> SolveLines {
        SolveLines { workers: workers.max(1), ..self }
    }

    /// Limits the time for a line. One that is not solved then is answered by an error.
    #[must_use]
    pub fn with_time(self, time: Option<Duration>) -> SolveLines {
        SolveLines { time, ..self }
    }

    /// Adds the nodes and the microseconds of its search to each answer.
    #[must_use]
    pub fn with_costs(self, costs: bool) -> SolveLines {
        SolveLines { costs, ..self }
    }

    /// Answers every line of the input. The flag stops running searches, and with them the rest of the work.
    ///
    /// # Errors
    /// If the input cannot be read. Lines read before are answered.
    pub fn run(&self, input: impl BufRead, output: &LineOutput, stop: &AtomicBool) -> io::Result<AnsweredLines> {
        answer_in_order(input, output, self.workers, |_, line| match self.solve(line, stop) {
            Ok(text) => LineAnswer { text, is_error: false },
            Err(message) => LineAnswer { text: format!("error: {message}"), is_error: true },
        })
    }

    /// Solves the position of a line and writes the answer.
    fn solve(&self, line: &InputLine, stop: &AtomicBool) -> Result<String, String> {
        let text = match line {
            InputLine::Whole(text) => text.trim(),
            InputLine::Cut(beginning) => return Err(format!("this line is too long: {}", shortened(beginning))),
        };
        let mut request = SolveRequest::new(self.algorithm, Arc::clone(&self.table));
        let position = if text.is_empty() { PositionText::start() } else { PositionText::from(text) };
        (request.position, request.time) = (position, self.time);
        let answer = self.engine.solve(&request, &mut Control::new(stop)).map_err(|error| one_line(&error))?;
        let record = &answer.record;
        let Some(value) = record.value.filter(|_| answer.solved) else { return Err(unsolved(text, &answer)) };
        Ok(match self.costs {
            true => format!("{text} {value} {} {}", record.total, answer.time.as_micros()),
            false => format!("{text} {value}"),
        })
    }
}

impl fmt::Debug for SolveLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveLines").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

/// Describes what is known of a position that was not solved.
fn unsolved(text: &str, answer: &SolveAnswer) -> String {
    let bound = |bound: Option<i32>| bound.map_or_else(|| "?".to_owned(), |bound| bound.to_string());
    let (lower, upper) = (bound(answer.record.lower), bound(answer.record.upper));
    let milliseconds = answer.time.as_millis();
    format!("'{}' is not solved after {milliseconds} ms: from {lower} to {upper}", shortened(text))
}
