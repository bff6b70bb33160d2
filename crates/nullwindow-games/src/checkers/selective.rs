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
    /// The side that is ahead loses little against the value of a shallower search.
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

/// The rules that are on by default: those that a sequential test accepted. It rejected the others (docs/selective.md).
pub(super) const DEFAULT: RuleSet = RuleSet::of(&[CheckersRule::ProbCut as u8]);

/// Returns the part of a key that belongs to the rules; 0 in full width.
pub(super) fn salt_of(rules: RuleSet) -> u64 {
    if rules.is_empty() { 0 } else { fold(rules.number(), 2) }
}

/// The margins of ProbCut in hundredths of a root mean square.
const CONFIDENCE: i32 = 250;
/// The smallest depth at which late moves are reduced, and the first places reduced by one and by two plies.
const REDUCTION_FROM: u32 = 4;
const BY_ONE: u16 = 3;
const BY_TWO: u16 = 6;

/// The margins of ProbCut: the setbacks of the side ahead.
static MARGINS: LazyLock<ProbCutTable> = LazyLock::new(|| {
    let table = ProbCutTable::parse(include_str!("probcut.txt"), CONFIDENCE, probcut_check_depth);
    table.expect("the table of the repository is complete: a test reads it")
});

/// Returns the depth of the shallower search of ProbCut: four plies less, or two near the leaves.
#[must_use]
pub fn probcut_check_depth(depth: u32) -> u32 {
    depth.saturating_sub(if depth > 4 { 4 } else { 2 })
}

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
        let check = Depth::plies(margins.check);
        // A side that is ahead mostly gains with depth: from 4 plies to 10, its value rises by 0.4 men on average, and falls by
        // more than 0.7 in one position of 40. So a small margin is enough on one side, and the other side needs a wide one.
        // Rules for level positions from eight plies on made no difference to the moves found.
        node = match position.ahead() {
            1 => node.not_far_below(check, margins.below),
            -1 => node.not_far_above(check, margins.above),
            _ => node,
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;

    fn rules(position: &str, plies: u32) -> NodeRules {
        of_node(DEFAULT, &Checkers::new().parse_position(position).unwrap(), Depth::plies(plies))
    }

    #[test]
    fn the_table_covers_every_phase_and_depth() {
        for pieces in 4..=24 {
            for depth in 3..=64 {
                let margins = MARGINS.margins(pieces, depth).unwrap();
                assert_eq!((margins.check, margins.below), (probcut_check_depth(depth), margins.above));
                assert!((1..300).contains(&margins.below), "{pieces} pieces, depth {depth}: {margins:?}");
            }
            assert_eq!(MARGINS.margins(pieces, 2), None);
        }
    }

    #[test]
    fn the_value_of_the_side_ahead_has_a_floor_and_that_of_the_other_a_ceiling() {
        // Twelve men against eleven; White has no man on 32.
        let men = "W21,22,23,24,25,26,27,28,29,30,31:B1,2,3,4,5,6,7,8,9,10,11,12";
        let margins = MARGINS.margins(23, 9).unwrap();
        let check = Depth::plies(5);
        assert_eq!(rules(&format!("B:{men}"), 9), NodeRules::none().not_far_below(check, margins.below));
        assert_eq!(rules(&format!("W:{men}"), 9), NodeRules::none().not_far_above(check, margins.above));
        assert_eq!(rules("B:W32:BK1", 9), NodeRules::none(), "too few pieces");
    }

    #[test]
    fn level_positions_captures_and_shallow_nodes_have_the_full_width() {
        assert_eq!(rules("W:W21,22,23,24:B1,2,3,4", 9), NodeRules::none());
        assert_eq!(rules("W:WK21,K22,23,24:B1,K2,3,4", 9), NodeRules::none(), "a king more is a third of a man");
        assert_eq!(rules("B:W18,22,26:B14,1,2,3,4", 9), NodeRules::none(), "a capture");
        assert_eq!(rules("B:W21,22,23,24:B1,2,3,4,5", 2), NodeRules::none());
    }
}
