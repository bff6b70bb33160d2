//! The conformance kit: checks an implementation of [`Game`].
//!
//! [`check`] generates thousands of positions, plays random games, and compares keys with values and all algorithms
//! with minimax. Each [`Law`] states one requirement. A violation is reported as a [`Flaw`], with a line of moves from
//! the root that is as short as possible; otherwise a [`CheckReport`] lists what was checked. [`Check`] has the
//! settings, and accepts what only the author of a game knows: when two positions are equal, how a key is computed from
//! scratch, how a position looks with the players exchanged, and what a second implementation of the rules says.
//!
//! No flaw does not mean no mistake. The report lists every [`Property`] with the number of cases that tested it, and
//! [`CheckReport::untested`] those that could not be tested.
//!
//! The result is reproducible: all random numbers come from a seed.
//!
//! ```
//! use nullwindow::check::{Law, check};
//! use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
//!
//! /// Take one to three of the matches; the player that takes the last one wins.
//! struct Matches;
//!
//! impl Game for Matches {
//!     type Position = (u32, Player);
//!     type Move = u32;
//!
//!     fn mover(&self, &(_, mover): &(u32, Player)) -> Player {
//!         mover
//!     }
//!
//!     fn moves(&self, &(left, _): &(u32, Player), moves: &mut MoveBuf<u32>) -> Option<Score> {
//!         (1..=3).for_each(|taken| moves.push(taken)); // wrong: two matches, and you may take three
//!         (left == 0).then_some(Score::new(-1))
//!     }
//!
//!     fn play(&self, &(left, mover): &(u32, Player), taken: u32) -> (u32, Player) {
//!         (left.saturating_sub(taken), mover.other())
//!     }
//! }
//!
//! impl Evaluator for Matches {}
//!
//! impl Keyed for Matches {
//!     fn key(&self, &(left, _): &(u32, Player)) -> u64 {
//!         left.into() // enough: the game looks the same to both players
//!     }
//! }
//!
//! let flaw = check(&Matches, &(9, Player::First)).unwrap_err();
//! assert_eq!(flaw.law, Law::MovesAfterEnd);
//! assert_eq!(flaw.witness.line, [3, 3, 3]);
//! println!("{flaw}");
//! ```

mod coverage;
mod exact;
mod flaw;
mod keys;
mod kit;
mod knowledge;
mod law;
mod mirror;
mod numbered;
mod oracle;
mod parts;
mod reference;
mod report;
mod rules;
mod sample;
mod searches;
mod selective;
mod shrink;
mod signs;
mod text;
mod transpose;

pub use coverage::{Coverage, Property};
pub use flaw::{Flaw, Witness};
pub use kit::Check;
pub use law::Law;
pub use report::{CheckReport, Note};

use crate::{Evaluator, Game, Keyed};
use flaw::Breach;
use sample::{Dice, NodeId, PositionSample, ROOT};
use shrink::{Counterexample, shrink};
use signs::{SignCases, Signs};

/// The result of a check.
pub type Verdict<G, T = CheckReport> = Result<T, Box<Flaw<<G as Game>::Position, <G as Game>::Move>>>;

/// Checks a game from `root` on, with the default settings and `==` on positions.
///
/// # Errors
/// If a law is violated: the first flaw found.
pub fn check<G: Evaluator + Keyed>(game: &G, root: &G::Position) -> Verdict<G>
where
    G::Position: PartialEq,
{
    Check::new(game).same(|a, b| a == b).run(root)
}

