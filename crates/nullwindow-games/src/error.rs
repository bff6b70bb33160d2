//! The error of every parser in this crate.

use std::borrow::Cow;
use std::fmt;

/// A text that is not a position, a move or a game: the place of the error, the text found there and the text expected.
///
/// ```
/// use nullwindow_games::ParseError;
///
/// let error = ParseError::new("44x", 2, "a column from 1 to 7");
/// assert_eq!(error.to_string(), "character 3: expected a column from 1 to 7, found `x`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseError {
    /// The line, counted from 1, in texts of several lines.
    pub line: Option<usize>,
    /// The position in the text or line, in characters counted from 1; one past the last at the end.
    pub character: usize,
    /// The text found there, shortened; empty at the end of the text.
    pub found: String,
    /// A description of the expected text.
    pub expected: Cow<'static, str>,
}

impl ParseError {
    /// The longest excerpt of the text that an error repeats, in characters.
    const SHOWN: usize = 24;

    /// Creates an error at byte `offset` of `text` that shows the word found there.
    #[must_use]
    pub fn new(text: &str, offset: usize, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let mut offset = offset.min(text.len());
        // Callers compute offsets from bytes; one inside a character would panic when the text is sliced.
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let character = text[..offset].chars().count() + 1;
        let mut word = text[offset..].chars().take_while(|c| !c.is_whitespace());
        let mut found: String = word.by_ref().take(Self::SHOWN).collect();
        if found.is_empty() {
            found.extend(text[offset..].chars().next());
        } else if word.next().is_some() {
            found.push_str("...");
        }
        ParseError { line: None, character, found, expected: expected.into() }
    }

    /// Returns the same error in line `line`, counted from 1.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> ParseError {
        self.line = Some(line);
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "character {}: expected {}, found ", self.character, self.expected)?;
        if self.found.is_empty() { write!(f, "the end") } else { write!(f, "`{}`", self.found.escape_debug()) }
    }
}

impl std::error::Error for ParseError {}
