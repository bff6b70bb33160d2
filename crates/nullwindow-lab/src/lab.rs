//! The laboratory: what can be searched, by name.

use crate::nearest;
use crate::subject::{Family, Playing, Subject, SubjectError};
use nullwindow::{Evaluator, Keyed};
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::Othello;
use nullwindow_games::tic_tac_toe::TicTacToe;
use std::fmt;
use std::sync::Arc;

/// All that can be searched: the shipped games with their test sets, every family of trees, and the user's own games.
///
/// ```
/// use nullwindow_lab::Lab;
///
/// let lab = Lab::new();
/// assert_eq!(lab.subject("othello")?.positions(), Some(20));
/// assert!(lab.subject("uniform 8x4")?.positions().is_none());
/// assert!(lab.subject("otello").is_err_and(|error| error.to_string().contains("othello")));
/// # Ok::<(), nullwindow_lab::SubjectError>(())
/// ```
#[derive(Clone)]
pub struct Lab {
    games: Vec<Arc<dyn Subject>>,
}

impl Lab {
    /// The six shipped games, each with the move order that suits it. Connect Four has its heuristic, since it is
    /// searched to a fixed depth here.
    ///
    /// # Panics
    /// Never: the heaps of Nim are right.
    #[must_use]
    pub fn new() -> Lab {
        let nim = Nim::new(&[3, 4, 5]).expect("three heaps");
        Lab { games: Vec::new() }
            .game(Playing::shipped(nim))
            .game(Playing::shipped(TicTacToe))
            .game(Playing::shipped(ConnectFour::standard().with_heuristic()))
            .game(Playing::shipped(Othello::new()))
            .game(Playing::shipped(Checkers::new()))
            .game(Playing::shipped(Chess::new()).order(Chess::ORDER))
    }

    /// The same laboratory with another game; one of the same name is replaced.
    #[must_use]
    pub fn game<G>(mut self, playing: Playing<G>) -> Lab
    where
        G: Evaluator + Keyed + Send + Sync + 'static,
        G::Position: Send + Sync,
        G::Move: Send,
    {
        self.games.retain(|game| game.name() != playing.name());
        self.games.push(Arc::new(playing));
        self
    }

    /// The names of the games.
    #[must_use]
    pub fn games(&self) -> Vec<&str> {
        self.games.iter().map(|game| game.name()).collect()
    }

    /// The game of this name, or the family of trees that the text describes.
    ///
    /// # Errors
    /// If there is no such game, or the text of the tree is wrong.
    pub fn subject(&self, name: &str) -> Result<Arc<dyn Subject>, SubjectError> {
        if let Some(game) = self.games.iter().find(|game| game.name() == name) {
            return Ok(game.clone());
        }
        if Family::is_meant_by(name) {
            return name.parse::<Family>().map(|family| Arc::new(family) as Arc<dyn Subject>);
        }
        let names = self.games.iter().map(|game| game.name()).chain(Family::NAMES);
        let nearest = nearest(name, names).unwrap_or_default();
        Err(SubjectError::Unknown { name: name.to_owned(), nearest: nearest.to_owned() })
    }
}

impl Default for Lab {
    fn default() -> Lab {
        Lab::new()
    }
}

impl fmt::Debug for Lab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lab").field("games", &self.games()).finish()
    }
}
