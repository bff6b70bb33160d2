//! The catalogue entry of chess: names, units, usual depths, how to solve it.

use super::{Chess, MATE, Move, Position, WINS_FROM, diagram, settings};
use crate::playable::{describe, moves_of_winner};
use crate::{
    BenchSettings, BoardDiagram, ComposeError, DiagramPiece, GameSetting, Listing, Notation, Playable, Profile,
    Purpose, SettingError, SizeError, Solving, StrengthModel,
};
use nullwindow::check::Check;
use nullwindow::{Evaluator, Score};
use std::sync::LazyLock;

/// The strength that the program `strength` of `nullwindow-train` has measured.
static STRENGTH: LazyLock<StrengthModel> = LazyLock::new(|| {
    StrengthModel::parse(include_str!("strength.txt")).expect("the program has written it, and a test reads it")
});

impl Playable for Chess {
    fn profile(&self) -> Profile {
        let order = if self.is_selective() { Chess::SELECTIVE_ORDER } else { Chess::ORDER };
        Profile::default()
            .with_players(["White", "Black"])
            .with_unit("pawns", 100)
            .with_usual(Some(4), 20)
            .with_tour(4, 3)
            .with_bench(BenchSettings { depth: 4, positions: 2, perft_depth: 5, threads_depth: Some(6) })
            .with_safe_depth(self.safe_depth())
            .with_win(Score::new(MATE))
            .with_protocols(&["uci"])
            .with_strength(&STRENGTH)
            .with_order(order)
            .with_solving(Solving::Deepening { order: Chess::ORDER })
    }

    fn describe_value(&self, position: &Position, value: Score) -> String {
        describe(self, position, value, |winner, magnitude| {
            if magnitude < WINS_FROM {
                return format!("{winner} is ahead by {:.2} pawns", f64::from(magnitude) / 100.0);
            }
            format!("{winner} mates in {}", moves_of_winner(MATE - magnitude))
        })
    }

    fn with_history(&self, played: &[Position], now: &Position) -> Option<Chess> {
        Some(self.clone().with_record(played, now))
    }

    fn without_draws(&self) -> Option<Chess> {
        Some(self.clone().without_draws())
    }

    fn settings(&self) -> &'static [GameSetting] {
        &settings::SETTINGS
    }

    fn with_setting(&self, name: &str, value: &str) -> Result<Chess, SettingError> {
        settings::apply(self.clone(), name, value)
    }

    fn diagram(&self, position: &Position) -> Option<BoardDiagram> {
        Some(diagram::of(position))
    }

    fn move_cells(&self, position: &Position, play: Move) -> Vec<usize> {
        diagram::move_cells(position, play)
    }

    fn compose(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<Position, ComposeError> {
        diagram::compose(cells, first_moves)
    }

    fn kit(&self) -> Check<'_, Chess> {
        Check::new(self).same(|a, b| a == b).mirror(Position::mirrored).nodes(1000)
    }
}

/// Lists [`Chess`].
#[derive(Clone, Copy, Debug)]
pub struct ChessListing;

impl Listing for ChessListing {
    type Game = Chess;

    fn name(&self) -> &str {
        Chess::NAME
    }

    fn create(&self, size: &[&str], purpose: Purpose) -> Result<Chess, SizeError> {
        SizeError::unless_empty(Chess::NAME, size)?;
        Ok(match purpose {
            Purpose::Selective => Chess::new().selective(),
            Purpose::FixedDepth | Purpose::Solve | Purpose::Proof => Chess::new(),
        })
    }
}
