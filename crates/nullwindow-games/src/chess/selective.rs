//! The rules of selective search ([`nullwindow::selective`]): null move, reverse futility, futility, late moves, checks.
//!
//! All of them look at the position, the depth, the static evaluation `e` and the static rank of a move. A position in
//! check has none: there a quiet move may be the only one that is not mate.

use super::evaluation::static_evaluation;
use super::exchange::loses;
use super::position::is_noisy;
use super::{Chess, Position};
use crate::rule_set::RuleSet;
use cozy_chess::{Board, Move, Piece};
use nullwindow::selective::{MoveRules, NodeRules, RuledNode};
use nullwindow::{Depth, Game, MoveBuf, Score};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A rule that can be switched on and off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ChessRule {
    /// The position is worth at least what it is after a pass, up to `e`.
    NullMove,
    /// The position is worth at least `e` less a margin.
    ReverseFutility,
    /// A quiet move is worth at most `e` plus a margin.
    Futility,
    /// A late quiet move, or a capture that loses by exchange, is worth at most what a shallower search finds.
    LateMoveReduction,
    /// A very late quiet move is worth at most `e` plus a small margin.
    LateMovePruning,
    /// A move that gives check keeps the depth.
    CheckExtension,
    /// A capture in the quiescence search is worth at most `e`, what it takes, and a margin.
    DeltaPruning,
}

impl ChessRule {
    /// All rules.
    pub const EACH: [ChessRule; 7] = [
        ChessRule::NullMove,
        ChessRule::ReverseFutility,
        ChessRule::Futility,
        ChessRule::LateMoveReduction,
        ChessRule::LateMovePruning,
        ChessRule::CheckExtension,
        ChessRule::DeltaPruning,
    ];

    /// Returns the name of the rule in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ChessRule::NullMove => "null-move",
            ChessRule::ReverseFutility => "reverse-futility",
            ChessRule::Futility => "futility",
            ChessRule::LateMoveReduction => "late-move-reduction",
            ChessRule::LateMovePruning => "late-move-pruning",
            ChessRule::CheckExtension => "check-extension",
            ChessRule::DeltaPruning => "delta-pruning",
        }
    }
}

/// The rules that are on by default: those that a sequential test accepted (docs/selective.md).
pub(super) const DEFAULT: RuleSet = RuleSet::of(&[
    ChessRule::NullMove as u8,
    ChessRule::ReverseFutility as u8,
    ChessRule::Futility as u8,
    ChessRule::LateMoveReduction as u8,
]);

// All margins are multiples of 8, as the shipped evaluation is. Otherwise values would have a finer grain, and MTD(f) would
// need more passes: 14 % more nodes on the test set to depth 8.

/// The deepest nodes at which reverse futility and futility apply.
const REVERSE_FUTILITY_TO: u32 = 6;
const FUTILITY_TO: u32 = 3;
/// The depths at which late-move pruning applies. One ply above the leaves, ranking all moves costs more than it saves.
const PRUNING: RangeInclusive<u32> = 2..=3;
/// The smallest depths at which null moves and reductions apply.
const NULL_MOVE_FROM: u32 = 2;
const REDUCTION_FROM: u32 = 3;
/// The first place at which moves are reduced.
const REDUCED_PLACE: u16 = 3;

/// Returns the reduction of a late move in plies: `ln(plies) ln(place + 1) / 2.5`, rounded down.
fn reduction(plies: u32, place: u16) -> u32 {
    static TABLE: LazyLock<[[u8; 64]; 32]> = LazyLock::new(|| {
        let entry = |plies: usize, place: usize| (ln(plies.max(1)) * ln(place + 1) / 2.5).floor();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 6")]
        std::array::from_fn(|plies| std::array::from_fn(|place| entry(plies, place) as u8))
    });
    let reduction = TABLE[plies.min(31) as usize][usize::from(place.min(63))];
    // One ply is left at least: pruning has rules of its own.
    u32::from(reduction).min(plies.saturating_sub(2))
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn ln(number: usize) -> f64 {
    (number as f64).ln()
}

/// Returns the rules of a node.
pub(super) fn of_node(game: &Chess, position: &Position, depth: Depth) -> NodeRules {
    let (board, Some(plies)) = (&position.board, depth.get()) else { return NodeRules::none() };
    if !board.checkers().is_empty() {
        return NodeRules::none();
    }
    let on = |rule| game.has_rule(rule);
    let evaluation = static_evaluation(game.weights(), board);
    let mut rules = NodeRules::none().with_evaluation(Score::new(evaluation));
    let places = on(ChessRule::LateMovePruning) && PRUNING.contains(&plies)
        || on(ChessRule::LateMoveReduction) && plies >= REDUCTION_FROM;
    rules = if places { rules.with_placed_moves() } else { rules.with_move_rules() };
    if on(ChessRule::ReverseFutility) && plies <= REVERSE_FUTILITY_TO {
        rules = rules.at_least(Score::new(evaluation - 72 * plies.cast_signed()));
    }
    if on(ChessRule::NullMove) && plies >= NULL_MOVE_FROM && !position.passed && has_pieces(board) {
        rules = rules.or_pass(depth.less(3 + plies / 4), Score::new(evaluation));
    }
    rules
}

/// Returns whether the mover has a rook, a queen, or two minor pieces. With less, zugzwang is common, and a pass may be
/// better than every move.
fn has_pieces(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    let major = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    !(own & major).is_empty() || (own & minor).len() >= 2
}

/// Returns the rules of a move.
pub(super) fn of_move(
    game: &Chess,
    node: &RuledNode<'_, Position>,
    play: Move,
    place: u16,
    next: &Position,
) -> MoveRules {
    let (board, depth) = (&node.position.board, node.depth);
    let plies = depth.get().unwrap_or(u32::MAX);
    let on = |rule| game.has_rule(rule);
    if !next.board.checkers().is_empty() {
        // A position in check has no rules, so no two moves in a row keep the depth.
        return MoveRules::to(if on(ChessRule::CheckExtension) { depth } else { depth.child() });
    }
    let mut rules = MoveRules::to(depth.child());
    let (evaluation, is_quiet) = (node.rules.evaluation(), !is_noisy(board, play));
    // Stalemate and repetition: a cap would hide the draw.
    if is_quiet && game.over(next, &mut MoveBuf::new()).is_some() {
        return rules;
    }
    if is_quiet && on(ChessRule::Futility) && plies <= FUTILITY_TO {
        rules = rules.capped(evaluation.offset(104 * plies.cast_signed() - 40));
    }
    let is_pruned = PRUNING.contains(&plies) && u32::from(place) >= 4 + 4 * plies;
    if is_quiet && on(ChessRule::LateMovePruning) && is_pruned {
        rules = rules.capped(evaluation.offset(24)).reduced_to(depth.less(2));
    } else if on(ChessRule::LateMoveReduction) && plies >= REDUCTION_FROM && place >= REDUCED_PLACE {
        let reduction = reduction(plies, place);
        if reduction > 0 && (is_quiet || loses(board, play)) {
            rules = rules.reduced_to(depth.less(1 + reduction));
        }
    }
    rules
}

/// Returns the position after a pass.
pub(super) fn passed(position: &Position) -> Position {
    // A pass is legal where there is no check, and only there a rule asks for it.
    let board = position.board.null_move().unwrap_or_else(|| position.board.clone());
    Position { board, passed: true }
}
