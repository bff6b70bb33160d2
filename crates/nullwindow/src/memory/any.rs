//! Any of the memories, chosen at run time.
//!
//! A program that lets its user choose compiles every algorithm once, and not once for each memory. Only probing, storing
//! and prefetching distinguish the memories, by one branch that always goes the same way: `keeps` compares depths, and
//! all memories have the same keys.

use super::entry::mix;
use super::{ExactMap, Finding, Memory, Recall, Table};
use crate::{Depth, Keyed};
use std::sync::Arc;

/// No memory, an [`ExactMap`], or a [`Table`].
///
/// Clones share the memory that they are clones of.
///
/// ```
/// use nullwindow::{Depth, Score, Search, memory::{AnyMemory, Table}, mtd::MtdF, trees::ExplicitTree};
/// use std::sync::Arc;
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let table = Arc::new(Table::with_bytes(1 << 16)?);
/// for memory in [AnyMemory::none(), AnyMemory::exact(), AnyMemory::table(table)] {
///     let outcome = Search::new(&tree).memory(memory).run(&MtdF::new(), &tree.root(), Depth::END);
///     assert_eq!(outcome.value(), Some(Score::new(12)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyMemory {
    kind: Kind,
    /// The least depth that is kept; `None` keeps nothing.
    least: Option<Depth>,
}

#[derive(Clone, Debug)]
enum Kind {
    None,
    Exact(Arc<ExactMap>),
    Table(Arc<Table>),
}

impl AnyMemory {
    /// Returns a memory that keeps nothing.
    #[must_use]
    pub fn none() -> AnyMemory {
        AnyMemory { kind: Kind::None, least: None }
    }

    /// Returns a new memory that forgets nothing.
    #[must_use]
    pub fn exact() -> AnyMemory {
        AnyMemory { kind: Kind::Exact(Arc::new(ExactMap::new())), least: Some(Depth::ZERO) }
    }

    /// Returns a table as memory.
    #[must_use]
    pub fn table(table: Arc<Table>) -> AnyMemory {
        AnyMemory { least: Some(table.least()), kind: Kind::Table(table) }
    }

    /// Returns the table, if this memory is one.
    #[must_use]
    pub fn as_table(&self) -> Option<&Arc<Table>> {
        match &self.kind {
            Kind::Table(table) => Some(table),
            Kind::None | Kind::Exact(_) => None,
        }
    }

    /// Returns whether this memory keeps anything.
    #[must_use]
    pub fn remembers(&self) -> bool {
        self.least.is_some()
    }
}

impl<G: Keyed + ?Sized> Memory<G> for AnyMemory {
    #[inline]
    fn keeps(&self, depth: Depth) -> bool {
        self.least.is_some_and(|least| depth >= least)
    }

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        mix(game.key(position)) // a bijection: as good for a map as the game's own key
    }

    #[inline]
    fn expect(&self, key: u64) {
        if let Kind::Table(table) = &self.kind {
            Memory::<G>::expect(&**table, key);
        }
    }

    #[inline]
    fn recall(&self, key: u64, depth: Depth) -> Recall {
        match &self.kind {
            Kind::Table(table) => Memory::<G>::recall(&**table, key, depth),
            Kind::Exact(map) => Memory::<G>::recall(&**map, key, depth),
            Kind::None => Recall::NOTHING,
        }
    }

    #[inline]
    fn record(&self, key: u64, finding: Finding) {
        match &self.kind {
            Kind::Table(table) => Memory::<G>::record(&**table, key, finding),
            Kind::Exact(map) => Memory::<G>::record(&**map, key, finding),
            Kind::None => {}
        }
    }

    fn begin(&self) {
        if let Kind::Table(table) = &self.kind {
            Memory::<G>::begin(&**table);
        }
    }
}
