//! The max solution tree on which SSS*, DUAL*, RecSSS* and PS* work, stored as rows.
//!
//! A max solution tree has all sons of a MAX node and one son of a MIN node. So an expanded MAX node
//! is a *row* of slots, one for each MIN son, and a slot is the MIN son together with the one MAX
//! grandson that is now in the tree:
//!
//! ```text
//!  row of n    | slot: n.1, now n.1.3 | slot: n.2, a leaf | slot: n.3, now n.3.1 | ...
//!                  merit 17               merit 20            merit 23
//!                  below: row of n.1.3                        below: none, n.3.1 is a leaf
//! ```
//!
//! Merits lie in one array beside the slots, so that the best of a row is found by one scan of it.
//! Rows that leave the tree are used again; so are their lists of moves.
//!
//! Levels alternate between MAX and MIN. Where a player moves twice, a node of the other kind with a
//! single son, the same position, stands between the two; it is no node of the game and not counted.

use super::view::View;
use crate::limits::Budget;
use crate::memory::Memory;
use crate::observe::{Observer, Visit};
use crate::search::Look;
use crate::{Depth, Evaluator, Game, Score, Search, Stopped};

pub(super) type RowId = u32;
pub(super) type SlotId = u32;
pub(super) const NONE: u32 = u32::MAX;

/// An expanded MAX node.
#[derive(Debug)]
pub(super) struct Row<P, M> {
    /// The slot whose grandson it is.
    pub(super) above: SlotId,
    pub(super) first: SlotId,
    /// The slots that are in the tree, as places in the row: the current partition.
    pub(super) from: u16,
    pub(super) to: u16,
    /// The first slot that was not visited yet.
    pub(super) live: u16,
    /// The slot of the highest merit, the first of equals.
    pub(super) best: u16,
    /// The merit with which the node was expanded: an upper bound of its value.
    pub(super) high: Score,
    /// A lower bound of its value (PS*).
    pub(super) low: Score,
    pub(super) ply: u16,
    pub(super) depth: Depth,
    /// No node of the game: MIN moves here too.
    relay: bool,
    position: P,
    pub(super) plays: Vec<M>,
}

impl<P, M> Row<P, M> {
    pub(super) fn width(&self) -> u16 {
        if self.relay { 1 } else { width(&self.plays) }
    }
}

/// A MIN son, and its MAX son that is in the tree.
#[derive(Debug)]
pub(super) struct Slot<P, M> {
    pub(super) row: RowId,
    /// The row of the grandson, if it is expanded.
    pub(super) below: RowId,
    /// The grandson's place among its brothers.
    pub(super) son: u16,
    /// How many brothers it has, itself included; 0 if the MIN son is a leaf.
    pub(super) sons: u16,
    /// The grandson that last lowered the merit: when the MIN son is solved, its best son.
    pub(super) lowered: u16,
    /// Whether the slot's merit is final (RecSSS*).
    pub(super) solved: bool,
    /// No node of the game: MAX moves here too.
    relay: bool,
    ply: u16,
    depth: Depth,
    position: Option<P>,
    plays: Vec<M>,
}

/// What became of a node that was visited.
pub(super) enum Node {
    /// A leaf of this value for MAX.
    Leaf(Score),
    /// An inner node, now in the tree.
    Inner,
}

pub(super) struct Rows<G: Game> {
    pub(super) view: View,
    pub(super) rows: Vec<Row<G::Position, G::Move>>,
    pub(super) slots: Vec<Slot<G::Position, G::Move>>,
    pub(super) merits: Vec<Score>,
    /// Rows out of use, by how many slots they have room for.
    free: Vec<Vec<RowId>>,
    /// How many rows are in use.
    pub(super) used: usize,
}

/// The slot above the root: its grandson is the root.
pub(super) const ROOT: SlotId = 0;

impl<G: Evaluator> Rows<G> {
    pub(super) fn new(view: View, root: &G::Position, depth: Depth) -> Rows<G> {
        let above = Slot {
            row: NONE,
            below: NONE,
            son: 0,
            sons: 1,
            lowered: 0,
            solved: false,
            relay: true,
            ply: 0,
            depth,
            position: Some(root.clone()),
            plays: Vec::new(),
        };
        Rows { view, rows: Vec::new(), slots: vec![above], merits: vec![Score::INFINITY], free: Vec::new(), used: 0 }
    }

    /// The place of a slot in its row.
    #[inline]
    pub(super) fn place(&self, slot: SlotId) -> u16 {
        let place = slot - self.rows[self.slots[slot as usize].row as usize].first;
        #[allow(clippy::cast_possible_truncation, reason = "rows have at most u16::MAX slots")]
        let place = place as u16;
        place
    }

    /// The merits of the slots of a row that are in the tree.
    #[inline]
    pub(super) fn merits_of(&self, row: RowId) -> &[Score] {
        let row = &self.rows[row as usize];
        let first = row.first as usize;
        &self.merits[first + row.from as usize..first + row.to as usize]
    }

