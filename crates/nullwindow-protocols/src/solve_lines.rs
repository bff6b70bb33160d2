//! Solves positions line by line, for programs that ask for many exact scores.
//!
//! A line of the input is a position, a line of the output the same text with its score. Several lines are solved at a
//! time; answers are written in the order of the questions, each as soon as those before it are written.

use crate::output::{one_line, shortened};
use crate::{LineOutput, LineReader};
use nullwindow::AnyAlgorithm;
use nullwindow::memory::Table;
use nullwindow_engine::{Control, Engine, PositionText, SolveAnswer, SolveRequest};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The lines per worker that are read before the first of them is answered: enough to keep all workers busy while one
/// solves a hard position. Memory stays bounded however long the input is.
const LINES_AHEAD: usize = 64;

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

/// Counts the lines of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SolvedLines {
    /// All lines.
    pub lines: u64,
    /// The lines that were answered by an error: no position, or not solved.
    pub errors: u64,
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
    pub fn run(&self, input: impl BufRead, output: &LineOutput, stop: &AtomicBool) -> io::Result<SolvedLines> {
        let queue = LineQueue::new(self.workers * LINES_AHEAD, output);
        std::thread::scope(|scope| {
            for _ in 0..self.workers {
                scope.spawn(|| {
                    while let Some((number, line)) = queue.take() {
                        queue.answer(number, self.solve(&line, stop));
                    }
                });
            }
            let read = read_all(input, &queue);
            queue.close();
            read
        })?;
        Ok(queue.lock().counts)
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

fn read_all(input: impl BufRead, queue: &LineQueue<'_>) -> io::Result<()> {
    let mut reader = LineReader::new(input);
    while let Some(line) = reader.next_line()? {
        queue.add(if line.is_cut { InputLine::Cut(line.text) } else { InputLine::Whole(line.text) });
    }
    Ok(())
}

/// A line of the input.
enum InputLine {
    Whole(String),
    /// The beginning of a line that is too long.
    Cut(String),
}

/// Distributes lines to workers and puts their answers into order.
struct LineQueue<'o> {
    state: Mutex<QueueState>,
    changed: Condvar,
    /// The largest number of lines that were read and are not answered.
    most: usize,
    output: &'o LineOutput,
}

#[derive(Default)]
struct QueueState {
    /// Lines that no worker has taken, with their numbers.
    lines: VecDeque<(u64, InputLine)>,
    /// The answers from line number `written` on, as far as lines were read; `None` while a worker has the line.
    answers: VecDeque<Option<String>>,
    written: u64,
    is_closed: bool,
    counts: SolvedLines,
}

impl<'o> LineQueue<'o> {
    fn new(most: usize, output: &'o LineOutput) -> LineQueue<'o> {
        LineQueue { state: Mutex::default(), changed: Condvar::new(), most, output }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, QueueState>) -> MutexGuard<'s, QueueState> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line as soon as there is room for it.
    fn add(&self, line: InputLine) {
        let mut state = self.lock();
        while state.answers.len() >= self.most {
            state = self.wait(state);
        }
        let number = state.counts.lines;
        state.counts.lines += 1;
        state.lines.push_back((number, line));
        state.answers.push_back(None);
        self.changed.notify_all();
    }

    /// Declares that no more lines follow.
    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Returns the next line with its number; `None` if there are no more.
    fn take(&self) -> Option<(u64, InputLine)> {
        let mut state = self.lock();
        loop {
            match state.lines.pop_front() {
                Some(line) => return Some(line),
                None if state.is_closed => return None,
                None => state = self.wait(state),
            }
        }
    }

    /// Records the answer to a line, and writes all answers whose turn has come.
    fn answer(&self, number: u64, answer: Result<String, String>) {
        let mut state = self.lock();
        state.counts.errors += u64::from(answer.is_err());
        let answer = answer.unwrap_or_else(|message| format!("error: {message}"));
        let place = usize::try_from(number - state.written).unwrap_or(usize::MAX);
        if let Some(empty) = state.answers.get_mut(place) {
            *empty = Some(answer);
        }
        // Written under the lock: another worker must not overtake.
        while let Some(Some(line)) = state.answers.front() {
            self.output.line(line);
            state.answers.pop_front();
            state.written += 1;
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn answers_wait_for_their_turn_and_no_longer() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&written);
        let output = LineOutput::new(move |line| lines.lock().unwrap().push(line.to_owned()));
        let queue = LineQueue::new(8, &output);
        let mut numbers = Vec::new();
        for text in ["a", "b", "c"] {
            queue.add(InputLine::Whole(text.to_owned()));
            numbers.extend(queue.take().map(|(number, _)| number));
        }
        assert_eq!(numbers, [0, 1, 2]);
        queue.answer(1, Ok("b 1".into()));
        assert!(written.lock().unwrap().is_empty());
        queue.answer(0, Err("no position".into()));
        assert_eq!(*written.lock().unwrap(), ["error: no position", "b 1"]);
        queue.answer(2, Ok("c 2".into()));
        assert_eq!(written.lock().unwrap().len(), 3);
        queue.close();
        assert!(queue.take().is_none());
        assert_eq!(queue.lock().counts, SolvedLines { lines: 3, errors: 1 });
    }
}
