//! Handles a reader of standard output that closes the pipe, as `head` does.
//!
//! The exit code of `verify`, `compare`, `check` and `perft` is an answer. A write to a closed pipe must neither end
//! such a command before its answer is known nor replace the answer. So writes to standard output never fail for that
//! reason. A command without an answer checks [`reader_is_gone`] and ends early.

use anstream::{AutoStream, ColorChoice};
use std::io::{self, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// True after a write that found the pipe closed.
static READER_GONE: AtomicBool = AtomicBool::new(false);

/// Returns whether a write has found the pipe closed.
pub fn reader_is_gone() -> bool {
    // Relaxed: the flag guards no data.
    READER_GONE.load(Relaxed)
}

/// Turns the error of a closed pipe into success, and remembers it.
///
/// # Errors
/// Every other error.
pub fn unless_gone<T: Default>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            READER_GONE.store(true, Relaxed);
            Ok(T::default())
        }
        other => other,
    }
}

/// Standard output, locked. Writes to a closed pipe are discarded.
pub struct ResultOutput {
    stream: AutoStream<StdoutLock<'static>>,
}

impl ResultOutput {
    pub(super) fn new(colors: ColorChoice) -> ResultOutput {
        ResultOutput { stream: AutoStream::new(io::stdout().lock(), colors) }
    }
}

impl Write for ResultOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                // Reports all bytes as written, so that `write_all` succeeds.
                unless_gone(Err::<(), _>(error)).map(|()| bytes.len())
            }
            other => other,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_gone(self.stream.flush())
    }
}
