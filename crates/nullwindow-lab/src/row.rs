//! One plain record a search.

use serde::{Deserialize, Serialize};

/// One search, or one iteration of a search that deepens: what was asked, what was answered, what it cost.
///
/// Every table, plot, verdict and export is computed from these and nothing else.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    /// What was searched: `othello`, `uniform 8x4`, or a game of the user's.
    pub subject: String,
    /// The position in its game's notation, or `seed 7` of a synthetic tree.
    pub position: String,
    /// The number of the position in its set, or the seed of a tree; both from 1.
    pub place: u32,
    /// The name of the algorithm, or `minimal-tree`, `minimal-graph`.
    pub algorithm: String,
    /// The depth searched to, in plies; none to the end of the game.
    pub depth: Option<u32>,
    /// Plies from one iteration to the next, if the search deepened; none if it went to its depth at once.
    pub step: Option<u32>,
    /// Entries of the table; none if everything was remembered.
    pub entries: Option<u64>,
    /// The first guess minus the value of the iteration, where the guess was given.
    pub offset: Option<i32>,

    /// The value for the player to move, where it was found exactly.
    pub value: Option<i32>,
    /// What was proven: at least this.
    pub lower: Option<i32>,
    /// What was proven: at most this.
    pub upper: Option<i32>,
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// Whether the move is proven to be a best one.
    #[serde(rename = "move_is_proven")]
    pub best_is_proven: bool,
    /// Whether no leaf behind the answer was at the horizon.
    pub settled: bool,

    /// Distinct leaves of this iteration, where they were told apart.
    pub leaves: Option<u64>,
    /// Leaves, every visit counted.
    pub leaf_visits: u64,
    /// Nodes whose children were generated.
    pub interior: u64,
    /// Nodes where memory answered.
    pub answered: u64,
    /// Leaf visits, interior nodes and nodes where memory answered.
    pub total: u64,
    /// Positions that evaluations looked at beyond those they were asked about.
    pub quiescence: u64,
    /// Questions put at the root.
    pub passes: u64,
    /// Seconds: processor time of the searching thread, without that of telling leaves apart; where several
    /// threads were asked for, time on the wall.
    pub seconds: f64,
    /// The longest OPEN list.
    pub open: u64,
    /// The longest BACKUP list.
    pub backup: u64,
    /// By ply from the root: nodes cut off by a move that was searched, those by their first move, moves searched at all
    /// of them. Nodes that memory cut off before any move was searched are not among them.
    pub cuts: Vec<[u64; 3]>,
    /// Every question put at the root, in order.
    pub questions: Vec<Question>,
}

/// A question put at the root, and what was known after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Question {
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

/// A number of a [`Row`] that can be compared and drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// [`Row::leaves`], or leaf visits where leaves were not told apart.
    #[default]
    Leaves,
    /// [`Row::leaf_visits`].
    LeafVisits,
    /// [`Row::interior`].
    Interior,
    /// [`Row::total`].
    Total,
    /// [`Row::passes`].
    Passes,
    /// [`Row::seconds`].
    Seconds,
    /// [`Row::open`].
    Open,
    /// [`Row::backup`].
    Backup,
    /// [`Row::open`] and [`Row::backup`] together.
    Lists,
    /// Moves searched at a node that was cut off, on average; not a number where there was none.
    MovesAtCuts,
    /// The share of nodes cut off that were by their first move; not a number where there was none.
    FirstMove,
    /// 1 if the move is proven to be a best one, else 0.
    Proven,
}

impl Measure {
    /// This number of a row.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn of(self, row: &Row) -> f64 {
        match self {
            Measure::Leaves => row.leaves.unwrap_or(row.leaf_visits) as f64,
            Measure::LeafVisits => row.leaf_visits as f64,
            Measure::Interior => row.interior as f64,
            Measure::Total => row.total as f64,
            Measure::Passes => row.passes as f64,
            Measure::Seconds => row.seconds,
            Measure::Open => row.open as f64,
            Measure::Backup => row.backup as f64,
            Measure::Lists => (row.open + row.backup) as f64,
            Measure::MovesAtCuts | Measure::FirstMove => self.of_cuts(row.cuts.iter()),
            Measure::Proven => f64::from(u8::from(row.best_is_proven)),
        }
    }

    /// Whether numbers of iterations can be added up.
    #[must_use]
    pub fn adds_up(self) -> bool {
        use Measure::{Backup, FirstMove, Lists, MovesAtCuts, Open, Proven};
        !matches!(self, Open | Backup | Lists | MovesAtCuts | FirstMove | Proven)
    }

    /// What it is called in titles and sentences.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Measure::Leaves => "leaves",
            Measure::LeafVisits => "leaf visits",
            Measure::Interior => "interior nodes",
            Measure::Total => "nodes in all",
            Measure::Passes => "calls of MT",
            Measure::Seconds => "time",
            Measure::Open => "longest OPEN",
            Measure::Backup => "longest BACKUP",
            Measure::Lists => "longest OPEN and BACKUP",
            Measure::MovesAtCuts => "moves at cut nodes",
            Measure::FirstMove => "first-move success",
            Measure::Proven => "moves proven",
        }
    }

    /// Whether this is about cut-offs, and so known ply by ply.
    #[must_use]
    pub fn has_plies(self) -> bool {
        matches!(self, Measure::MovesAtCuts | Measure::FirstMove)
    }

    /// This number of some plies of [`Row::cuts`]; not a number if it is not about cut-offs.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn of_cuts<'c>(self, plies: impl Iterator<Item = &'c [u64; 3]>) -> f64 {
        let [nodes, first, moves] = plies.fold([0; 3], |sum, ply| [sum[0] + ply[0], sum[1] + ply[1], sum[2] + ply[2]]);
        match self {
            Measure::MovesAtCuts => moves as f64 / nodes as f64,
            Measure::FirstMove => first as f64 / nodes as f64,
            _ => f64::NAN,
        }
    }
}
