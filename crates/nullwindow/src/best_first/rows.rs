//! The max solution tree of SSS*, DUAL*, RecSSS* and PS*, stored as rows.
//!
//! A max solution tree has all sons of a MAX node and one son of a MIN node. So an expanded MAX node is a *row* of
//! slots, one per MIN son, and a slot is the MIN son together with the one MAX grandson that is currently in the tree:
//!
//! ```text
//!  row of n    | slot: n.1, now n.1.3 | slot: n.2, a leaf | slot: n.3, now n.3.1 | ...
//!                  merit 17               merit 20            merit 23
//!                  below: row of n.1.3                        below: none, n.3.1 is a leaf
//! ```
//!
//! Merits are in one array beside the slots, so that one scan finds the best of a row. Rows that leave the tree are
//! reused, and so are their lists of moves.
//!
//! Levels alternate between MAX and MIN. If a player moves twice, a *relay* node of the other player stands between the
//! two, with the same position and a single son. It is not a node of the game and is not counted.

use super::perspective::Perspective;
use super::plays::{MoveSpan, Plays};
use crate::{Depth, Game, Score};

pub(super) type RowId = u32;
pub(super) type SlotId = u32;
pub(super) const NONE: u32 = u32::MAX;

/// An expanded MAX node.
#[derive(Debug)]
pub(super) struct SlotRow<P> {
    /// The slot whose grandson this node is.
    pub(super) above: SlotId,
    pub(super) first: SlotId,
    /// The slots in the tree, as places in the row: the current partition.
    pub(super) from: u16,
    pub(super) to: u16,
    /// The first slot that is not visited yet.
    pub(super) live: u16,
    /// The slot with the highest merit, the first among equals.
    pub(super) best: u16,
    /// The merit at expansion: an upper bound of the value.
    pub(super) high: Score,
    /// A lower bound of the value (PS*).
    pub(super) low: Score,
    pub(super) ply: u16,
    pub(super) depth: Depth,
    /// True for a relay: MIN moves here too.
    pub(super) relay: bool,
    pub(super) position: P,
    pub(super) plays: MoveSpan,
}

impl<P> SlotRow<P> {
    pub(super) fn width(&self) -> u16 {
        if self.relay { 1 } else { self.plays.len() }
    }
}

/// A MIN son and its MAX son in the tree.
#[derive(Debug)]
pub(super) struct Slot<P> {
    pub(super) row: RowId,
    /// The row of the grandson, if it is expanded.
    pub(super) below: RowId,
    /// The grandson's place among its brothers.
    pub(super) son: u16,
    /// The number of sons of the MIN node; 0 if it is a leaf.
    pub(super) sons: u16,
    /// The grandson that last lowered the merit: the best son of the MIN son, once that is solved.
    pub(super) lowered: u16,
    /// True if the slot's merit is final (RecSSS*).
    pub(super) solved: bool,
    /// True for a relay: MAX moves here too.
    pub(super) relay: bool,
    pub(super) ply: u16,
    pub(super) depth: Depth,
    pub(super) position: Option<P>,
    pub(super) plays: MoveSpan,
}

impl<P> Slot<P> {
    fn new(row: RowId) -> Slot<P> {
        Slot {
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
            plays: MoveSpan::default(),
        }
    }
}

/// A reference to a node: the MIN son of a slot or its MAX grandson. The grandson of [`ROOT`] is the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeRef {
    Min(SlotId),
    Max(SlotId),
}

/// The result of visiting a node.
pub(super) enum VisitedNode {
    /// A leaf with this value for MAX.
    Leaf(Score),
    /// An inner node, now in the tree.
    Inner,
}

/// The max solution tree.
pub(super) struct Rows<G: Game> {
    pub(super) view: Perspective,
    pub(super) rows: Vec<SlotRow<G::Position>>,
    pub(super) slots: Vec<Slot<G::Position>>,
    pub(super) merits: Vec<Score>,
    pub(super) plays: Plays<G::Move>,
    /// The unused rows, by their number of slots.
    free: Vec<Vec<RowId>>,
    /// The number of rows in use.
    pub(super) used: usize,
}

/// The slot above the root: its grandson is the root.
pub(super) const ROOT: SlotId = 0;

