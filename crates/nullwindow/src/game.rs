//! The traits that a game implements: [`Game`] for the rules, [`Evaluator`] for the evaluation at the horizon,
//! [`Keyed`] for memory. They are separate because each is a different ability, and a search requires only those it
//! needs.

use crate::memory::BoundsCache;
use crate::selective::{MoveRules, NodeRules, RuledNode};
use crate::{Bounds, Depth, Score, Window};
use std::fmt::Debug;
use std::hash::Hash;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The player that moves first in the game.
    First,
    /// The other player.
    Second,
}

impl Player {
    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// The rules of a two-player, zero-sum game of perfect information.
///
/// The game itself (`&self`) holds what all positions share: the size of the board, tables, weights. A search copies
/// positions on the way down the tree and never undoes a move.
///
/// Every score that a game returns is seen from [`Game::mover`] of that position, also if the game is over there.
pub trait Game {
    /// A state of the game. A few machine words are best.
    type Position: Clone;
    /// A move; a pass is a move too. It may be large, such as a whole chain of captures.
    type Move: Copy + Eq + Hash + Debug;

    /// Returns the player to move. Turns need not alternate: the same player may move twice in a row. For a finished
    /// position, returns the player from whose side the score is seen.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Generates the legal moves, or returns the final score if the game is over.
    ///
    /// If the game is over, returns its final score for [`Game::mover`] and pushes nothing. Otherwise pushes every
    /// legal move, the most promising first if that costs little, and returns `None`. A position that is not over has at
    /// least one move. The order must depend on the position alone.
    ///
    /// Ranks that cost little are pushed with the moves ([`MoveBuf::push_ranked`]); expensive ones wait for
    /// [`Game::rank`].
    fn moves(&self, position: &Self::Position, moves: &mut MoveBuf<Self::Move>) -> Option<Score>;

    /// Returns the position after `play`, which is one of [`Game::moves`].
    fn play(&self, position: &Self::Position, play: Self::Move) -> Self::Position;

    /// Returns the final score if the game is over, the same as [`Game::moves`] returns.
    ///
    /// A search calls it at the horizon, where moves are not needed. The default generates them into `scratch`, an
    /// empty list that is dropped afterwards; a game that detects its end without generating moves saves that time.
    #[inline]
    fn over(&self, position: &Self::Position, scratch: &mut MoveBuf<Self::Move>) -> Option<Score> {
        self.moves(position, scratch)
    }

    /// Returns whether [`Game::rank`] ranks moves on demand. The default does not.
    // A method, because a constant would make the trait unusable as `dyn Game`; the compiler removes the call.
    #[inline]
    fn ranks_on_demand(&self) -> bool {
        false
    }

    /// Ranks moves of the position on demand, for a game whose ranks are expensive.
    ///
    /// A search tries the best move in memory and the killers first and asks for the ranks of the others only if these
    /// have failed to cut off. So a rank must depend on the position and the move alone, and not on the other moves in
    /// the list. Near the horizon a rank may cost more than it saves: [`Order::with_ranks_from`](crate::Order) states the
    /// smallest depth at which a search asks. A game that ranks on demand says so by [`Game::ranks_on_demand`].
    #[inline]
    fn rank(&self, position: &Self::Position, moves: &mut MovesToRank<'_, Self::Move>) {
        let _ = (position, moves);
    }

    /// Returns the class in which history and counter moves ([`Order`](crate::Order)) count a move, such as its piece and
    /// target. `None`, the default, counts each move by itself.
    #[inline]
    fn move_class(&self, position: &Self::Position, play: Self::Move) -> Option<u16> {
        let _ = (position, play);
        None
    }

    /// Returns the smallest score that is a win with a distance. Seen from one ply earlier, such a win is worth one
    /// point less and such a loss one point more. The winner therefore prefers the shorter path and the loser the
    /// longer one, although a finished position has the same score wherever it occurs. The default, infinity, has no
    /// such scores.
    ///
    /// The score of a win, minus the plies of the longest path to it, should stay above this number, and every
    /// evaluation below it. The number must not change during a search.
    #[inline]
    fn win_threshold(&self) -> Score {
        Score::INFINITY
    }
}

/// The evaluation of positions at the horizon of a fixed-depth search.
///
/// The default evaluates every unfinished position as even, which suffices for a search to the end of the game:
/// `impl Evaluator for MyGame {}`.
pub trait Evaluator: Game {
    /// Returns the evaluation of an unfinished position for the player to move, strictly between
    /// [`Score::NEG_INFINITY`] and [`Score::INFINITY`]. It must depend on the position alone.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> Score {
        let _ = position;
        Score::ZERO
    }

