//! What a search remembers, in reading order:
//!
//! - nothing: [`NoMemory`];
//! - everything, for theorems: [`ExactMap`];
//! - a fixed number of entries, for work: [`Table`];
//! - any of them, chosen at run time: [`AnyMemory`].
//!
//! Memory changes the work and never the value: an entry answers only for the depth it was searched
//! to, or when it is *settled*, proven without a look at the horizon, for every greater depth too.

pub mod any;
mod entry;
pub mod exact;
mod hardware;
pub mod none;
pub mod table;

pub use any::AnyMemory;
pub use exact::ExactMap;
pub use none::NoMemory;
pub use table::{Table, TableError};

use crate::{Bounds, Depth, Game};

/// What memory knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeResult {
    /// Bounds that hold for the depth asked for.
    pub bounds: Bounds,
    /// True if the lower bound holds at every greater depth too.
    pub lower_settled: bool,
    /// True if the upper bound holds at every greater depth too.
    pub upper_settled: bool,
    /// The place of the best move in the order of generation: a hint for ordering. Where two
    /// positions share a key it may be the other one's.
    pub best: Option<u16>,
    /// True if anything was found at all.
    pub found: bool,
}

impl ProbeResult {
    /// Nothing is known.
    pub const NOTHING: ProbeResult =
        ProbeResult { bounds: Bounds::UNKNOWN, lower_settled: false, upper_settled: false, best: None, found: false };
}

/// What a search has found out about a position, to be probe_from_root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeResult {
    /// The depth it was searched to.
    pub depth: Depth,
    /// What is now known; an infinity says nothing.
    pub bounds: Bounds,
    /// True if no leaf behind the lower bound was at the horizon.
    pub lower_settled: bool,
    /// True if no leaf behind the upper bound was at the horizon.
    pub upper_settled: bool,
    /// The place of the best move in the order of generation, if one proved itself.
    pub best: Option<u16>,
    /// How many nodes it took to find out: what it would cost to have forgotten it.
    pub effort: u64,
}

/// The memory of a search on the game `G`.
pub trait Memory<G: Game + ?Sized> {
    /// Whether there is any memory. `false` lets the compiler remove every call.
    const ENABLED: bool = true;

    /// Returns whether positions this far from the horizon are probe_from_root.
    fn stores(&self, depth: Depth) -> bool;

    /// Returns the key under which a position is probe_from_root.
    fn key(&self, game: &G, position: &G::Position) -> u64;

    /// Tells that this key is going to be recalled soon: where memory is far away, it may be fetched by then.
    #[inline]
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// What is known of the position with this key, for a search of this depth.
    fn probe(&self, key: u64, depth: Depth) -> ProbeResult;

    /// Remembers a result.
    fn store(&self, key: u64, result: NodeResult);

    /// Called before every search from a new root and before every iteration.
    fn new_generation(&self) {}
}

/// A memory may be lent: searches in several threads share one table this way.
impl<G: Game + ?Sized, M: Memory<G>> Memory<G> for &M {
    const ENABLED: bool = M::ENABLED;

    #[inline]
    fn stores(&self, depth: Depth) -> bool {
        (**self).stores(depth)
    }

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        (**self).key(game, position)
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        (**self).prefetch(key);
    }

    #[inline]
    fn probe(&self, key: u64, depth: Depth) -> ProbeResult {
        (**self).probe(key, depth)
    }

    #[inline]
    fn store(&self, key: u64, result: NodeResult) {
        (**self).store(key, result);
    }

    fn new_generation(&self) {
        (**self).new_generation();
    }
}

/// How a memory treats the two bounds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoredBounds {
    /// Both bounds, each as sharp as found.
    #[default]
    Both,
    /// Only the bound found last, as in the proof that MT-SSS* is SSS* (paper 001, Fig. 17).
    Latest,
}

/// `known` with `new` added, by the rule of `keep`. Contradictory bounds, which only two positions
/// with one key can produce, leave the new ones.
fn merge(keep: StoredBounds, known: ProbeResult, new: &NodeResult) -> NodeResult {
    let mut merged = *new;
    merged.best = new.best.or(known.best);
    if keep == StoredBounds::Latest {
        return merged;
    }
    if known.bounds.lower >= new.bounds.lower {
        let equal = known.bounds.lower == new.bounds.lower;
        merged.bounds.lower = known.bounds.lower;
        merged.lower_settled = known.lower_settled || (equal && new.lower_settled);
    }
    if known.bounds.upper <= new.bounds.upper {
        let equal = known.bounds.upper == new.bounds.upper;
        merged.bounds.upper = known.bounds.upper;
        merged.upper_settled = known.upper_settled || (equal && new.upper_settled);
    }
    if merged.bounds.lower > merged.bounds.upper {
        return NodeResult { best: merged.best, ..*new };
    }
    merged
}
