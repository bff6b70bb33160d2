//! The memories of a search, in reading order:
//!
//! - [`NoMemory`] stores nothing;
//! - [`ExactMap`] stores everything, as the theorems assume;
//! - [`Table`] is a transposition table of fixed size, for practical use;
//! - [`AnyMemory`] is one of them, chosen at run time.
//!
//! Memory changes the work and never the value. An entry answers only for the depth it was searched to. A *settled*
//! bound, with no leaf at the horizon behind it, answers for every greater depth too.

pub mod any;
mod bounds_cache;
mod entry;
pub mod exact;
mod growth;
mod hardware;
pub mod none;
pub mod table;

pub use any::AnyMemory;
pub use bounds_cache::BoundsCache;
pub use exact::ExactMap;
pub use none::NoMemory;
pub use table::{Table, TableError};

use crate::{Bounds, Depth, Game};

/// The result of a probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeResult {
    /// Bounds that hold at the requested depth.
    pub bounds: Bounds,
    /// True if the lower bound holds at every greater depth too.
    pub lower_settled: bool,
    /// True if the upper bound holds at every greater depth too.
    pub upper_settled: bool,
    /// The index of the best move in the order of generation. It is only a hint for ordering: if two positions share a
    /// key, it may belong to the other one.
    pub best: Option<u16>,
    /// True if there is an entry, of whatever depth.
    pub found: bool,
}

impl ProbeResult {
    /// The result of a probe without an entry.
    pub const NOTHING: ProbeResult =
        ProbeResult { bounds: Bounds::UNKNOWN, lower_settled: false, upper_settled: false, best: None, found: false };
}

/// The result of searching a node, to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeResult {
    /// The depth of the search.
    pub depth: Depth,
    /// The proven bounds; an infinite bound says nothing.
    pub bounds: Bounds,
    /// True if no leaf behind the lower bound was at the horizon.
    pub lower_settled: bool,
    /// True if no leaf behind the upper bound was at the horizon.
    pub upper_settled: bool,
    /// The index of the best move in the order of generation, if a move raised alpha.
    pub best: Option<u16>,
    /// The number of nodes searched: the cost of losing the entry.
    pub effort: u64,
}

/// The memory of a search on the game `G`.
pub trait Memory<G: Game + ?Sized> {
    /// True if the memory stores anything. `false` lets the compiler remove every call.
    const ENABLED: bool = true;

    /// Returns whether results of this depth are stored.
    fn stores(&self, depth: Depth) -> bool;

    /// Returns the key of a position in this memory.
    fn key(&self, game: &G, position: &G::Position) -> u64;

    /// Prefetches the entry of a key that will be probed soon.
    #[inline]
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// Returns what is stored for the key that holds at this depth.
    fn probe(&self, key: u64, depth: Depth) -> ProbeResult;

    /// Stores a result.
    fn store(&self, key: u64, result: NodeResult);

    /// Starts a new generation: called before every search of a new root and before every iteration.
    fn new_generation(&self) {}
}

/// A reference to a memory is a memory: searches in several threads share one table this way.
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

/// The bounds that an entry holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoredBounds {
    /// Both bounds, each as sharp as found.
    #[default]
    Both,
    /// Only the latest bound, as in the proof that MT-SSS* is SSS* (\[PSPB96\], Fig. 17).
    Latest,
}

/// Merges a new result into what is stored.
fn merge(keep: StoredBounds, known: ProbeResult, new: &NodeResult) -> NodeResult {
    let mut merged = *new;
    // A search that failed low has no best move; the old one is still the best guess.
    merged.best = new.best.or(known.best);
    // The proof of equivalence with SSS* needs the old bound to be dropped, even if it is sharper.
    if keep == StoredBounds::Latest {
        return merged;
    }
    // Of equal bounds, one that is settled suffices: both are true.
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
    // Only two positions with the same key produce contradictory bounds: the new ones win.
    if merged.bounds.lower > merged.bounds.upper {
        return NodeResult { best: merged.best, ..*new };
    }
    merged
}