impl<G: Evaluator + Keyed> Check<'_, G> {
    /// Checks the game from `root` on.
    ///
    /// # Errors
    /// If a law is violated. The laws are checked in the order of [`Law`]: single positions, the reference, text, keys,
    /// symmetry, turns and signs, knowledge, searches.
    pub fn run(&self, root: &G::Position) -> Verdict<G> {
        let (sample, chosen) = self.sample(root);
        let order = sample.by_ply();
        let mut report = self.report(&sample);
        rules::check(self, &sample, &order)?;
        let reference = reference::check(self, &sample, &order)?;
        let texts = text::check(self, &sample, &order)?;
        let equal = keys::check_split(self, &sample, &order)?;
        report.shared_keys = keys::check_shared(self, &sample, &order)?;
        let varied = parts::check(self, &sample, &order)?;
        let mirrored = mirror::check(self, &sample, &order)?;
        signs::check_mover(self, &sample, &order)?;
        let signs = self.check_signs(&sample, &mut report)?;
        let knowledge = knowledge::check(self, &sample, &order)?;
        report.known = knowledge.known;
        selective::check(self, &sample, &order)?;
        let searches = searches::check(self, &sample, &chosen)?;
        report.searches = searches.run;
        if searches.stopped > 0 {
            report.notes.push(Note::SearchesStopped { searches: searches.stopped });
        }
        report.stopped = self.is_stopped();
        let fresh = if self.fresh_key.is_some() { report.positions } else { 0 };
        report.coverage = Property::ALL
            .map(|property| Coverage {
                property,
                cases: match property {
                    Property::Consistency => report.positions,
                    Property::Moves => reference.positions,
                    Property::Play => reference.plays,
                    Property::Results => reference.ends,
                    Property::Text => texts,
                    Property::EqualKeys => equal,
                    Property::FreshKeys => fresh,
                    Property::SharedKeys => report.shared_keys,
                    Property::KeyParts => varied,
                    Property::Symmetry => mirrored,
                    Property::Sides => signs.sides.max(mirrored),
                    Property::Signs => signs.agreeing,
                    Property::Knowledge => knowledge.compared,
                    Property::Searches => report.searches - searches.stopped,
                },
            })
            .to_vec();
        Ok(report)
    }

    /// Checks the signs of scores by random games and, where those are not conclusive, by exact results.
    fn check_signs(
        &self,
        sample: &PositionSample<G::Position, G::Move>,
        report: &mut CheckReport,
    ) -> Verdict<G, SignCases> {
        let signs = Signs::of(sample);
        signs::check_signs(self, sample, &signs)?;
        let mut cases = signs.cases();
        let flat = report.notes.contains(&Note::FlatEvaluation);
        if cases.agreeing == 0 && !flat {
            cases = exact::check(self, sample)?;
        }
        let noted = flat || report.notes.contains(&Note::OneResult);
        match (self.mirror.is_some(), cases) {
            _ if noted => {}
            (true, SignCases { agreeing: 0, .. }) => report.notes.push(Note::NegationUntested),
            (false, SignCases { sides: 0, .. }) => report.notes.push(Note::SignsUntested),
            _ => {}
        }
        Ok(cases)
    }

    /// Returns the positions to check, and those to search. Everything that minimax can reach from the latter is among
    /// the former, so that searches meet no position that violates a rule.
    fn sample(&self, root: &G::Position) -> (PositionSample<G::Position, G::Move>, Vec<NodeId>) {
        let mut dice = Dice::new(self.seed);
        let mut sample = PositionSample::new(self.game, root);
        sample.grow(self.game, ROOT, self.positions);
        for _ in (0..self.playouts).take_while(|_| !self.is_stopped()) {
            sample.playout(self.game, &mut dice, self.longest);
        }
        let open: Vec<NodeId> = (0..sample.nodes.len()).filter(|&id| sample.goes_on(id)).collect();
        // The root is always searched: it is the position that the user plays from.
        let mut chosen = vec![ROOT];
        if !open.is_empty() {
            chosen.extend((0..self.searched).map(|_| open[dice.below(open.len())]));
        }
        chosen.sort_unstable();
        chosen.dedup();
        chosen.truncate(self.searched);
        for &id in chosen.iter().take_while(|_| !self.is_stopped()) {
            sample.grow(self.game, id, self.nodes);
        }
        self.transpose(&mut sample);
        (sample, chosen)
    }

    /// Summarises the sample, and notes what could not be tested on it.
    fn report(&self, sample: &PositionSample<G::Position, G::Move>) -> CheckReport {
        let mut report = CheckReport {
            positions: sample.nodes.len(),
            playouts: sample.ends.len(),
            longest: sample.nodes.iter().map(|node| node.ply).max().unwrap_or(0),
            ..CheckReport::default()
        };
        let results: Vec<_> = sample.ends.iter().filter_map(|&id| result(&sample.nodes[id].facts)).collect();
        report.finished = results.len();
        let endless = sample.ends.iter().filter(|&&id| sample.goes_on(id)).count();
        if endless > 0 {
            report.notes.push(Note::Endless { playouts: endless, plies: self.longest });
        }
        if results.windows(2).all(|pair| pair[0] == pair[1]) {
            report.notes.push(Note::OneResult);
        }
        let mut evaluations = sample.nodes.iter().filter_map(|node| node.facts.evaluation);
        let first = evaluations.next();
        if evaluations.all(|evaluation| Some(evaluation) == first) {
            report.notes.push(Note::FlatEvaluation);
        }
        report
    }

    /// Returns the flaw with a line that is as short as possible.
    fn shrunk(
        &self,
        root: &G::Position,
        found: Counterexample<G::Position, G::Move, Breach>,
        mut fails: impl FnMut(&G::Position) -> Option<Breach>,
    ) -> Box<Flaw<G::Position, G::Move>> {
        let found = shrink(self.game, root, found, self.positions, &mut fails);
        found.evidence.flaw(found.witness)
    }
}

/// Returns the result of a finished game for the first player.
fn result<M>(facts: &sample::Facts<M>) -> Option<crate::Score> {
    facts.over.map(|score| score.flip_if(facts.mover == crate::Player::Second))
}
