//! The quiescence search: captures are forced, so a position with captures has the value that they lead to.

use super::statics::static_score;
use crate::checkers::board::{Black, Colour, Position, Sides, White};
use crate::checkers::database::DatabaseVerdict;
use crate::checkers::generate::{after, count_steps, each_capture, jumpers};
use crate::checkers::{Checkers, EndgameOutcome, Move, selective};
use nullwindow::selective::{MoveRules, NodeRules, RuledNode};
use nullwindow::{Bounds, Depth, Evaluator, Player, Score, Window};

impl Evaluator for Checkers {
    const USES_WINDOW: bool = true;

    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        self.evaluate_within(position, Window::FULL, &mut 0)
    }

    #[inline]
    fn evaluate_within(&self, position: &Position, window: Window, nodes: &mut u64) -> Score {
        let mut captures = Captures { game: self, quiet: position.quiet, nodes: 0 };
        let (alpha, beta) = (window.alpha().get(), window.beta().get());
        let sides = position.sides();
        let score = match position.mover {
            Player::First => captures.resolve::<Black>(sides, 0, alpha, beta),
            Player::Second => captures.resolve::<White>(sides, 0, alpha, beta),
        };
        *nodes += captures.nodes;
        Score::new(score)
    }

    #[inline]
    fn is_selective(&self) -> bool {
        !self.rules.is_empty()
    }

    fn node_rules(&self, position: &Position, depth: Depth) -> NodeRules {
        selective::of_node(self.rules, position, depth)
    }

    fn move_rules(&self, node: &RuledNode<'_, Position>, _: Move, place: u16, next: &Position) -> MoveRules {
        selective::of_move(node, place, next)
    }

    #[inline]
    fn proven_bounds(&self, position: &Position, _: Depth, _: Window) -> Bounds {
        self.database_value(position).map_or(Bounds::UNKNOWN, Bounds::exactly)
    }
}

/// The score of a win found only by captures or a database, less its distance. It is below every win of a search, which
/// has proven more.
const SEEN_WIN: i32 = 900_000;
/// The score of a database win that a draw may prevent.
const LIKELY_WIN: i32 = 800_000;
/// A score beyond all others.
const LIMIT: i32 = SEEN_WIN + 1;

/// The state of a quiescence search.
struct Captures<'a> {
    game: &'a Checkers,
    /// The plies without progress at the leaf.
    quiet: u8,
    nodes: u64,
}

impl Captures<'_> {
    /// Returns the fail-soft value of a position `ply` captures below the leaf.
    fn resolve<C: Colour>(&mut self, sides: Sides, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        // The search itself has counted the leaf.
        self.nodes += u64::from(ply > 0);
        // Every position below the leaf follows a capture, which resets the count.
        let quiet = if ply == 0 { self.quiet } else { 0 };
        if let Some(classify) = self.game.probe_database::<C>(sides, quiet) {
            return outcome_score(classify, ply);
        }
        let jumpers = jumpers::<C>(sides);
        if jumpers == 0 {
            return if count_steps::<C>(sides) == 0 { ply - SEEN_WIN } else { static_score::<C>(sides) };
        }
        let mut best = -LIMIT;
        each_capture::<C>(sides, jumpers, &mut |raw| {
            // The visitor cannot stop the generator; after a cutoff it ignores the remaining captures.
            if best < beta {
                let score = -self.resolve::<C::Other>(after::<C>(sides, raw), ply + 1, -beta, -alpha);
                best = best.max(score);
                alpha = alpha.max(score);
            }
        });
        best
    }
}

/// Returns the score of a database outcome found `ply` captures below the leaf.
// Few leaves have so few pieces; the call must not grow the hot path.
#[cold]
fn outcome_score(classify: DatabaseVerdict, ply: i32) -> i32 {
    let (outcome, win) = match classify {
        DatabaseVerdict::Certain(outcome) => (outcome, SEEN_WIN),
        DatabaseVerdict::Likely(outcome) => (outcome, LIKELY_WIN),
    };
    match outcome {
        EndgameOutcome::Draw => 0,
        EndgameOutcome::Win(plies) => win - i32::from(plies) - ply,
        EndgameOutcome::Loss(plies) => i32::from(plies) + ply - win,
    }
}
