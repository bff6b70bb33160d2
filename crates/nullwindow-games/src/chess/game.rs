//! Chess as a [`Game`]: rules, evaluation, keys and perft.

use super::Position;
use super::evaluation::{ChessWeights, static_evaluation};
use super::order::{GAINING, push_all, rank_all, rank_by_likelihood};
use super::position::{is_dead, repetition_key};
use super::quiescence::{self, QuiescenceLeaf};
use super::record::PlayedPositions;
use super::selective::{self, ChessRule};
use crate::rule_set::RuleSet;
use crate::{Perft, Published};
use cozy_chess::{BitBoard, Board, Color, Move, Piece};
use nullwindow::selective::{MoveRules, NodeRules, RuledNode};
use nullwindow::{Depth, Evaluator, Game, Keyed, MoveBuf, MovesToRank, Order, Player, Score, Window};
use std::sync::Arc;

/// The score of a win: the player to move in a mated position has `-MATE`; `n` plies before, the mate scores `MATE -
/// n`.
pub const MATE: i32 = 1_000_000;

/// The smallest score of a mate; every evaluation is below it.
pub const WINS_FROM: i32 = MATE - 10_000;

/// The weight of a rank of selective search, a hundredth of a logarithm of odds, against the merits of history.
const HISTORY_PER_RANK: i64 = 8;

/// The clock value from which keys include the clock. A position below it cannot become a draw by the fifty-move rule
/// within [`Chess::HORIZON`] plies, so its value does not depend on the clock.
const CLOCK_COUNTS_FROM: u8 = 100 - 64;

/// Chess. Moves are those of `cozy-chess`, where castling is written as the king capturing its own rook.
///
/// Two rules depend on the path to a position:
/// - *Fifty moves.* The clock is in the position. From 100 plies on the game is drawn, unless it is mate. The key of a
///   position covers the clock from 36 on, so values are exact to [`Chess::HORIZON`] plies.
/// - *Repetition.* A search does not look back along its own line. Positions of the game since the last capture or move of
///   a pawn are drawn when they occur again: [`Chess::with_record`]. Keys of positions from which they can be reached are
///   salted with them, so that searches with different records can share a table.
#[derive(Clone, Debug)]
pub struct Chess {
    weights: Arc<ChessWeights>,
    pub(super) uses_quiescence: bool,
    record: PlayedPositions,
    salt: u64,
    /// True if only mate and stalemate end the game.
    plays_on: bool,
    /// The rules of selective search.
    rules: RuleSet,
}

impl Chess {
    /// The length of lines in plies up to which values depend on position and depth alone: see [`Chess`], fifty moves.
    /// Without extensions it is a depth.
    pub const HORIZON: u32 = 64;

    /// The move order that visits the fewest nodes. Killer moves are off: they would be tried before captures.
    pub const ORDER: Order = Order::BEST.with_history(true);

    /// The move order of a selective search: killers and counter moves after the captures that gain, and history beside the
    /// likelihood of quiet moves.
    pub const SELECTIVE_ORDER: Order = Chess::ORDER.with_rank_weight(HISTORY_PER_RANK).with_killers_below(GAINING);

    /// Creates chess with the shipped weights, a quiescence search at the leaves, and no record.
    #[must_use]
    pub fn new() -> Chess {
        Chess {
            weights: ChessWeights::tuned(),
            uses_quiescence: true,
            record: PlayedPositions::default(),
            salt: 0,
            plays_on: false,
            rules: RuleSet::default(),
        }
    }

    /// Replaces the weights of the evaluation.
    #[must_use]
    pub fn with_weights(mut self, weights: ChessWeights) -> Chess {
        self.weights = Arc::new(weights);
        self
    }

    /// Evaluates leaves by [`Chess::static_evaluation`] alone.
    #[must_use]
    pub fn without_quiescence(mut self) -> Chess {
        self.uses_quiescence = false;
        self
    }

