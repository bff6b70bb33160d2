//! The parts that take a few seconds.

use super::BenchRun;
use super::line::BenchLine;
use super::parts::BenchGame;
use crate::interrupt::STOP;
use crate::output::Interrupted;
use nullwindow::Depth;
use nullwindow_engine::{Control, Engine, Horizon, MemoryChoice, PositionText, SearchRequest, Timing};
use std::time::Instant;

/// The number of table entries.
const ENTRIES: u64 = 1 << 18;
/// The number of trees searched.
const TREES: u32 = 4;

const BY_MEMORY: [&str; 5] = ["alphabeta", "tt-alphabeta", "aspiration", "mtd-f", "mtd+inf"];
const BY_LISTS: [&str; 6] = ["alphabeta", "mtd-f", "sss*", "dual*", "rec-sss*", "ps*(2)"];

/// Counts the move sequences of every game.
pub(super) fn perft(bench: &mut BenchRun, games: &[BenchGame]) -> anyhow::Result<()> {
    for BenchGame { engine, bench: work } in games {
        let start = Instant::now();
        let counted = engine.perft(&PositionText::start(), work.perft_depth, &mut Control::new(&STOP))?;
        let seconds = start.elapsed().as_secs_f64();
        let nodes = counted.ok_or(Interrupted)?;
        bench.signature.add(nodes);
        bench.lines.push(BenchLine { nodes, seconds, ..BenchLine::new("perft", engine.game()) });
    }
    Ok(())
}

/// Searches positions of a game with each algorithm that uses a table.
pub(super) fn searches(bench: &mut BenchRun, game: &BenchGame) -> anyhow::Result<()> {
    let BenchGame { engine, bench: work } = game;
    let horizon = Horizon::Deepening { to: Depth::plies(work.depth), step: 1 };
    let search = GroupSearch { engine: &**engine, horizon, memory: MemoryChoice::Entries(ENTRIES) };
    search.by_each(bench, engine.game(), &BY_MEMORY, work.positions)
}

/// Searches random trees to their leaves, also with the list algorithms (SSS* and its relatives).
pub(super) fn trees(bench: &mut BenchRun, engine: &dyn Engine) -> anyhow::Result<()> {
    let search = GroupSearch { engine, horizon: Horizon::Fixed(Depth::END), memory: MemoryChoice::Everything };
    search.by_each(bench, "trees", &BY_LISTS, TREES)
}

/// The settings shared by the searches of one part.
struct GroupSearch<'g> {
    engine: &'g dyn Engine,
    horizon: Horizon,
    memory: MemoryChoice,
}

impl GroupSearch<'_> {
    /// Searches the first positions of the test set with each algorithm.
    fn by_each(&self, bench: &mut BenchRun, group: &str, algorithms: &[&str], positions: u32) -> anyhow::Result<()> {
        for &name in algorithms {
            let mut line = BenchLine::new(group, name);
            for position in (1..=positions).map_while(|number| self.engine.test_position(number)) {
                let mut request = SearchRequest::new(name.parse()?, self.horizon, self.memory.clone());
                request.position = position;
                request.timing = Timing::Measured;
                let answer = self.engine.search(&request, &mut Control::new(&STOP))?;
                if answer.stopped.is_some() {
                    return Err(Interrupted.into());
                }
                for record in &answer.records {
                    bench.signature.record(record);
                    line.nodes += record.total;
                    line.seconds += record.seconds;
                }
            }
            bench.lines.push(line);
        }
        Ok(())
    }
}
