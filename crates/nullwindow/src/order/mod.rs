//! The order in which moves are tried: by the best move in memory, the ranks of the game, killers, history, and at the
//! root the results of earlier iterations. The order changes the work and never the value.

mod counters;
mod history;
mod killers;

use crate::game::RankedMove;
use crate::{Depth, Score};
use counters::CounterMoves;
use history::History;
use killers::Killers;

pub(crate) use history::MoveClass;
use std::cmp::Reverse;
use std::fmt;
use std::hash::Hash;

/// The sources of move ordering that a search uses. Each can be switched on and off.
///
/// ```
/// use nullwindow::Order;
///
/// let order = Order::ALL.with_history(false);
/// assert_eq!(order.to_string(), "table+ranks+killers+successors+root");
/// assert_eq!(Order::GENERATED.to_string(), "none");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Order {
    /// Tries the best move in memory first.
    pub table_move: bool,
    /// Uses the ranks from the game ([`MoveBuf::push_ranked`](crate::MoveBuf::push_ranked)).
    pub ranks: bool,
    /// The smallest depth at which a game is asked for ranks on demand ([`Game::rank`](crate::Game::rank)).
    pub ranks_from: Depth,
    /// Tries early the two moves that last caused cutoffs at this ply.
    pub killers: bool,
    /// Orders by the evaluations of the successors, if the game ranks no move, three plies or more from the horizon.
    /// These evaluations are not counted as leaves.
    pub successors: bool,
    /// Orders by shallow searches instead, combined with the ranks of the game, where many plies are left. Their nodes
    /// are counted like all others.
    pub presearch: Presearch,
    /// Orders by the history of cutoffs of each move, anywhere in the tree.
    pub history: bool,
    /// The merit in history that one point of rank outweighs. The default, 2^32, lets history decide among moves of equal
    /// rank only. For a game with fine ranks, history must count more.
    pub rank_weight: i64,
    /// The rank below which killers and counter moves are tried. The default, `None`, tries killers before all ranked
    /// moves and uses no counter moves. In chess, captures that gain come first.
    pub killers_below: Option<i32>,
    /// Before a node is searched, probes memory for its children: a bound may already cause a cutoff (enhanced
    /// transposition cutoffs), and children whose bounds refute them are not searched.
    pub transpositions: bool,
    /// At the root, tries first the moves that were best in earlier iterations, the latest first.
    pub root: bool,
}

/// Shallow searches of all moves before the deep search of the first one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Presearch {
    /// No shallow searches.
    #[default]
    Off,
    /// The score of the shallow search decides, and the rank of the game breaks ties.
    ByScore,
    /// The rank of the game plus this many times the score decides.
    ///
    /// For a game whose ranks estimate the size of the remaining tree: among moves that are good enough, the one with
    /// the smallest subtree is the best to try first.
    Weighted(i32),
}

impl Presearch {
    /// Returns the priority of a move, given the rank by the game and the score for the mover from a shallow search.
    #[inline]
    pub(crate) fn priority(self, rank: i32, score: Score) -> i64 {
        match self {
            Presearch::Weighted(weight) => i64::from(rank) + i64::from(weight) * i64::from(score.get()),
            _ => (i64::from(score.get()) << 32) + i64::from(rank),
        }
    }
}

impl Order {
    /// The order of generation and nothing else, as in the theorems.
    pub const GENERATED: Order = Order {
        table_move: false,
        ranks: false,
        ranks_from: Depth::plies(1),
        killers: false,
        successors: false,
        presearch: Presearch::Off,
        history: false,
        rank_weight: 1 << 32,
        killers_below: None,
        transpositions: false,
        root: false,
    };

    /// Everything except enhanced transposition cutoffs and shallow searches.
    pub const ALL: Order = Order {
        table_move: true,
        ranks: true,
        ranks_from: Depth::plies(1),
        killers: true,
        successors: true,
        presearch: Presearch::Off,
        history: true,
        rank_weight: 1 << 32,
        killers_below: None,
        transpositions: false,
        root: true,
    };

    /// The default: it took the fewest nodes in Connect Four and Kalah. Killers and history are off, because they
    /// mislead where successors are evaluated. A game that ranks its moves may do better with [`Order::ALL`].
    pub const BEST: Order = Order { killers: false, history: false, transpositions: true, ..Order::ALL };

    /// Switches the best move in memory on or off.
    #[must_use]
    pub const fn with_table_move(self, table_move: bool) -> Order {
        Order { table_move, ..self }
    }

    /// Switches the ranks from the game on or off.
    #[must_use]
    pub const fn with_ranks(self, ranks: bool) -> Order {
        Order { ranks, ..self }
    }

