//! The events that an engine reports during a search.

use crate::SearchRecord;
use nullwindow::{Bounds, Window};

/// An event during a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum SearchEvent<'e> {
    /// An iteration was completed.
    Iteration(&'e SearchRecord),
    /// A pass was completed: a search from the root with one window.
    Pass {
        /// The depth of the iteration; `None` for the end of the game.
        depth: Option<u32>,
        /// The window.
        window: Window,
        /// The bounds of the value after it.
        bounds: Bounds,
    },
    /// The search of a root move begins.
    CurrentMove {
        /// The depth of the iteration; `None` for the end of the game.
        depth: Option<u32>,
        /// The move, in the game's notation.
        name: &'e str,
        /// Its number in the order of search, from 1.
        number: u32,
    },
    /// Some time has passed; at most ten of these events occur per second.
    Progress {
        /// The stage of the work, where there are several: `"the line to the end"`.
        stage: &'static str,
        /// The depth of the iteration; `None` for the end of the game.
        depth: Option<u32>,
        /// The bounds of the value so far.
        bounds: Bounds,
        /// The window that is being searched.
        window: Option<Window>,
        /// The nodes visited by the leading thread, rounded down to a multiple of 64.
        nodes: u64,
    },
    /// A part of counted work is done.
    Step {
        /// Parts done so far.
        done: u64,
        /// Parts in all.
        total: u64,
    },
}
