//! The settings of a distributed solution.

/// The sizes of jobs, and what their choice assumes. They change the work, never the value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolveSettings {
    /// The node limit of a job. A position that needs more is split into the positions after its moves.
    pub budget: u64,
    /// The entries of the table of a job.
    pub table: u64,
    /// The plies from the root at which positions are split without a job.
    pub split_plies: u32,
    /// The depth in plies of the searches that estimate values, for the choice of jobs.
    pub estimate_depth: u32,
    /// The usual error of these estimates, in units of the game.
    pub spread: f64,
}

impl Default for SolveSettings {
    /// Returns settings for jobs of about a second, two plies from the root or deeper.
    fn default() -> SolveSettings {
        SolveSettings { budget: 8_000_000, table: 1 << 20, split_plies: 2, estimate_depth: 6, spread: 4.0 }
    }
}

impl SolveSettings {
    /// Replaces the node limit of a job.
    #[must_use]
    pub fn with_budget(self, budget: u64) -> SolveSettings {
        SolveSettings { budget: budget.max(1), ..self }
    }

    /// Replaces the entries of the table of a job.
    #[must_use]
    pub fn with_table(self, table: u64) -> SolveSettings {
        SolveSettings { table, ..self }
    }

    /// Replaces the plies from the root at which positions are split without a job.
    #[must_use]
    pub fn with_split_plies(self, plies: u32) -> SolveSettings {
        SolveSettings { split_plies: plies, ..self }
    }
}
