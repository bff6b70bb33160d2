//! In which order moves are tried: the table's move, the game's own ranks, killers, history, and at
//! the root the order that earlier iterations found. Order changes the work and never the value.

mod history;
mod killers;

use crate::game::RankedMove;
use crate::{Depth, Player};
use history::History;
use killers::Killers;
use std::cmp::Reverse;
use std::fmt;
use std::hash::Hash;

/// Which ordering knowledge a search uses. Each can be switched on and off.
///
/// ```
/// use nullwindow::Order;
///
/// let order = Order { history: false, ..Order::ALL };
/// assert_eq!(order.to_string(), "table+ranks+killers+successors+root");
/// assert_eq!(Order::GENERATED.to_string(), "none");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order {
    /// Try the move first that memory holds for the position.
    pub table_move: bool,
    /// Use the ranks that the game gives its moves ([`MoveBuf::push_ranked`](crate::MoveBuf::push_ranked)).
    pub ranks: bool,
    /// Try the two moves early that last cut off at this ply.
    pub killers: bool,
    /// Then, where the game ranks none, by the evaluations of the successors, three plies or more from the
    /// horizon. They are not counted as leaves.
    pub successors: bool,
    /// Where many plies are left to go, by searches of a few of them instead, together with the game's ranks
    /// ([`Evaluator::promise`](crate::Evaluator::promise)). Their nodes are counted like all others.
    pub presearch: bool,
    /// Then by how much each move has cut off, anywhere in the tree.
    pub history: bool,
    /// Before searching a node, look whether memory already refutes it by one of its moves
    /// (enhanced transposition cutoffs).
    pub transpositions: bool,
    /// At the root, the moves first that were best in earlier iterations, the latest one before the others.
    pub root: bool,
}

impl Order {
    /// The order of generation and nothing else: the trees of the theorems.
    pub const GENERATED: Order = Order {
        table_move: false,
        ranks: false,
        killers: false,
        successors: false,
        presearch: false,
        history: false,
        transpositions: false,
        root: false,
    };

    /// Everything but enhanced transposition cutoffs and searches before the search.
    pub const ALL: Order = Order {
        table_move: true,
        ranks: true,
        killers: true,
        successors: true,
        presearch: false,
        history: true,
        transpositions: false,
        root: true,
    };

    /// What has taken the fewest nodes in Connect Four and Kalah, and the default: neither killers nor history,
    /// which mislead where successors are looked at. A game that ranks its moves may do better with [`Order::ALL`].
    pub const BEST: Order = Order { killers: false, history: false, transpositions: true, ..Order::ALL };
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
            (self.presearch, "presearch"),
            (self.history, "history"),
            (self.transpositions, "transpositions"),
            (self.root, "root"),
        ];
        let on: Vec<&str> = names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        f.pad(&if on.is_empty() { "none".to_owned() } else { on.join("+") })
    }
}

/// Why a move was tried when it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Memory held it as the best move.
    TableMove,
    /// At the root: it was best in an earlier iteration.
    Root,
    /// It had cut off at this ply before.
    Killer,
    /// It had cut off elsewhere.
    History,
    /// The game's ranks or the order of generation.
    Generated,
    /// Memory refuted the node by it before any search.
    Transposition,
}

impl Source {
    /// All sources, in the order in which they are tried.
    pub const EACH: [Source; 6] =
        [Source::Transposition, Source::TableMove, Source::Root, Source::Killer, Source::History, Source::Generated];
}

pub(crate) const TABLE_MOVE: i64 = i64::MAX;
/// The ranks of the first and the second killer.
pub(crate) const KILLERS: [i64; 2] = [i64::MAX - 1, i64::MAX - 2];
const ROOT: i64 = i64::MAX - 3;
const SECOND: i64 = KILLERS[1];
const ROOT_FLOOR: i64 = i64::MAX - (1 << 20);

/// What a search has learned about moves; it lives as long as the search.
#[derive(Clone, Debug)]
pub(crate) struct LearnedOrder<M> {
    killers: Killers<M>,
    history: History,
    root: RootOrder,
}

/// Which moves of the root were best.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RootOrder {
    /// Which of the roots searched so far it is.
    number: u64,
    /// The key of its position, where there is memory.
    key: Option<u64>,
    /// Places of moves, that of the latest iteration first.
    best: Vec<u16>,
}

impl<M: Copy + Eq + Hash> LearnedOrder<M> {
    pub(crate) fn new() -> LearnedOrder<M> {
        LearnedOrder { killers: Killers::new(), history: History::new(), root: RootOrder::default() }
    }

