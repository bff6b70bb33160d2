//! Solves well-known positions, as the command `solve` does.

use super::BenchRun;
use super::line::BenchLine;
use super::parts::ProblemWork;
use crate::interrupt::STOP;
use crate::output::Interrupted;
use anyhow::bail;
use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Order};
use nullwindow_engine::{Control, EngineError, PositionText, ProblemPart, SolveRequest, new_table};
use std::sync::Arc;
use std::time::Instant;

/// Solves every part of a collection and adds a line for each.
pub(super) fn problems(bench: &mut BenchRun, problems: &ProblemWork, threads: u16) -> anyhow::Result<()> {
    let set = &problems.set;
    let start = Instant::now();
    let shared = if set.shares_table { Some(table(set.table_bytes)?) } else { None };
    // For many short searches the allocation of their table is part of the cost.
    let mut before = shared.as_ref().map_or(0.0, |_| start.elapsed().as_secs_f64());
    for part in &set.parts {
        let mut line = problems.solve(bench, set.name, part, threads, shared.clone(), None)?;
        line.seconds += std::mem::take(&mut before);
        bench.lines.push(line);
    }
    Ok(())
}

impl ProblemWork {
    /// Solves the positions of one part, with the shared table or one of its own, and the move order of the game unless
    /// another one is given.
    pub(super) fn solve(
        &self,
        bench: &mut BenchRun,
        group: &str,
        part: &ProblemPart,
        threads: u16,
        shared: Option<Arc<Table>>,
        order: Option<Order>,
    ) -> anyhow::Result<BenchLine> {
        bench.progress.message(&part.name);
        let mut line = BenchLine { value: part.value, threads, ..BenchLine::new(group, &*part.name) };
        let table = match shared {
            Some(table) => table,
            None => {
                let table = table(self.set.table_bytes)?;
                // Page faults must not count as search time.
                table.prefault();
                table
            }
        };
        let mut request = SolveRequest::new(AnyAlgorithm::MtdF(MtdF::new()), table);
        (request.threads, request.order) = (threads, order);
        for position in &part.positions {
            request.position = match position.as_str() {
                "" => PositionText::start(),
                text => text.into(),
            };
            let answer = self.engine.solve(&request, &mut Control::new(&STOP))?;
            line.seconds += answer.time.as_secs_f64();
            line.nodes += answer.record.total;
            let Some(value) = answer.record.value else { return Err(Interrupted.into()) };
            if let Some(known) = part.value.filter(|&known| known != value) {
                bail!("{}: found the value {value:+}, but the known value is {known:+}", line.name);
            }
            // Counts with several threads differ from run to run.
            if threads == 1 {
                bench.signature.record(&answer.record);
            }
        }
        Ok(line)
    }
}

/// Formats a value with its sign.
pub(super) fn signed(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

/// Creates a table of this many bytes.
fn table(bytes: usize) -> Result<Arc<Table>, EngineError> {
    new_table((bytes / Table::ENTRY_BYTES) as u64)
}