    /// Writes a slot's merit, lower than before, on behalf of its grandson.
    #[inline]
    pub(super) fn lower(&mut self, slot: SlotId, merit: Score) {
        self.merits[slot as usize] = merit;
        let slot = &mut self.slots[slot as usize];
        slot.lowered = slot.son;
    }

    /// Gives all slots of a row that are in the tree the same merit, and none of them visited.
    #[inline]
    pub(super) fn fill(&mut self, row: RowId, from: u16, to: u16, merit: Score) {
        let here = &mut self.rows[row as usize];
        (here.from, here.to, here.live, here.high) = (from, to, from, merit);
        let first = here.first as usize;
        self.merits[first + usize::from(from)..first + usize::from(to)].fill(merit);
    }

    /// Notes the best slot of a row and returns its merit.
    #[inline]
    pub(super) fn choose(&mut self, row: RowId) -> Score {
        let merits = self.merits_of(row);
        let best = merits.iter().copied().max().unwrap_or(Score::NEG_INFINITY);
        let place = merits.iter().position(|&merit| merit == best).unwrap_or(0);
        let row = &mut self.rows[row as usize];
        #[allow(clippy::cast_possible_truncation, reason = "rows have at most u16::MAX slots")]
        let place = place as u16;
        row.best = row.from + place;
        best
    }

    /// Visits the MIN son of a slot for the first time.
    pub(super) fn visit_son<M: Memory<G>, O: Observer<G>>(
        &mut self,
        search: &mut Search<'_, G, M, O>,
        slot: SlotId,
    ) -> Result<Node, Stopped> {
        let place = self.place(slot);
        let row = &self.rows[self.slots[slot as usize].row as usize];
        let (ply, depth, position) = if row.relay {
            (row.ply, row.depth, row.position.clone())
        } else {
            let play = row.plays[place as usize];
            (row.ply + 1, row.depth.child(), search.game.play(&row.position, play))
        };
        let mover = search.game.mover(&position);
        let slot = &mut self.slots[slot as usize];
        slot.below = NONE;
        slot.son = 0;
        slot.solved = false;
        slot.relay = self.view.is_max(mover) && !search.is_leaf(&position, depth);
        slot.sons = 1;
        if !slot.relay {
            match look(search, &position, (ply, depth), place, &mut slot.plays)? {
                Some(score) => {
                    slot.sons = 0;
                    return Ok(Node::Leaf(self.view.value(score, mover)));
                }
                None => slot.sons = width(&slot.plays),
            }
        }
        slot.ply = ply;
        slot.depth = depth;
        slot.position = Some(position);
        Ok(Node::Inner)
    }

    /// Visits the MAX grandson of a slot for the first time; an inner one becomes a row.
    #[inline]
    pub(super) fn visit_grandson<M: Memory<G>, O: Observer<G>>(
        &mut self,
        search: &mut Search<'_, G, M, O>,
        above: SlotId,
        plays: &mut Vec<G::Move>,
    ) -> Result<Node, Stopped> {
        let slot = &self.slots[above as usize];
        let min = slot.position.as_ref().expect("a slot with sons has a position");
        let (ply, depth, position, place) = if slot.relay {
            (slot.ply, slot.depth, min.clone(), 0)
        } else {
            let play = slot.plays[slot.son as usize];
            (slot.ply + 1, slot.depth.child(), search.game.play(min, play), slot.son)
        };
        if depth.is_horizon() {
            // Most nodes are leaves at the horizon.
            search.budget.tick()?;
            let value = search.horizon(Visit { position: &position, ply: usize::from(ply), depth, place });
            return Ok(Node::Leaf(self.view.value(value.score, search.game.mover(&position))));
        }
        self.expand_grandson(search, above, position, (ply, depth), place, plays)
    }

    /// The rest of [`Rows::visit_grandson`], for nodes above the horizon.
    fn expand_grandson<M: Memory<G>, O: Observer<G>>(
        &mut self,
        search: &mut Search<'_, G, M, O>,
        above: SlotId,
        position: G::Position,
        (ply, depth): (u16, Depth),
        place: u16,
        plays: &mut Vec<G::Move>,
    ) -> Result<Node, Stopped> {
        let mover = search.game.mover(&position);
        plays.clear();
        let relay = !self.view.is_max(mover) && !search.is_leaf(&position, depth);
        if !relay && let Some(score) = look(search, &position, (ply, depth), place, plays)? {
            return Ok(Node::Leaf(self.view.value(score, mover)));
        }
        let width = if relay { 1 } else { width(plays) };
        let row = self.take_row(width, above, position);
        let new = &mut self.rows[row as usize];
        new.ply = ply;
        new.depth = depth;
        new.relay = relay;
        std::mem::swap(&mut new.plays, plays);
        self.slots[above as usize].below = row;
        Ok(Node::Inner)
    }

