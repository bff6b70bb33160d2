//! The other side of the protocols: plays with an engine of another program, which runs as a process.
//!
//! - [`process`](self): a process with lines in and out, and a limit for every answer;
//! - [`uci`](self), [`gtp`](self), [`hub`](self): one client per protocol.
//!
//! A game fits a protocol if its profile names it ([`Profile::protocols`](nullwindow_engine::Profile)): the clients name no
//! game.

mod gtp;
mod hub;
mod process;
mod uci;

pub use gtp::GtpClient;
pub use hub::HubClient;
pub use process::{EngineProcess, split_command};
pub use uci::UciClient;

use nullwindow_engine::{Engine, EngineError, GameClock, GoLimits, PositionText, Purpose};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The time for an answer that needs no search.
const PATIENCE: Duration = Duration::from_secs(10);

/// The protocols of the clients.
pub const PROTOCOLS: [&str; 3] = ["uci", "gtp", "hub"];

/// An engine that does not play: it cannot be started, has ended, or does not answer as its protocol requires.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// The process cannot be started.
    Start(String),
    /// The process has ended, or closed its output.
    Ended,
    /// There was no answer in time.
    NoAnswer,
    /// The engine answered with an error, or not as the protocol requires.
    Refused(String),
    /// The protocol cannot carry the position.
    Position(String),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Start(reason) => write!(f, "cannot be started: {reason}"),
            ClientError::Ended => f.write_str("the engine has ended"),
            ClientError::NoAnswer => f.write_str("no answer"),
            ClientError::Refused(answer) => write!(f, "refused: {answer}"),
            ClientError::Position(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<EngineError> for ClientError {
    fn from(error: EngineError) -> ClientError {
        ClientError::Position(error.to_string())
    }
}

/// The request for a move.
#[derive(Clone, Copy)]
pub struct ClientRequest<'r> {
    /// The position with the moves that led to it.
    pub position: &'r PositionText,
    /// The limits of the move.
    pub limits: &'r GoLimits,
    /// The clocks of both players, first mover first.
    pub clocks: Option<[GameClock; 2]>,
}

impl fmt::Debug for ClientRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientRequest").field("position", self.position).field("limits", self.limits).finish()
    }
}

impl ClientRequest<'_> {
    /// Returns the longest time that an engine may take for its answer. One without a limit of time is waited for.
    fn patience(&self) -> Duration {
        let clock = self.limits.clock.map(|clock| clock.remaining);
        match self.limits.move_time.or(clock) {
            Some(time) => time + PATIENCE,
            None => Duration::from_secs(3600),
        }
    }
}

/// The move of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClientMove {
    /// The move, in a notation that the game reads.
    pub name: String,
    /// The score for the engine, in the scale of the game.
    pub score: Option<i32>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
}

/// An engine of another program.
pub trait EngineClient: Send {
    /// Begins a new game.
    ///
    /// # Errors
    /// If the engine does not answer.
    fn new_game(&mut self) -> Result<(), ClientError>;

    /// Asks for a move.
    ///
    /// # Errors
    /// If the engine does not answer, or the protocol cannot carry the position.
    fn choose(&mut self, request: &ClientRequest<'_>) -> Result<ClientMove, ClientError>;
}

/// Starts an engine for a game. `options` are names and values of the engine's own options.
///
/// # Errors
/// If the game does not fit the protocol, or the engine cannot be started.
pub fn connect(
    protocol: &str,
    command: &str,
    options: &[(String, String)],
    engine: &Arc<dyn Engine>,
) -> Result<Box<dyn EngineClient>, ClientError> {
    let fitting = engine.profile(Purpose::FixedDepth).protocols;
    if !fitting.contains(&protocol) {
        let known = if fitting.is_empty() { "none".to_owned() } else { fitting.join(", ") };
        let (game, text) = (engine.name(), protocol);
        return Err(ClientError::Start(format!("'{text}' is no protocol for {game}; its protocols are: {known}")));
    }
    let process = EngineProcess::start(command)?;
    let engine = Arc::clone(engine);
    Ok(match protocol {
        "uci" => Box::new(UciClient::new(process, engine, options)?),
        "gtp" => Box::new(GtpClient::new(process, engine, options)?),
        "hub" => Box::new(HubClient::new(process, engine, options)?),
        other => return Err(ClientError::Start(format!("there is no client for the protocol '{other}'"))),
    })
}
