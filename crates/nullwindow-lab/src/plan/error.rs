//! Errors of a plan, with their location.

use crate::nearest;
use std::ops::Range;

/// An error in a plan, with its file, line and key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {}{message}", if key.is_empty() { String::new() } else { format!("{key}: ") })]
#[non_exhaustive]
pub struct PlanError {
    /// The file, or the name under which the plan ships.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The key or the heading on that line; empty if there is none.
    pub key: String,
    /// The description of the error.
    pub message: String,
}

impl PlanError {
    /// Returns an error at `span` of `text`.
    pub(crate) fn at(file: &str, text: &str, span: Range<usize>, message: impl Into<String>) -> PlanError {
        let before = text.bytes().take(span.start);
        let line = before.filter(|&byte| byte == b'\n').count() + 1;
        PlanError { file: file.to_owned(), line, key: key_above(text, line), message: message.into() }
    }

    /// Converts an error of the TOML parser. For an unknown name, the message suggests the nearest known one.
    pub(crate) fn from_toml(file: &str, text: &str, error: &toml::de::Error) -> PlanError {
        let message = with_nearest(error.message());
        PlanError::at(file, text, error.span().unwrap_or(0..0), message)
    }
}

/// Returns the key of this line, or of the nearest line above that has one. A list may span several lines.
fn key_above(text: &str, line: usize) -> String {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let key = lines.iter().rev().find_map(|line| {
        let line = line.trim();
        let heading = line.starts_with('[').then(|| line.trim_matches(['[', ']']));
        let key = line.split_once('=').map(|(key, _)| key.trim());
        let plain = |key: &&str| key.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) && !key.is_empty();
        key.filter(plain).or(heading.filter(plain))
    });
    key.unwrap_or_default().to_owned()
}

/// Adds the nearest name to an error about an unknown one. Serde's message lists all known names.
fn with_nearest(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    match quoted.split_first() {
        // Serde's message does not mention the alias `seeds`.
        Some((&"positions", _)) if message.starts_with("missing field") => {
            "missing field `positions`, or `seeds` for trees".to_owned()
        }
        Some((wrong, known)) if unknown && !known.is_empty() => {
            let near = nearest(wrong, known.iter().copied()).unwrap_or_default();
            format!("there is no '{wrong}' here; did you mean '{near}'? The names are: {}", known.join(" "))
        }
        _ => message.to_owned(),
    }
}
