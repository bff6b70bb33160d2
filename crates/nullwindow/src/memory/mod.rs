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
pub struct Recall {
    /// Bounds that hold for the depth asked for.
    pub bounds: Bounds,
    /// Whether the lower bound holds at every greater depth too.
    pub lower_settled: bool,
    /// Whether the upper bound holds at every greater depth too.
    pub upper_settled: bool,
    /// The place of the best move in the order of generation: a hint for ordering. Where two
    /// positions share a key it may be the other one's.
    pub best: Option<u16>,
    /// Whether anything was found at all.
    pub found: bool,
}

impl Recall {
    /// Nothing is known.
    pub const NOTHING: Recall =
        Recall { bounds: Bounds::UNKNOWN, lower_settled: false, upper_settled: false, best: None, found: false };
}

/// What a search has found out about a position, to be remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The depth it was searched to.
    pub depth: Depth,
    /// What is now known; an infinity says nothing.
    pub bounds: Bounds,
    /// Whether no leaf behind the lower bound was at the horizon.
    pub lower_settled: bool,
    /// Whether no leaf behind the upper bound was at the horizon.
    pub upper_settled: bool,
    /// The place of the best move in the order of generation, if one proved itself.
    pub best: Option<u16>,
    /// How many nodes it took to find out: what it would cost to have forgotten it.
    pub effort: u64,
}

/// The memory of a search on the game `G`.
pub trait Memory<G: Game + ?Sized> {
    /// Whether there is any memory. `false` lets the compiler remove every call.
    const REMEMBERS: bool = true;

    /// Whether positions this far from the horizon are remembered.
    fn keeps(&self, depth: Depth) -> bool;

    /// The key under which a position is remembered.
    fn key(&self, game: &G, position: &G::Position) -> u64;

    /// Tells that this key is going to be recalled soon: where memory is far away, it may be fetched by then.
    #[inline]
    fn expect(&self, key: u64) {
        let _ = key;
    }

    /// What is known of the position with this key, for a search of this depth.
    fn recall(&self, key: u64, depth: Depth) -> Recall;

    /// Remembers a finding.
    fn record(&self, key: u64, finding: Finding);

    /// Called before every search from a new root and before every iteration.
    fn begin(&self) {}
}

/// A memory may be lent: searches in several threads share one table this way.
impl<G: Game + ?Sized, M: Memory<G>> Memory<G> for &M {
    const REMEMBERS: bool = M::REMEMBERS;

    #[inline]
    fn keeps(&self, depth: Depth) -> bool {
        (**self).keeps(depth)
    }

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        (**self).key(game, position)
    }

    #[inline]
    fn expect(&self, key: u64) {
        (**self).expect(key);
    }

    #[inline]
    fn recall(&self, key: u64, depth: Depth) -> Recall {
        (**self).recall(key, depth)
    }

    #[inline]
    fn record(&self, key: u64, finding: Finding) {
        (**self).record(key, finding);
    }

    fn begin(&self) {
        (**self).begin();
    }
}

/// How a memory treats the two bounds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// Both bounds, each as sharp as found.
    #[default]
    BothBounds,
    /// Only the bound found last, as in the proof that MT-SSS* is SSS* (paper 001, Fig. 17).
    OneBound,
}

/// `known` with `new` added, by the rule of `keep`. Contradictory bounds, which only two positions
/// with one key can produce, leave the new ones.
fn merge(keep: Keep, known: Recall, new: &Finding) -> Finding {
    let mut merged = *new;
    merged.best = new.best.or(known.best);
    if keep == Keep::OneBound {
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
        return Finding { best: merged.best, ..*new };
    }
    merged
}
