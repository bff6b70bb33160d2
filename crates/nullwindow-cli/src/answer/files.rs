//! Files of positions and games. The game recognises the format.

use crate::output::usage;
use anyhow::Context;
use nullwindow_engine::{Engine, GameText};
use std::io::Read;
use std::path::Path;

/// Reads a file, or standard input if its name is `-`.
///
/// # Errors
/// If it cannot be read, with its name.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(path).map_err(|error| usage(format!("cannot read {}: {error}", path.display())))
}

/// Returns the name of a file in messages.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads the games and positions of a file, in the game's notation.
///
/// # Errors
/// If the file cannot be read or is empty, or a line is neither a game nor a position. The error names file, line and
/// what was expected.
pub fn read_games(engine: &dyn Engine, path: &Path) -> anyhow::Result<Vec<GameText>> {
    let games = engine.read_games(&read_text(path)?).with_context(|| name(path))?;
    if games.is_empty() {
        return Err(usage(format!("{}: the file has no position", name(path))));
    }
    Ok(games)
}
