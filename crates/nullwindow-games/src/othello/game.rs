//! Othello as a [`Game`]: rules, scores, keys and perft.

use super::board::{Move, OthelloBoard};
use super::evaluation::{PatternEvaluation, TRAINED};
use super::selective::{self, SALT};
use super::{bits, knowledge, order};
use crate::{Perft, Published};
use nullwindow::memory::BoundsCache;
use nullwindow::selective::NodeRules;
use nullwindow::{
    Bounds, Depth, Evaluator, Game, Keyed, MoveBuf, MovesToRank, Order, Player, Presearch, Score, Window,
};

/// The game of Othello.
///
/// Scores are whole discs, from -64 to 64: of a finished game the difference for the mover, with the empty squares
/// given to the winner, and of an unfinished one the prediction of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    pub(super) uses_knowledge: bool,
    /// Differs between the full width and ProbCut, for keys; 0 in full width.
    salt: u64,
    /// A reference, which makes the game `Copy`.
    evaluation: &'static PatternEvaluation,
}

impl Othello {
    /// The best move order for searches to a fixed depth.
    ///
    /// One ply above the horizon, ranking all moves costs more than evaluating one or two more successors: without ranks
    /// there, MTD(f) to depth 14 visited 7 % more nodes and took about 0.7 of the time (2026-11-17). Two plies above it, the nodes
    /// would double.
    pub const ORDER: Order = Order::BEST.with_ranks_from(Depth::plies(2));

    /// The best move order for searches to the end of the game.
    pub const SOLVING: Order = Othello::ORDER.with_presearch(Presearch::Weighted(order::PER_DISC));

    /// Creates Othello with the shipped evaluation and endgame knowledge.
    #[must_use]
    pub const fn new() -> Othello {
        Othello { uses_knowledge: true, salt: 0, evaluation: &TRAINED }
    }

    /// Replaces the evaluation.
    #[must_use]
    pub const fn with_evaluation(self, evaluation: &'static PatternEvaluation) -> Othello {
        Othello { evaluation, ..self }
    }

    /// Returns the evaluation.
    #[must_use]
    pub const fn evaluation(&self) -> &'static PatternEvaluation {
        self.evaluation
    }

    /// Returns the final difference in discs that the evaluation predicts for the mover, in
    /// 1/[`UNITS`](super::UNITS) disc.
    #[must_use]
    pub fn predict(&self, board: &OthelloBoard) -> i32 {
        self.evaluation.predict(board.own(), board.other())
    }

    /// Searches selectively, by ProbCut. Values differ from those in full width, and keys too.
    #[must_use]
    pub const fn selective(self) -> Othello {
        self.with_probcut(true)
    }

    /// Switches ProbCut on or off: without it a search has the full width.
    #[must_use]
    pub const fn with_probcut(self, on: bool) -> Othello {
        Othello { salt: if on { SALT } else { 0 }, ..self }
    }

    /// Removes the endgame knowledge: searches find the same values with more work.
    #[must_use]
    pub const fn without_knowledge(self) -> Othello {
        Othello { uses_knowledge: false, ..self }
    }
}

impl Default for Othello {
    fn default() -> Othello {
        Othello::new()
    }
}

impl Game for Othello {
    type Position = OthelloBoard;
    type Move = Move;

    #[inline]
    fn mover(&self, board: &OthelloBoard) -> Player {
        board.mover()
    }

    #[inline]
    fn moves(&self, board: &OthelloBoard, moves: &mut MoveBuf<Move>) -> Option<Score> {
        let mobility = board.mobility();
        if mobility != 0 {
            order::push(mobility, moves);
            return None;
        }
        if bits::mobility(board.other(), board.own()) == 0 {
            return Some(board.final_score());
        }
        moves.push(Move::PASS);
        None
    }

    #[inline(always)]
    fn play(&self, board: &OthelloBoard, play: Move) -> OthelloBoard {
        board.play(play)
    }

    #[inline]
    fn ranks_on_demand(&self) -> bool {
        true
    }

    #[inline]
    fn rank(&self, board: &OthelloBoard, moves: &mut MovesToRank<'_, Move>) {
        order::rank_all(board, moves);
    }

    // `evaluate` needs the mobility of the mover too. It is computed twice, because the kernel evaluates leaves in a call.
    #[inline(always)]
    fn over(&self, board: &OthelloBoard, _: &mut MoveBuf<Move>) -> Option<Score> {
        board.is_over().then(|| board.final_score())
    }
}

impl Keyed for Othello {
    #[inline]
    fn key(&self, board: &OthelloBoard) -> u64 {
        board.key() ^ self.salt
    }
}

impl Perft for Othello {
    fn count_moves(&self, board: &OthelloBoard) -> u64 {
        match board.mobility().count_ones() {
            0 => u64::from(!board.is_over()),
            moves => moves.into(),
        }
    }

    /// Counts a pass as a ply. As in the published figures, a game that ends earlier counts once.
    fn perft(&self, board: &OthelloBoard, depth: u32) -> u64 {
        if depth == 0 { 1 } else { perft(board.own(), board.other(), depth) }
    }

    fn published(&self) -> &'static [Published] {
        &[("", &[4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636])]
    }
}

fn perft(own: u64, other: u64, depth: u32) -> u64 {
    let mut mobility = bits::mobility(own, other);
    if mobility == 0 {
        let ends_here = depth == 1 || bits::mobility(other, own) == 0;
        return if ends_here { 1 } else { perft(other, own, depth - 1) };
    }
    if depth == 1 {
        return mobility.count_ones().into();
    }
    let mut sequences = 0;
    while mobility != 0 {
        let square = mobility.trailing_zeros();
        let turned = bits::flips(square.to_le_bytes()[0], own, other);
        sequences += perft(other & !turned, own | turned | 1 << square, depth - 1);
        mobility &= mobility - 1;
    }
    sequences
}

impl Evaluator for Othello {
    #[inline]
    fn is_selective(&self) -> bool {
        self.salt != 0
    }

    fn node_rules(&self, board: &OthelloBoard, depth: Depth) -> NodeRules {
        selective::of_node(board, depth)
    }

    #[inline(always)]
    fn evaluate(&self, board: &OthelloBoard) -> Score {
        Score::new(self.evaluation.discs(board.own(), board.other()))
    }

    #[inline]
    fn proven_bounds(&self, board: &OthelloBoard, depth: Depth, window: Window) -> Bounds {
        self.proven_bounds_with(board, depth, window, &mut BoundsCache::off())
    }

    #[inline]
    fn proven_bounds_with(
        &self,
        board: &OthelloBoard,
        depth: Depth,
        window: Window,
        cache: &mut BoundsCache,
    ) -> Bounds {
        if self.uses_knowledge { knowledge::known(board, depth, window, cache) } else { Bounds::UNKNOWN }
    }
}
