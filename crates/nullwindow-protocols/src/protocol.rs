//! Serves a client by any protocol: reads lines until the client is done.

use crate::LineReader;
use std::io::{self, BufRead};

/// The reaction of a protocol to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// The next line is expected.
    Continue,
    /// The client has finished.
    Quit,
}

/// Reads the lines of a protocol. It answers through a [`LineOutput`](crate::LineOutput).
pub trait Protocol {
    /// Handles a line. It returns soon: searches run on their own threads.
    fn line(&mut self, text: &str) -> Reaction;

    /// Handles the beginning of a line that is too long to be read as a whole.
    fn cut_line(&mut self, beginning: &str);
}

/// Serves a client until it quits or closes its end. A search that is still running then is stopped when the protocol is
/// dropped.
///
/// # Errors
/// If the input cannot be read.
pub fn serve(protocol: &mut dyn Protocol, input: impl BufRead) -> io::Result<()> {
    let mut reader = LineReader::new(input);
    while let Some(line) = reader.next_line()? {
        if line.is_cut {
            protocol.cut_line(&line.text);
        } else if protocol.line(&line.text) == Reaction::Quit {
            break;
        }
    }
    Ok(())
}
