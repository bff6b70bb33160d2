//! Writes the results for programs.

use super::conclusion::Conclusion;
use super::measure::PositionResult;
use super::request::CompareRequest;
use super::tally::AlgorithmTotals;
use crate::output::{Record, Records};
use nullwindow::AnyAlgorithm;
use nullwindow_lab::{Measure, Row};
use serde_json::{Value, json};

/// The measures with means, by their field names.
const MEASURES: [(&str, Measure); 6] = [
    ("leaves", Measure::Leaves),
    ("leaf_visits", Measure::LeafVisits),
    ("interior", Measure::Interior),
    ("total", Measure::Total),
    ("passes", Measure::Passes),
    ("seconds", Measure::Seconds),
];

/// Writes searches, and the conclusion from them in the last record.
pub(super) struct SearchRecords {
    records: Records,
    /// The last record of a comparison, held back because it has the conclusion. All others are written at once.
    held: Option<Record>,
}

impl SearchRecords {
    pub(super) fn new(records: Records) -> SearchRecords {
        SearchRecords { records, held: None }
    }

    fn put(&mut self, record: Record, is_last: bool) -> anyhow::Result<()> {
        if is_last {
            self.held = Some(record);
            return Ok(());
        }
        Ok(self.records.write(&record)?)
    }

    /// Writes the last record of a comparison, unless it was interrupted before.
    pub(super) fn finish(&mut self, conclusion: Option<&Conclusion>) -> anyhow::Result<()> {
        let Some(mut record) = self.held.take() else { return Ok(()) };
        if let Some(conclusion) = conclusion {
            record.insert("conclusion".into(), conclusion.record());
        }
        Ok(self.records.write(&record)?)
    }

    /// Writes all searches of one position.
    pub(super) fn write(&mut self, request: &CompareRequest, group: &[PositionResult]) -> anyhow::Result<()> {
        let base = group.iter().find(|result| matches!(result.algorithm, AnyAlgorithm::Aspiration(_)));
        let last = request.algorithms.last().copied();
        group.iter().try_for_each(|result| {
            let is_last = result.instance + 1 == request.instances.end && Some(result.algorithm) == last;
            self.put(search(request, result, base), is_last)
        })
    }

