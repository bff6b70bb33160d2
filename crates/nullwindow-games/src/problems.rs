//! Collections of positions that programs of the field are measured by.

/// A named collection of positions to solve: the FFO endgames of Othello, the empty board of Connect Four.
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
    /// The name in commands: `ffo`. It must differ from the names of games.
    pub name: &'static str,
    /// Describes the positions in half a sentence, with the time that they take.
    pub about: &'static str,
    /// The size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Whether all parts use one table, which is made on the clock. Otherwise each has its own, made before the clock
    /// starts.
    pub shares_table: bool,
    /// Whether one thread is compared with two on these positions.
    pub compares_threads: bool,
    /// The positions, by the lines in which they are reported.
    pub parts: Vec<ProblemPart>,
}

/// Positions whose costs are reported together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemPart {
    /// What the positions are: `FFO 40`, `after 11 to 18 stones`.
    pub name: String,
    /// The positions in the game's notation; an empty text is the first one of the game.
    pub positions: Vec<String>,
    /// The value of each of them for the player to move, where it is known.
    pub value: Option<i32>,
}

impl ProblemSet {
    /// Returns a collection in which each part has a table of its own.
    #[must_use]
    pub fn new(name: &'static str, about: &'static str, table_bytes: usize, parts: Vec<ProblemPart>) -> ProblemSet {
        ProblemSet { name, about, table_bytes, shares_table: false, compares_threads: false, parts }
    }

    /// Lets all parts use one table.
    #[must_use]
    pub fn with_shared_table(self) -> ProblemSet {
        ProblemSet { shares_table: true, ..self }
    }

    /// Makes the collection one that one thread is compared with two on.
    #[must_use]
    pub fn with_threads_compared(self) -> ProblemSet {
        ProblemSet { compares_threads: true, ..self }
    }
}
