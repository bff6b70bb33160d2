//! Hub 2, the protocol of draughts programs, for a game that has a notation of it.
//!
//! Unknown commands and arguments are ignored, as the protocol demands. A command that cannot be obeyed is answered by
//! `error message=...`. Every `go` is answered by one `done`, because clients wait for it.
//!
//! Clients disagree on how a position of English draughts is written: see [`HubFrame`]. The parameter `frame` selects one;
//! its default `auto` recognizes it by the start position, or by moves that are legal in one frame only, and keeps it.

mod board;
mod command;
mod format;
mod params;

pub use board::{HubBoard, HubFrame};
pub use command::{HubCommand, HubLevel};

use crate::output::{one_line, shortened};
use crate::{LineOutput, Protocol, Reaction};
use nullwindow_engine::{
    ChosenMove, Engine, EngineError, GameClock, GoLimits, MoveNotation, PositionText, Purpose, Session, SessionEvent,
};
use std::sync::Arc;
use std::time::Duration;

/// The name of the protocol in [`Profile::protocols`](nullwindow_engine::Profile::protocols).
pub const NAME: &str = "hub";

/// Speaks Hub for an engine.
pub struct Hub {
    session: Session,
    output: LineOutput,
    /// The score of one man.
    scale: i32,
    level: HubLevel,
    /// The frame that the client has chosen; `None` to recognize it.
    chosen_frame: Option<HubFrame>,
    /// The frame that was recognized.
    seen_frame: HubFrame,
    /// False after a position that could not be read.
    has_position: bool,
}

impl Hub {
    /// Creates an engine for a game whose profile names the protocol; `None` if it does not.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn new(engine: Arc<dyn Engine>, output: LineOutput) -> Result<Option<Hub>, EngineError> {
        let profile = engine.profile(Purpose::FixedDepth);
        if !profile.protocols.contains(&NAME) {
            return Ok(None);
        }
        let mut session = Session::new(engine)?;
        session.set_options(|options| options.notation = MoveNotation::Hub);
        Ok(Some(Hub {
            session,
            output,
            scale: profile.scale,
            level: HubLevel::default(),
            chosen_frame: None,
            seen_frame: HubFrame::Plain,
            has_position: true,
        }))
    }

    fn obey(&mut self, command: &HubCommand) -> Result<Reaction, String> {
        match command.name.as_str() {
            "hub" => self.introduce(),
            "set-param" => {
                let (name, value) = (command.value("name").unwrap_or(""), command.value("value").unwrap_or(""));
                self.set_param(name, value)?;
            }
            "init" => self.output.line("ready"),
            "new-game" => self.session.clear_table(),
            "pos" => {
                self.session.finish();
                self.has_position = false;
                self.set_position(command)?;
                self.has_position = true;
            }
            "level" => self.level = HubLevel::of(command),
            "go" => self.go(command),
            "ponder-hit" => self.session.ponder_hit(),
            "stop" => self.session.stop(),
            "ping" => self.output.line("pong"),
            "quit" => return Ok(Reaction::Quit),
            _ => {}
        }
        Ok(Reaction::Continue)
    }

    fn introduce(&self) {
        self.output.line(&format!("id name=Nullwindow version={} author=\"{}\"", env!("CARGO_PKG_VERSION"), AUTHOR));
        params::declarations().iter().for_each(|line| self.output.line(line));
        self.output.line("wait");
    }

    /// Sets the position in the frame of the client.
    fn set_position(&mut self, command: &HubCommand) -> Result<(), String> {
        let board = HubBoard::parse(command.value("pos").unwrap_or(""))?;
        let words = command.value("moves").unwrap_or("").split_ascii_whitespace();
        let moves: Vec<String> = words.map(str::to_owned).collect();
        let frame = self.chosen_frame.unwrap_or_else(|| self.expected_frame(&board));
        let Err(error) = self.session.set_position(board.position(frame, &moves)) else {
            self.seen_frame = frame;
            return Ok(());
        };
        if self.chosen_frame.is_none() && self.session.set_position(board.position(frame.other(), &moves)).is_ok() {
            self.seen_frame = frame.other();
            return Ok(());
        }
        Err(one_line(&error))
    }

    /// Returns the frame in which a position is the start of the game, or the last one that was recognized.
    fn expected_frame(&self, board: &HubBoard) -> HubFrame {
        let text = |position: &PositionText| self.session.engine().board(position).ok().map(|board| board.notation);
        let start = text(&PositionText::start());
        let is_start = |frame: &HubFrame| text(&board.position(*frame, &[])) == start;
        [HubFrame::Plain, HubFrame::Turned].into_iter().find(is_start).unwrap_or(self.seen_frame)
    }

    /// Starts a search. If it cannot start, the client still gets the `done` that it waits for, after the reason.
    fn go(&mut self, command: &HubCommand) {
        let (output, scale) = (self.output.clone(), self.scale);
        let limits = self.limits(command);
        let started = match self.has_position {
            false => Err("there is no position to search".to_owned()),
            true => {
                let listener = move |event: &SessionEvent<'_>| write_event(event, &output, scale);
                self.session.go(&limits, listener).map_err(|error| one_line(&error))
            }
        };
        if let Err(message) = started {
            self.output.line(&format::error(&message));
            self.output.line(&format::done(&ChosenMove::default()));
        }
    }

    fn limits(&self, command: &HubCommand) -> GoLimits {
        let (mut limits, level) = (GoLimits::default(), &self.level);
        (limits.depth, limits.nodes) = (level.depth, level.nodes);
        limits.move_time = level.move_time.map(|time| time.max(Duration::from_millis(1)));
        limits.clock = level.time.map(|time| {
            let clock = GameClock::new(time).with_increment(level.increment.unwrap_or_default());
            GameClock { moves_to_go: level.moves, ..clock }
        });
        limits.ponder = command.value("ponder").is_some();
        limits.infinite = command.value("analyze").is_some() && level.is_infinite();
        limits
    }
}

/// The authors that clients show.
const AUTHOR: &str = "the Nullwindow authors";

fn write_event(event: &SessionEvent<'_>, output: &LineOutput, scale: i32) {
    match event {
        SessionEvent::Info(info) => {
            if let Some(line) = format::info(info, scale) {
                output.line(&line);
            }
        }
        SessionEvent::BestMove(chosen) => output.line(&format::done(chosen)),
        _ => {}
    }
}

impl Protocol for Hub {
    fn line(&mut self, text: &str) -> Reaction {
        self.obey(&HubCommand::parse(text)).unwrap_or_else(|message| {
            self.output.line(&format::error(&shortened(&message)));
            Reaction::Continue
        })
    }

    fn cut_line(&mut self, beginning: &str) {
        // A search of the position before would answer another question.
        self.has_position &= HubCommand::parse(beginning).name != "pos";
        self.output.line(&format::error(&format!("this line is too long: {}", shortened(beginning))));
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub").field("session", &self.session).finish_non_exhaustive()
    }
}
