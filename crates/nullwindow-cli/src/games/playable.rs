//! What commands need of a game.

use nullwindow::check::Check;
use nullwindow::{Evaluator, Game, Keyed};
use nullwindow_games::checkers::{self, Checkers};
use nullwindow_games::chess::{self, Chess};
use nullwindow_games::connect_four::{ConnectFour, Shape};
use nullwindow_games::nim::{Heaps, Nim};
use nullwindow_games::othello::{Board, Othello};
use nullwindow_games::tic_tac_toe::TicTacToe;
use nullwindow_games::{Notation, Perft};

/// What a command needs of a game.
pub trait Playable:
    Evaluator + Keyed + Notation + Perft + Game<Position: Send + Sync, Move: Send + Sync> + Clone + Send + Sync + 'static
{
    /// The conformance kit, with what only the author of a game knows: when positions are equal, and what a position is
    /// with the players exchanged.
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self)
    }

    /// What one unit of the game is worth in scores: a pawn or a man 100, a disc 1; a stone that is left in Connect Four
    /// 1 where it is solved, 1000 where it is judged.
    fn scale(&self) -> i32 {
        1
    }
}

impl Playable for Othello {
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).mirror(Board::exchanged).nodes(1000)
    }
}

impl Playable for Checkers {
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).mirror(checkers::Position::turned)
    }

    fn scale(&self) -> i32 {
        100
    }
}

impl Playable for Chess {
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).mirror(chess::Position::mirrored).nodes(1000)
    }

    fn scale(&self) -> i32 {
        100
    }
}

impl<S: Shape + Send + Sync + 'static> Playable for ConnectFour<S> {
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).searched(6)
    }

    fn scale(&self) -> i32 {
        self.unit()
    }
}

impl Playable for TicTacToe {
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b)
    }
}

impl Playable for Nim {
    fn kit(&self) -> Check<'_, Self> {
        let exchanged = |heaps: &Heaps| Heaps::new(heaps.heaps(), heaps.mover().other()).unwrap_or(*heaps);
        Check::new(self).same(|a, b| a == b).mirror(exchanged)
    }
}
