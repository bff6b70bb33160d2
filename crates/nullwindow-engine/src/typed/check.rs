//! The conformance kit on the engine's game.

use super::{GameSource, TypedEngine};
use crate::announcer::{Announce, Announcer};
use crate::engine::{CheckAnswer, GameFlaw, is_stopped};
use crate::request::Control;
use nullwindow::check::{CheckReport, Flaw};
use nullwindow::{Depth, Game};
use nullwindow_games::{Notation, Playable, Purpose};

impl<S: GameSource> TypedEngine<S> {
    /// Returns the positions that the kit starts from: the start position, and every tenth of the test set.
    pub(super) fn kit_roots(&self) -> Vec<<S::Game as Game>::Position> {
        let game = self.any_game(Purpose::FixedDepth);
        let tests = game.test_set();
        // Every tenth only: the kit is expensive.
        let chosen = tests.iter().step_by(10).filter_map(|test| game.parse_position(test.position).ok());
        std::iter::once(game.start()).chain(chosen).collect()
    }

    pub(super) fn run_kit(&self, seed: u64, depth: u32, control: &mut Control<'_>) -> Vec<CheckAnswer> {
        let stop = control.stop;
        let announcer = Announcer::of(control);
        let game = self.any_game(Purpose::FixedDepth);
        let read_back = |position: &_| game.parse_position(&game.format_position(position)).ok();
        let kit = game.kit().round_trip(read_back).variants(|a, b| game.variants(a, b)).seed(seed);
        let kit = kit.depth(Depth::plies(depth)).stop(stop);
        let roots = self.kit_roots();
        let total = roots.len() as u64;
        let mut answers = Vec::new();
        for (root, done) in roots.into_iter().zip(1..) {
            let position = game.format_position(&root);
            let (report, flaw) = match kit.run(&root) {
                Ok(report) => (report, None),
                Err(flaw) => (CheckReport::default(), Some(describe(&*game, &root, &flaw))),
            };
            if is_stopped(stop) && flaw.is_none() {
                break; // a part of the kit has not run
            }
            answers.push(CheckAnswer { position, report, flaw });
            announcer.step(done, total);
        }
        answers
    }
}

/// Describes a flaw in the game's own notation.
fn describe<G: Playable>(game: &G, root: &G::Position, flaw: &Flaw<G::Position, G::Move>) -> GameFlaw {
    let mut position = root.clone();
    let mut line = Vec::new();
    for &play in &flaw.witness.line {
        line.push(game.format_move(&position, play));
        position = game.play(&position, play);
    }
    let other =
        flaw.other.as_ref().map(|other| format!("; the other position: {}", game.format_position(&other.position)));
    let seen = flaw.seen.clone() + &other.unwrap_or_default();
    GameFlaw { law: flaw.law.to_string(), line, position: game.format_position(&position), seen }
}
