//! JSON lines: one object per line in both directions, for every game. The page `docs/reference/json-lines.md` of the
//! repository specifies the protocol.

mod message;
mod options;

use crate::output::{one_line, shortened};
use crate::{LineOutput, Protocol, Reaction};
use message::{LineCommand, LineGo, LineMessage, LineReply};
use nullwindow::Score;
use nullwindow_engine::{
    Engine, EngineError, GameClock, GoLimits, PlaySearch, PlayedPosition, PositionText, Purpose, Session, SessionEvent,
};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The version of the protocol. It changes when clients must change.
const VERSION: u32 = 1;

/// Speaks JSON lines for an engine of any game.
///
/// ```
/// use nullwindow_engine::Catalogue;
/// use nullwindow_protocols::{JsonLines, LineOutput, Protocol};
/// use std::time::Duration;
///
/// let output = LineOutput::new(|line| println!("{line}"));
/// let mut lines = JsonLines::new(Catalogue::shipped().engine("tictactoe")?, output)?.in_slices();
/// lines.line(r#"{"type": "position", "moves": ["b2"]}"#);
/// lines.line(r#"{"type": "go", "depth": 3}"#);
/// while lines.advance(10_000, Duration::ZERO) {}
/// # Ok::<(), nullwindow_engine::EngineError>(())
/// ```
pub struct JsonLines {
    session: Session,
    output: LineOutput,
    in_slices: bool,
    /// The search that the caller advances, and its id.
    slices: Option<(PlaySearch, Option<Value>)>,
}

impl JsonLines {
    /// Creates an engine, and greets the client.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn new(engine: Arc<dyn Engine>, output: LineOutput) -> Result<JsonLines, EngineError> {
        let (session, in_slices) = (Session::new(engine)?, cfg!(target_family = "wasm"));
        let lines = JsonLines { session, output, in_slices, slices: None };
        lines.greet(None);
        Ok(lines)
    }

    /// Searches without threads: the caller advances each search by [`JsonLines::advance`]. On wasm32 this is the only
    /// way.
    #[must_use]
    pub fn in_slices(self) -> JsonLines {
        JsonLines { in_slices: true, ..self }
    }

    /// Advances the search by about `nodes` nodes, and returns whether it goes on. `elapsed` is the time since its `go`.
    pub fn advance(&mut self, nodes: u64, elapsed: Duration) -> bool {
        let Some((mut search, id)) = self.slices.take() else { return false };
        let writer = self.writer(id);
        match search.advance(nodes, elapsed, &mut |event| writer.event(event)) {
            Ok(None) => {
                self.slices = Some((search, writer.id));
                return true;
            }
            Ok(Some(_)) => {}
            Err(error) => writer.write(LineMessage::Error { message: &one_line(&error) }),
        }
        false
    }

    fn obey(&mut self, command: LineCommand, id: Option<Value>) -> Result<Reaction, String> {
        match command {
            LineCommand::Hello => self.greet(id),
            LineCommand::SetOption { name, value } => {
                self.end_slices();
                options::set(&mut self.session, &name, &value)?;
            }
            LineCommand::NewGame => {
                self.end_slices();
                self.session.clear_table();
            }
            LineCommand::Position { position, moves } => {
                self.end_slices();
                let position = PositionText { text: position, moves };
                let played = self.session.set_position(position).map_err(|error| one_line(&error))?;
                self.describe(&played, id);
            }
            LineCommand::Go(go) => {
                self.end_slices();
                self.go(&go, id).map_err(|error| one_line(&error))?;
            }
            LineCommand::Stop => self.session.stop(),
            LineCommand::PonderHit => self.session.ponder_hit(),
            LineCommand::Ping => self.writer(id).write(LineMessage::Pong),
            LineCommand::Quit => return Ok(Reaction::Quit),
        }
        Ok(Reaction::Continue)
    }

    fn greet(&self, id: Option<Value>) {
        let engine = self.session.engine();
        let profile = engine.profile(Purpose::FixedDepth);
        self.writer(id).write(LineMessage::Hello {
            protocol: VERSION,
            name: "Nullwindow",
            version: env!("CARGO_PKG_VERSION"),
            game: engine.name(),
            players: profile.players,
            unit: profile.unit,
            scale: profile.scale,
            options: options::declarations(),
        });
    }

    fn describe(&self, played: &PlayedPosition, id: Option<Value>) {
        let engine = self.session.engine();
        // The picture of a position with a text that the game cannot read back is left empty.
        let picture = engine.board(&PositionText::from(played.notation.as_str())).map(|board| board.picture);
        self.writer(id).write(LineMessage::Position {
            position: &played.notation,
            player: played.mover,
            moves: &played.moves,
            over: played.over.is_some(),
            drawn: played.drawn,
            result: played.over.map(result),
            picture: picture.unwrap_or_default(),
        });
    }

    fn go(&mut self, go: &LineGo, id: Option<Value>) -> Result<(), EngineError> {
        let limits = limits(go);
        if self.in_slices {
            self.slices = Some((self.session.prepare(&limits)?, id));
            return Ok(());
        }
        self.start(&limits, id)
    }

    #[cfg(not(target_family = "wasm"))]
    fn start(&mut self, limits: &GoLimits, id: Option<Value>) -> Result<(), EngineError> {
        let writer = self.writer(id);
        self.session.go(limits, move |event| writer.event(event))
    }

    #[cfg(target_family = "wasm")]
    fn start(&mut self, _: &GoLimits, _: Option<Value>) -> Result<(), EngineError> {
        Ok(()) // never called: searches advance in slices
    }

    /// Ends a search in slices with its answer.
    fn end_slices(&mut self) {
        self.session.stop();
        while self.advance(1, Duration::MAX) {}
    }

    fn writer(&self, id: Option<Value>) -> MessageWriter {
        MessageWriter { engine: Arc::clone(self.session.engine()), output: self.output.clone(), id }
    }
}

