//! Destinations of search results.

use crate::{Cell, CellResult, SubjectError};
use std::error::Error;
use std::fmt;

/// The error of a sink that could not take a result. It ends the run.
pub type SinkError = Box<dyn Error + Send + Sync>;

/// Takes the results of a run. All calls come from the thread that called the run. Results arrive in the order in which
/// searches finish, which with several jobs is not the order of the cells.
pub trait Sink {
    /// Takes the result of a completed search. The run calls it again only after it returns, so a result that has been
    /// written survives any later failure.
    ///
    /// # Errors
    /// If the result cannot be stored. The run ends.
    fn put(&mut self, cell: &Cell, result: CellResult) -> Result<(), SinkError>;

    /// Returns whether the sink already has the result of a cell, which is then not searched again.
    ///
    /// # Errors
    /// If the lookup fails. The run ends.
    fn has(&mut self, _cell: &Cell) -> Result<bool, SinkError> {
        Ok(false)
    }

    /// Takes the error of a search that cannot be done. The run continues and lists it in
    /// [`RunSummary::failed`](super::RunSummary::failed).
    ///
    /// # Errors
    /// If the run must end.
    fn fail(&mut self, _cell: &Cell, _error: &SubjectError) -> Result<(), SinkError> {
        Ok(())
    }
}

/// A callback for every result.
type OnResult<'a> = Box<dyn FnMut(&Cell, &CellResult) -> Result<(), SinkError> + 'a>;

/// A sink that keeps results in memory, in the order in which searches finish.
#[derive(Default)]
pub struct MemorySink<'a> {
    /// The searched cells with their results.
    pub results: Vec<(Cell, CellResult)>,
    on_result: Option<OnResult<'a>>,
}

impl<'a> MemorySink<'a> {
    /// Returns a sink without results.
    #[must_use]
    pub fn new() -> MemorySink<'a> {
        MemorySink::default()
    }

    /// Returns the sink with a callback for every result, called before the result is stored.
    #[must_use]
    pub fn with_on_result(self, tell: impl FnMut(&Cell, &CellResult) -> Result<(), SinkError> + 'a) -> MemorySink<'a> {
        MemorySink { on_result: Some(Box::new(tell)), ..self }
    }
}

impl Sink for MemorySink<'_> {
    fn put(&mut self, cell: &Cell, result: CellResult) -> Result<(), SinkError> {
        if let Some(tell) = &mut self.on_result {
            tell(cell, &result)?;
        }
        self.results.push((cell.clone(), result));
        Ok(())
    }
}

impl fmt::Debug for MemorySink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemorySink").field("results", &self.results).finish_non_exhaustive()
    }
}