    /// Searches selectively, by the rules that are on by default. Values differ from those in full width, and keys
    /// too.
    #[must_use]
    pub fn selective(mut self) -> Chess {
        self.set_rules(selective::DEFAULT);
        self
    }

    /// Switches a rule of selective search on or off. Without any rule a search has the full width.
    #[must_use]
    pub fn with_rule(mut self, rule: ChessRule, on: bool) -> Chess {
        self.set_rules(self.rules.with(rule as u8, on));
        self
    }

    fn set_rules(&mut self, rules: RuleSet) {
        // Exchanges the part of the salt that belongs to the rules.
        self.salt ^= salt_of(self.rules) ^ salt_of(rules);
        self.rules = rules;
    }

    /// Returns the depth up to which values depend on position and depth alone. A check that keeps the depth makes every
    /// other move longer by a ply.
    pub(super) fn safe_depth(&self) -> u32 {
        if self.has_rule(ChessRule::CheckExtension) { Chess::HORIZON / 2 } else { Chess::HORIZON }
    }

    #[inline]
    pub(super) fn has_rule(&self, rule: ChessRule) -> bool {
        self.rules.has(rule as u8)
    }

    /// Sets the positions of the game so far, from its beginning to the one before `now`, the current position. Those
    /// since the last capture or move of a pawn are drawn when they occur again.
    ///
    /// The current position is over if it occurs for the third time. A caller that must play on nevertheless leaves it
    /// out of the record. If it occurs for the first or second time, a search does not notice when it comes back to it:
    /// the root of a search cannot be drawn.
    #[must_use]
    pub fn with_record(mut self, played: &[Position], now: &Position) -> Chess {
        self.record = PlayedPositions::new(played, now);
        self
    }

    /// Ends the game by mate and stalemate only, for players that go on after a draw which neither of them has claimed.
    /// Keys are salted, as values differ.
    #[must_use]
    pub fn without_draws(mut self) -> Chess {
        (self.record, self.plays_on) = (PlayedPositions::default(), true);
        self.salt = salt_of(self.rules) ^ scatter(1);
        self
    }

    /// Returns the weights of the evaluation.
    #[must_use]
    pub fn weights(&self) -> &ChessWeights {
        &self.weights
    }

    /// Returns the static evaluation for the player to move, in hundredths of a pawn, without looking at any move.
    #[must_use]
    pub fn static_evaluation(&self, position: &Position) -> Score {
        Score::new(static_evaluation(&self.weights, &position.board))
    }

    /// Returns whether the position is drawn although there are legal moves.
    #[inline]
    fn is_drawn(&self, board: &Board) -> bool {
        // The flag comes last: it is read at the rare nodes only that a rule would draw.
        (board.halfmove_clock() >= 100 || is_dead(board) || self.record.draws(board)) && !self.plays_on
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        match position.board.side_to_move() {
            Color::White => Player::First,
            Color::Black => Player::Second,
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut MoveBuf<Move>) -> Option<Score> {
        let over = self.over(position, moves);
        if over.is_none() {
            push_all(&position.board, moves);
        }
        over
    }

    #[inline]
    fn play(&self, position: &Position, play: Move) -> Position {
        // Played in the place of the answer: a board that is moved is copied before its last bytes have been written.
        let mut next = position.clone();
        next.board.play_unchecked(play);
        next.passed = false;
        next
    }

    #[inline]
    fn over(&self, position: &Position, _scratch: &mut MoveBuf<Move>) -> Option<Score> {
        let board = &position.board;
        // `generate_moves` stops at the first piece that can move.
        let stuck = !has_free_pawn(board) && !board.generate_moves(|_| true);
        match (stuck, board.checkers().is_empty()) {
            (true, false) => Some(Score::new(-MATE)),
            (true, true) => Some(Score::ZERO),
            (false, _) => self.is_drawn(board).then_some(Score::ZERO),
        }
    }

    #[inline]
    fn ranks_on_demand(&self) -> bool {
        true
    }

    #[inline]
    fn rank(&self, position: &Position, moves: &mut MovesToRank<'_, Move>) {
        if self.is_selective() {
            rank_by_likelihood(&position.board, moves);
        } else {
            rank_all(&self.weights, &position.board, moves);
        }
    }

    /// In selective search, where killers and counter moves are used too, a piece and its target.
    #[inline]
    fn move_class(&self, position: &Position, play: Move) -> Option<u16> {
        let piece = || position.board.piece_on(play.from).unwrap_or(Piece::Pawn);
        self.is_selective().then(|| piece() as u16 * 64 + play.to as u16)
    }

    #[inline]
    fn win_threshold(&self) -> Score {
        Score::new(WINS_FROM)
    }
}

impl Evaluator for Chess {
    const USES_WINDOW: bool = true;

    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        self.evaluate_within(position, Window::FULL, &mut 0)
    }

