//! TEMPORARY
use super::*;
use crate::Keyed;
use std::sync::Arc;
#[derive(Clone, Debug)]
pub enum AnyMemory {
    None,
    Exact(ExactMap),
    Table(Arc<Table>),
}
impl AnyMemory {
    pub fn none() -> Self {
        AnyMemory::None
    }
    pub fn exact() -> Self {
        AnyMemory::Exact(ExactMap::new())
    }
    pub fn table(t: Arc<Table>) -> Self {
        AnyMemory::Table(t)
    }
    pub fn as_table(&self) -> Option<&Arc<Table>> {
        if let AnyMemory::Table(t) = self { Some(t) } else { None }
    }
}
impl<G: Keyed + ?Sized> Memory<G> for AnyMemory {
    fn keeps(&self, depth: Depth) -> bool {
        match self {
            AnyMemory::None => false,
            AnyMemory::Exact(m) => Memory::<G>::keeps(m, depth),
            AnyMemory::Table(t) => Memory::<G>::keeps(&**t, depth),
        }
    }
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        match self {
            AnyMemory::None => 0,
            AnyMemory::Exact(m) => m.key(game, position),
            AnyMemory::Table(t) => (**t).key(game, position),
        }
    }
    fn recall(&self, key: u64, depth: Depth) -> Recall {
        match self {
            AnyMemory::None => Recall::NOTHING,
            AnyMemory::Exact(m) => Memory::<G>::recall(m, key, depth),
            AnyMemory::Table(t) => Memory::<G>::recall(&**t, key, depth),
        }
    }
    fn record(&self, key: u64, f: Finding) {
        match self {
            AnyMemory::None => {}
            AnyMemory::Exact(m) => Memory::<G>::record(m, key, f),
            AnyMemory::Table(t) => Memory::<G>::record(&**t, key, f),
        }
    }
    fn begin(&self) {
        if let AnyMemory::Table(t) = self {
            Memory::<G>::begin(&**t)
        }
    }
}
