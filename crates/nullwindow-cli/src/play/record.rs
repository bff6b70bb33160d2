//! The game that is played: its moves, its end, and its file.

use crate::output::{OutFile, usage};
use nullwindow::{Player, Score};
use nullwindow_engine::{Engine, EngineError, GameResult, GameText, MoveNotation, PlayedPosition, PositionText};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game in progress.
#[derive(Clone)]
pub struct PlayRecord {
    engine: Arc<dyn Engine>,
    start: PositionText,
    moves: Vec<String>,
    position: PlayedPosition,
    ending: Option<GameEnding>,
    /// The names of the players.
    pub players: [String; 2],
    /// The number of moves that a file has already.
    saved: Option<usize>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnding {
    pub result: GameResult,
    pub reason: String,
}

impl PlayRecord {
    /// Begins a game, or continues one after its moves.
    ///
    /// # Errors
    /// If the text is no position, or a move is not legal.
    pub fn new(
        engine: &Arc<dyn Engine>,
        start: PositionText,
        moves: Vec<String>,
        players: [String; 2],
    ) -> Result<PlayRecord, EngineError> {
        let position = engine.played(&after(&start, &moves), MoveNotation::Own)?;
        let engine = Arc::clone(engine);
        let saved = Some(moves.len());
        let mut record = PlayRecord { engine, start, moves, position, ending: None, players, saved };
        record.ending = record.rules_ending();
        Ok(record)
    }

    /// Begins the game again.
    ///
    /// # Errors
    /// As [`PlayRecord::new`].
    pub fn again(&self) -> Result<PlayRecord, EngineError> {
        PlayRecord::new(&self.engine, self.start.clone(), Vec::new(), self.players.clone())
    }

    /// Returns the moves since the beginning.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Describes the position.
    pub fn position(&self) -> &PlayedPosition {
        &self.position
    }

    /// Returns the position with its history.
    pub fn text(&self) -> PositionText {
        after(&self.start, &self.moves)
    }

    /// Returns the number of the player to move: 0 for the first.
    pub fn mover(&self) -> usize {
        usize::from(!self.position.first_player_moves)
    }

    /// Returns the end of the game.
    pub fn ending(&self) -> Option<&GameEnding> {
        self.ending.as_ref()
    }

    /// Returns the picture of the board.
    pub fn picture(&self) -> String {
        // A game that went on after a draw has moves that the rules without its history refuse.
        let board = self.engine.board(&self.text());
        let board = board.or_else(|_| self.engine.board(&PositionText::from(self.position.notation.as_str())));
        board.map_or_else(|_| self.position.notation.clone(), |board| board.picture)
    }

    /// Returns the name of the legal move that a text denotes.
    pub fn read_move(&self, text: &str) -> Option<String> {
        self.engine.move_name(&self.text(), text, MoveNotation::Own).ok()
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, name: String) -> Result<(), EngineError> {
        self.moves.push(name);
        match self.engine.played(&self.text(), MoveNotation::Own) {
            Ok(position) => self.position = position,
            Err(error) => {
                self.moves.pop();
                return Err(error);
            }
        }
        self.saved = None;
        self.ending = self.rules_ending();
        Ok(())
    }

    /// Takes back moves until this player has the move again; all, if it never had.
    ///
    /// # Errors
    /// Only if the engine no longer reads moves that it has read before.
    pub fn take_back(&mut self, may_move: impl Fn(usize) -> bool) -> Result<usize, EngineError> {
        let before = self.moves.len();
        while self.moves.pop().is_some() {
            self.position = self.engine.played(&self.text(), MoveNotation::Own)?;
            if may_move(self.mover()) {
                break;
            }
        }
        if self.moves.len() < before {
            self.saved = None;
        }
        self.ending = self.rules_ending();
        Ok(before - self.moves.len())
    }

    /// Ends the game before the rules do.
    pub fn end(&mut self, result: GameResult, reason: String) {
        (self.ending, self.saved) = (Some(GameEnding { result, reason }), None);
    }

    /// Returns the end of the game by its rules.
    fn rules_ending(&self) -> Option<GameEnding> {
        if self.position.drawn {
            let reason = "drawn by repetition, or by moves without progress".to_owned();
            return Some(GameEnding { result: GameResult::Draw, reason });
        }
        let mover = if self.position.first_player_moves { Player::First } else { Player::Second };
        let result = match self.position.over? {
            score if score > Score::ZERO => GameResult::Win(mover),
            score if score < Score::ZERO => GameResult::Win(mover.other()),
            _ => GameResult::Draw,
        };
        // The last line of a picture describes the end.
        let reason = self.picture().lines().next_back().unwrap_or_default().to_owned();
        Some(GameEnding { result, reason })
    }

    /// Returns the game in the format of its files.
    ///
    /// # Errors
    /// Only if the engine no longer reads moves that it has read before.
    pub fn file(&self) -> Result<String, EngineError> {
        let mut game = GameText::new(self.start.clone(), self.moves.clone());
        game.players = self.players.clone().map(Some);
        game.result = self.ending.as_ref().map(|ending| ending.result);
        self.engine.write_game(&game)
    }

    /// Writes the game to a file, as a whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        OutFile::write(path, &self.file()?)?;
        self.saved = Some(self.moves.len());
        Ok(())
    }

    /// Returns whether there are moves that no file has.
    pub fn is_unsaved(&self) -> bool {
        self.saved.is_none() && !self.moves.is_empty()
    }

    /// Returns the name of a file that does not exist yet.
    pub fn free_file(&self) -> PathBuf {
        let (game, extension) = (self.engine.game(), self.engine.file_extension());
        let names = (1..).map(|number| PathBuf::from(format!("{game}-{number}.{extension}")));
        names.into_iter().find(|name| !name.exists()).unwrap_or_default()
    }
}

/// Returns a position with more moves.
fn after(start: &PositionText, moves: &[String]) -> PositionText {
    let mut position = start.clone();
    position.moves.extend(moves.iter().cloned());
    position
}

/// Reads the game of a file.
///
/// # Errors
/// If the file cannot be read, or has several games and none is selected.
pub fn load(engine: &dyn Engine, path: &Path, nth: Option<u32>) -> anyhow::Result<GameText> {
    let mut games = crate::answer::files::read_games(engine, path)?;
    let (file, count) = (path.display(), games.len());
    match nth {
        Some(nth) if nth as usize <= count => Ok(games.swap_remove(nth as usize - 1)),
        Some(nth) => Err(usage(format!("--nth {nth}: {file} has only {count}"))),
        None if count == 1 => Ok(games.swap_remove(0)),
        None => Err(usage(format!("{file} has {count} games; select one with --nth N"))),
    }
}
