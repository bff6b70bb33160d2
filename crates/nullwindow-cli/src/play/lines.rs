//! Lines of standard input, read on a thread of their own: a signal must end the program while it waits for one.

use crate::interrupt;
use nullwindow_protocols::LineReader;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two looks at the stop flag.
const GLANCE: Duration = Duration::from_millis(20);

/// What arrived from the person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineArrival {
    /// A line.
    Line(String),
    /// The input has ended.
    End,
    /// A signal asks the program to stop.
    Interrupt,
    /// The time is up.
    TimeOut,
}

/// Reads standard input.
#[derive(Debug)]
pub struct InputLines {
    receiver: Receiver<String>,
}

impl InputLines {
    /// Starts to read.
    pub fn start() -> InputLines {
        let (sender, receiver) = channel();
        // The thread is never joined: it waits for input until the program ends.
        std::thread::spawn(move || {
            let mut reader = LineReader::new(io::stdin().lock());
            while let Ok(Some(line)) = reader.next_line() {
                if sender.send(line.text).is_err() {
                    break;
                }
            }
        });
        InputLines { receiver }
    }

    /// Waits for a line, for as long as the limit allows.
    pub fn next(&self, limit: Option<Duration>) -> LineArrival {
        let start = std::time::Instant::now();
        loop {
            if interrupt::stopped() {
                return LineArrival::Interrupt;
            }
            match self.receiver.recv_timeout(GLANCE) {
                Ok(line) => return LineArrival::Line(line),
                Err(RecvTimeoutError::Disconnected) => return LineArrival::End,
                Err(RecvTimeoutError::Timeout) if limit.is_some_and(|limit| start.elapsed() >= limit) => {
                    return LineArrival::TimeOut;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
