//! What a game programmer writes: [`Game`] for the rules, [`Evaluator`] for judgement at the horizon,
//! [`Keyed`] for memory. Three small traits, because each is a different ability and a search asks
//! only for what it needs.

use crate::{Bounds, Depth, Score, Window};
use std::fmt::Debug;
use std::hash::Hash;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The player who moves first in the game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
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
/// The game itself (`&self`) holds what all positions share: the size of the board, tables, weights.
/// A position is copied on the way down the tree and never undone.
///
/// Every score a game gives is seen from [`Game::mover`] of that position, finished ones included.
pub trait Game {
    /// A state of the game. A few machine words are best.
    type Position: Clone;
    /// A move, a pass included. It may be large, such as a whole chain of captures.
    type Move: Copy + Eq + Hash + Debug;

    /// The player to move. The same player may move twice in a row: nothing here assumes that turns
    /// alternate. Of a finished position it says from whose side its score is seen.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Answers two questions at once: is the game over, and what are the moves?
    ///
    /// If the game is over, returns its final score for [`Game::mover`] and pushes nothing. Otherwise
    /// pushes every legal move, best ones first if the game can tell, and returns `None`. A position
    /// that is not over has a move (a pass is a move). The order must depend on the position alone.
    fn moves(&self, position: &Self::Position, moves: &mut MoveBuf<Self::Move>) -> Option<Score>;

    /// The position after `play`, which is one of [`Game::moves`].
    fn play(&self, position: &Self::Position, play: Self::Move) -> Self::Position;

    /// The final score if the game is over, as [`Game::moves`] gives it.
    ///
    /// Asked at the horizon, where moves are not needed. The default generates them into `scratch`, an empty
    /// list that is dropped afterwards; a game that knows the answer without looking at moves saves that time.
    #[inline]
    fn over(&self, position: &Self::Position, scratch: &mut MoveBuf<Self::Move>) -> Option<Score> {
        self.moves(position, scratch)
    }

    /// The score from which on a score is a win whose distance counts: seen from one ply earlier it is worth one
    /// less, and such a loss one more. So the winner prefers the shorter way and the loser the longer one, although
    /// a finished position has the same score wherever it comes up. The default has no such scores.
    ///
    /// Leave room: the score of a win, less the plies of the longest way to it, should stay above this number,
    /// and every evaluation below it. It must always be the same.
    #[inline]
    fn wins_from(&self) -> Score {
        Score::INFINITY
    }

    /// About how many plies are left until the game is over, or its value known in no time: the empty squares less the
    /// last few, for instance. The default cannot tell.
    ///
    /// A search [to the end](Depth::END) tells large subtrees from small ones by it, to choose where ordering
    /// moves with care and sharing work between threads is worth its cost. It changes the work and never the value.
    #[inline]
    fn plies_left(&self, position: &Self::Position) -> u32 {
        let _ = position;
        u32::MAX
    }
}

/// Judgement of positions at the horizon of a fixed-depth search.
///
/// The default knows nothing and calls every unfinished position even, which is enough to search to
/// the end of the game: `impl Evaluator for MyGame {}`.
pub trait Evaluator: Game {
    /// The worth of an unfinished position for the player to move, strictly between
    /// [`Score::NEG_INFINITY`] and [`Score::INFINITY`]. It must depend on the position alone.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> Score {
        let _ = position;
        Score::ZERO
    }

    /// [`Evaluator::evaluate`] for a game whose judgement is itself a search, of captures for instance: adds to
    /// `nodes` how many positions it looked at beyond this one. They are counted apart.
    #[inline]
    fn evaluate_counted(&self, position: &Self::Position, nodes: &mut u64) -> Score {
        let _ = nodes;
        self.evaluate(position)
    }

    /// How early to try a move, given the game's own rank of it ([`MoveBuf::push_ranked`]) and the score, for the player who
    /// makes it, that a search of a few plies has found ([`Order::presearch`](crate::Order)). Higher is earlier. By
    /// default the score decides, and among equals the rank.
    ///
    /// A game whose ranks say how much work a move leaves weighs the two against each other: of the moves that are
    /// good enough, the one with the smallest tree behind it is the best to try.
    #[inline]
    fn promise(&self, rank: i32, score: Score) -> i64 {
        (i64::from(score.get()) << 32) + i64::from(rank)
    }

    /// What the game knows of the value without a search: an endgame database, stable discs, "no win is left".
    ///
    /// Asked before a node below the root is looked up or expanded, with the depth left there and the window that
    /// is of interest. The default knows nothing, and costs nothing.
    ///
    /// Knowledge never lies. Asked with [`Window::FULL`], its answer depends on position and depth alone, and
    /// - if the bounds meet, the position is a leaf with that value, as if the game were over there,
    ///   at this depth and every greater one;
    /// - otherwise the value that a search would find, to this depth or any greater one, lies within them.
    ///
    /// Asked with a narrower window, it may stop as soon as that window is answered: bounds that are true
    /// but wider are enough, if they lie on one side of the window. A position that is a leaf must answer every window.
    #[inline]
    fn known(&self, position: &Self::Position, depth: Depth, window: Window) -> Bounds {
        let _ = (position, depth, window);
        Bounds::UNKNOWN
    }
}

