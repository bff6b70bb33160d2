//! Killer moves: what cut off at a ply is tried early at its cousins.

/// The two moves that last cut off, by ply.
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
        if *first != Some(play) {
            *second = first.replace(play);
        }
    }

    /// Returns the killer that cut off last, or the one before it.
    #[inline]
    pub(super) fn get(&self, ply: usize, which: usize) -> Option<M> {
        self.plies.get(ply)?[which]
    }
}
