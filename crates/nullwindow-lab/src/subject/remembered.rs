//! What a search of the laboratory remembers: everything, or what fits into a table.

use super::SubjectError;
use nullwindow::memory::{ExactMap, Finding, Memory, Recall, Table};
use nullwindow::{Depth, Keyed};

/// Both memories as one type, so that every algorithm is compiled once a game.
#[derive(Debug)]
pub(super) enum Remembered {
    Everything(ExactMap),
    Entries(Table),
}

impl Remembered {
    pub(super) fn new(entries: Option<u64>) -> Result<Remembered, SubjectError> {
        let Some(entries) = entries else { return Ok(Remembered::Everything(ExactMap::new())) };
        let entries = usize::try_from(entries).unwrap_or(usize::MAX);
        let table = Table::with_entries(entries).map_err(|error| SubjectError::Setup(error.to_string()))?;
        Ok(Remembered::Entries(table))
    }
}

impl<G: Keyed + ?Sized> Memory<G> for Remembered {
    #[inline]
    fn keeps(&self, depth: Depth) -> bool {
        match self {
            Remembered::Everything(map) => Memory::<G>::keeps(map, depth),
            Remembered::Entries(table) => Memory::<G>::keeps(table, depth),
        }
    }

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        match self {
            Remembered::Everything(map) => map.key(game, position),
            Remembered::Entries(table) => table.key(game, position),
        }
    }

    #[inline]
    fn recall(&self, key: u64, depth: Depth) -> Recall {
        match self {
            Remembered::Everything(map) => Memory::<G>::recall(map, key, depth),
            Remembered::Entries(table) => Memory::<G>::recall(table, key, depth),
        }
    }

    #[inline]
    fn record(&self, key: u64, finding: Finding) {
        match self {
            Remembered::Everything(map) => Memory::<G>::record(map, key, finding),
            Remembered::Entries(table) => Memory::<G>::record(table, key, finding),
        }
    }

    fn begin(&self) {
        match self {
            Remembered::Everything(map) => Memory::<G>::begin(map),
            Remembered::Entries(table) => Memory::<G>::begin(table),
        }
    }
}
