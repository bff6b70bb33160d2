//! The position that a command is about: words after the game, an option, or a file.

use super::files;
use crate::App;
use crate::output::usage;
use clap::ValueHint;
use nullwindow_engine::{Catalogue, Engine, EngineError, GameText, PositionText};
use std::path::PathBuf;
use std::sync::Arc;

/// The options that name a position.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct PositionArgs {
    /// The position in the game's notation: columns, a board, FEN or moves. It may also follow the game without this
    /// option [default: the start position]
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// A file with one position or game per line, or a file of games in a format of the game (PGN, PDN, OBF); - for
    /// standard input
    #[arg(long, short, value_name = "FILE", conflicts_with = "position", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Only the Nth position or game of the file
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u32).range(1..))]
    nth: Option<u32>,
}

/// An engine, and a position that it has not parsed yet.
pub struct SearchSubject {
    /// The engine.
    pub engine: Arc<dyn Engine>,
    /// The position.
    pub position: PositionText,
    /// The name in results: that of the game with its size, or `tree`.
    pub name: String,
}

impl SearchSubject {
    fn new(engine: Arc<dyn Engine>, position: PositionText) -> SearchSubject {
        let name = engine.name().to_owned();
        SearchSubject { engine, position, name }
    }
}

/// The games of a file, with their engine.
pub struct FileSubject {
    /// The engine.
    pub engine: Arc<dyn Engine>,
    /// The games, at least one, each with its number in the file.
    pub games: Vec<(usize, GameText)>,
    /// The name of the file.
    file: String,
}

impl FileSubject {
    /// Returns the last position of each game.
    pub fn positions(&self) -> Vec<SearchSubject> {
        let subject = |(_, game): &(usize, GameText)| SearchSubject::new(Arc::clone(&self.engine), game.end.clone());
        self.games.iter().map(subject).collect()
    }
}

impl PositionArgs {
    /// Returns whether every game of a file is meant.
    pub fn is_whole_file(&self) -> bool {
        self.file.is_some() && self.nth.is_none()
    }

    /// Returns the games of the file, if the arguments name one.
    ///
    /// # Errors
    /// If the game is unknown, or the file cannot be read as games of it.
    pub fn file(&self, app: &App, words: &[String]) -> anyhow::Result<Option<FileSubject>> {
        let Some(path) = &self.file else { return Ok(None) };
        let (engine, position) = game_and_position(&app.catalogue, words)?;
        if let Some(text) = position {
            return Err(usage(format!("'{text}' and --file: name the position only once")));
        }
        let mut games: Vec<(usize, GameText)> = (1..).zip(files::read_games(&*engine, path)?).collect();
        let file = files::name(path);
        if let Some(nth) = self.nth {
            let count = games.len();
            games.retain(|(number, _)| *number == nth as usize);
            if games.is_empty() {
                return Err(usage(format!("--nth {nth}: {file} has only {count}")));
            }
        }
        Ok(Some(FileSubject { engine, games, file }))
    }

    /// Returns the only position, with its engine.
    ///
    /// # Errors
    /// If the game is unknown, or there is more than one position. The engine parses the position of `--position` later.
    pub fn subject(&self, app: &App, words: &[String]) -> anyhow::Result<SearchSubject> {
        if let Some(subject) = self.file(app, words)? {
            return match subject.positions() {
                mut positions if positions.len() == 1 => Ok(positions.swap_remove(0)),
                positions => Err(usage(format!(
                    "{} has {} positions, but this command takes one; select it with --nth N",
                    subject.file,
                    positions.len()
                ))),
            };
        }
        let (engine, position) = game_and_position(&app.catalogue, words)?;
        let text = match (&self.position, position) {
            (Some(given), Some(text)) => {
                return Err(usage(format!("'{text}' and --position '{given}': name the position only once")));
            }
            (given, text) => given.clone().or(text),
        };
        Ok(SearchSubject::new(engine, PositionText::new(text)))
    }
}

/// Splits words into a game, with its size, and a position that may follow.
///
/// # Errors
/// If there is no such game, or the other words are neither a size nor a position.
pub fn game_and_position(catalogue: &Catalogue, words: &[String]) -> anyhow::Result<(Arc<dyn Engine>, Option<String>)> {
    // A size may look like a position, as the heaps of Nim do: it has priority.
    let whole = match catalogue.engine(&words.join(" ")) {
        Ok(engine) => return Ok((engine, None)),
        Err(error) => error,
    };
    if words.iter().skip(1).any(|word| catalogue.canonical(word).is_some()) {
        return Err(whole.into());
    }
    let mut last_error = anyhow::Error::from(whole.clone());
    // The shortest size is tried first: the words of a position may begin like a size.
    for at in 1..words.len() {
        let Ok(engine) = catalogue.engine(&words[..at].join(" ")) else { continue };
        let text = words[at..].join(" ");
        match engine.board(&PositionText::from(text.as_str())) {
            Ok(_) => return Ok((engine, Some(text))),
            Err(error) => last_error = neither(catalogue, &*engine, &whole, error),
        }
    }
    Err(last_error)
}

/// Explains why words after a game are not understood. Where the game has sizes, they may have been meant as one.
fn neither(catalogue: &Catalogue, engine: &dyn Engine, size: &EngineError, position: EngineError) -> anyhow::Error {
    let has_sizes = catalogue.sized_names().iter().any(|name| name.split(' ').next() == Some(engine.game()));
    let error = anyhow::Error::from(position);
    if has_sizes { error.context(size.to_string()) } else { error }
}
