//! The moves of all nodes of a solution tree in one array, so that neither creating nor dropping a node allocates, and
//! a stopped search has nothing to free.

use crate::game::RankedMove;

/// The moves of one node. A reused node has room for as many as it ever had.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveSpan {
    start: usize,
    len: u16,
    room: u16,
}

impl MoveSpan {
    /// Returns the number of moves.
    #[inline]
    pub(super) fn len(self) -> u16 {
        self.len
    }
}

/// The moves of all nodes.
#[derive(Debug)]
pub(super) struct Plays<M> {
    moves: Vec<(M, u16)>,
}

impl<M: Copy> Plays<M> {
    pub(super) fn new() -> Plays<M> {
        Plays { moves: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    /// Replaces the moves of a node.
    #[inline]
    pub(super) fn set(&mut self, span: &mut MoveSpan, list: &[RankedMove<M>]) {
        span.len = u16::try_from(list.len()).expect("a search refuses longer lists");
        // Overwrites the old moves if the new ones fit.
        if span.len <= span.room {
            let places = &mut self.moves[span.start..span.start + list.len()];
            places.iter_mut().zip(list).for_each(|(place, entry)| *place = (entry.play, entry.index));
        } else {
            (span.start, span.room) = (self.moves.len(), span.len);
            self.moves.extend(list.iter().map(|entry| (entry.play, entry.index)));
        }
    }

    #[inline]
    pub(super) fn get(&self, span: MoveSpan, place: u16) -> M {
        debug_assert!(place < span.len);
        self.moves[span.start + usize::from(place)].0
    }

    /// Returns the index of a move in the order of generation, given its place in the order of search.
    #[inline]
    pub(super) fn index(&self, span: MoveSpan, place: u16) -> u16 {
        debug_assert!(place < span.len);
        self.moves[span.start + usize::from(place)].1
    }
}
