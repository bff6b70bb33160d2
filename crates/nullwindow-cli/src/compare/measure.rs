//! Runs the searches as cells of the laboratory, with a sink that groups them by position.

use super::request::CompareRequest;
use crate::interrupt::STOP;
use crate::output::ProgressLine;
use nullwindow::AnyAlgorithm;
use nullwindow_lab::run::{RunError, RunOptions, Sink, SinkError};
use nullwindow_lab::{Cell, Measure, Method, Row, SubjectError};
use std::collections::BTreeMap;
use std::ops::Range;

/// The result of one search, with all of its iterations.
#[derive(Clone, Debug)]
pub(super) struct PositionResult {
    pub(super) algorithm: AnyAlgorithm,
    pub(super) instance: u32,
    /// The iterations, at least one.
    pub(super) iterations: Vec<Row>,
    pub(super) leaf_sequence: Option<Vec<u64>>,
    /// True if the value agrees with the others on the same position.
    pub(super) agrees: bool,
}

impl PositionResult {
    /// Returns the last iteration, which has the answer.
    pub(super) fn last(&self) -> &Row {
        &self.iterations[self.iterations.len() - 1]
    }

    /// Returns the depth of the last iteration; 0 for the end of the game.
    pub(super) fn depth(&self) -> u32 {
        self.last().depth.unwrap_or_default()
    }

    /// Returns the sum of a measure over the iterations.
    pub(super) fn sum(&self, measure: Measure) -> f64 {
        self.iterations.iter().map(|row| measure.of(row)).sum()
    }

    /// Returns the sum of a count over the iterations.
    pub(super) fn count(&self, count: impl Fn(&Row) -> u64) -> u64 {
        self.iterations.iter().map(count).sum()
    }
}

/// Runs all searches of a request. `finished` receives the searches of all algorithms on a position, position by
/// position. If the run is interrupted, the completed searches count.
pub(super) fn measure(
    request: &CompareRequest,
    jobs: usize,
    progress: &ProgressLine,
    finished: impl FnMut(&[PositionResult]) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<PositionResult>> {
    let (open, all) = (BTreeMap::new(), Vec::new());
    let mut sink = PositionSink { request, progress, finished, due: request.instances.clone(), open, all };
    let mut options = RunOptions::default().with_jobs(u32::try_from(jobs)?).with_stop(&STOP);
    match request.lab.run_cells(request.cells(), &mut sink, &mut options) {
        // Completed searches are results, even of an interrupted run.
        Ok(_) | Err(RunError::Interrupted(_)) => sink.finish(),
        Err(RunError::Write { cause, .. }) => Err(anyhow::Error::from_boxed(cause)),
        Err(other) => Err(other.into()),
    }
}

/// A sink that groups searches by position and emits the positions in order.
struct PositionSink<'r, F> {
    request: &'r CompareRequest,
    progress: &'r ProgressLine,
    finished: F,
    /// The positions that were not emitted yet.
    due: Range<u32>,
    /// Searches of positions that are incomplete, or that wait for an earlier position.
    open: BTreeMap<u32, Vec<PositionResult>>,
    all: Vec<PositionResult>,
}

impl<F: FnMut(&[PositionResult]) -> anyhow::Result<()>> PositionSink<'_, F> {
    /// Emits the searches of one position.
    fn emit(&mut self, group: Vec<PositionResult>) -> anyhow::Result<()> {
        let mut group = check_agreement(&self.request.algorithms, group);
        if self.request.time.is_some() {
            check_iterations(&mut group);
        }
        (self.finished)(&group)?;
        self.all.extend(group);
        Ok(())
    }

    /// Emits the incomplete positions, and returns all searches.
    fn finish(mut self) -> anyhow::Result<Vec<PositionResult>> {
        for group in std::mem::take(&mut self.open).into_values() {
            self.emit(group)?;
        }
        Ok(self.all)
    }
}

impl<F: FnMut(&[PositionResult]) -> anyhow::Result<()>> Sink for PositionSink<'_, F> {
    fn put(&mut self, cell: &Cell, result: nullwindow_lab::CellResult) -> Result<(), SinkError> {
        self.progress.advance(1);
        let Method::Search(algorithm) = cell.method else { return Ok(()) };
        if result.rows.is_empty() {
            let why = if self.request.time.is_some() { "completed within the time limit" } else { "searched" };
            let (instance, title) = (cell.instance, &self.request.title);
            return Err(format!("{algorithm} on position {instance} of {title}: no depth was {why}").into());
        }
        let leaf_sequence = result.leaf_sequence.filter(|_| self.request.leaves);
        let result =
            PositionResult { algorithm, instance: cell.instance, iterations: result.rows, leaf_sequence, agrees: true };
        self.open.entry(cell.instance).or_default().push(result);
        // Jobs finish out of order; a later position waits for the earlier ones.
        while self.open.get(&self.due.start).is_some_and(|group| group.len() == self.request.algorithms.len()) {
            let group = self.open.remove(&self.due.start).unwrap_or_default();
            self.due.next();
            self.emit(group)?;
        }
        Ok(())
    }

    fn fail(&mut self, _: &Cell, error: &SubjectError) -> Result<(), SinkError> {
        // Without one algorithm the position is not comparable, so the comparison ends.
        Err(error.clone().into())
    }
}

/// Sorts the searches of one position by algorithm, and compares each with the first exact value.
fn check_agreement(algorithms: &[AnyAlgorithm], mut group: Vec<PositionResult>) -> Vec<PositionResult> {
    let instance = |result: &PositionResult| algorithms.iter().position(|&its| its == result.algorithm);
    group.sort_by_key(instance);
    let value = group.iter().find_map(|result| result.last().value);
    for result in &mut group {
        let Row { lower, upper, .. } = *result.last();
        // A search that proves a bound only agrees if the value satisfies the bound.
        result.agrees = value
            .is_none_or(|value| lower.is_none_or(|lower| lower <= value) && upper.is_none_or(|upper| value <= upper));
    }
    group
}

/// Compares the values of iterations of equal depth, for searches that end at different depths.
fn check_iterations(group: &mut [PositionResult]) {
    let mut values: BTreeMap<Option<u32>, i32> = BTreeMap::new();
    for result in group {
        let exact = |row: &Row| row.value.map(|value| (row.depth, value));
        let mut agrees = |(depth, value)| *values.entry(depth).or_insert(value) == value;
        result.agrees = result.iterations.iter().filter_map(exact).all(&mut agrees);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(algorithm: &str, lower: Option<i32>, upper: Option<i32>) -> PositionResult {
        let value = if lower == upper { lower } else { None };
        let row = Row { lower, upper, value, ..Row::default() };
        let algorithm = algorithm.parse().expect("an algorithm");
        PositionResult { algorithm, instance: 1, iterations: vec![row], leaf_sequence: None, agrees: true }
    }

    #[test]
    fn a_value_that_differs_is_noticed_and_a_bound_that_holds_agrees() {
        let algorithms: Vec<AnyAlgorithm> =
            ["minimax", "mtd-f", "mtd-best", "mt"].iter().map(|name| name.parse().unwrap()).collect();
        let group = vec![
            found("mt", None, Some(4)),
            found("mtd-best", Some(3), None),
            found("mtd-f", Some(6), Some(6)),
            found("minimax", Some(5), Some(5)),
        ];
        let agree: Vec<bool> = check_agreement(&algorithms, group).iter().map(|result| result.agrees).collect();
        assert_eq!(agree, [true, false, true, false]);
    }
}
