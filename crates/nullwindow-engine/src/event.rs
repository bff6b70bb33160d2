//! What an engine reports while it searches.

use crate::SearchRecord;
use nullwindow::{Bounds, Window};

/// Something that happened during a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum SearchEvent<'e> {
    /// An iteration was completed.
    Iteration(&'e SearchRecord),
    /// A question at the root was answered.
    Pass {
        /// The depth of the iteration; none for the end of the game.
        depth: Option<u32>,
        /// The question.
        window: Window,
        /// What is known of the value after it.
        bounds: Bounds,
    },
    /// The search of a root move begins.
    CurrentMove {
        /// The depth of the iteration; none for the end of the game.
        depth: Option<u32>,
        /// The move, in the game's notation.
        name: &'e str,
        /// Its number in the order of search, from 1.
        number: u32,
    },
    /// Some time has passed: at most ten such events come in a second.
    Progress {
        /// The stage of the work, where there are several: `"the line to the end"`.
        stage: &'static str,
        /// The depth of the iteration; none for the end of the game.
        depth: Option<u32>,
        /// What is known of the value so far.
        bounds: Bounds,
        /// The question that is being searched.
        window: Option<Window>,
        /// Nodes that the leading thread has visited, rounded down to a multiple of 64.
        nodes: u64,
    },
    /// A part of work that is counted is done.
    Step {
        /// Parts done so far.
        done: u64,
        /// Parts in all.
        total: u64,
    },
}
