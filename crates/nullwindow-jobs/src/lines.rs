//! A stream of jobs: one JSON object per line in, one per line out.

use crate::Job;
use nullwindow_engine::Catalogue;
use nullwindow_protocols::{AnsweredLines, InputLine, LineAnswer, LineOutput, answer_in_order};
use serde_json::json;
use std::io::{self, BufRead};
use std::sync::atomic::AtomicBool;

/// Runs one job per line.
///
/// ```
/// use nullwindow_engine::Catalogue;
/// use nullwindow_jobs::JobLines;
/// use nullwindow_protocols::LineOutput;
/// use std::sync::atomic::AtomicBool;
///
/// let catalogue = Catalogue::shipped();
/// let lines = JobLines::new(&catalogue);
/// let input = "{\"game\": \"tictactoe\"}\n{\"game\": \"tictactoe\", \"position\": \"?\"}\n";
/// let output = LineOutput::new(|line| println!("{line}"));
/// let counts = lines.run(input.as_bytes(), &output, &AtomicBool::new(false))?;
/// assert_eq!((counts.lines, counts.errors), (2, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct JobLines<'c> {
    catalogue: &'c Catalogue,
    workers: usize,
}

impl<'c> JobLines<'c> {
    /// Creates a runner with one worker for jobs on the games of a catalogue.
    #[must_use]
    pub fn new(catalogue: &'c Catalogue) -> JobLines<'c> {
        JobLines { catalogue, workers: 1 }
    }

    /// Runs this many jobs at a time. Results keep the order of the jobs.
    #[must_use]
    pub fn with_workers(self, workers: usize) -> JobLines<'c> {
        JobLines { workers, ..self }
    }

    /// Answers every line of the input that is not blank. A line that is no job, or cannot be run, is answered by an error,
    /// and the stream goes on. The flag stops running jobs; the others then stop as soon as they are started.
    ///
    /// # Errors
    /// If the input cannot be read. Jobs read before are answered.
    pub fn run(&self, input: impl BufRead, output: &LineOutput, stop: &AtomicBool) -> io::Result<AnsweredLines> {
        // Blank lines have a number, and their empty answers are not written.
        let output = output.clone();
        let written = LineOutput::new(move |line| {
            if !line.is_empty() {
                output.line(line);
            }
        });
        answer_in_order(input, &written, self.workers, |number, line| self.answer(number, line, stop))
    }

    fn answer(&self, number: u64, line: &InputLine, stop: &AtomicBool) -> LineAnswer {
        let refused = |id: Option<String>, error: &str| {
            let text = json!({ "id": id, "line": number + 1, "error": error }).to_string();
            LineAnswer { text, is_error: true }
        };
        let job: Job = match line {
            InputLine::Cut(_) => return refused(None, "this line is too long"),
            InputLine::Whole(text) if text.trim().is_empty() => {
                return LineAnswer { text: String::new(), is_error: false };
            }
            InputLine::Whole(text) => match text.parse() {
                Ok(job) => job,
                Err(error) => return refused(None, &error.to_string()),
            },
        };
        match job.run(self.catalogue, stop) {
            Ok(result) => LineAnswer { text: result.to_json(), is_error: false },
            Err(error) => refused(Some(job.canonical(self.catalogue).id()), &error.to_string()),
        }
    }
}
