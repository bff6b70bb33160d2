//! The catalogue entry of checkers: names, units, usual depths, how to solve it.

use super::{Checkers, Move, Position, diagram, settings};
use crate::playable::{describe, moves_of_winner};
use crate::{
    BenchSettings, BoardDiagram, ComposeError, DiagramPiece, GameSetting, Listing, Notation, Playable, Profile,
    Purpose, SettingError, SizeError, Solving,
};
use nullwindow::check::Check;
use nullwindow::{Order, Score};

impl Playable for Checkers {
    fn profile(&self) -> Profile {
        Profile::default()
            .with_players(["Black", "White"])
            .with_unit("men", 100)
            .with_usual(Some(10), 20)
            .with_tour(10, 3)
            .with_bench(BenchSettings { depth: 12, positions: 2, perft_depth: 9, threads_depth: Some(18) })
            .with_safe_depth(Checkers::SAFE_DEPTH.into())
            .with_win(Checkers::WIN)
            .with_protocols(&["hub"])
            .with_solving(Solving::Deepening { order: Order::default() })
    }

    fn describe_value(&self, position: &Position, value: Score) -> String {
        describe(self, position, value, |winner, magnitude| {
            if magnitude < Checkers::WINS_FROM.get() {
                return format!("{winner} is ahead by {:.2} men", f64::from(magnitude) / 100.0);
            }
            format!("{winner} wins in {} moves", moves_of_winner(Checkers::WIN.get() - magnitude))
        })
    }

    fn with_history(&self, played: &[Position], now: &Position) -> Option<Checkers> {
        Some(self.clone().with_record(played, now))
    }

    fn without_draws(&self) -> Option<Checkers> {
        Some(self.clone().without_draws())
    }

    fn settings(&self) -> &'static [GameSetting] {
        &settings::SETTINGS
    }

    fn with_setting(&self, name: &str, value: &str) -> Result<Checkers, SettingError> {
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

    fn kit(&self) -> Check<'_, Checkers> {
        Check::new(self).same(|a, b| a == b).mirror(Position::turned)
    }
}

/// Lists [`Checkers`].
#[derive(Clone, Copy, Debug)]
pub struct CheckersListing;

impl Listing for CheckersListing {
    type Game = Checkers;

    fn name(&self) -> &str {
        Checkers::NAME
    }

    fn aliases(&self) -> &[&str] {
        &["draughts"]
    }

    fn create(&self, size: &[&str], purpose: Purpose) -> Result<Checkers, SizeError> {
        SizeError::unless_empty(Checkers::NAME, size)?;
        Ok(match purpose {
            Purpose::FixedDepth => Checkers::new(),
            Purpose::Selective => Checkers::new().selective(),
            Purpose::Solve | Purpose::Proof => Checkers::new().with_counted_keys(),
        })
    }
}