    /// Sets the smallest depth at which a game is asked for ranks on demand. With fewer plies left, moves are tried in the
    /// order of generation.
    #[must_use]
    pub const fn with_ranks_from(self, ranks_from: Depth) -> Order {
        Order { ranks_from, ..self }
    }

    /// Switches killer moves on or off.
    #[must_use]
    pub const fn with_killers(self, killers: bool) -> Order {
        Order { killers, ..self }
    }

    /// Switches the evaluations of the successors on or off.
    #[must_use]
    pub const fn with_successors(self, successors: bool) -> Order {
        Order { successors, ..self }
    }

    /// Sets the shallow searches.
    #[must_use]
    pub const fn with_presearch(self, presearch: Presearch) -> Order {
        Order { presearch, ..self }
    }

    /// Switches the history of cutoffs on or off.
    #[must_use]
    pub const fn with_history(self, history: bool) -> Order {
        Order { history, ..self }
    }

    /// Sets the merit in history that one point of rank outweighs.
    #[must_use]
    pub const fn with_rank_weight(self, rank_weight: i64) -> Order {
        Order { rank_weight, ..self }
    }

    /// Tries killers and counter moves among the ranked moves, below this rank.
    #[must_use]
    pub const fn with_killers_below(self, rank: i32) -> Order {
        Order { killers: true, killers_below: Some(rank), ..self }
    }

    /// Switches enhanced transposition cutoffs on or off.
    #[must_use]
    pub const fn with_transpositions(self, transpositions: bool) -> Order {
        Order { transpositions, ..self }
    }

    /// Switches the best moves of earlier iterations at the root on or off.
    #[must_use]
    pub const fn with_root(self, root: bool) -> Order {
        Order { root, ..self }
    }
}

impl Default for Order {
    fn default() -> Order {
        Order::BEST
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.table_move, "table"),
            (self.ranks, "ranks"),
            (self.killers, "killers"),
            (self.successors, "successors"),
            (self.presearch != Presearch::Off, "presearch"),
            (self.history, "history"),
            (self.transpositions, "transpositions"),
            (self.root, "root"),
        ];
        let on: Vec<&str> = names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        f.pad(&if on.is_empty() { "none".to_owned() } else { on.join("+") })
    }
}

/// The reason why a move was tried at its point in the order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// It was the best move in memory.
    TableMove,
    /// It was best at the root in an earlier iteration.
    Root,
    /// It had caused a cutoff at this ply.
    Killer,
    /// It had caused cutoffs elsewhere.
    History,
    /// By the ranks of the game or the order of generation.
    Generated,
    /// Memory proved a cutoff through it before any search.
    Transposition,
}

impl Source {
    /// All sources, in the order in which they are tried.
    pub const EACH: [Source; 6] =
        [Source::Transposition, Source::TableMove, Source::Root, Source::Killer, Source::History, Source::Generated];
}

/// The rank of the best move in memory. Ranks from memory, killers and root lie above all ranks of games.
pub(crate) const TABLE_MOVE: i64 = i64::MAX;
/// The ranks of the first and the second killer.
pub(crate) const KILLERS: [i64; 2] = [i64::MAX - 1, i64::MAX - 2];
/// The rank of the move that was best at the root in the latest iteration; earlier ones have lower ranks.
const ROOT: i64 = i64::MAX - 3;
const SECOND: i64 = KILLERS[1];
/// The lowest rank of a root move that was best before. 2^20 exceeds the number of moves of a position.
const ROOT_FLOOR: i64 = i64::MAX - (1 << 20);

/// The knowledge about moves that a search collects. It lives as long as the search.
#[derive(Clone, Debug)]
pub(crate) struct LearnedOrder<M> {
    killers: Killers<M>,
    history: History,
    counters: CounterMoves<M>,
    root: RootOrder,
}

/// The root moves that were best in earlier iterations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RootOrder {
    /// The number of this root among all roots searched.
    number: u64,
    /// The key of its position, if there is memory.
    key: Option<u64>,
    /// The indices of the moves, the latest best move first.
    best: Vec<u16>,
}

impl<M: Copy + Eq + Hash> LearnedOrder<M> {
    pub(crate) fn new() -> LearnedOrder<M> {
        let (killers, history, counters) = (Killers::new(), History::new(), CounterMoves::new());
        LearnedOrder { killers, history, counters, root: RootOrder::default() }
    }

    /// Prepares for a root: history fades, and the order of root moves is dropped if the root is a different one.
    pub(crate) fn new_root(&mut self, key: Option<u64>) {
        self.fade();
        // Without a key, every root counts as a new one.
        if key.is_none() || key != self.root.key {
            self.root.best.clear();
        }
        self.root.number += 1;
        self.root.key = key;
    }

    fn fade(&mut self) {
        self.killers.clear();
        self.history.fade();
    }