impl Protocol for JsonLines {
    fn line(&mut self, text: &str) -> Reaction {
        if text.trim().is_empty() {
            return Reaction::Continue;
        }
        let mut id = None;
        let command = serde_json::from_str::<Value>(text).and_then(|mut value| {
            id = value.as_object_mut().and_then(|object| object.remove("id"));
            serde_json::from_value(value)
        });
        let reaction = match command {
            Ok(command) => self.obey(command, id.clone()),
            Err(error) => Err(error.to_string()),
        };
        reaction.unwrap_or_else(|message| {
            self.writer(id).write(LineMessage::Error { message: &shortened(&message) });
            Reaction::Continue
        })
    }

    fn cut_line(&mut self, beginning: &str) {
        let message = format!("this line is too long: {}", shortened(beginning));
        self.writer(None).write(LineMessage::Error { message: &message });
    }
}

impl fmt::Debug for JsonLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonLines").field("session", &self.session).finish_non_exhaustive()
    }
}

/// Writes messages that answer one command.
struct MessageWriter {
    engine: Arc<dyn Engine>,
    output: LineOutput,
    id: Option<Value>,
}

impl MessageWriter {
    fn write(&self, message: LineMessage<'_>) {
        let reply = LineReply { message, id: self.id.as_ref() };
        // A message is texts, numbers and lists of them, which JSON can hold.
        self.output.line(&serde_json::to_string(&reply).unwrap_or_default());
    }

    fn event(&self, event: &SessionEvent<'_>) {
        match *event {
            SessionEvent::Info(info) => self.write(LineMessage::Info {
                depth: info.depth,
                multipv: info.rank,
                score: info.score,
                bound: info.kind.into(),
                text: self.engine.short_score(Purpose::FixedDepth, Score::new(info.score)),
                distance: info.win_distance,
                nodes: info.nodes,
                nps: info.speed(),
                time: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
                hashfull: info.table_use,
                pv: &info.line,
            }),
            SessionEvent::CurrentMove { depth, name, number } => {
                self.write(LineMessage::CurrentMove { depth, name, number });
            }
            SessionEvent::BestMove(chosen) => {
                let (best, ponder) = (chosen.best.as_deref(), chosen.ponder.as_deref());
                self.write(LineMessage::BestMove { best, ponder });
            }
            _ => {}
        }
    }
}

/// Translates the limits of a command.
fn limits(go: &LineGo) -> GoLimits {
    let mut limits = GoLimits::default();
    limits.clock = go.time.map(|time| {
        let increment = Duration::from_millis(go.increment.unwrap_or(0));
        let clock = GameClock::new(Duration::from_millis(time)).with_increment(increment);
        GameClock { moves_to_go: go.movestogo.filter(|&moves| moves > 0), ..clock }
    });
    (limits.depth, limits.nodes) = (go.depth, go.nodes.map(|nodes| nodes.max(1)));
    limits.move_time = go.movetime.map(Duration::from_millis);
    (limits.infinite, limits.ponder) = (go.infinite, go.ponder);
    limits.only.clone_from(&go.moves);
    limits
}

/// Describes the end of a game for the player to move.
fn result(score: Score) -> String {
    match score {
        Score::ZERO => "draw",
        win if win > Score::ZERO => "win",
        _ => "loss",
    }
    .to_owned()
}