    /// True if [`Evaluator::evaluate_within`] uses its window. Otherwise it is always called with the full window, and its
    /// answer is the evaluation.
    const USES_WINDOW: bool = false;

    /// Evaluates a position for a search that only needs the answer to a window, for a game whose evaluation is itself a
    /// search, such as a quiescence search. Adds to `nodes` the number of positions visited beyond this one; they are
    /// counted separately.
    ///
    /// **Contract.** The answer is fail-soft. With `v` the evaluation ([`Evaluator::evaluate`]) and `g` the answer to
    /// `(alpha, beta)`:
    ///
    /// ```text
    /// g <= alpha          =>  v <= g
    /// g >= beta           =>  v >= g
    /// alpha < g < beta    =>  v == g
    /// ```
    ///
    /// So the answer to the full window is the evaluation. The window changes the work and never the value of a search.
    /// A game that uses it sets [`Evaluator::USES_WINDOW`].
    // Inlined, because it only forwards.
    #[inline(always)]
    fn evaluate_within(&self, position: &Self::Position, window: Window, nodes: &mut u64) -> Score {
        let _ = (window, nodes);
        self.evaluate(position)
    }

    /// Returns bounds on the value that the game knows without a search: an endgame database, stable discs, "no win is
    /// left".
    ///
    /// A search calls it before it probes or expands a node below the root, with the remaining depth and the current
    /// window. The default returns [`Bounds::UNKNOWN`], and the compiler removes the call.
    ///
    /// The bounds must be true. With [`Window::FULL`] they depend on position and depth alone, and
    /// - if the bounds meet, the position is a leaf with that value, as if the game were over there,
    ///   at this depth and every greater one;
    /// - otherwise the value that a search would find, to this depth or any greater one, lies within them.
    ///
    /// With a narrower window, the game may stop as soon as the bounds decide that window: bounds that are true but
    /// wider suffice if they lie on one side of the window. A position that is a leaf must decide every window.
    #[inline]
    fn proven_bounds(&self, position: &Self::Position, depth: Depth, window: Window) -> Bounds {
        let _ = (position, depth, window);
        Bounds::UNKNOWN
    }

    /// Returns bounds as [`Evaluator::proven_bounds`] does, and may remember partial results in `cache`.
    ///
    /// Searches call this method; the default calls `proven_bounds`. It is for a game that searches its endgames by
    /// itself and meets the same positions in many of these searches. The cache belongs to the search thread, so the
    /// game stays without state. The rules for the bounds are the same, whatever is in the cache.
    #[inline]
    fn proven_bounds_with(
        &self,
        position: &Self::Position,
        depth: Depth,
        window: Window,
        cache: &mut BoundsCache,
    ) -> Bounds {
        let _ = cache;
        self.proven_bounds(position, depth, window)
    }

    /// Returns whether the game has rules of selective search: see [`selective`](crate::selective). It must not change
    /// during a search. The default has none, and the compiler removes everything that concerns them.
    #[inline]
    fn is_selective(&self) -> bool {
        false
    }

    /// Returns the rules at a node below the root that is not over. They depend on position and depth alone.
    #[inline]
    fn node_rules(&self, position: &Self::Position, depth: Depth) -> NodeRules {
        let _ = (position, depth);
        NodeRules::NONE
    }

    /// Returns the rules of a move, at nodes whose rules ask for them ([`NodeRules::with_move_rules`]).
    ///
    /// `place` is the place of the move in the static order, by the ranks of the game and then in the order of
    /// generation, if the rules of the node ask for it ([`NodeRules::with_placed_moves`]). `next` is the position after the move. The default is the full width.
    #[inline]
    fn move_rules(
        &self,
        node: &RuledNode<'_, Self::Position>,
        play: Self::Move,
        place: u16,
        next: &Self::Position,
    ) -> MoveRules {
        let _ = (play, place, next);
        MoveRules::to(node.depth.child())
    }

    /// Returns the position after a pass, for rules with a null move ([`NodeRules::or_pass`]): the opponent moves twice in a
    /// row. What rules look at, such as "no null move after a null move", is part of the position and of its key.
    #[inline]
    fn pass(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}

/// The identity of positions, required by memory.
pub trait Keyed: Game {
    /// Returns a number that identifies the position.
    ///
    /// Positions with equal keys must have equal values for the player to move, at every depth. The key covers the side
    /// to move (unless the game is symmetric) and everything that the rules depend on. Keys need not be random; a table
    /// mixes them itself.
    fn key(&self, position: &Self::Position) -> u64;
}

/// A move with its index in the list and its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove<M> {
    pub(crate) play: M,
    /// The index in the order of generation: memory stores a best move by it.
    pub(crate) index: u16,
    /// Moves of higher rank are searched earlier; equal ranks keep the order of generation.
    pub(crate) rank: i64,
}

