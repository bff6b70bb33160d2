//! The numbers of a record that can be compared and drawn.

use serde::{Deserialize, Serialize};

/// One search, or one iteration of a search that deepens: the source of every table, plot, verdict and export.
pub use nullwindow_engine::SearchRecord as Row;

/// A question put at the root, and what was known after it.
pub use nullwindow_engine::PassRecord as Question;

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
    pub fn label(self) -> &'static str {
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
