//! The one record of a search: what was asked, what was answered, what it cost.

use nullwindow::{Bounds, Pass, Player, Score};
use serde::{Deserialize, Serialize};

/// One search, or one iteration of a search that deepens.
///
/// Every table, plot, verdict, report and JSON line of the program is computed from these.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SearchRecord {
    /// The engine's name: `othello`, `connect4 8x7`, `uniform 8x4`.
    pub subject: String,
    /// The position in its game's notation, or `seed 7` of a synthetic tree.
    pub position: String,
    /// The number of the position in its set, or the seed of a tree; both from 1. Zero outside of a set.
    pub place: u32,
    /// The name of the algorithm, or `minimal-tree`, `minimal-graph`.
    pub algorithm: String,
    /// The depth searched to, in plies; none to the end of the game.
    pub depth: Option<u32>,
    /// Plies from one iteration to the next; none if the search went to its depth at once.
    pub step: Option<u32>,
    /// Entries of the table; none if everything was remembered.
    pub entries: Option<u64>,
    /// The first guess minus the value of the iteration, where the guess was given.
    pub offset: Option<i32>,

    /// The value for the player to move, where it was found exactly.
    pub value: Option<i32>,
    /// The proven lower bound; none if infinite.
    pub lower: Option<i32>,
    /// The proven upper bound; none if infinite.
    pub upper: Option<i32>,
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// Whether the move is proven to be a best one.
    #[serde(rename = "move_is_proven")]
    pub best_is_proven: bool,
    /// Whether no leaf behind the answer was at the horizon.
    pub settled: bool,

    /// Distinct leaves of this iteration, where they were counted.
    pub leaves: Option<u64>,
    /// Leaves, every visit counted.
    pub leaf_visits: u64,
    /// Nodes whose children were generated.
    pub interior: u64,
    /// Nodes where memory answered.
    pub answered: u64,
    /// Leaf visits, interior nodes and nodes where memory answered.
    pub total: u64,
    /// Nodes of quiescence searches, which are part of the evaluation of a leaf.
    pub quiescence: u64,
    /// Questions put at the root.
    pub passes: u64,
    /// Seconds: processor time of the searching thread, without the time spent on counting distinct leaves; wall time
    /// if several threads were requested or the request asked for it.
    pub seconds: f64,
    /// The longest OPEN list.
    pub open: u64,
    /// The longest BACKUP list.
    pub backup: u64,
    /// By ply from the root: nodes cut off by a move that was searched, those cut off by their first move, moves
    /// searched at all of them. Nodes that memory cut off before any move was searched are not included.
    pub cuts: Vec<[u64; 3]>,
    /// Every question put at the root, in order.
    pub questions: Vec<PassRecord>,

    /// The principal variation, in the game's notation, as far as memory holds it.
    #[serde(skip)]
    pub line: Vec<String>,
    /// The player that makes each move of the line: players need not take turns.
    #[serde(skip)]
    pub line_movers: Vec<Player>,
    /// With MultiPV, the root moves, best first.
    #[serde(skip)]
    pub moves: Vec<MoveRecord>,
    /// Whether the answer holds at every greater depth: it is settled, or a win or loss by its distance.
    #[serde(skip)]
    pub decided: bool,
    /// The threads that searched.
    #[serde(skip)]
    pub threads: u16,
}

/// A question put at the root, and what was known after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PassRecord {
    /// The window's lower edge; none if infinite.
    pub alpha: Option<i32>,
    /// The window's upper edge; none if infinite.
    pub beta: Option<i32>,
    /// The answer.
    pub answer: i32,
    /// The lower bound after it; none if infinite.
    pub lower: Option<i32>,
    /// The upper bound after it; none if infinite.
    pub upper: Option<i32>,
    /// Leaf visits of this question.
    pub leaf_visits: u64,
}

/// A root move with its value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// Its value for the player to move at the root.
    pub value: i32,
    /// Whether the value holds at every greater depth.
    pub decided: bool,
    /// The move and best play after it.
    pub line: Vec<String>,
    /// The player that makes each move of the line.
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

/// Returns the number of a score that is not infinite.
#[must_use]
pub fn finite(score: Score) -> Option<i32> {
    score.is_finite().then(|| score.get())
}
