//! The catalogue entry of tic-tac-toe: names, usual depths.

use super::{TicTacToe, TicTacToeGrid, TicTacToeSquare, diagram};
use crate::playable::describe;
use crate::{
    BoardDiagram, ComposeError, DiagramPiece, Judging, Listing, Notation, Playable, Profile, Purpose, SizeError,
};
use nullwindow::Score;
use nullwindow::check::Check;

impl Playable for TicTacToe {
    fn profile(&self) -> Profile {
        Profile::default()
            .with_usual(None, 1)
            .with_solvable(9, "empty squares")
            .with_positions(765)
            .with_judging(Judging::of_outcomes(1))
    }

    fn describe_value(&self, position: &TicTacToeGrid, value: Score) -> String {
        describe(self, position, value, |winner, magnitude| match magnitude {
            1 => format!("{winner} wins with the last square"),
            _ => format!("{winner} wins with {} squares left empty", magnitude - 1),
        })
    }

    fn moves_left(&self, grid: &TicTacToeGrid) -> Option<u32> {
        Some(grid.empty().count_ones())
    }

    fn diagram(&self, grid: &TicTacToeGrid) -> Option<BoardDiagram> {
        Some(diagram::of(grid))
    }

    fn move_cells(&self, _: &TicTacToeGrid, square: TicTacToeSquare) -> Vec<usize> {
        diagram::move_cells(square)
    }

    fn compose(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<TicTacToeGrid, ComposeError> {
        diagram::compose(cells, first_moves)
    }

    fn kit(&self) -> Check<'_, TicTacToe> {
        Check::new(self).same(|a, b| a == b)
    }
}

/// Lists [`TicTacToe`].
#[derive(Clone, Copy, Debug)]
pub struct TicTacToeListing;

impl Listing for TicTacToeListing {
    type Game = TicTacToe;

    fn name(&self) -> &str {
        TicTacToe::NAME
    }

    fn aliases(&self) -> &[&str] {
        &["tic-tac-toe", "tic_tac_toe"]
    }

    fn create(&self, size: &[&str], _: Purpose) -> Result<TicTacToe, SizeError> {
        SizeError::unless_empty(TicTacToe::NAME, size).map(|()| TicTacToe)
    }
}
