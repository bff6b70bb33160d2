//! Killer moves: what cut off at a ply is tried early at its cousins.

use crate::game::Ranked;

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

    /// Gives the killers among `list` the ranks `top + 1` and `top`.
    #[inline]
    pub(super) fn rank(&self, ply: usize, list: &mut [Ranked<M>], top: i64) {
        let Some(&[first, second]) = self.plies.get(ply) else { return };
        if first.is_none() {
            return;
        }
        for entry in list {
            if first == Some(entry.play) {
                entry.rank = top + 1;
            } else if second == Some(entry.play) {
                entry.rank = top;
            }
        }
    }
}
