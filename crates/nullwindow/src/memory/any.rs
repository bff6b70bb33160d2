//! A memory chosen at run time.
//!
//! A program that lets its user choose the memory compiles every algorithm once, instead of once per memory. Probing,
//! storing and prefetching branch on the memory, and the branch always goes the same way. `stores` only compares
//! depths, and all memories use the same keys.

use super::entry::mix;
use super::{ExactMap, Memory, NodeResult, ProbeResult, Table};
use crate::{Depth, Keyed};
use std::sync::Arc;

/// No memory, an [`ExactMap`], or a [`Table`].
///
/// Clones share the memory.
///
/// ```
/// use nullwindow::{Depth, Score, Search, memory::{AnyMemory, Table}, mtd::MtdF, trees::ExplicitTree};
/// use std::sync::Arc;
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let table = Arc::new(Table::with_bytes(1 << 16)?);
/// for memory in [AnyMemory::none(), AnyMemory::exact(), AnyMemory::table(table)] {
///     let outcome = Search::new(&tree).with_memory(memory).run(&MtdF::new(), &tree.root(), Depth::END);
///     assert_eq!(outcome.value(), Some(Score::new(12)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyMemory {
    kind: MemoryKind,
    /// The smallest depth that is stored; `None` stores nothing.
    least: Option<Depth>,
}

/// The memory behind an [`AnyMemory`].
#[derive(Clone, Debug)]
enum MemoryKind {
    None,
    Exact(Arc<ExactMap>),
    Table(Arc<Table>),
}

impl AnyMemory {
    /// Returns a memory that stores nothing.
    #[must_use]
    pub fn none() -> AnyMemory {
        AnyMemory { kind: MemoryKind::None, least: None }
    }

    /// Returns a new memory that never replaces an entry.
    #[must_use]
    pub fn exact() -> AnyMemory {
        AnyMemory { kind: MemoryKind::Exact(Arc::new(ExactMap::new())), least: Some(Depth::ZERO) }
    }

    /// Returns a memory that uses the table.
    #[must_use]
    pub fn table(table: Arc<Table>) -> AnyMemory {
        // Copied from the table, so that `stores` needs no branch on the kind of memory.
        AnyMemory { least: Some(table.least()), kind: MemoryKind::Table(table) }
    }

    /// Stores only results of at least this depth in a table, or of the table's own smallest depth if that is greater.
    /// Other memories are not changed.
    #[must_use]
    pub fn with_min_depth(mut self, least: Depth) -> AnyMemory {
        if let MemoryKind::Table(table) = &self.kind {
            self.least = Some(least.max(table.least()));
        }
        self
    }

    /// Returns the table, if this memory is one.
    #[must_use]
    pub fn as_table(&self) -> Option<&Arc<Table>> {
        match &self.kind {
            MemoryKind::Table(table) => Some(table),
            MemoryKind::None | MemoryKind::Exact(_) => None,
        }
    }

    /// Returns whether this memory stores anything.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.least.is_some()
    }
}

impl<G: Keyed + ?Sized> Memory<G> for AnyMemory {
    #[inline]
    fn stores(&self, depth: Depth) -> bool {
        self.least.is_some_and(|least| depth >= least)
    }

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        // A bijection: as exact for a map as the key itself.
        mix(game.key(position))
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        if let MemoryKind::Table(table) = &self.kind {
            Memory::<G>::prefetch(&**table, key);
        }
    }

    #[inline]
    fn probe(&self, key: u64, depth: Depth) -> ProbeResult {
        match &self.kind {
            MemoryKind::Table(table) => Memory::<G>::probe(&**table, key, depth),
            MemoryKind::Exact(map) => Memory::<G>::probe(&**map, key, depth),
            MemoryKind::None => ProbeResult::NOTHING,
        }
    }

    #[inline]
    fn store(&self, key: u64, result: NodeResult) {
        match &self.kind {
            MemoryKind::Table(table) => Memory::<G>::store(&**table, key, result),
            MemoryKind::Exact(map) => Memory::<G>::store(&**map, key, result),
            MemoryKind::None => {}
        }
    }

    fn new_generation(&self) {
        if let MemoryKind::Table(table) = &self.kind {
            Memory::<G>::new_generation(&**table);
        }
    }
}
