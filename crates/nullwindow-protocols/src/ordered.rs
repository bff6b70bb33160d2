//! Answers lines several at a time, in their order.
//!
//! Answers are written in the order of the questions, each as soon as those before it are written.

use crate::{LineOutput, LineReader};
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The lines per worker that are read before the first of them is answered: enough to keep all workers busy while one
/// solves a hard position. Memory stays bounded however long the input is.
const LINES_AHEAD: usize = 64;

/// A line of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// The whole line, without its end.
    Whole(String),
    /// The beginning of a line that is too long.
    Cut(String),
}

/// An answer to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineAnswer {
    /// The answer, without a line end.
    pub text: String,
    /// True if it is an error.
    pub is_error: bool,
}

/// Counts the lines of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct AnsweredLines {
    /// All lines.
    pub lines: u64,
    /// The lines that were answered by an error.
    pub errors: u64,
}

/// Answers every line of an input by a function, which receives the number of the line, from 0, and the line. `workers`
/// threads call it; the answers are written in the order of the lines.
///
/// # Errors
/// If the input cannot be read. Lines read before are answered.
pub fn answer_in_order(
    input: impl BufRead,
    output: &LineOutput,
    workers: usize,
    answer: impl Fn(u64, &InputLine) -> LineAnswer + Sync,
) -> io::Result<AnsweredLines> {
    let workers = workers.max(1);
    let queue = LineQueue::new(workers * LINES_AHEAD, output);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((number, line)) = queue.take() {
                    queue.answer(number, answer(number, &line));
                }
            });
        }
        let read = read_all(input, &queue);
        queue.close();
        read
    })?;
    Ok(queue.lock().counts)
}

fn read_all(input: impl BufRead, queue: &LineQueue<'_>) -> io::Result<()> {
    let mut reader = LineReader::new(input);
    while let Some(line) = reader.next_line()? {
        queue.add(if line.is_cut { InputLine::Cut(line.text) } else { InputLine::Whole(line.text) });
    }
    Ok(())
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
    counts: AnsweredLines,
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
    fn answer(&self, number: u64, answer: LineAnswer) {
        let mut state = self.lock();
        state.counts.errors += u64::from(answer.is_error);
        let place = usize::try_from(number - state.written).unwrap_or(usize::MAX);
        if let Some(empty) = state.answers.get_mut(place) {
            *empty = Some(answer.text);
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
    use std::sync::{Arc, Mutex};

    fn answer(text: &str, is_error: bool) -> LineAnswer {
        LineAnswer { text: text.to_owned(), is_error }
    }

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
        queue.answer(1, answer("b 1", false));
        assert!(written.lock().unwrap().is_empty());
        queue.answer(0, answer("error: no position", true));
        assert_eq!(*written.lock().unwrap(), ["error: no position", "b 1"]);
        queue.answer(2, answer("c 2", false));
        assert_eq!(written.lock().unwrap().len(), 3);
        queue.close();
        assert!(queue.take().is_none());
        assert_eq!(queue.lock().counts, AnsweredLines { lines: 3, errors: 1 });
    }
}
