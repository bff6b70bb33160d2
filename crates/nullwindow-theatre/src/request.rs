//! The requests of the page.

use crate::error::Refusal;
use nullwindow::AnyAlgorithm;
use serde::Deserialize;
use serde_json::Value;

/// The parts of a request that a transport needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Envelope {
    /// The number of the request, which its replies carry; 0 if there is none.
    pub id: u64,
    /// The type of the request; empty if there is none.
    pub kind: String,
    /// The number of the request to cancel, of a request of type `cancel`.
    pub target: Option<u64>,
}

impl Envelope {
    /// Reads the parts of a request. Parts that are missing or wrong have their defaults: [`Theatre::answer`] explains
    /// what is wrong.
    ///
    /// [`Theatre::answer`]: crate::Theatre::answer
    #[must_use]
    pub fn read(request: &str) -> Envelope {
        let value: Value = serde_json::from_str(request).unwrap_or(Value::Null);
        let number = |name: &str| value.get(name).and_then(Value::as_u64);
        let kind = value.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        Envelope { id: number("id").unwrap_or(0), kind, target: number("target") }
    }
}

/// A request. Unknown fields are errors: a misspelled limit would search for a long time.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum TheatreRequest {
    Hello,
    Tree(TreeRequest),
    TreeState(TreeRequest),
    Trace(TreeRequest),
    Board(BoardRequest),
    Compose(ComposeRequest),
    Read(ReadRequest),
    Analyze(AnalyzeRequest),
    Solve(SolvePositionRequest),
    Judge(AnalyzeRequest),
    Play(PlayRequest),
    Upper(UpperRequest),
}

impl TheatreRequest {
    /// Reads a request.
    pub(crate) fn read(text: &str) -> Result<TheatreRequest, Refusal> {
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| Refusal::whole(format_args!("not JSON: {error}")))?;
        // The number belongs to the envelope: the requests themselves have no such field.
        value.as_object_mut().map(|object| object.remove("id"));
        serde_json::from_value(value).map_err(Refusal::whole)
    }
}

/// A tree: by name, by text, or of a family by size and seed.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TreeChoice {
    pub(crate) name: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) size: Option<String>,
    pub(crate) seed: u64,
}

/// A search of a tree.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeRequest {
    pub(crate) tree: TreeChoice,
    pub(crate) algorithm: String,
    #[serde(default)]
    pub(crate) guess: Option<i32>,
    #[serde(default)]
    pub(crate) depth: Option<u32>,
    /// The number of steps, of requests for a state.
    #[serde(default)]
    pub(crate) step: usize,
}

/// A position of a game.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardRequest {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A position set up by hand.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComposeRequest {
    pub(crate) game: String,
    pub(crate) cells: Vec<Option<PieceText>>,
    pub(crate) first_moves: bool,
}

/// A piece on a board.
#[derive(Deserialize, Debug)]
pub(crate) struct PieceText {
    pub(crate) shape: String,
    pub(crate) first: bool,
}

/// The text of games.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    pub(crate) game: String,
    pub(crate) text: String,
}

/// The choice of values in an analysis.
#[derive(Deserialize, Debug, Default, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ValueChoice {
    /// The value of the best move.
    #[default]
    Best,
    /// The value of every move.
    All,
}

/// An analysis of a position, or the judgement of a game, whose moves are those of the request.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalyzeRequest {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) algorithm: Option<String>,
    #[serde(default)]
    pub(crate) depth: Option<u32>,
    #[serde(default)]
    pub(crate) seconds: Option<f64>,
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
    #[serde(default)]
    pub(crate) selective: bool,
    #[serde(default)]
    pub(crate) values: ValueChoice,
    #[serde(default)]
    pub(crate) table: Option<u64>,
    #[serde(default)]
    pub(crate) threads: Option<u16>,
}

/// A position to solve.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolvePositionRequest {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) seconds: Option<f64>,
    #[serde(default)]
    pub(crate) table: Option<u64>,
}

/// A move of the engine.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) elo: Option<i32>,
    #[serde(default)]
    pub(crate) seconds: Option<f64>,
    #[serde(default)]
    pub(crate) depth: Option<u32>,
    #[serde(default)]
    pub(crate) algorithm: Option<String>,
    #[serde(default)]
    pub(crate) selective: bool,
    #[serde(default)]
    pub(crate) seed: u64,
}

/// The first plies of a search.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpperRequest {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) algorithm: Option<String>,
    pub(crate) depth: u32,
    #[serde(default)]
    pub(crate) selective: bool,
    #[serde(default)]
    pub(crate) path: Vec<String>,
    #[serde(default = "two")]
    pub(crate) plies: u32,
}

fn two() -> u32 {
    2
}

/// Reads the name of an algorithm; the default is MTD(f).
pub(crate) fn algorithm(name: Option<&str>) -> Result<AnyAlgorithm, Refusal> {
    name.unwrap_or("mtd-f").parse().map_err(|error| Refusal::of("algorithm", error))
}
