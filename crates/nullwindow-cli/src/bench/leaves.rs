//! Compares exact leaves with windowed ones on the same searches.

use super::BenchRun;
use super::line::BenchLine;
use super::parts::BenchGame;
use super::test_set::{TestSet, values};
use anyhow::bail;

const GROUP: &str = "leaves";

/// Measures the test set of every game whose evaluation is a search.
pub(super) fn leaves(bench: &mut BenchRun, games: &[BenchGame]) -> anyhow::Result<()> {
    for set in games.iter().filter_map(TestSet::of) {
        let line = |windowed_leaves: bool| {
            let kind = if windowed_leaves { "windowed" } else { "exact" };
            BenchLine { windowed_leaves, ..BenchLine::new(GROUP, format!("{}, {kind} leaves", set.name())) }
        };
        let mut lines = [line(false), line(true)];
        for (number, position) in set.positions() {
            bench.progress.message(format!("{}, position {number}", lines[0].name));
            let mut request = set.request(position);
            let mut answers = [Vec::new(), Vec::new()];
            // In turn, position by position, so that a busy machine disturbs both alike.
            for (line, answer) in lines.iter_mut().zip(&mut answers) {
                request.exact_leaves = !line.windowed_leaves;
                let records = set.search(bench, &request, line)?;
                *line.quiescence.get_or_insert(0) += records.iter().map(|record| record.quiescence).sum::<u64>();
                *answer = values(&records);
                if line.quiescence == Some(0) {
                    break;
                }
            }
            if lines[0].quiescence == Some(0) {
                break;
            }
            if answers[0] != answers[1] {
                bail!("{}, position {number}: windowed leaves led to another value", set.engine.name());
            }
        }
        // Without quiescence nodes both settings are the same search.
        if lines[0].quiescence != Some(0) {
            let [exact, windowed] = lines;
            let speedup = Some(exact.seconds / windowed.seconds);
            bench.lines.extend([exact, BenchLine { speedup, ..windowed }]);
        }
    }
    Ok(())
}