    #[inline]
    fn evaluate_within(&self, position: &Position, window: Window, nodes: &mut u64) -> Score {
        if self.uses_quiescence {
            let delta_pruning = self.has_rule(ChessRule::DeltaPruning);
            let leaf = QuiescenceLeaf { weights: &self.weights, board: &position.board, delta_pruning };
            Score::new(quiescence::search(&leaf, window, nodes))
        } else {
            self.static_evaluation(position)
        }
    }

    #[inline]
    fn is_selective(&self) -> bool {
        !self.rules.is_empty()
    }

    fn node_rules(&self, position: &Position, depth: Depth) -> NodeRules {
        selective::of_node(self, position, depth)
    }

    fn move_rules(&self, node: &RuledNode<'_, Position>, play: Move, place: u16, next: &Position) -> MoveRules {
        selective::of_move(self, node, play, place, next)
    }

    fn pass(&self, position: &Position) -> Position {
        selective::passed(position)
    }
}

impl Keyed for Chess {
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let board = &position.board;
        let key =
            repetition_key(board) ^ self.salt ^ self.record.salt(board) ^ if position.passed { scatter(2) } else { 0 };
        match board.halfmove_clock() {
            clock @ CLOCK_COUNTS_FROM.. => key ^ scatter(u64::from(clock)),
            _ => key,
        }
    }
}

/// Counts every legal move. Draws by rule are ignored, as published perft figures do.
impl Perft for Chess {
    fn count_moves(&self, position: &Position) -> u64 {
        perft(&position.board, 1)
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft(&position.board, depth)
    }

    fn published(&self) -> &'static [Published] {
        const ROOKS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        &[
            ("", &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860]),
            (ROOKS, &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661]),
            (KIWIPETE, &[48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685]),
        ]
    }
}

fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => return 1,
        1 => board.generate_moves(|moves| {
            // Bulk counting of the last ply.
            nodes += moves.len() as u64;
            false
        }),
        _ => board.generate_moves(|moves| {
            for play in moves {
                let mut next = board.clone();
                next.play_unchecked(play);
                nodes += perft(&next, depth - 1);
            }
            false
        }),
    };
    nodes
}

/// Returns whether there is no check and a pawn can certainly step forward. So it is in most positions, which therefore
/// need no generation of moves at the horizon.
#[inline]
fn has_free_pawn(board: &Board) -> bool {
    let mover = board.side_to_move();
    let pawns = board.colored_pieces(mover, Piece::Pawn) & !board.pinned();
    let steps = if mover == Color::White { pawns.0 << 8 } else { pawns.0 >> 8 };
    board.checkers().is_empty() && !BitBoard(steps).is_subset(board.occupied())
}

/// Returns the part of the salt that belongs to rules; 0 in full width.
const fn salt_of(rules: RuleSet) -> u64 {
    if rules.is_empty() { 0 } else { scatter(rules.number() << 8 | 3) }
}

/// Scatters the bits of `value`, in the manner of splitmix64.
#[inline]
pub(super) const fn scatter(value: u64) -> u64 {
    let mixed = (value ^ (value >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (mixed >> 32)
}