impl<M> RankedMove<M> {
    #[inline]
    fn set_rank(&mut self, rank: i32) {
        // -i32::MAX, not i32::MIN: a rank can be negated without overflow.
        self.rank = i64::from(rank.max(-i32::MAX));
    }
}

/// The moves that [`Game::rank`] is asked to rank: all moves of a position, or those not tried yet.
#[derive(Debug)]
pub struct MovesToRank<'a, M> {
    entries: &'a mut [RankedMove<M>],
}

impl<'a, M: Copy> MovesToRank<'a, M> {
    #[inline]
    pub(crate) fn new(entries: &'a mut [RankedMove<M>]) -> MovesToRank<'a, M> {
        MovesToRank { entries }
    }

    /// Gives every move its rank, as [`MoveBuf::push_ranked`] does: moves of higher rank are searched earlier, and
    /// moves of equal rank in the order of generation.
    #[inline]
    pub fn rank_by(&mut self, mut rank: impl FnMut(M) -> i32) {
        for entry in &mut *self.entries {
            entry.set_rank(rank(entry.play));
        }
    }
}

/// A buffer for the moves of a position.
///
/// One buffer serves a whole search, so that no node allocates.
#[derive(Clone, Debug)]
pub struct MoveBuf<M> {
    pub(crate) entries: Vec<RankedMove<M>>,
    /// The start of the open list: lists of the ancestors lie below it.
    start: usize,
    /// True if a rank other than zero was pushed to the open list.
    ranked: bool,
}

/// The start of a list in the buffer, and the start of the list below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveList {
    pub(crate) start: usize,
    below: usize,
}

impl MoveList {
    /// The list of a node that is not expanded.
    pub(crate) const NONE: MoveList = MoveList { start: 0, below: 0 };
}

impl<M: Copy> MoveBuf<M> {
    /// The largest number of moves of a position; a search panics on more.
    pub const MOST: usize = u16::MAX as usize - 1;

    /// Creates an empty buffer.
    #[must_use]
    pub const fn new() -> MoveBuf<M> {
        MoveBuf { entries: Vec::new(), start: 0, ranked: false }
    }

    /// Appends a move.
    #[inline]
    pub fn push(&mut self, play: M) {
        self.push_ranked(play, 0);
    }

    /// Appends a move that is searched before moves of lower rank: the static move order of the game. Moves of equal
    /// rank keep the order in which they were pushed; [`MoveBuf::push`] has rank 0.
    #[inline]
    pub fn push_ranked(&mut self, play: M, rank: i32) {
        let place = self.entries.len() - self.start;
        // Ordering skips a sort if no rank differs from zero.
        self.ranked |= rank != 0;
        #[allow(clippy::cast_possible_truncation, reason = "the search refuses longer lists")]
        let mut entry = RankedMove { play, index: place as u16, rank: 0 };
        entry.set_rank(rank);
        self.entries.push(entry);
    }

    /// Returns the number of moves pushed for this position.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() - self.start
    }

    /// Returns whether no move was pushed for this position.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the moves of this position in the order they were pushed.
    pub fn iter(&self) -> impl Iterator<Item = M> + '_ {
        self.entries[self.start..].iter().map(|entry| entry.play)
    }

    /// Opens a new list on top of the others.
    #[inline]
    pub(crate) fn open(&mut self) -> MoveList {
        let list = MoveList { start: self.entries.len(), below: self.start };
        self.start = list.start;
        self.ranked = false;
        list
    }

    /// Returns a mark of the current state, to which [`MoveBuf::close`] returns.
    #[inline]
    pub(crate) fn here(&self) -> MoveList {
        MoveList { start: self.entries.len(), below: self.start }
    }

    /// Drops a list and all lists above it.
    #[inline]
    pub(crate) fn close(&mut self, list: MoveList) {
        self.entries.truncate(list.start);
        self.start = list.below;
    }

    /// Returns whether the game ranked any move of the open list.
    #[inline]
    pub(crate) fn is_ranked(&self) -> bool {
        self.ranked
    }

    #[inline]
    pub(crate) fn open_list(&mut self) -> &mut [RankedMove<M>] {
        &mut self.entries[self.start..]
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.start = 0;
        self.ranked = false;
    }
}

impl<M: Copy> Default for MoveBuf<M> {
    fn default() -> Self {
        MoveBuf::new()
    }
}
