//! No memory: every node is searched anew.

use super::{Memory, NodeResult, ProbeResult};
use crate::{Depth, Game};

/// A memory that stores nothing, costs nothing, and does not require [`Keyed`](crate::Keyed).
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMemory;

impl<G: Game + ?Sized> Memory<G> for NoMemory {
    const ENABLED: bool = false;

    #[inline]
    fn stores(&self, _: Depth) -> bool {
        false
    }

    #[inline]
    fn key(&self, _: &G, _: &G::Position) -> u64 {
        0
    }

    #[inline]
    fn probe(&self, _: u64, _: Depth) -> ProbeResult {
        ProbeResult::NOTHING
    }

    #[inline]
    fn store(&self, _: u64, _: NodeResult) {}
}
