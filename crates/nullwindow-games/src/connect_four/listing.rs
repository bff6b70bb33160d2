//! The catalogue entries of Connect Four: names, units, usual depths; one entry for the standard board and one for all
//! others.

use super::knowledge::LAST;
use super::{BoardShape, ConnectFour, ConnectFourBoard, ConnectFourSquare, CustomShape, problems};
use crate::playable::describe;
use crate::{
    BenchSettings, BoardDiagram, ComposeError, DiagramPiece, Judging, Listing, Notation, Playable, ProblemSet, Profile,
    Purpose, SizeError,
};
use nullwindow::Score;
use nullwindow::check::Check;

impl<S: BoardShape + Send + Sync + 'static> Playable for ConnectFour<S> {
    fn profile(&self) -> Profile {
        Profile::default()
            .with_players(["x", "o"])
            .with_unit("stones left", self.unit())
            .with_usual(Some(10), 20)
            .with_bench(BenchSettings { depth: 12, positions: 4, perft_depth: 8, threads_depth: None })
            // An estimate: even the empty standard board, 42 squares, takes about 20 s (`bench --group connect4-solve`).
            .with_solvable(34, "empty squares")
            .with_protocols(&["lines"])
            .with_judging(Judging::of_outcomes(self.unit()))
    }

    fn endgame_plies(&self) -> u32 {
        if self.uses_knowledge { LAST } else { 0 }
    }

    fn describe_value(&self, position: &ConnectFourBoard, value: Score) -> String {
        describe(self, position, value, |name, magnitude| match magnitude / self.unit() {
            0 => format!("{name} is ahead by {:.3} stones left", f64::from(magnitude) / f64::from(self.unit())),
            1 => format!("{name} wins with the last stone of {name}"),
            stones => format!("{name} wins with {stones} stones of {name} left, the winning one included"),
        })
    }

    fn short_score(&self, score: Score) -> String {
        let (signed, unit) = (score.get(), self.unit());
        match signed {
            _ if !score.is_finite() => score.to_string(),
            0 if unit == 1 => "0".to_owned(),
            _ if signed.abs() >= unit => format!("{:+}", signed / unit),
            // Evaluations are below the smallest win.
            _ => format!("{:+.3}", f64::from(signed) / f64::from(unit)),
        }
    }

    fn moves_left(&self, position: &ConnectFourBoard) -> Option<u32> {
        Some(self.shape.count() - position.stones)
    }

    /// Returns the problems of the standard board; other sizes have no known values.
    fn problems(&self) -> Vec<ProblemSet> {
        if (self.shape.width(), self.shape.height()) == (7, 6) { problems::standard() } else { Vec::new() }
    }

    fn diagram(&self, board: &ConnectFourBoard) -> Option<BoardDiagram> {
        Some(self.diagram_of(board))
    }

    fn move_cells(&self, _: &ConnectFourBoard, square: ConnectFourSquare) -> Vec<usize> {
        self.cells_of(square)
    }

    fn compose(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<ConnectFourBoard, ComposeError> {
        self.composed(cells, first_moves)
    }

    fn kit(&self) -> Check<'_, ConnectFour<S>> {
        // No `mirror`: the player to move follows from the number of stones, so colours cannot be exchanged.
        Check::new(self).same(|a, b| a == b).searched(6)
    }
}

const NAME: &str = <ConnectFour as Notation>::NAME;
const ALIASES: &[&str] = &["connect-4", "connect-four", "connectfour", "connect_four"];

/// Lists [`ConnectFour`] on seven columns of six rows.
#[derive(Clone, Copy, Debug)]
pub struct StandardListing;

/// Lists [`ConnectFour`] on boards of all other sizes.
#[derive(Clone, Copy, Debug)]
pub struct SizedListing;

impl Listing for StandardListing {
    type Game = ConnectFour;

    fn name(&self) -> &str {
        NAME
    }

    fn aliases(&self) -> &[&str] {
        ALIASES
    }

    fn accepts(&self, size: &[&str]) -> bool {
        matches!(size, [] | ["7x6"])
    }

    fn create(&self, size: &[&str], purpose: Purpose) -> Result<ConnectFour, SizeError> {
        if !self.accepts(size) {
            return Err(SizeError::no_size(NAME, size, "7x6"));
        }
        Ok(made_for(purpose, ConnectFour::standard()))
    }
}

impl Listing for SizedListing {
    type Game = ConnectFour<CustomShape>;

    fn name(&self) -> &str {
        NAME
    }

    fn aliases(&self) -> &[&str] {
        ALIASES
    }

    fn sizes(&self) -> &str {
        "8x7"
    }

    fn accepts(&self, size: &[&str]) -> bool {
        !StandardListing.accepts(size)
    }

    fn create(&self, size: &[&str], purpose: Purpose) -> Result<ConnectFour<CustomShape>, SizeError> {
        let number = |digits: &str| digits.parse::<u32>().ok();
        let sides = match size {
            [sides] => sides.split_once('x').and_then(|(width, height)| number(width).zip(number(height))),
            _ => None,
        };
        let (width, height) = sides.ok_or_else(|| SizeError::no_size(NAME, size, "one such as 8x7"))?;
        let game = ConnectFour::sized(width, height).map_err(|error| SizeError::refused(NAME, size, error))?;
        Ok(made_for(purpose, game))
    }
}

/// Returns the game with a heuristic for fixed depths, and with the scores of solvers otherwise.
fn made_for<S: BoardShape>(purpose: Purpose, game: ConnectFour<S>) -> ConnectFour<S> {
    match purpose {
        Purpose::FixedDepth | Purpose::Selective => game.with_heuristic(),
        Purpose::Solve => game,
        Purpose::Proof => game.without_knowledge(),
    }
}