    /// Drops the order of root moves: the next search starts at another position.
    pub(crate) fn forget_root(&mut self) {
        self.root.key = None;
        self.root.best.clear();
    }

    /// Returns the order of root moves for helper threads.
    pub(crate) fn root_order(&self) -> RootOrder {
        self.root.clone()
    }

    /// Adopts the order of root moves of another thread.
    pub(crate) fn follow(&mut self, root: RootOrder) {
        // A new root: this thread forgets as the leading thread did.
        if root.number != self.root.number {
            self.fade();
        }
        self.root = root;
    }

    /// Records that the root move with this index was best.
    pub(crate) fn best_at_root(&mut self, index: u16) {
        self.root.best.retain(|&other| other != index);
        self.root.best.insert(0, index);
    }

    /// Records a cutoff by the last of the moves tried at a node.
    #[inline(always)]
    pub(crate) fn cut(&mut self, order: Order, node: CutNode, tried: &[RankedMove<M>], class: impl Fn(M) -> MoveClass) {
        // The default order uses neither: inlined, this test is all that is left.
        if order.killers || order.history {
            self.learn(order, node, tried, class);
        }
    }

    fn learn(&mut self, order: Order, node: CutNode, tried: &[RankedMove<M>], class: impl Fn(M) -> MoveClass) {
        let Some((cutting, in_vain)) = tried.split_last() else { return };
        if order.killers {
            self.killers.add(node.ply, cutting.play);
        }
        if let Some(before) = node.before {
            self.counters.add(before, cutting.play);
        }
        if order.history {
            self.history.add(class(cutting.play), node.depth, true);
            for entry in in_vain {
                self.history.add(class(entry.play), node.depth, false);
            }
        }
    }

    /// Returns the position of the first or second killer of a ply among `rest`.
    #[inline]
    pub(crate) fn killer(&self, ply: usize, which: usize, rest: &[RankedMove<M>]) -> Option<usize> {
        let killer = self.killers.get(ply, which)?;
        rest.iter().position(|entry| entry.play == killer)
    }

    /// Adds history scores to the ranks. By default history decides among moves of equal rank.
    #[inline]
    pub(crate) fn add_history(&self, order: Order, rest: &mut [RankedMove<M>], class: impl Fn(M) -> MoveClass) {
        for entry in rest {
            entry.rank = entry.rank * order.rank_weight + self.history.get(class(entry.play));
        }
    }

    /// Raises the ranks of killers and of the counter move to those below which they are tried, the first killer highest.
    pub(crate) fn raise_killers(&self, node: CutNode, below: i64, rest: &mut [RankedMove<M>]) {
        let killers = [0, 1].map(|which| self.killers.get(node.ply, which));
        let counter = node.before.and_then(|before| self.counters.get(before));
        for (play, back) in killers.into_iter().chain([counter]).zip(1..) {
            let Some(play) = play else { continue };
            if let Some(entry) = rest.iter_mut().find(|entry| entry.play == play) {
                entry.rank = entry.rank.max(below - back);
            }
        }
    }

    /// Ranks all moves of the root: first those that were best in earlier iterations, then the others by the ranks of
    /// the game if `by_game`, or as generated.
    ///
    /// Within an iteration this order is fixed, whatever passes, memory and other threads find. So the reported move is
    /// a property of the tree: the first one in this order that has the value.
    pub(crate) fn rank_root(&self, order: Order, by_game: bool, list: &mut [RankedMove<M>]) {
        for entry in list.iter_mut() {
            // With history, ranks of the game are weighted (see `add_history`).
            entry.rank = if by_game { entry.rank * if order.history { order.rank_weight } else { 1 } } else { 0 };
        }
        if order.root {
            for (back, &index) in (0i64..).zip(&self.root.best) {
                if let Some(entry) = list.get_mut(usize::from(index)) {
                    entry.rank = ROOT - back;
                }
            }
        }
    }
}

/// The properties of a node with a cutoff that killers and history use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutNode {
    pub(crate) ply: usize,
    pub(crate) depth: Depth,
    /// The move that led to the node, where counter moves are used.
    pub(crate) before: Option<MoveClass>,
}

/// Moves the highest ranked move of `rest` to its front, the first among equals. The others keep their order.
#[inline]
pub(crate) fn pick<M: Copy>(rest: &mut [RankedMove<M>]) {
    let Some(first) = rest.first() else { return };
    let (mut best, mut rank) = (0, first.rank);
    for (place, entry) in rest.iter().enumerate().skip(1) {
        if entry.rank > rank {
            (best, rank) = (place, entry.rank);
        }
    }
    to_front(rest, best);
}

