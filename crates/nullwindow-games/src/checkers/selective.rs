//! The rules of selective search ([`nullwindow::selective`]): ProbCut, reductions of late moves, and extensions of captures.

use super::board::{Black, Position, White};
use super::evaluation::static_score;
use super::generate::jumpers;
use super::moves::Move;
use super::rules::{Checkers, fold};
use crate::probcut::ProbCutTable;
use crate::rule_set::RuleSet;
use nullwindow::selective::{MoveRules, NodeRules, RuledNode};
use nullwindow::{Depth, Game, MovesToRank, Player};
use std::sync::LazyLock;

/// A rule that can be switched on and off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CheckersRule {
    /// The value lies near that of a shallower search.
    ProbCut,
    /// A late move is worth at most what a shallower search finds.
    LateMoveReduction,
    /// A capture that ends an exchange keeps the depth.
    CaptureExtension,
}

impl CheckersRule {
    /// All rules.
    pub const EACH: [CheckersRule; 3] =
        [CheckersRule::ProbCut, CheckersRule::LateMoveReduction, CheckersRule::CaptureExtension];

    /// Returns the name of the rule in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CheckersRule::ProbCut => "probcut",
            CheckersRule::LateMoveReduction => "late-move-reduction",
            CheckersRule::CaptureExtension => "capture-extension",
        }
    }
}

/// The rules that are on by default. Reductions lost 87 Elo against the full width, and extensions gained nothing.
pub(super) const DEFAULT: RuleSet = RuleSet::of(&[CheckersRule::ProbCut as u8]);

/// Returns the part of a key that belongs to the rules; 0 in full width.
pub(super) fn salt_of(rules: RuleSet) -> u64 {
    if rules.is_empty() { 0 } else { fold(rules.number(), 2) }
}

/// The margins of ProbCut in hundredths of a standard deviation. With 150 it searches deeper. Neither has shown an advantage
/// over the full width in matches: docs/strength.md.
const CONFIDENCE: i32 = 250;
/// The smallest depth at which late moves are reduced, and the first places reduced by one and by two plies.
const REDUCTION_FROM: u32 = 4;
const BY_ONE: u16 = 3;
const BY_TWO: u16 = 6;

/// The margins of ProbCut.
static MARGINS: LazyLock<ProbCutTable> = LazyLock::new(|| {
    let table = ProbCutTable::parse(include_str!("probcut.txt"), CONFIDENCE);
    table.expect("the table of the repository is complete: a test reads it")
});

/// Returns the rules of a node.
pub(super) fn of_node(rules: RuleSet, position: &Position, depth: Depth) -> NodeRules {
    let Some(plies) = depth.get() else { return NodeRules::none() };
    let has = |rule: CheckersRule| rules.has(rule as u8);
    let mut node = NodeRules::none();
    // A capture changes the value by a man or more: a shallower search may end before the answer to it.
    if must_capture(position) {
        return if has(CheckersRule::CaptureExtension) { node.with_move_rules() } else { node };
    }
    if has(CheckersRule::ProbCut)
        && let Some(margins) = MARGINS.margins(position.pieces(), plies)
    {
        node = node.near(Depth::plies(margins.check), margins.below, margins.above);
    }
    if has(CheckersRule::LateMoveReduction) && plies >= REDUCTION_FROM {
        node = node.with_placed_moves();
    }
    node
}

/// Returns the rules of a move, at a node that has some.
pub(super) fn of_move(node: &RuledNode<'_, Position>, place: u16, next: &Position) -> MoveRules {
    let depth = node.depth;
    let rules = MoveRules::to(depth.child());
    match (must_capture(node.position), must_capture(next)) {
        // The last capture of an exchange: the next position has no capture, so no two moves in a row keep the depth.
        (true, false) => MoveRules::to(depth),
        (false, false) if place >= BY_TWO => rules.reduced_to(depth.less(3)),
        (false, false) if place >= BY_ONE => rules.reduced_to(depth.less(2)),
        _ => rules,
    }
}

/// Ranks moves by the static evaluations of their successors.
pub(super) fn rank_all(game: &Checkers, position: &Position, moves: &mut MovesToRank<'_, Move>) {
    moves.rank_by(|play| -evaluation(&game.play(position, play)));
}

/// Returns the static evaluation for the mover.
fn evaluation(position: &Position) -> i32 {
    match position.mover {
        Player::First => static_score::<Black>(position.sides()),
        Player::Second => static_score::<White>(position.sides()),
    }
}

/// Returns whether the mover must capture.
#[inline]
fn must_capture(position: &Position) -> bool {
    let sides = position.sides();
    let jumpers = if position.mover == Player::First { jumpers::<Black>(sides) } else { jumpers::<White>(sides) };
    jumpers != 0
}