    /// Writes the means over random trees, one record per algorithm. The counts beside them are sums over the trees.
    pub(super) fn write_means(
        &mut self,
        request: &CompareRequest,
        tallies: &[AlgorithmTotals<'_>],
    ) -> anyhow::Result<()> {
        let last = tallies.len();
        (1..).zip(tallies).try_for_each(|(number, tally)| self.put(means(request, tally), number == last))
    }
}

/// Returns the record of one search.
fn search(request: &CompareRequest, result: &PositionResult, base: Option<&PositionResult>) -> Record {
    let mut record = identity(request, result);
    counts(&mut record, request, &[result]);
    let last = result.last();
    record.insert("bounds".into(), json!({ "lower": last.lower, "upper": last.upper }));
    record.insert("scale".into(), request.scale.into());
    record.insert("move_is_proven".into(), last.best_is_proven.into());
    record.insert("windowed_leaves".into(), request.windowed_leaves.into());
    record.insert("selective".into(), request.selective.into());
    record.insert("agree".into(), result.agrees.into());
    record.insert("relative".into(), relative(request, result, base));
    if let Some(time) = request.time {
        record.insert("time_limit".into(), time.as_secs_f64().into());
    }
    if request.step.is_some() {
        record.insert("iterations".into(), result.iterations.iter().map(iteration).collect());
    }
    if let Some(leaves) = &result.leaf_sequence {
        record.insert("leaf_sequence".into(), json!(leaves));
    }
    record
}

/// Returns the record of the searches of one algorithm on random trees.
fn means(request: &CompareRequest, tally: &AlgorithmTotals<'_>) -> Record {
    let single = tally.searches.len() == 1;
    let mut record = identity(request, tally.searches[0]);
    if !single {
        record.insert("value".into(), Value::Null);
        record.insert("move".into(), Value::Null);
    }
    counts(&mut record, request, &tally.searches);
    record.insert("seeds".into(), tally.searches.len().into());
    record.insert("first_seed".into(), request.instances.start.into());
    record.insert("agree".into(), tally.agrees.into());
    let is_counted = |measure| request.counts_distinct_leaves() || measure != Measure::Leaves;
    let measures = || MEASURES.iter().filter(|(_, measure)| is_counted(*measure));
    let means = measures().map(|&(name, measure)| (name.to_owned(), json!(tally.mean(measure))));
    record.insert("mean".into(), Value::Object(means.collect()));
    let errors = measures().map(|&(name, measure)| (name.to_owned(), json!(tally.standard_error(measure))));
    record.insert("se".into(), Value::Object(errors.collect()));
    let mut leaves = tally.searches.iter().filter_map(|result| result.leaf_sequence.as_ref());
    if request.leaves {
        let sequence = if single { json!(leaves.next()) } else { json!(leaves.collect::<Vec<_>>()) };
        record.insert("leaf_sequence".into(), sequence);
    }
    record
}

/// Returns the fields that identify a search, with its answer.
fn identity(request: &CompareRequest, result: &PositionResult) -> Record {
    let last = result.last();
    // A game has a row per position; trees are named by their title.
    let position = if request.step.is_some() { &last.position } else { &request.title };
    let depth = match request.time {
        // The depth reached, not the greatest one permitted.
        Some(_) => last.depth,
        None => request.tree_depth.or(request.depth).or(last.depth),
    };
    let mut record = Record::new();
    record.insert("algorithm".into(), result.algorithm.to_string().into());
    record.insert("game".into(), request.game.clone().into());
    record.insert("position".into(), position.clone().into());
    record.insert("depth".into(), json!(depth));
    record.insert("value".into(), json!(last.value));
    record.insert("move".into(), json!(last.best));
    record
}

/// Adds the costs.
fn counts(record: &mut Record, request: &CompareRequest, searches: &[&PositionResult]) {
    type RowCount = fn(&Row) -> u64;
    let sum = |count: RowCount| searches.iter().map(|result| result.count(count)).sum::<u64>();
    let leaves = |row: &Row| row.leaves.unwrap_or(row.leaf_visits);
    let counts: [(&str, RowCount); 7] = [
        ("leaves", leaves),
        ("leaf_visits", |row| row.leaf_visits),
        ("interior", |row| row.interior),
        ("answered", |row| row.answered),
        ("total", |row| row.total),
        ("quiescence", |row| row.quiescence),
        ("passes", |row| row.passes),
    ];
    record.extend(counts.map(|(name, count)| (name.to_owned(), sum(count).into())));
    // Null, not 0: the leaves were not counted.
    if !request.counts_distinct_leaves() {
        record.insert("leaves".into(), Value::Null);
    }
    let seconds: f64 = searches.iter().map(|result| result.sum(Measure::Seconds)).sum();
    record.insert("seconds".into(), seconds.into());
    let threads = searches.first().map(|result| result.last().threads);
    record.insert("threads".into(), json!(threads));
}

/// Returns the costs relative to the baseline on the same position.
fn relative(request: &CompareRequest, result: &PositionResult, base: Option<&PositionResult>) -> Value {
    let Some(base) = base else { return Value::Null };
    let share = |measure| result.sum(measure) / base.sum(measure);
    json!({
        "leaves": request.counts_distinct_leaves().then(|| share(Measure::Leaves)),
        "total": share(Measure::Total),
        "seconds": share(Measure::Seconds),
    })
}

fn iteration(row: &Row) -> Value {
    json!({
        "depth": row.depth,
        "value": row.value,
        "move": row.best,
        "leaves": row.leaves,
        "leaf_visits": row.leaf_visits,
        "interior": row.interior,
        "total": row.total,
        "passes": row.passes,
        "seconds": row.seconds,
    })
}
