//! What a search of the laboratory remembers: everything, or what fits into a table that threads may share.

use super::SubjectError;
use nullwindow::memory::{ExactMap, Finding, Memory, Recall, Table};
use nullwindow::{Depth, Keyed};
use std::sync::Arc;

/// Both memories as one type, so that every algorithm is compiled once a game. Clones of a table are the same table; a
/// map is not shared, and who remembers everything searches alone.
#[derive(Clone, Debug)]
pub(super) enum Remembered {
    Everything(ExactMap),
    Entries(Arc<Table>),
}

impl Remembered {
    pub(super) fn new(entries: Option<u64>) -> Result<Remembered, SubjectError> {
        let Some(entries) = entries else { return Ok(Remembered::Everything(ExactMap::new())) };
        let entries = usize::try_from(entries).unwrap_or(usize::MAX);
        let table = Table::with_entries(entries).map_err(|error| SubjectError::Setup(error.to_string()))?;
        Ok(Remembered::Entries(Arc::new(table)))
    }
}

impl<G: Keyed + ?Sized> Memory<G> for Remembered {
    #[inline]
    fn keeps(&self, depth: Depth) -> bool {
        match self {
            Remembered::Everything(map) => Memory::<G>::keeps(map, depth),
            Remembered::Entries(table) => Memory::<G>::keeps(&**table, depth),
        }
    }

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        match self {
            Remembered::Everything(map) => map.key(game, position),
            Remembered::Entries(table) => (**table).key(game, position),
        }
    }

    #[inline]
    fn expect(&self, key: u64) {
        match self {
            Remembered::Everything(map) => Memory::<G>::expect(map, key),
            Remembered::Entries(table) => Memory::<G>::expect(&**table, key),
        }
    }

    #[inline]
    fn recall(&self, key: u64, depth: Depth) -> Recall {
        match self {
            Remembered::Everything(map) => Memory::<G>::recall(map, key, depth),
            Remembered::Entries(table) => Memory::<G>::recall(&**table, key, depth),
        }
    }

    #[inline]
    fn record(&self, key: u64, finding: Finding) {
        match self {
            Remembered::Everything(map) => Memory::<G>::record(map, key, finding),
            Remembered::Entries(table) => Memory::<G>::record(&**table, key, finding),
        }
    }

    fn begin(&self) {
        match self {
            Remembered::Everything(map) => Memory::<G>::begin(map),
            Remembered::Entries(table) => Memory::<G>::begin(&**table),
        }
    }
}
