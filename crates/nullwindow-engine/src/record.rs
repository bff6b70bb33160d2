//! The record of a search: request, answer and cost.

use nullwindow::{Bounds, Pass, Player, Score};
use serde::{Deserialize, Serialize};

/// One search, or one iteration of iterative deepening.
///
/// Every table, plot, verdict, report and JSON line of the program is computed from these records.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SearchRecord {
    /// The engine's name: `othello`, `connect4 8x7`, `uniform 8x4`.
    pub subject: String,
    /// The position in its game's notation, or `seed 7` of a synthetic tree.
    pub position: String,
    /// The number of the position in its set, or the seed of a tree, both from 1; 0 outside of a set.
    #[serde(rename = "place")]
    pub instance: u32,
    /// The name of the algorithm, or `minimal-tree`, `minimal-graph`.
    pub algorithm: String,
    /// The depth in plies; `None` for the end of the game.
    pub depth: Option<u32>,
    /// The plies between iterations; `None` for a search to its depth at once.
    pub step: Option<u32>,
    /// The entries of the table; `None` without a table.
    pub entries: Option<u64>,
    /// The first guess minus the value of the iteration, if the guess was given.
    pub offset: Option<i32>,
    /// True if an evaluation that is a search stopped when the window of its leaf was answered; false if every leaf was
    /// evaluated exactly.
    #[serde(default)]
    pub windowed_leaves: bool,

    /// The exact value for the player to move, if found.
    pub value: Option<i32>,
    /// The proven lower bound; `None` if infinite.
    pub lower: Option<i32>,
    /// The proven upper bound; `None` if infinite.
    pub upper: Option<i32>,
    /// The best move, in the game's notation.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// True if the move is proven to be a best one.
    #[serde(rename = "move_is_proven")]
    pub best_is_proven: bool,
    /// True if the answer depends on no leaf at the horizon.
    pub settled: bool,

    /// The distinct leaves of this iteration, if counted.
    pub leaves: Option<u64>,
    /// The visits of leaves, repeated ones included.
    pub leaf_visits: u64,
    /// The nodes whose children were generated.
    pub interior: u64,
    /// The nodes that a table probe answered.
    pub answered: u64,
    /// The sum of leaf visits, interior nodes and nodes that a table probe answered.
    pub total: u64,
    /// The nodes of quiescence searches, which are part of leaf evaluations.
    pub quiescence: u64,
    /// The number of passes: searches from the root with one window.
    pub passes: u64,
    /// The time in seconds: processor time of the searching thread, without the time for counting distinct leaves; wall
    /// time if several threads or wall time were requested.
    pub seconds: f64,
    /// The longest OPEN list.
    pub open: u64,
    /// The longest BACKUP list.
    pub backup: u64,
    /// By ply from the root: nodes cut off by a searched move, those cut off by their first move, and moves searched at
    /// all of them. Nodes that a table probe cut off before any move was searched are not included.
    pub cuts: Vec<[u64; 3]>,
    /// Every pass, in order.
    pub questions: Vec<PassRecord>,

    /// The principal variation, in the game's notation, as far as the table holds it.
    // The skipped fields are for display: stored records stay small and comparable.
    #[serde(skip)]
    pub line: Vec<String>,
    /// The player of each move of the line: players need not alternate.
    #[serde(skip)]
    pub line_movers: Vec<Player>,
    /// With MultiPV, the root moves, best first.
    #[serde(skip)]
    pub moves: Vec<MoveRecord>,
    /// True if the answer holds at every greater depth: it is settled, or a win or loss that encodes its distance.
    #[serde(skip)]
    pub decided: bool,
    /// The number of threads that searched.
    #[serde(skip)]
    pub threads: u16,
}

/// A pass: a search from the root with one window, and the bounds after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PassRecord {
    /// The window's lower edge; `None` if infinite.
    pub alpha: Option<i32>,
    /// The window's upper edge; `None` if infinite.
    pub beta: Option<i32>,
    /// The answer.
    pub answer: i32,
    /// The lower bound after it; `None` if infinite.
    pub lower: Option<i32>,
    /// The upper bound after it; `None` if infinite.
    pub upper: Option<i32>,
    /// The leaf visits of this pass.
    pub leaf_visits: u64,
}

/// A root move with its value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MoveRecord {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// Its value for the player to move at the root.
    pub value: i32,
    /// True if the value holds at every greater depth.
    pub decided: bool,
    /// The move and best play after it.
    pub line: Vec<String>,
    /// The player of each move of the line.
    #[serde(skip)]
    pub line_movers: Vec<Player>,
}

impl SearchRecord {
    /// Sets the principal variation.
    pub(crate) fn set_line(&mut self, (names, movers): (Vec<String>, Vec<Player>)) {
        (self.line, self.line_movers) = (names, movers);
    }

    /// Sets value and bounds.
    pub(crate) fn set_bounds(&mut self, bounds: Bounds) {
        self.value = bounds.exact().and_then(finite);
        self.lower = finite(bounds.lower);
        self.upper = finite(bounds.upper);
    }

    /// Returns the proven bounds.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: self.lower.map_or(Score::NEG_INFINITY, Score::new),
            upper: self.upper.map_or(Score::INFINITY, Score::new),
        }
    }
}

impl From<&Pass> for PassRecord {
    fn from(pass: &Pass) -> PassRecord {
        PassRecord {
            alpha: finite(pass.window.alpha()),
            beta: finite(pass.window.beta()),
            answer: pass.answer.get(),
            lower: finite(pass.bounds.lower),
            upper: finite(pass.bounds.upper),
            leaf_visits: pass.cost.leaf_visits,
        }
    }
}

/// Returns the number of a finite score.
#[must_use]
pub fn finite(score: Score) -> Option<i32> {
    score.is_finite().then(|| score.get())
}