/// Sorts moves by rank, the highest first; equal ranks keep the order of generation.
///
/// Every sort of moves uses this function.
#[inline(never)]
pub(crate) fn by_rank<M: Copy>(list: &mut [RankedMove<M>]) {
    // The standard sort is compiled once, for keys of rank and index, and not once per type of move and caller: 194
    // copies of it were a tenth of the program. Short lists, the common case, are sorted by insertion.
    const SHORT: usize = 32;
    if list.len() > SHORT {
        let keys = list.iter().zip(0usize..).map(|(entry, place)| (Reverse(entry.rank), entry.index, place));
        let sorted = sorted(keys.collect());
        let unsorted = list.to_vec();
        list.iter_mut().zip(sorted).for_each(|(entry, (.., place))| *entry = unsorted[place]);
        return;
    }
    for i in 1..list.len() {
        let entry = list[i];
        let mut place = i;
        // Compares "higher rank, or equal rank and smaller index" as one pair.
        while place > 0 && (list[place - 1].rank, entry.index) < (entry.rank, list[place - 1].index) {
            list[place] = list[place - 1];
            place -= 1;
        }
        list[place] = entry;
    }
}

/// Finds the place of each move in the order of [`by_rank`], without moving any. `places` has them by the indices of moves.
pub(crate) fn place_by_rank<M: Copy>(list: &[RankedMove<M>], places: &mut [u16]) {
    const MOST: usize = 256;
    let mut ranks = [0_i32; MOST];
    let Some(ranks) = ranks.get_mut(..list.len()) else {
        let mut sorted = list.to_vec();
        by_rank(&mut sorted);
        return sorted.iter().enumerate().for_each(|(place, entry)| {
            places[usize::from(entry.index)] = u16::try_from(place).unwrap_or(u16::MAX);
        });
    };
    #[allow(clippy::cast_possible_truncation, reason = "a game ranks its moves by 32 bits")]
    ranks.iter_mut().zip(list).for_each(|(rank, entry)| *rank = entry.rank as i32);
    // A sort has branches that are hard to predict; a count per move has none, and compilers vectorize it: 32 bits, because
    // every processor compares four of them at once.
    for (i, entry) in list.iter().enumerate() {
        let (before, after) = ranks.split_at(i);
        let own = after[0];
        // A comparison is -1 where it holds, as vector instructions have it.
        let earlier = before.iter().map(|&rank| -i32::from(rank >= own)).sum::<i32>();
        let later = after.iter().map(|&rank| -i32::from(rank > own)).sum::<i32>();
        places[usize::from(entry.index)] = u16::try_from(-(earlier + later)).unwrap_or(u16::MAX);
    }
}

type Key = (Reverse<i64>, u16, usize);

fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    // Stability is irrelevant: the index makes all keys distinct.
    keys.sort_unstable();
    keys
}

/// Moves the move at `place` to the front of `rest`. The others keep their order.
#[inline]
pub(crate) fn to_front<M: Copy>(rest: &mut [RankedMove<M>], place: usize) {
    let chosen = rest[place];
    for i in (0..place).rev() {
        rest[i + 1] = rest[i];
    }
    rest[0] = chosen;
}

/// Returns the source that gave a move this rank.
#[inline]
pub(crate) fn source(order: Order, rank: i64) -> Source {
    match rank {
        TABLE_MOVE => Source::TableMove,
        ROOT_FLOOR..=ROOT => Source::Root,
        SECOND.. => Source::Killer,
        // A history score occupies the lower 32 bits, a rank of the game the upper ones.
        _ if order.history && rank.cast_unsigned().trailing_zeros() < 32 => Source::History,
        _ => Source::Generated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_root_keeps_its_order_and_another_one_has_none() {
        let mut learned: LearnedOrder<u16> = LearnedOrder::new();
        let ranked = |learned: &LearnedOrder<u16>| {
            let mut list: Vec<_> = (0..4).map(|index| RankedMove { play: index, index, rank: 0 }).collect();
            learned.rank_root(Order::BEST, false, &mut list);
            by_rank(&mut list);
            list.iter().map(|entry| entry.index).collect::<Vec<_>>()
        };
        learned.new_root(Some(7));
        learned.best_at_root(2);
        learned.best_at_root(3);
        learned.best_at_root(2);
        assert_eq!(ranked(&learned), [2, 3, 0, 1]);
        learned.new_root(Some(7));
        assert_eq!(ranked(&learned), [2, 3, 0, 1]);
        let mut helper = LearnedOrder::new();
        helper.follow(learned.root_order());
        assert_eq!(ranked(&helper), [2, 3, 0, 1]);
        learned.new_root(Some(8));
        assert_eq!(ranked(&learned), [0, 1, 2, 3]);
        learned.best_at_root(1);
        learned.new_root(None);
        assert_eq!(ranked(&learned), [0, 1, 2, 3], "without memory nothing tells roots apart");
    }
}
