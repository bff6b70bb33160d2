//! Writes the lines that a client receives.

use std::fmt;
use std::sync::Arc;

/// Writes lines to a client, from any thread.
#[derive(Clone)]
pub struct LineOutput(Arc<dyn Fn(&str) + Send + Sync>);

impl LineOutput {
    /// Creates an output that passes each line, without a line end, to a function. The function writes the line as a
    /// whole and flushes it: clients wait for it.
    pub fn new(write: impl Fn(&str) + Send + Sync + 'static) -> LineOutput {
        LineOutput(Arc::new(write))
    }

    /// Writes a line.
    pub fn line(&self, text: &str) {
        (self.0)(text);
    }
}

impl fmt::Debug for LineOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LineOutput(..)")
    }
}

/// The longest part of a client's text that an answer repeats, in characters.
const QUOTED: usize = 200;

/// Returns an error with its causes in one line. Texts that it quotes may come from a client, and be long.
pub(crate) fn one_line(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{}: {error}", shortened(&text));
        cause = error.source();
    }
    shortened(&text)
}

/// Returns the beginning of a text, without control characters.
pub(crate) fn shortened(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(QUOTED).map(plain).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}