    /// A row out of use that has room for `width` slots, or a new one.
    fn take_row(&mut self, width: u16, above: SlotId, position: G::Position) -> RowId {
        self.used += 1;
        if let Some(row) = self.free.get_mut(usize::from(width)).and_then(Vec::pop) {
            let old = &mut self.rows[row as usize];
            old.above = above;
            old.position = position;
            (old.from, old.to, old.live) = (0, width, 0);
            old.low = Score::NEG_INFINITY;
            return row;
        }
        let id = |count: usize| u32::try_from(count).expect("fewer than 2^32 nodes in the solution tree");
        let (row, first) = (id(self.rows.len()), id(self.slots.len()));
        for _ in 0..width {
            self.slots.push(Slot {
                row,
                below: NONE,
                son: 0,
                sons: 0,
                lowered: 0,
                solved: false,
                relay: false,
                ply: 0,
                depth: Depth::ZERO,
                position: None,
                plays: Vec::new(),
            });
        }
        self.merits.resize(self.slots.len(), Score::INFINITY);
        self.rows.push(Row {
            above,
            first,
            from: 0,
            to: width,
            live: 0,
            best: 0,
            high: Score::INFINITY,
            low: Score::NEG_INFINITY,
            ply: 0,
            depth: Depth::ZERO,
            relay: false,
            position,
            plays: Vec::new(),
        });
        row
    }

    /// Takes the rows below the current slots of `row` out of the tree, and returns how many states
    /// that takes out of OPEN.
    pub(super) fn empty(&mut self, row: RowId) -> usize {
        let Row { first, from, to, .. } = self.rows[row as usize];
        let mut states = 0;
        for slot in first + u32::from(from)..first + u32::from(to) {
            let below = std::mem::replace(&mut self.slots[slot as usize].below, NONE);
            let taken = self.merits[slot as usize] == Score::NEG_INFINITY;
            states += if below == NONE { usize::from(!taken) } else { self.drop_row(below) };
        }
        states
    }

    /// Takes a row and all below it out of the tree, and returns how many states that takes out of OPEN.
    pub(super) fn drop_row(&mut self, row: RowId) -> usize {
        let states = self.empty(row);
        let width = usize::from(self.rows[row as usize].width());
        if self.free.len() <= width {
            self.free.resize_with(width + 1, Vec::new);
        }
        self.free[width].push(row);
        self.used -= 1;
        states
    }

    /// The root move that leads into this slot of the root's row.
    pub(super) fn root_move(&self, slot: SlotId) -> Option<G::Move> {
        let place = usize::from(self.place(slot));
        let row = &self.rows[self.slots[slot as usize].row as usize];
        if row.relay {
            // The root is MIN's: its sons are the grandsons of the only slot.
            let slot = &self.slots[slot as usize];
            return slot.plays.get(usize::from(slot.lowered)).copied();
        }
        row.plays.get(place).copied()
    }

    /// The path of a slot's MIN son, or of its grandson, in moves of the game.
    pub(super) fn path(&self, slot: SlotId, grandson: bool) -> Vec<u16> {
        let mut path = Vec::new();
        let (mut at, mut grandson) = (slot, grandson);
        while at != ROOT {
            let here = &self.slots[at as usize];
            if grandson && !here.relay {
                path.push(here.son);
            }
            let row = &self.rows[here.row as usize];
            if !row.relay {
                path.push(self.place(at));
            }
            at = row.above;
            grandson = true;
        }
        path.reverse();
        path
    }
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'_, G, M, O> {
    /// Whether a node is a leaf, without counting it.
    fn is_leaf(&mut self, position: &G::Position, depth: Depth) -> bool {
        depth.is_horizon() || self.over(position).is_some()
    }
}

/// Evaluates a leaf, or fills in the moves of an inner node.
#[inline]
pub(super) fn look<G: Evaluator, M: Memory<G>, O: Observer<G>>(
    search: &mut Search<'_, G, M, O>,
    position: &G::Position,
    (ply, depth): (u16, Depth),
    place: u16,
    plays: &mut Vec<G::Move>,
) -> Result<Option<Score>, Stopped> {
    search.budget.tick()?;
    if usize::from(ply) >= Budget::MAX_PLY {
        return Err(Stopped::Endless);
    }
    plays.clear();
    match search.look(Visit { position, ply: usize::from(ply), depth, place }) {
        Look::Leaf(value) => Ok(Some(value.score)),
        Look::Inner(list) => {
            if search.order.ranks && search.moves.is_ranked() {
                let moves = search.moves.open_list();
                moves.sort_by_key(|entry| (std::cmp::Reverse(entry.rank), entry.index));
            }
            plays.extend(search.moves.iter());
            search.moves.close(list);
            Ok(None)
        }
    }
}

#[inline]
pub(super) fn width<M>(plays: &[M]) -> u16 {
    u16::try_from(plays.len()).expect("MoveBuf holds at most u16::MAX - 1 moves")
}
