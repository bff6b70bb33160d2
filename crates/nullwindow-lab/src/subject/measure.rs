//! One cell, searched and written down.

use super::remembered::Remembered;
use super::{Searched, SubjectError};
use crate::distinct::{Clock, Distinct};
use crate::{Cell, Method, Question, Row};
use nullwindow::mtd::MtdF;
use nullwindow::solution::{ExtractError, MinimalTree};
use nullwindow::{
    AnyAlgorithm, Bounds, Deepening, Depth, Evaluator, Keyed, Limits, Order, Outcome, Pass, Score, Search,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// A position to search, and how to write about it.
pub(super) struct Root<'g, G: Evaluator + Keyed> {
    pub(super) game: &'g G,
    pub(super) root: G::Position,
    pub(super) order: Order,
    /// The position in words.
    pub(super) position: &'g str,
    /// A move in words.
    pub(super) show: fn(&G, &G::Position, G::Move) -> String,
    /// The values of the cell's iterations, where they were found before.
    pub(super) values: Option<Values>,
}

/// The value at the depth of every iteration.
pub(super) type Values = HashMap<Depth, Score>;

type LabSearch<'a, G> = Search<'a, G, Remembered, Distinct<'a>>;

/// The largest tree whose minimal tree is measured, in nodes: some seconds.
const LARGEST_TREE: usize = 1 << 25;