impl<G: Game> Rows<G> {
    /// Creates a tree with the root alone, in the memory of an old tree if there is one.
    pub(super) fn new(old: Option<Rows<G>>, view: Perspective, root: &G::Position, depth: Depth) -> Rows<G> {
        let (rows, slots, merits, free) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let empty = || Rows { view, rows, slots, merits, plays: Plays::new(), free, used: 0 };
        let mut tree = old.unwrap_or_else(empty);
        tree.view = view;
        tree.rows.clear();
        tree.slots.clear();
        tree.merits.clear();
        tree.plays.clear();
        tree.free.iter_mut().for_each(Vec::clear);
        tree.used = 0;
        tree.slots.push(Slot { sons: 1, relay: true, depth, position: Some(root.clone()), ..Slot::new(NONE) });
        tree.merits.push(Score::INFINITY);
        tree
    }

    /// Returns the place of a slot in its row.
    #[inline]
    pub(super) fn place(&self, slot: SlotId) -> u16 {
        let place = slot - self.rows[self.slots[slot as usize].row as usize].first;
        #[allow(clippy::cast_possible_truncation, reason = "rows have at most u16::MAX slots")]
        let place = place as u16;
        place
    }

    /// Returns the merits of the slots of a row that are in the tree.
    #[inline]
    pub(super) fn merits_of(&self, row: RowId) -> &[Score] {
        let row = &self.rows[row as usize];
        let first = row.first as usize;
        &self.merits[first + row.from as usize..first + row.to as usize]
    }

    /// Lowers the merit of a slot on behalf of its grandson.
    #[inline]
    pub(super) fn lower(&mut self, slot: SlotId, merit: Score) {
        self.merits[slot as usize] = merit;
        let slot = &mut self.slots[slot as usize];
        slot.lowered = slot.son;
    }

    /// Puts the slots `from..to` of a row into the tree, all with the same merit and not visited.
    #[inline]
    pub(super) fn fill(&mut self, row: RowId, from: u16, to: u16, merit: Score) {
        let here = &mut self.rows[row as usize];
        (here.from, here.to, here.live, here.high) = (from, to, from, merit);
        here.best = from;
        let first = here.first as usize;
        self.merits[first + usize::from(from)..first + usize::from(to)].fill(merit);
    }

    /// Selects the best slot of a row and returns its merit.
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

    /// Returns an unused row with `width` slots, or a new one.
    pub(super) fn take_row(&mut self, width: u16, above: SlotId, position: G::Position) -> RowId {
        self.used += 1;
        // Only a row of the same width can be reused: its slots are contiguous.
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
        self.slots.extend((0..width).map(|_| Slot::new(row)));
        self.merits.resize(self.slots.len(), Score::INFINITY);
        self.rows.push(SlotRow {
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
            plays: MoveSpan::default(),
        });
        row
    }

    /// Removes the rows below the current slots of `row` from the tree, and returns the number of entries that leave
    /// OPEN.
    pub(super) fn empty(&mut self, row: RowId) -> usize {
        let SlotRow { first, from, to, .. } = self.rows[row as usize];
        let mut states = 0;
        for slot in first + u32::from(from)..first + u32::from(to) {
            let below = std::mem::replace(&mut self.slots[slot as usize].below, NONE);
            let taken = self.merits[slot as usize] == Score::NEG_INFINITY;
            states += if below == NONE { usize::from(!taken) } else { self.drop_row(below) };
        }
        states
    }

    /// Removes a row and everything below it from the tree, and returns the number of entries that leave OPEN.
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

    /// Returns the root move that leads into this slot of the row of the root, with its index.
    pub(super) fn root_move(&self, slot: SlotId) -> Option<(u16, G::Move)> {
        let (row, here) = (&self.rows[self.slots[slot as usize].row as usize], &self.slots[slot as usize]);
        // If MIN moves at the root, its sons are the grandsons of the only slot.
        let (place, plays) = if row.relay { (here.lowered, here.plays) } else { (self.place(slot), row.plays) };
        (place < plays.len()).then(|| (self.plays.index(plays, place), self.plays.get(plays, place)))
    }

    /// Returns the path of the MIN son of a slot, or of its grandson, in moves of the game.
    pub(super) fn path(&self, slot: SlotId, grandson: bool) -> Vec<u16> {
        let mut path = Vec::new();
        let (mut at, mut grandson) = (slot, grandson);
        while at != ROOT {
            let here = &self.slots[at as usize];
            if grandson && !here.relay {
                path.push(self.plays.index(here.plays, here.son));
            }
            let row = &self.rows[here.row as usize];
            if !row.relay {
                path.push(self.plays.index(row.plays, self.place(at)));
            }
            at = row.above;
            grandson = true;
        }
        path.reverse();
        path
    }
}
