//! The result of a job.

use serde::{Deserialize, Serialize};

/// The result of a job. Everything but the time depends on the job alone, if it has one thread and no time limit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JobResult {
    /// The id of the job.
    pub id: String,
    /// The game.
    pub game: String,
    /// The position as the game writes it.
    pub position: String,
    /// The exact value for the player to move, if found.
    pub value: Option<i32>,
    /// The proven lower bound; `None` if infinite.
    pub lower: Option<i32>,
    /// The proven upper bound; `None` if infinite.
    pub upper: Option<i32>,
    /// The best move, in the game's notation.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The principal variation.
    pub line: Vec<String>,
    /// The depth of the answer in plies; `None` if it holds to the end of the game.
    pub depth: Option<u32>,
    /// True if the question was answered: the value was found, or the bounds decide the test.
    pub complete: bool,
    /// The reason that it was not: `nodes`, `time` or `interrupted`.
    pub stopped: Option<String>,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The visits of leaves.
    pub leaf_visits: u64,
    /// The number of passes: searches from the root with one window.
    pub passes: u64,
    /// The wall time in seconds.
    pub seconds: f64,
}

impl JobResult {
    /// Returns the result as JSON, without a line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists only: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns whether the bounds decide that the value is at least `gamma`, or that it is not.
    pub(crate) fn decides(&self, gamma: i32) -> bool {
        self.lower.is_some_and(|lower| lower >= gamma) || self.upper.is_some_and(|upper| upper < gamma)
    }
}