    /// Work on a root begins: what was learned fades, and the root's own order goes if it is another one.
    pub(crate) fn new_root(&mut self, key: Option<u64>) {
        self.fade();
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

    /// The next search begins at another position, without an order of its own.
    pub(crate) fn forget_root(&mut self) {
        self.root.key = None;
        self.root.best.clear();
    }

    /// Returns the order of root moves that helpers are to follow.
    pub(crate) fn root_order(&self) -> RootOrder {
        self.root.clone()
    }

    /// Follows another thread's order of root moves.
    pub(crate) fn follow(&mut self, root: RootOrder) {
        if root.number != self.root.number {
            self.fade();
        }
        self.root = root;
    }

    /// An iteration has found the root move at `index` best.
    pub(crate) fn best_at_root(&mut self, index: u16) {
        self.root.best.retain(|&other| other != index);
        self.root.best.insert(0, index);
    }

    /// The last of the moves tried at a node has cut off.
    #[inline(always)]
    pub(crate) fn cut(&mut self, order: Order, node: CutNode, tried: &[RankedMove<M>]) {
        if order.killers || order.history {
            self.learn(order, node, tried);
        }
    }

    fn learn(&mut self, order: Order, node: CutNode, tried: &[RankedMove<M>]) {
        let Some((cutting, in_vain)) = tried.split_last() else { return };
        if order.killers {
            self.killers.add(node.ply, cutting.play);
        }
        if order.history {
            self.history.add(node.mover, &cutting.play, node.depth, true);
            for entry in in_vain {
                self.history.add(node.mover, &entry.play, node.depth, false);
            }
        }
    }

    /// Returns the place of a ply's first or second killer among `rest`.
    #[inline]
    pub(crate) fn killer(&self, ply: usize, which: usize, rest: &[RankedMove<M>]) -> Option<usize> {
        let killer = self.killers.get(ply, which)?;
        rest.iter().position(|entry| entry.play == killer)
    }

    /// Lets history decide among moves of equal rank.
    #[inline]
    pub(crate) fn add_history(&self, mover: Player, rest: &mut [RankedMove<M>]) {
        for entry in rest {
            entry.rank = (entry.rank << 32) + self.history.get(mover, &entry.play);
        }
    }

    /// Ranks all moves of the root: those that were best in earlier iterations, then the others by the game's ranks
    /// if `by_game`, or as generated.
    ///
    /// Within an iteration this order is fixed, whatever passes, memory and other threads find out. So the move that
    /// is reported is a fact about the tree: the first one in this order that has the value.
    pub(crate) fn rank_root(&self, order: Order, by_game: bool, list: &mut [RankedMove<M>]) {
        for entry in list.iter_mut() {
            // Where history decides among equals, the game's ranks are the upper half of a rank.
            entry.rank = if by_game { entry.rank << if order.history { 32 } else { 0 } } else { 0 };
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

/// Where a node is, as far as ordering cares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutNode {
    pub(crate) ply: usize,
    pub(crate) mover: Player,
    pub(crate) depth: Depth,
}

/// Brings the highest ranked move of `rest` to its front; among equals the first. The others keep their order.
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
/// Every sort of moves is this function. The standard sort is compiled once, for pairs of rank and index, and not once
/// for every type of move and caller: 194 copies of it were a tenth of the program. Short lists, which are the rule, are
/// sorted by insertion.
#[inline(never)]
pub(crate) fn by_rank<M: Copy>(list: &mut [RankedMove<M>]) {
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
        while place > 0 && (list[place - 1].rank, entry.index) < (entry.rank, list[place - 1].index) {
            list[place] = list[place - 1];
            place -= 1;
        }
        list[place] = entry;
    }
}

type Key = (Reverse<i64>, u16, usize);

fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    keys.sort_unstable(); // no two are equal
    keys
}

/// Brings the move at `place` to the front of `rest`. The others keep their order.
#[inline]
pub(crate) fn to_front<M: Copy>(rest: &mut [RankedMove<M>], place: usize) {
    let chosen = rest[place];
    for i in (0..place).rev() {
        rest[i + 1] = rest[i];
    }
    rest[0] = chosen;
}

/// Why a move with this rank was tried when it was.
#[inline]
pub(crate) fn source(order: Order, rank: i64) -> Source {
    match rank {
        TABLE_MOVE => Source::TableMove,
        ROOT_FLOOR..=ROOT => Source::Root,
        SECOND.. => Source::Killer,
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
