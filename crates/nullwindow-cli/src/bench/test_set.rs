//! Searches of a game's test positions to a fixed depth, each with a new table.

use super::BenchRun;
use super::line::BenchLine;
use super::parts::BenchGame;
use crate::interrupt::STOP;
use crate::output::Interrupted;
use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Depth};
use nullwindow_engine::{Control, Engine, Horizon, MemoryChoice, PositionText, SearchRecord, SearchRequest, Timing};

/// The number of table entries of a search.
const ENTRIES: u64 = 1 << 21;

/// A test set with the depth of its searches.
#[derive(Clone, Copy)]
pub(super) struct TestSet<'b> {
    pub(super) engine: &'b dyn Engine,
    pub(super) depth: u32,
}

impl<'b> TestSet<'b> {
    /// Returns the test set of a game with its depth for comparisons; `None` if the game is left out of them.
    pub(super) fn of(game: &'b BenchGame) -> Option<TestSet<'b>> {
        Some(TestSet { engine: &*game.engine, depth: game.bench.threads_depth? })
    }

    /// Returns the name of the work.
    pub(super) fn name(&self) -> String {
        format!("{}, depth {}", self.engine.game(), self.depth)
    }

    /// Returns the positions with their numbers.
    pub(super) fn positions(&self) -> impl Iterator<Item = (u32, PositionText)> + use<'b> {
        let engine = self.engine;
        (1..=engine.test_positions().unwrap_or(1))
            .map_while(move |number| engine.test_position(number).map(|position| (number, position)))
    }

    /// Returns a request for a search by MTD(f) on one thread, in processor time.
    pub(super) fn request(&self, position: PositionText) -> SearchRequest {
        let horizon = Horizon::Deepening { to: Depth::plies(self.depth), step: 1 };
        let mut request = SearchRequest::new(AnyAlgorithm::MtdF(MtdF::new()), horizon, MemoryChoice::Entries(ENTRIES));
        request.position = position;
        request.timing = Timing::Measured;
        request
    }

    /// Searches a position, adds the cost to the line, and returns the records of all iterations.
    pub(super) fn search(
        &self,
        bench: &mut BenchRun,
        request: &SearchRequest,
        line: &mut BenchLine,
    ) -> anyhow::Result<Vec<SearchRecord>> {
        let answer = self.engine.search(request, &mut Control::new(&STOP))?;
        if answer.stopped.is_some() {
            return Err(Interrupted.into());
        }
        for record in &answer.records {
            line.nodes += record.total;
            line.seconds += record.seconds;
            // Counts with several threads differ from run to run.
            if request.threads == 1 {
                bench.signature.record(record);
            }
        }
        Ok(answer.records)
    }
}

/// Returns the values of all iterations.
pub(super) fn values(records: &[SearchRecord]) -> Vec<Option<i32>> {
    records.iter().map(|record| record.value).collect()
}
