//! The messages of the JSON lines: what a client sends, and what it receives.

use nullwindow_engine::ScoreKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A command of a client. Unknown fields are errors: a misspelled limit would search for ever.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum LineCommand {
    Hello,
    SetOption {
        name: String,
        value: Value,
    },
    NewGame,
    Position {
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Vec<String>,
    },
    Go(LineGo),
    Stop,
    PonderHit,
    Ping,
    Quit,
}

/// The limits of `go`; times in milliseconds.
#[derive(Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LineGo {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) movetime: Option<u64>,
    pub(super) time: Option<u64>,
    pub(super) increment: Option<u64>,
    pub(super) movestogo: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) moves: Vec<String>,
}

/// A message with the id of the command that it answers.
#[derive(Serialize, Debug)]
pub(super) struct LineReply<'m> {
    #[serde(flatten)]
    pub(super) message: LineMessage<'m>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'m Value>,
}

/// A message to a client.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum LineMessage<'m> {
    Hello {
        protocol: u32,
        name: &'static str,
        version: &'static str,
        game: &'m str,
        players: [&'static str; 2],
        unit: &'static str,
        scale: i32,
        options: Vec<OptionDeclaration>,
    },
    Position {
        position: &'m str,
        player: &'m str,
        moves: &'m [String],
        over: bool,
        drawn: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<String>,
        picture: String,
    },
    Info {
        depth: Option<u32>,
        multipv: u16,
        score: i32,
        bound: BoundName,
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        distance: Option<u32>,
        nodes: u64,
        nps: u64,
        time: u64,
        hashfull: u16,
        pv: &'m [String],
    },
    CurrentMove {
        depth: Option<u32>,
        #[serde(rename = "move")]
        name: &'m str,
        number: u32,
    },
    BestMove {
        #[serde(rename = "move")]
        best: Option<&'m str>,
        ponder: Option<&'m str>,
    },
    Pong,
    Error {
        message: &'m str,
    },
}

/// The relation of a score to the value.
#[derive(Serialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum BoundName {
    Exact,
    Lower,
    Upper,
}

impl From<ScoreKind> for BoundName {
    fn from(kind: ScoreKind) -> BoundName {
        match kind {
            ScoreKind::Exact => BoundName::Exact,
            ScoreKind::LowerBound => BoundName::Lower,
            ScoreKind::UpperBound => BoundName::Upper,
        }
    }
}

/// An option, its value at the beginning, and the values that it accepts.
#[derive(Serialize, Debug)]
pub(super) struct OptionDeclaration {
    pub(super) name: &'static str,
    pub(super) default: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) values: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max: Option<u64>,
}
