//! Where the results of searches go.

use crate::plan::Cells;
use crate::store::{Origin, Setting, Store};
use crate::{Cell, CellResult, Plan, PlanForm, SubjectError};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why a sink could not take a result. It ends the run.
pub type SinkError = Box<dyn Error + Send + Sync>;

/// Takes the results of a run. All calls come from the thread that runs; results come in the order in which searches
/// finish, which with several jobs is not the order of the cells.
pub trait Sink {
    /// Takes the result of a search that was completed. The next search is written after this returns, so what has
    /// been kept here survives whatever happens later.
    ///
    /// # Errors
    /// If the result cannot be kept. The run ends.
    fn put(&mut self, cell: &Cell, searched: CellResult) -> Result<(), SinkError>;

    /// Returns whether the result of a cell is here already, so that it is not searched again.
    ///
    /// # Errors
    /// If this cannot be found out. The run ends.
    fn has(&mut self, _cell: &Cell) -> Result<bool, SinkError> {
        Ok(false)
    }

    /// Is told of a search that cannot be done. The run goes on, and lists it in [`RunSummary::failed`](super::RunSummary::failed).
    ///
    /// # Errors
    /// If the run is to end.
    fn fail(&mut self, _cell: &Cell, _error: &SubjectError) -> Result<(), SinkError> {
        Ok(())
    }
}

/// Is told of every result before it is kept.
type OnResult<'a> = Box<dyn FnMut(&Cell, &CellResult) -> Result<(), SinkError> + 'a>;

/// Keeps results in memory, in the order in which searches finish.
#[derive(Default)]
pub struct MemorySink<'a> {
    /// The cells that were searched, and what each search gave.
    pub results: Vec<(Cell, CellResult)>,
    on_result: Option<OnResult<'a>>,
}

impl<'a> MemorySink<'a> {
    /// Returns a sink without results.
    #[must_use]
    pub fn new() -> MemorySink<'a> {
        MemorySink::default()
    }

    /// Returns the sink with a function that is told of every result when it arrives, such as one that prints it.
    #[must_use]
    pub fn with_on_result(self, tell: impl FnMut(&Cell, &CellResult) -> Result<(), SinkError> + 'a) -> MemorySink<'a> {
        MemorySink { on_result: Some(Box::new(tell)), ..self }
    }
}

impl Sink for MemorySink<'_> {
    fn put(&mut self, cell: &Cell, searched: CellResult) -> Result<(), SinkError> {
        if let Some(tell) = &mut self.on_result {
            tell(cell, &searched)?;
        }
        self.results.push((cell.clone(), searched));
        Ok(())
    }
}

impl fmt::Debug for MemorySink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemorySink").field("results", &self.results).finish_non_exhaustive()
    }
}

/// Plans, each with its cells: what a run asks for.
pub(super) struct PlanCells {
    plans: Vec<(Origin, Arc<Cells>)>,
}

impl PlanCells {
    pub(super) fn new(plans: &[Plan], form: PlanForm, positions: Option<u32>) -> PlanCells {
        let plans = plans.iter().map(|plan| (Origin::of(plan, form), Cells::of(plan, form, positions)));
        PlanCells { plans: plans.collect() }
    }

    /// The cells plan by plan, in each of them place by place; nothing in place of a cell that an earlier plan has, so
    /// that whoever takes them can look up from a long stretch of those.
    pub(super) fn cells(&self) -> impl Iterator<Item = Option<Cell>> + Clone {
        self.plans.iter().enumerate().flat_map(|(number, (_, cells))| {
            let earlier = &self.plans[..number];
            let new = |cell: &Cell| !earlier.iter().any(|(_, cells)| cells.contains(cell));
            cells.by_place().map(move |cell| Some(cell).filter(new))
        })
    }

    pub(super) fn subjects(&self) -> impl Iterator<Item = String> {
        self.plans.iter().flat_map(|(_, cells)| cells.subjects())
    }

    /// The first plan that asks for a cell.
    fn origin(&self, cell: &Cell) -> Option<&Origin> {
        self.plans.iter().find(|(_, cells)| cells.contains(cell)).map(|(origin, _)| origin)
    }
}

/// Writes results to a store, each in a transaction of its own.
pub(super) struct StoreSink<'a> {
    pub(super) store: &'a mut Store,
    pub(super) setting: &'a Setting,
    pub(super) request: &'a PlanCells,
}

impl Sink for StoreSink<'_> {
    fn put(&mut self, cell: &Cell, searched: CellResult) -> Result<(), SinkError> {
        let origin = self.request.origin(cell).ok_or_else(|| format!("no plan asks for {cell}"))?;
        Ok(self.store.put(self.setting, origin, cell, &searched.rows)?)
    }

    fn has(&mut self, cell: &Cell) -> Result<bool, SinkError> {
        Ok(self.store.has(self.setting, cell)?)
    }
}
