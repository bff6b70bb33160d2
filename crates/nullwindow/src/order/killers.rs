//! Killer moves: a move that caused a cutoff is tried early at other nodes of the same ply.

/// The two latest moves that caused cutoffs, by ply.
#[derive(Clone, Debug)]
pub(super) struct Killers<M> {
    plies: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> Killers<M> {
    pub(super) fn new() -> Killers<M> {
        Killers { plies: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.plies.clear();
    }

    #[inline]
    pub(super) fn add(&mut self, ply: usize, play: M) {
        if ply >= self.plies.len() {
            self.plies.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.plies[ply];
        // The same killer twice would displace the second one.
        if *first != Some(play) {
            *second = first.replace(play);
        }
    }

    /// Returns the latest killer of a ply (`which` = 0) or the one before it (1).
    #[inline]
    pub(super) fn get(&self, ply: usize, which: usize) -> Option<M> {
        self.plies.get(ply)?[which]
    }
}
