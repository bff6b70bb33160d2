//! No memory: every node is new.

use super::{Finding, Memory, Recall};
use crate::{Depth, Game};

/// Remembers nothing, costs nothing, and asks no [`Keyed`](crate::Keyed) of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMemory;

impl<G: Game + ?Sized> Memory<G> for NoMemory {
    const REMEMBERS: bool = false;

    #[inline]
    fn keeps(&self, _: Depth) -> bool {
        false
    }

    #[inline]
    fn key(&self, _: &G, _: &G::Position) -> u64 {
        0
    }

    #[inline]
    fn recall(&self, _: u64, _: Depth) -> Recall {
        Recall::NOTHING
    }

    #[inline]
    fn record(&self, _: u64, _: Finding) {}
}
