//! Problem sets: positions that solvers of the field are measured by.

/// A named set of positions to solve: the FFO endgames of Othello, the empty board of Connect Four.
///
/// ```
/// use nullwindow_games::{Playable, othello::Othello};
///
/// let sets = Othello::new().problems();
/// assert_eq!((sets[0].name, sets[0].parts.len()), ("ffo", 10));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProblemSet {
    /// The name in commands: `ffo`. It must differ from the names of all games.
    pub name: &'static str,
    /// A phrase that describes the positions and the time that they take.
    pub about: &'static str,
    /// The size of the transposition table in bytes.
    pub table_bytes: usize,
    /// True if all parts share one table, whose creation is timed. Otherwise each part has its own table, created
    /// before the clock starts.
    pub shares_table: bool,
    /// True if these positions are also used to compare one thread with two.
    pub compares_threads: bool,
    /// The positions, grouped by the lines that report them.
    pub parts: Vec<ProblemPart>,
}

/// Positions whose costs are reported together.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProblemPart {
    /// A description of the positions: `FFO 40`, `after 11 to 18 stones`.
    pub name: String,
    /// The positions in the game's notation; an empty text is the start position.
    pub positions: Vec<String>,
    /// The value of each of them for the player to move, if known.
    pub value: Option<i32>,
}

impl ProblemPart {
    /// Returns a part of positions in the game's notation, all of one value if it is known.
    #[must_use]
    pub fn new(name: impl Into<String>, positions: Vec<String>, value: Option<i32>) -> ProblemPart {
        ProblemPart { name: name.into(), positions, value }
    }
}

impl ProblemSet {
    /// Creates a set in which each part has its own table.
    #[must_use]
    pub fn new(name: &'static str, about: &'static str, table_bytes: usize, parts: Vec<ProblemPart>) -> ProblemSet {
        ProblemSet { name, about, table_bytes, shares_table: false, compares_threads: false, parts }
    }

    /// Makes all parts share one table.
    #[must_use]
    pub fn with_shared_table(self) -> ProblemSet {
        ProblemSet { shares_table: true, ..self }
    }

    /// Also uses the set to compare one thread with two.
    #[must_use]
    pub fn with_threads_compared(self) -> ProblemSet {
        ProblemSet { compares_threads: true, ..self }
    }
}