impl<G> Root<'_, G>
where
    G: Evaluator + Keyed + Sync,
    G::Position: Send,
    G::Move: Send,
{
    /// Searches the cell.
    pub(super) fn measure(&self, cell: &Cell, stop: &AtomicBool) -> Result<Searched, SubjectError> {
        match cell.method {
            Method::Search(algorithm) => self.search(&algorithm, cell, stop),
            Method::MinimalTree => self.each_depth(cell, stop, |depth| self.minimal_tree(depth)),
            Method::MinimalGraph => self.each_depth(cell, stop, |depth| self.minimal_graph(cell, depth, stop)),
        }
    }

    /// A search by iterations, or by one that goes to the depth at once.
    fn search(&self, algorithm: &AnyAlgorithm, cell: &Cell, stop: &AtomicBool) -> Result<Searched, SubjectError> {
        let mut searched = Searched::default();
        let values = match (cell.offset, &self.values) {
            (None, _) => Values::new(),
            (Some(_), Some(known)) => known.clone(),
            (Some(_), None) => self.values(cell, stop)?.unwrap_or_default(),
        };
        let off = |depth: Depth, guess: Option<Score>| match cell.offset {
            Some(offset) => values.get(&depth).map(|value| value.offset(offset).clamp(Score::MIN, Score::MAX)),
            None => guess,
        };
        let clock = if cell.threads > 1 { Clock::wall() } else { Clock::start() };
        let mut search = self.new_search(algorithm, cell, &clock, stop)?;
        clock.lap();
        let plan = iterations(cell, depth_of(cell));
        let answer = search.threads(cell.crew().into(), |search| {
            search.deepen_guessing(algorithm, &self.root, &plan, off, |outcome| {
                let time = clock.lap();
                clock.without(|| searched.rows.push(self.row(cell, outcome, time)));
            })
        });
        searched.stopped = answer.stopped().is_some();
        searched.leaf_sequence = search.into_observer().into_first_visits();
        Ok(searched)
    }

    /// The values of all iterations, by MTD(f) in a memory of its own; none if it was stopped.
    pub(super) fn values(&self, cell: &Cell, stop: &AtomicBool) -> Result<Option<Values>, SubjectError> {
        let algorithm = AnyAlgorithm::MtdF(MtdF::new());
        let clock = Clock::start();
        let mut search = self.new_search(&algorithm, &Cell { distinct: false, ..cell.clone() }, &clock, stop)?;
        let answer = search.deepen(&algorithm, &self.root, &iterations(cell, depth_of(cell)));
        let values = answer.iterations.iter().filter_map(|outcome| Some((outcome.depth, outcome.value()?)));
        Ok(answer.stopped().is_none().then(|| values.collect()))
    }

    fn new_search<'a>(
        &'a self,
        algorithm: &AnyAlgorithm,
        cell: &Cell,
        clock: &'a Clock,
        stop: &'a AtomicBool,
    ) -> Result<LabSearch<'a, G>, SubjectError> {
        // What is never asked need not be large.
        let entries = if algorithm.uses_memory() { cell.entries } else { None };
        // Of several threads, one observes.
        let distinct = cell.distinct && cell.threads < 2;
        let observer = if distinct { Distinct::new(clock) } else { Distinct::only_counters() };
        let search = Search::new(self.game).memory(Remembered::new(entries)?).observer(observer);
        Ok(search.order(self.order).limits(Limits::none().flag(stop)))
    }

    /// Measures something at the cell's depth; if it deepens, at the depth of every iteration.
    fn each_depth(
        &self,
        cell: &Cell,
        stop: &AtomicBool,
        measure: impl Fn(Depth) -> Result<Option<Row>, SubjectError>,
    ) -> Result<Searched, SubjectError> {
        let depths: Vec<Depth> = match (cell.depth, cell.step) {
            (Some(last), Some(step)) => {
                let first = if last % step.max(1) == 0 { step.max(1) } else { last % step.max(1) };
                (first..=last).step_by(step.max(1) as usize).map(Depth::plies).collect()
            }
            _ => vec![depth_of(cell)],
        };
        let mut searched = Searched::default();
        for depth in depths {
            let clock = Clock::start();
            let row = if stop.load(Relaxed) { None } else { measure(depth)? };
            let Some(row) = row else {
                searched.stopped = true;
                break;
            };
            let settled = row.settled;
            searched.rows.push(Row { seconds: clock.lap().as_secs_f64(), depth: depth.get(), ..self.asked(cell, row) });
            if settled {
                break;
            }
        }
        Ok(searched)
    }

    fn minimal_tree(&self, depth: Depth) -> Result<Option<Row>, SubjectError> {
        let tree = MinimalTree::of(self.game, &self.root, depth, LARGEST_TREE).map_err(|error| too_much(&error))?;
        Ok(Some(Row {
            leaves: Some(tree.leaves),
            leaf_visits: tree.leaves,
            interior: tree.nodes.saturating_sub(tree.leaves),
            total: tree.nodes,
            ..exactly(tree.value)
        }))
    }

    /// The graph that MTD(f) leaves in memory, after deepening to `depth` as the cell does.
    fn minimal_graph(&self, cell: &Cell, depth: Depth, stop: &AtomicBool) -> Result<Option<Row>, SubjectError> {
        let algorithm = AnyAlgorithm::MtdF(MtdF::new());
        let clock = Clock::start();
        let mut search = self.new_search(&algorithm, &Cell { distinct: false, ..cell.clone() }, &clock, stop)?;
        let answer = search.deepen(&algorithm, &self.root, &iterations(cell, depth));
        let (Some(last), None) = (answer.last(), answer.stopped()) else { return Ok(None) };
        let (Some(value), depth) = (last.value(), last.depth) else { return Ok(None) };
        let graph = match search.solution(&self.root, depth).complete().minimal_graph(value) {
            Ok(graph) => graph.all(),
            Err(ExtractError::Stopped { .. }) => return Ok(None),
            Err(error) => return Err(too_much(&error)),
        };
        Ok(Some(Row {
            leaves: Some(graph.leaves),
            leaf_visits: graph.leaves,
            interior: graph.interior,
            total: graph.total(),
            settled: last.settled,
            ..exactly(value)
        }))
    }

    /// The row with what was asked filled in.
    fn asked(&self, cell: &Cell, row: Row) -> Row {
        Row {
            subject: cell.subject.clone(),
            position: self.position.to_owned(),
            place: cell.place,
            algorithm: cell.method.to_string(),
            step: cell.step,
            entries: cell.entries,
            offset: cell.offset,
            ..row
        }
    }

    fn row(&self, cell: &Cell, outcome: &Outcome<G::Move>, time: Duration) -> Row {
        let counts = &outcome.counts;
        let (lower, upper) = finite(outcome.bounds);
        self.asked(
            cell,
            Row {
                depth: outcome.depth.get(),
                value: outcome.value().and(lower),
                lower,
                upper,
                best: outcome.best.map(|play| (self.show)(self.game, &self.root, play)),
                best_is_proven: outcome.best_is_proven,
                settled: outcome.settled,
                leaves: counts.distinct_leaves,
                leaf_visits: counts.cost.leaf_visits,
                interior: counts.cost.interior,
                answered: counts.cost.answered,
                total: counts.cost.total(),
                quiescence: counts.quiescence,
                passes: outcome.passes.len() as u64,
                seconds: time.as_secs_f64(),
                open: counts.longest_lists.0 as u64,
                backup: counts.longest_lists.1 as u64,
                cuts: counts
                    .cuts
                    .iter()
                    .map(|ply| [ply.cuts - ply.by_memory, ply.by_first_move, ply.moves_tried])
                    .collect(),
                questions: outcome.passes.iter().map(question).collect(),
                ..Row::default()
            },
        )
    }
}

fn depth_of(cell: &Cell) -> Depth {
    cell.depth.map_or(Depth::END, Depth::plies)
}

/// The iterations of a cell up to `depth`.
fn iterations(cell: &Cell, depth: Depth) -> Deepening {
    Deepening::to(depth).step(cell.step.unwrap_or(u32::MAX))
}

fn number(score: Score) -> Option<i32> {
    score.is_finite().then(|| score.get())
}

fn finite(bounds: Bounds) -> (Option<i32>, Option<i32>) {
    (number(bounds.lower), number(bounds.upper))
}

/// A row of a value and no search.
fn exactly(value: Score) -> Row {
    let value = number(value);
    Row { value, lower: value, upper: value, ..Row::default() }
}

fn question(pass: &Pass) -> Question {
    let (lower, upper) = finite(pass.bounds);
    Question {
        alpha: number(pass.window.alpha()),
        beta: number(pass.window.beta()),
        answer: pass.answer.get(),
        lower,
        upper,
        leaf_visits: pass.cost.leaf_visits,
    }
}

fn too_much(error: &ExtractError) -> SubjectError {
    SubjectError::Setup(error.to_string())
}
