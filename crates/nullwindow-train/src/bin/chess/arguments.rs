//! Shared parts of the commands: ranges of arguments, and weights.

use crate::start;
use clap::builder::RangedU64ValueParser;
use nullwindow_games::chess::Chess;
use nullwindow_games::chess::evaluation::ChessWeights;
use nullwindow_train::read_text;
use std::error::Error;
use std::path::{Path, PathBuf};

/// The size of a player's table in bytes: shallow searches need no more.
pub const TABLE: usize = 2 << 20;

/// Parses a count of at least one.
pub fn count() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// Parses a number of threads.
pub fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1024)
}

/// Parses a search depth.
pub fn depth() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(1..=u64::from(Chess::HORIZON))
}

/// Parses a number above 0.
pub fn above_zero(text: &str) -> Result<f32, String> {
    number(text, |number| number > 0.0).ok_or_else(|| "expected a number above 0".to_owned())
}

/// Parses a number of at least 0.
pub fn from_zero(text: &str) -> Result<f32, String> {
    number(text, |number| number >= 0.0).ok_or_else(|| "expected a number from 0 on".to_owned())
}

/// Parses a fraction from 0 to 1.
pub fn part(text: &str) -> Result<f32, String> {
    number(text, |number| (0.0..=1.0).contains(&number)).ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn number(text: &str, allowed: fn(f32) -> bool) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.is_finite() && allowed(*number))
}

/// Reads the weights of a file; the hand-written ones without a file.
pub fn weights_or_by_hand(path: Option<&PathBuf>) -> Result<ChessWeights, Box<dyn Error>> {
    path.map_or_else(|| Ok(start::weights()), |path| read_weights(path))
}

/// Reads the weights of a file; the shipped ones without a file.
pub fn weights_or_shipped(path: Option<&PathBuf>) -> Result<ChessWeights, Box<dyn Error>> {
    path.map_or_else(|| Ok(Chess::new().weights().clone()), |path| read_weights(path))
}

fn read_weights(path: &Path) -> Result<ChessWeights, Box<dyn Error>> {
    ChessWeights::parse(&read_text(path)?).map_err(|error| named(path, &error))
}

/// Adds the name of a file to an error.
pub fn named(path: &Path, error: &dyn Error) -> Box<dyn Error> {
    format!("{}: {error}", path.display()).into()
}
