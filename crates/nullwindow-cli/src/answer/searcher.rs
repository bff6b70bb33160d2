//! A search as a request wants it: a game, an order, a table, so many threads, and when to stop.

use super::leaves::FewLeaves;
use super::live::Live;
use crate::games::Playable;
use crate::interrupt;
use nullwindow::memory::Table;
use nullwindow::{Limits, Order, Search};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// When to stop, whether the work is done or not. Ctrl-C is one more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Until {
    /// At this time.
    pub deadline: Option<Instant>,
    /// After so many nodes of all threads.
    pub nodes: Option<u64>,
}

impl Until {
    /// Whether time is over.
    pub fn is_over(&self) -> bool {
        interrupt::stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn limits<'a>(self, done: &'a AtomicBool) -> Limits<'a> {
        let limits = Limits::none().flag(done).until(move || self.is_over());
        match self.nodes {
            Some(nodes) => limits.nodes(nodes),
            None => limits,
        }
    }
}

/// What searches of one request have in common.
#[derive(Debug)]
pub struct Searcher<'t, G> {
    /// The game.
    pub game: &'t G,
    /// The order of moves that suits it.
    pub order: Order,
    /// What all threads remember.
    table: &'t Table,
    /// How many threads.
    pub threads: u16,
    until: Until,
    stop: AtomicBool,
}

/// The search of the thread that leads: its observers see what it does itself, its outcomes count for all.
pub type Leader<'w, G> = Search<'w, G, &'w Table, (FewLeaves, Live)>;

impl<'t, G: Playable> Searcher<'t, G> {
    /// Searches on one thread, until they are done.
    pub fn new(game: &'t G, order: Order, table: &'t Table) -> Searcher<'t, G> {
        Searcher { game, order, table, threads: 1, until: Until::default(), stop: AtomicBool::new(false) }
    }

    /// The same on so many threads.
    pub fn threads(self, threads: u16) -> Searcher<'t, G> {
        Searcher { threads, ..self }
    }

    /// The same with limits.
    pub fn until(self, until: Until) -> Searcher<'t, G> {
        Searcher { until, ..self }
    }

    /// Does `work` with a new search, in which all threads help; `live` shows its progress.
    pub fn search<T>(&self, live: &Live, work: impl FnOnce(&mut Leader<'_, G>) -> T) -> T {
        self.stop.store(false, Relaxed);
        let mut search = Search::new(self.game)
            .memory(self.table)
            .order(self.order)
            .observer((FewLeaves::default(), live.clone()))
            .limits(self.until.limits(&self.stop));
        search.threads(self.threads.into(), work)
    }

    /// Stops the search at work: it has seen enough.
    pub fn enough(&self) {
        self.stop.store(true, Relaxed);
    }
}
