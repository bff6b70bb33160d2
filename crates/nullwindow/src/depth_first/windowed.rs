//! A window search with a window of the caller.
//!
//! **Source.** \[dBP96\], Lemmas 1 and 2.
//! **Cost.** The narrower the window, the fewer nodes.
//! **When to use it.** To learn whether the value is below, above or within a range.
//!
//! **Contract.** `g <= alpha => f <= g`; `g >= beta => f >= g`; between them `g == f`. The bounds of the outcome show
//! which case applies.

use crate::algorithm::{Algorithm, Task};

use crate::outcome::{Pass, SearchReport};
use crate::{Context, Stopped, Window, Worker};

/// A search that accepts a window.
pub trait WindowSearch: Algorithm + Sized {
    /// Searches the root once with this window.
    ///
    /// # Errors
    /// If the search was stopped.
    fn ask<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        window: Window,
        report: &mut SearchReport<C::Move>,
    ) -> Result<Pass, Stopped>;

    /// Returns the same search with this window instead of the full one.
    ///
    /// ```
    /// use nullwindow::depth_first::{NegaScout, WindowSearch};
    /// use nullwindow::{Bounds, Depth, Score, Search, Window, trees::ExplicitTree};
    ///
    /// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
    /// let window = Window::new(Score::new(20), Score::new(30));
    /// let outcome = Search::new(&tree).run(&NegaScout.within(window), &tree.root(), Depth::END);
    /// assert_eq!(outcome.bounds, Bounds::at_most(Score::new(12)));
    /// # Ok::<(), nullwindow::trees::ParseTreeError>(())
    /// ```
    fn within(self, window: Window) -> Windowed<Self> {
        Windowed { search: self, window }
    }
}

/// A search with a window of the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Windowed<S> {
    search: S,
    window: Window,
}

impl<S: WindowSearch> Algorithm for Windowed<S> {
    fn name(&self) -> String {
        format!("{}{}", self.search.name(), self.window)
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        self.search.ask(worker, task, self.window, report).map(|_| ())
    }
}
