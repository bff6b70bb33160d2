//! The measures of a record that can be compared and plotted.

use serde::{Deserialize, Serialize};

/// One search, or one iteration of a deepening search: the source of every table, plot, verdict and export.
pub use nullwindow_engine::SearchRecord as Row;

/// A query at the root, and the bounds known after it.
pub use nullwindow_engine::PassRecord as Question;

/// A number of a [`Row`] that can be compared and plotted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Measure {
    /// [`Row::leaves`], or leaf visits where distinct leaves were not counted.
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
    /// The sum of [`Row::open`] and [`Row::backup`].
    Lists,
    /// The mean number of moves searched at a node with a cutoff; NaN if there was no cutoff.
    MovesAtCuts,
    /// The share of cutoffs by the first move; NaN if there was no cutoff.
    FirstMove,
    /// 1 if the move is proven to be a best move, else 0.
    Proven,
}

impl Measure {
    /// Returns this measure of a row.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn of(self, row: &Row) -> f64 {
        match self {
            // A search with several threads has no count of distinct leaves.
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

    /// Returns whether the measure may be summed over iterations.
    #[must_use]
    pub fn adds_up(self) -> bool {
        use Measure::{Backup, FirstMove, Lists, MovesAtCuts, Open, Proven};
        // The sum of maxima, means or shares has no meaning.
        !matches!(self, Open | Backup | Lists | MovesAtCuts | FirstMove | Proven)
    }

    /// Returns the name used in titles and sentences.
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

    /// Returns whether the measure is about cutoffs, which are counted per ply.
    #[must_use]
    pub fn has_plies(self) -> bool {
        matches!(self, Measure::MovesAtCuts | Measure::FirstMove)
    }

    /// Returns this measure of some plies of [`Row::cuts`]; NaN for a measure that is not about cutoffs.
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
