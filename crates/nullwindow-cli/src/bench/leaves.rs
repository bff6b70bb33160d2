//! Compares exact leaves with windowed ones on the same searches.

use super::BenchRun;
use super::line::BenchLine;
use super::parts::BenchGame;
use crate::interrupt::STOP;
use crate::output::Interrupted;
use anyhow::bail;
use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Depth};
use nullwindow_engine::{Control, Engine, Horizon, MemoryChoice, PositionText, SearchRecord, SearchRequest, Timing};

const GROUP: &str = "leaves";
/// The number of table entries of a search.
const ENTRIES: u64 = 1 << 21;

/// Measures the test set of every game whose evaluation is a search.
pub(super) fn leaves(bench: &mut BenchRun, games: &[BenchGame]) -> anyhow::Result<()> {
    for game in games {
        let (engine, Some(depth)) = (&*game.engine, game.bench.threads_depth) else { continue };
        let line = |windowed_leaves: bool| {
            let kind = if windowed_leaves { "windowed" } else { "exact" };
            let name = format!("{}, depth {depth}, {kind} leaves", engine.game());
            BenchLine { windowed_leaves, ..BenchLine::new(GROUP, name) }
        };
        let mut lines = [line(false), line(true)];
        for number in 1..=engine.test_positions().unwrap_or(1) {
            let Some(position) = engine.test_position(number) else { break };
            bench.progress.message(format!("{}, position {number}", lines[0].name));
            // In turn, position by position, so that a busy machine disturbs both alike.
            let exact = search(bench, engine, position.clone(), depth, &mut lines[0])?;
            if lines[0].quiescence == Some(0) {
                break;
            }
            let windowed = search(bench, engine, position, depth, &mut lines[1])?;
            if exact != windowed {
                bail!("{}, position {number}: windowed leaves led to another value", engine.name());
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

/// Searches a position with a table of its own, adds the cost to the line, and returns the values of all iterations.
fn search(
    bench: &mut BenchRun,
    engine: &dyn Engine,
    position: PositionText,
    depth: u32,
    line: &mut BenchLine,
) -> anyhow::Result<Vec<Option<i32>>> {
    let horizon = Horizon::Deepening { to: Depth::plies(depth), step: 1 };
    let mut request = SearchRequest::new(AnyAlgorithm::MtdF(MtdF::new()), horizon, MemoryChoice::Entries(ENTRIES));
    request.position = position;
    request.exact_leaves = !line.windowed_leaves;
    request.timing = Timing::Measured;
    let answer = engine.search(&request, &mut Control::new(&STOP))?;
    if answer.stopped.is_some() {
        return Err(Interrupted.into());
    }
    for record in &answer.records {
        line.nodes += record.total;
        line.seconds += record.seconds;
        *line.quiescence.get_or_insert(0) += record.quiescence;
        bench.signature.record(record);
    }
    Ok(answer.records.iter().map(|record: &SearchRecord| record.value).collect())
}
