//! A search as plain data.

use crate::JobError;
use nullwindow::AnyAlgorithm;
use nullwindow_engine::Catalogue;
use serde::de::Error;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::str::FromStr;

/// A search: everything that its result depends on.
///
/// It is read from JSON ([`FromStr`]). Only `game` is required.
///
/// ```
/// use nullwindow_jobs::Job;
///
/// let job: Job = r#"{"game": "othello", "depth": 8}"#.parse()?;
/// assert_eq!((job.algorithm.as_str(), job.table), ("mtd-f", 1 << 22));
/// let same: Job = r#"{"depth": 8, "game": "othello", "algorithm": "mtd-f"}"#.parse()?;
/// assert_eq!(job.id(), same.id());
/// assert!(r#"{"game": "othello", "dpeth": 8}"#.parse::<Job>().is_err());
/// # Ok::<(), nullwindow_jobs::JobError>(())
/// ```
// The order of the fields is part of the id.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Job {
    /// The game, with its size, or a synthetic tree: `othello`, `connect4 6x5`, `uniform 4x6`.
    pub game: String,
    /// The position in the game's notation; `None` for the start position.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves played from it.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The algorithm. It is not used if `at_least` is given.
    #[serde(default = "usual_algorithm")]
    pub algorithm: String,
    /// The depth in plies; `None` solves the position to the end of the game.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Tests whether the value is at least this, by one null-window search, instead of finding it.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// The node limit.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The time limit in seconds. A job with a time limit gives different results on different machines.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The entries of the transposition table.
    #[serde(default = "usual_table")]
    pub table: u64,
    /// The number of threads. With more than one the node counts differ from run to run; the value does not.
    #[serde(default = "one_thread")]
    pub threads: u16,
}

fn usual_algorithm() -> String {
    "mtd-f".to_owned()
}

const fn usual_table() -> u64 {
    1 << 22
}

const fn one_thread() -> u16 {
    1
}

/// The first line of the text whose hash is the id: another meaning of the fields needs another number.
const VERSION: &str = "nullwindow-job 1";
/// The bytes of the hash that an id shows. Two of a billion jobs have the same 128 bits with a probability of 1e-21.
const ID_BYTES: usize = 16;

impl Job {
    /// Creates a job that solves the start position of a game.
    #[must_use]
    pub fn new(game: impl Into<String>) -> Job {
        Job {
            game: game.into(),
            position: None,
            moves: Vec::new(),
            algorithm: usual_algorithm(),
            depth: None,
            at_least: None,
            nodes: None,
            seconds: None,
            table: usual_table(),
            threads: one_thread(),
        }
    }

    /// Returns the job with the canonical names of its game and algorithm: `connect4` for `Connect4`, `mtd-f` for `mtdf`.
    /// So a search has one id, however it is spelled. Names that are unknown stay as they are.
    ///
    /// ```
    /// use nullwindow_engine::Catalogue;
    /// use nullwindow_jobs::Job;
    ///
    /// let job: Job = r#"{"game": "TicTacToe", "algorithm": "MTDf"}"#.parse()?;
    /// assert_eq!(job.canonical(&Catalogue::shipped()), Job::new("tictactoe"));
    /// # Ok::<(), nullwindow_jobs::JobError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self, catalogue: &Catalogue) -> Job {
        match catalogue.engine(&self.game) {
            Ok(engine) => self.named(engine.name()),
            Err(_) => self.named(&self.game),
        }
    }

    /// Returns the job with this name of its game and the canonical name of its algorithm.
    pub(crate) fn named(&self, game: &str) -> Job {
        let algorithm = self.algorithm.parse().map(|algorithm: AnyAlgorithm| algorithm.to_string());
        let algorithm = algorithm.unwrap_or_else(|_| self.algorithm.clone());
        Job { game: game.to_owned(), algorithm, ..self.clone() }
    }

    /// Returns the id: the first 32 hexadecimal digits of the SHA-256 hash of a line with the version of the format, and
    /// the job as JSON with all its fields in their order. Results have the id of the [canonical](Job::canonical) job.
    #[must_use]
    pub fn id(&self) -> String {
        let hash = Sha256::digest(format!("{VERSION}\n{}", self.to_json()));
        hash.iter().take(ID_BYTES).fold(String::new(), |mut id, byte| {
            let _ = write!(id, "{byte:02x}");
            id
        })
    }

    /// Returns the job as JSON, with all its fields.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists only: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl FromStr for Job {
    type Err = JobError;

    fn from_str(text: &str) -> Result<Job, JobError> {
        // Serde also reads the fields of a structure from a list, where nothing names them.
        if !text.trim_start().starts_with('{') {
            return Err(JobError::Json(serde_json::Error::custom("expected a JSON object")));
        }
        serde_json::from_str(text).map_err(JobError::Json)
    }
}
