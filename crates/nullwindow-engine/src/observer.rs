//! The observer of every engine: counters, and optional parts chosen at run time.
//!
//! A search is compiled once per game, whatever is observed. The optional parts are behind one pointer: without parts,
//! an event costs its counter and one predictable branch.

use crate::announcer::Announce;
use crate::distinct::LeafSet;
use crate::upper_recorder::UpperRecorder;
use nullwindow::memory::ProbeResult;
use nullwindow::observe::{Cost, Counters, Counts, Exit, LeafKind, ListStep, Observer, Trace, Visit};
use nullwindow::{Keyed, Score, Window};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Default)]
pub(crate) struct EngineObserver<'c> {
    counters: Counters,
    parts: Option<Box<ObserverParts<'c>>>,
}

/// The optional parts of an observer.
#[derive(Default)]
pub(crate) struct ObserverParts<'c> {
    /// In a cell, because counts are read through a shared reference, and reading them flushes the buffer.
    pub(crate) leaves: Option<RefCell<LeafSet<'c>>>,
    pub(crate) trace: Option<BoundedTrace<'c>>,
    pub(crate) announcer: Option<&'c dyn Announce>,
    pub(crate) upper: Option<UpperRecorder<'c>>,
}

impl ObserverParts<'_> {
    fn is_empty(&self) -> bool {
        self.leaves.is_none() && self.trace.is_none() && self.announcer.is_none() && self.upper.is_none()
    }
}

/// A trace that stops the search when it is full, because it stays in memory until it is written.
pub(crate) struct BoundedTrace<'c> {
    pub(crate) trace: Trace,
    pub(crate) left: u64,
    pub(crate) full: &'c AtomicBool,
}

impl BoundedTrace<'_> {
    /// Counts an event and returns the trace that records it.
    fn next(&mut self) -> &mut Trace {
        if self.left == 0 {
            // `Relaxed` suffices: the same thread polls the flag.
            self.full.store(true, Relaxed);
        }
        self.left = self.left.saturating_sub(1);
        &mut self.trace
    }
}

impl<'c> EngineObserver<'c> {
    pub(crate) fn new(parts: ObserverParts<'c>) -> EngineObserver<'c> {
        EngineObserver { counters: Counters::new(), parts: (!parts.is_empty()).then(|| Box::new(parts)) }
    }

    pub(crate) fn into_parts(self) -> ObserverParts<'c> {
        self.parts.map(|parts| *parts).unwrap_or_default()
    }

    fn upper(&mut self) -> Option<&mut UpperRecorder<'c>> {
        self.parts.as_mut()?.upper.as_mut()
    }

    fn trace(&mut self) -> Option<&mut Trace> {
        self.parts.as_mut()?.trace.as_mut().map(BoundedTrace::next)
    }
}

impl<G: Keyed + ?Sized> Observer<G> for EngineObserver<'_> {
    fn wants_steps(&self) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.trace.is_some())
    }

    fn pass(&mut self, window: Window) {
        // Counters come first and unconditionally: records need them in every search.
        Observer::<G>::pass(&mut self.counters, window);
        let Some(parts) = &mut self.parts else { return };
        if let Some(announcer) = parts.announcer {
            announcer.pass(window);
        }
        if let Some(upper) = &mut parts.upper {
            upper.pass();
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::pass(trace, window);
        }
    }

    fn answer(&mut self, answer: Score) {
        let Some(parts) = &mut self.parts else { return };
        if let Some(announcer) = parts.announcer {
            announcer.answer(answer);
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::answer(trace, answer);
        }
    }

    #[inline]
    fn enter(&mut self, visit: Visit<'_, G::Position>, window: Window) {
        let Some(parts) = &mut self.parts else { return };
        if let Some(announcer) = parts.announcer {
            match visit.ply {
                0 => announcer.at_root(visit.depth),
                1 => announcer.at_root_move(visit.place),
                _ => {}
            }
        }
        if let Some(upper) = &mut parts.upper {
            upper.enter(visit.ply, visit.depth, visit.place, window);
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::enter(trace, visit, window);
        }
    }

    #[inline]
    fn probe(&mut self, ply: usize, probe: &ProbeResult, answer: Option<Score>) {
        Observer::<G>::probe(&mut self.counters, ply, probe, answer);
        if let Some(upper) = self.upper() {
            upper.probe(ply, probe, answer);
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::probe(trace, ply, probe, answer);
        }
    }

    #[inline]
    fn leaf(&mut self, game: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        Observer::<G>::leaf(&mut self.counters, game, visit, value, kind);
        let Some(parts) = &mut self.parts else { return };
        if let Some(upper) = &mut parts.upper {
            upper.leaf(visit.ply, visit.depth, value, kind);
        }
        if let Some(leaves) = &mut parts.leaves {
            let leaves = leaves.get_mut();
            // Leaves of one iteration share this sum, whatever their ply: it identifies the iteration.
            let horizon = visit.depth.get().map_or(usize::MAX, |depth| visit.ply + depth as usize);
            leaves.visit(horizon, game.key(visit.position));
            // Counting stops for good: a partial count would be misleading.
            if leaves.is_overflown() {
                parts.leaves = None;
                if parts.is_empty() {
                    self.parts = None; // a long search goes on as one without parts
                }
            }
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::leaf(trace, game, visit, value, kind);
        }
    }

    #[inline]
    fn quiescence(&mut self, nodes: u64) {
        Observer::<G>::quiescence(&mut self.counters, nodes);
    }

    #[inline]
    fn expand(&mut self, ply: usize, moves: usize) {
        Observer::<G>::expand(&mut self.counters, ply, moves);
        if let Some(upper) = self.upper() {
            upper.expand(moves);
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::expand(trace, ply, moves);
        }
    }

    #[inline]
    fn refuted(&mut self, ply: usize, children: usize) {
        Observer::<G>::refuted(&mut self.counters, ply, children);
        if let Some(upper) = self.upper() {
            upper.refuted(children);
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::refuted(trace, ply, children);
        }
    }

    #[inline]
    fn ruled(&mut self, ply: usize, value: Score) {
        Observer::<G>::ruled(&mut self.counters, ply, value);
        if let Some(upper) = self.upper() {
            upper.ruled(value);
        }
    }

    #[inline]
    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        Observer::<G>::leave(&mut self.counters, ply, value, exit);
        if let Some(upper) = self.upper() {
            upper.leave(value, exit);
        }
        if let Some(trace) = self.trace() {
            Observer::<G>::leave(trace, ply, value, exit);
        }
    }

    fn step(&mut self, step: ListStep<'_>) {
        if let Some(trace) = self.trace() {
            Observer::<G>::step(trace, step);
        }
    }

    #[inline]
    fn lists(&mut self, open: usize, backup: usize) {
        Observer::<G>::lists(&mut self.counters, open, backup);
    }

    #[inline]
    fn cost(&self) -> Cost {
        Observer::<G>::cost(&self.counters)
    }

    fn counts(&self) -> Counts {
        let leaves = self.parts.as_ref().and_then(|parts| parts.leaves.as_ref());
        let distinct_leaves = leaves.and_then(|leaves| leaves.borrow_mut().count());
        let mut counts = Observer::<G>::counts(&self.counters);
        counts.distinct_leaves = distinct_leaves;
        counts
    }
}
