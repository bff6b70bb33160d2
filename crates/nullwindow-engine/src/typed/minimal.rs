//! The minimal tree and the minimal graph that prove the value, at every depth of a search.

use super::RootPosition;
use super::search::{Deadline, StopFlags, deepening, limits, request_record};
use crate::SearchRecord;
use crate::announcer::Announcer;
use crate::clock::SearchClock;
use crate::engine::{EngineError, MinimalKind, SearchAnswer, is_stopped};
use crate::observer::EngineObserver;
use crate::request::{Control, Horizon, SearchRequest};
use nullwindow::memory::AnyMemory;
use nullwindow::mtd::MtdF;
use nullwindow::solution::{ExtractError, MinimalTree};
use nullwindow::{AnyAlgorithm, Bounds, Depth, Search, Stopped};
use nullwindow_games::Playable;

/// The largest tree, in nodes, whose minimal tree is measured: some seconds.
const LARGEST_TREE: usize = 1 << 25;

impl<G: Playable> RootPosition<'_, G> {
    pub(super) fn minimal(
        &self,
        subject: &str,
        kind: MinimalKind,
        request: &SearchRequest,
        control: &mut Control<'_>,
    ) -> Result<SearchAnswer, EngineError> {
        let mut answer = SearchAnswer::default();
        for depth in depths(request.horizon) {
            let clock = SearchClock::of_thread();
            let found = match kind {
                _ if is_stopped(control.stop) => None,
                MinimalKind::Tree => Some(self.minimal_tree(depth)?),
                MinimalKind::Graph => self.minimal_graph(request, depth, control)?,
            };
            let Some(found) = found else {
                answer.stopped = Some(Stopped::Flag);
                break;
            };
            let name = match kind {
                MinimalKind::Tree => "minimal-tree",
                MinimalKind::Graph => "minimal-graph",
            };
            let base = request_record(subject, &self.text, request, 1);
            let settled = found.settled;
            answer.records.push(SearchRecord {
                subject: base.subject,
                position: base.position,
                algorithm: name.to_owned(),
                step: base.step,
                entries: base.entries,
                depth: depth.get(),
                seconds: clock.lap().as_secs_f64(),
                threads: 1,
                ..found
            });
            // Greater depths would repeat the same tree.
            if settled {
                break;
            }
        }
        Ok(answer)
    }

    fn minimal_tree(&self, depth: Depth) -> Result<SearchRecord, EngineError> {
        let tree = MinimalTree::of(&*self.game, &self.position, depth, LARGEST_TREE)?;
        let mut record = SearchRecord {
            leaves: Some(tree.leaves),
            leaf_visits: tree.leaves,
            interior: tree.nodes.saturating_sub(tree.leaves),
            total: tree.nodes,
            ..SearchRecord::default()
        };
        record.set_bounds(Bounds::exactly(tree.value));
        Ok(record)
    }

    /// Measures the graph that MTD(f) leaves in the table after deepening to `depth` as requested.
    fn minimal_graph(
        &self,
        request: &SearchRequest,
        depth: Depth,
        control: &mut Control<'_>,
    ) -> Result<Option<SearchRecord>, EngineError> {
        let stop = control.stop;
        let (announcer, flags) = (Announcer::of(control), StopFlags::default());
        let horizon = match request.horizon {
            Horizon::Fixed(_) => Horizon::Fixed(depth),
            Horizon::Deepening { step, .. } => Horizon::Deepening { to: depth, step },
            Horizon::Finishing { .. } => request.horizon,
        };
        let memory: AnyMemory = request.memory.build()?;
        let limits = limits(stop, &flags, &announcer, Deadline::after(None), None, &memory);
        let mut search = Search::new(&*self.game)
            .with_memory(memory)
            .with_observer(EngineObserver::default())
            .with_order(request.order.unwrap_or_else(|| self.game.profile().order))
            .with_limits(limits);
        let answer = search.deepen(
            &AnyAlgorithm::MtdF(MtdF::new()),
            &self.position,
            super::request(&*self.game, &self.position, deepening(horizon)),
        );
        let (Some(last), None) = (answer.last(), answer.stopped()) else { return Ok(None) };
        let (Some(value), depth) = (last.value(), last.depth) else { return Ok(None) };
        let graph = match search.solution(&self.position, depth).complete().minimal_graph(value) {
            Ok(graph) => graph.all(),
            Err(ExtractError::Stopped { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut record = SearchRecord {
            leaves: Some(graph.leaves),
            leaf_visits: graph.leaves,
            interior: graph.interior,
            total: graph.total(),
            settled: last.settled,
            ..SearchRecord::default()
        };
        record.set_bounds(Bounds::exactly(value));
        Ok(Some(record))
    }
}

/// Returns the depths of the iterations.
fn depths(horizon: Horizon) -> Vec<Depth> {
    match horizon {
        Horizon::Deepening { to, step } if to != Depth::END => {
            let (last, step) = (to.get().unwrap_or_default(), step.max(1));
            // Iterations end at the last depth, so the first one takes the remainder.
            let first = if last % step == 0 { step } else { last % step };
            (first..=last).step_by(step as usize).map(Depth::plies).collect()
        }
        Horizon::Deepening { to, .. } | Horizon::Fixed(to) => vec![to],
        Horizon::Finishing { .. } => vec![Depth::END],
    }
}
