//! The searches, on several threads.

use super::request::Request;
use crate::interrupt::{STOP, stopped};
use crate::output::Progress;
use anyhow::bail;
use nullwindow::AnyAlgorithm;
use nullwindow_lab::{Measure, Row};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// One search: the sum of its iterations, and each of them.
#[derive(Clone, Debug)]
pub(super) struct Searched {
    pub(super) algorithm: AnyAlgorithm,
    pub(super) place: u32,
    /// At least one.
    pub(super) iterations: Vec<Row>,
    pub(super) leaf_sequence: Option<Vec<u64>>,
    /// Whether the value is that of the others on the same position.
    pub(super) agrees: bool,
}

impl Searched {
    /// The answer: the last iteration.
    pub(super) fn last(&self) -> &Row {
        &self.iterations[self.iterations.len() - 1]
    }

    /// The sum over the iterations.
    pub(super) fn sum(&self, measure: Measure) -> f64 {
        self.iterations.iter().map(|row| measure.of(row)).sum()
    }

    /// The sum of a count over the iterations.
    pub(super) fn count(&self, count: impl Fn(&Row) -> u64) -> u64 {
        self.iterations.iter().map(count).sum()
    }
}

/// Runs all searches of a request. `finished` is told of every position, with the searches of all algorithms on it, in order.
/// When the work is interrupted, searches that were completed count.
pub(super) fn measure(
    request: &Request,
    jobs: usize,
    progress: &Progress,
    mut finished: impl FnMut(&[Searched]) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Searched>> {
    let cells: Vec<(u32, AnyAlgorithm)> = request
        .places
        .clone()
        .flat_map(|place| request.algorithms.iter().map(move |&algorithm| (place, algorithm)))
        .collect();
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    let mut all = Vec::with_capacity(cells.len());
    thread::scope(|scope| {
        for _ in 0..jobs.min(cells.len()) {
            let (send, next, cells) = (send.clone(), &next, &cells);
            scope.spawn(move || {
                while let Some(&(place, algorithm)) = cells.get(next.fetch_add(1, Relaxed)) {
                    if stopped() || send.send(search(request, place, algorithm)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut open: BTreeMap<u32, Vec<Searched>> = BTreeMap::new();
        let mut due = request.places.clone();
        for searched in receive {
            progress.advance(1);
            let Some(searched) = searched? else { continue };
            let group = open.entry(searched.place).or_default();
            group.push(searched);
            // A later position may be done first; it waits for its turn.
            while open.get(&due.start).is_some_and(|group| group.len() == request.algorithms.len()) {
                let group = settle(&request.algorithms, open.remove(&due.start).unwrap_or_default());
                due.next();
                finished(&group)?;
                all.extend(group);
            }
        }
        for group in open.into_values() {
            let group = settle(&request.algorithms, group);
            finished(&group)?;
            all.extend(group);
        }
        Ok(all)
    })
}

/// One search; none if it was stopped.
fn search(request: &Request, place: u32, algorithm: AnyAlgorithm) -> anyhow::Result<Option<Searched>> {
    let searched = request.subject().search(&request.cell(place, algorithm), &STOP)?;
    if searched.stopped {
        return Ok(None);
    }
    if searched.rows.is_empty() {
        bail!("{algorithm} on position {place} of {}: no depth was searched", request.title);
    }
    let leaf_sequence = searched.leaf_sequence.filter(|_| request.leaves);
    Ok(Some(Searched { algorithm, place, iterations: searched.rows, leaf_sequence, agrees: true }))
}

/// The searches of one position in the order of the algorithms, each compared with the first value that is exact.
fn settle(algorithms: &[AnyAlgorithm], mut group: Vec<Searched>) -> Vec<Searched> {
    let place = |searched: &Searched| algorithms.iter().position(|&its| its == searched.algorithm);
    group.sort_by_key(place);
    let value = group.iter().find_map(|searched| searched.last().value);
    for searched in &mut group {
        let Row { lower, upper, .. } = *searched.last();
        searched.agrees = value
            .is_none_or(|value| lower.is_none_or(|lower| lower <= value) && upper.is_none_or(|upper| value <= upper));
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(algorithm: &str, lower: Option<i32>, upper: Option<i32>) -> Searched {
        let value = if lower == upper { lower } else { None };
        let row = Row { lower, upper, value, ..Row::default() };
        let algorithm = algorithm.parse().expect("an algorithm");
        Searched { algorithm, place: 1, iterations: vec![row], leaf_sequence: None, agrees: true }
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
        let agree: Vec<bool> = settle(&algorithms, group).iter().map(|searched| searched.agrees).collect();
        assert_eq!(agree, [true, false, true, false]);
    }
}