/// Identity of positions, for memory.
pub trait Keyed: Game {
    /// A number that tells positions apart.
    ///
    /// Positions with equal keys must have equal values for the player to move, at every depth: the
    /// key covers the side to move (unless the game looks the same from both sides) and everything
    /// the rules look at. Keys need not be scattered; a table mixes them itself.
    fn key(&self, position: &Self::Position) -> u64;
}

/// A move with its place in the list and the rank that orders it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove<M> {
    pub(crate) play: M,
    /// Place in the order of generation: the move's name in memory.
    pub(crate) index: u16,
    /// Higher is searched earlier; equal ranks keep the order of generation.
    pub(crate) rank: i64,
}

/// Collects the moves of a position. One buffer serves a whole search, so that no node allocates.
#[derive(Clone, Debug)]
pub struct MoveBuf<M> {
    pub(crate) entries: Vec<RankedMove<M>>,
    start: usize,
    /// Whether a rank other than zero was pushed to the open list.
    ranked: bool,
}

/// Where a list begins in the buffer, and where the one below it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveList {
    pub(crate) start: usize,
    below: usize,
}

impl<M: Copy> MoveBuf<M> {
    /// The most moves a position can have; a search panics on more.
    pub const MOST: usize = u16::MAX as usize - 1;

    /// An empty buffer.
    #[must_use]
    pub const fn new() -> MoveBuf<M> {
        MoveBuf { entries: Vec::new(), start: 0, ranked: false }
    }

    /// Adds a move behind those already there.
    #[inline]
    pub fn push(&mut self, play: M) {
        self.push_ranked(play, 0);
    }

    /// Adds a move that is searched before moves of lower rank: the game's own static order.
    /// Moves of equal rank keep the order in which they were pushed; [`MoveBuf::push`] has rank 0.
    #[inline]
    pub fn push_ranked(&mut self, play: M, rank: i32) {
        let place = self.entries.len() - self.start;
        self.ranked |= rank != 0;
        #[allow(clippy::cast_possible_truncation, reason = "the search refuses longer lists")]
        self.entries.push(RankedMove { play, index: place as u16, rank: i64::from(rank.max(-i32::MAX)) });
    }

    /// How many moves this position has so far.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() - self.start
    }

    /// Whether this position has no move so far.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves of this position in the order they were pushed.
    pub fn iter(&self) -> impl Iterator<Item = M> + '_ {
        self.entries[self.start..].iter().map(|entry| entry.play)
    }

    /// Begins a list on top of the others.
    #[inline]
    pub(crate) fn open(&mut self) -> MoveList {
        let list = MoveList { start: self.entries.len(), below: self.start };
        self.start = list.start;
        self.ranked = false;
        list
    }

    /// Returns what [`MoveBuf::close`] needs to come back to the current state.
    #[inline]
    pub(crate) fn here(&self) -> MoveList {
        MoveList { start: self.entries.len(), below: self.start }
    }

    /// Drops a list and everything above it.
    #[inline]
    pub(crate) fn close(&mut self, list: MoveList) {
        self.entries.truncate(list.start);
        self.start = list.below;
    }

    /// Whether the game ranked any move of the open list.
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
