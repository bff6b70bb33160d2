//! Compares one thread with two on the same work.

use super::BenchRun;
use super::line::BenchLine;
use super::parts::{BenchGame, ProblemWork};
use super::test_set::TestSet;
use anyhow::bail;
use nullwindow_engine::Timing;

const GROUP: &str = "threads";

/// Measures collections of positions to solve, then test sets at a fixed depth, each with its sum.
pub(super) fn threads(bench: &mut BenchRun, sets: &[ProblemWork], games: &[BenchGame]) -> anyhow::Result<()> {
    for problems in sets {
        let start = bench.lines.len();
        for part in &problems.set.parts {
            let one_thread = problems.solve(bench, GROUP, part, 1, None, None)?;
            let two_threads = problems.solve(bench, GROUP, part, 2, None, None)?;
            push(bench, [one_thread, two_threads]);
        }
        sum(bench, start, &format!("{}, sum", problems.set.name));
    }
    let start = bench.lines.len();
    for set in games.iter().filter_map(TestSet::of) {
        let (one_thread, values) = test_set(bench, &set, 1)?;
        let (two_threads, same) = test_set(bench, &set, 2)?;
        // Threads may change the cost, never the answer.
        if let Some(index) = values.iter().zip(&same).position(|(one, two)| one != two) {
            let game = set.engine.name();
            bail!("{game}, position {}: two threads found a different value or move than one thread", index + 1);
        }
        push(bench, [one_thread, two_threads]);
    }
    if bench.lines.len() > start {
        sum(bench, start, "test sets, sum");
    }
    Ok(())
}

/// Adds a line for one thread, and one for two threads with the speed-up.
fn push(bench: &mut BenchRun, [one_thread, two_threads]: [BenchLine; 2]) {
    let speedup = Some(one_thread.seconds / two_threads.seconds);
    bench.lines.extend([one_thread, BenchLine { speedup, ..two_threads }]);
}

/// Adds the sums of all lines from `start` on.
fn sum(bench: &mut BenchRun, start: usize, name: &str) {
    let of = |threads| {
        let mut sum = BenchLine { threads, sum: true, ..BenchLine::new(GROUP, name) };
        bench.lines[start..].iter().filter(|line| line.threads == threads).for_each(|line| sum.add(line));
        sum
    };
    let pair = [of(1), of(2)];
    push(bench, pair);
}

/// The values and moves of all positions.
type PositionAnswers = Vec<(Option<i32>, Option<String>)>;

/// Searches all positions of a test set.
fn test_set(bench: &mut BenchRun, set: &TestSet<'_>, threads: u16) -> anyhow::Result<(BenchLine, PositionAnswers)> {
    let mut line = BenchLine { threads, ..BenchLine::new(GROUP, set.name()) };
    bench.progress.message(&line.name);
    let mut answers = PositionAnswers::new();
    for (_, position) in set.positions() {
        let mut request = set.request(position);
        request.threads = threads;
        // Wall time for one thread too, so that a busy machine disturbs both alike.
        request.timing = Timing::MeasuredWall;
        let records = set.search(bench, &request, &mut line)?;
        answers.extend(records.into_iter().next_back().map(|record| (record.value, record.best)));
    }
    Ok((line, answers))
}
