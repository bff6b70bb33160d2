//! The Go Text Protocol (GTP), version 2, for every game whose profile names it.
//!
//! Commands are answered in their order, also those that arrive during a search. Beyond the protocol of Go: `set_game`
//! and `list_games`, as Quarry sends them. Differences by the rules of the games:
//!
//! 1. A player that cannot move passes, and clients may leave that out: a second move of one colour, or a second
//!    `genmove`, implies the pass of the other. `pass` is answered only if there is no other move.
//! 2. `undo` takes a move back with the passes that it implied.
//! 3. `komi` has no effect.

mod clock;
mod command;
mod commands;

pub use command::GtpCommand;

use crate::actor::{Actor, Dialogue, NewsSender, SearchNews};
use crate::turns::Side;
use crate::{LineOutput, Protocol, Reaction};
use clock::GtpClocks;
use commands::GtpAnswer;
use nullwindow_engine::{Engine, EngineError, GoLimits, PlayedPosition, PositionText, Purpose, Session};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The name of the protocol in the profiles of games.
pub const PROTOCOL: &str = "gtp";
/// The time that a move loses outside of the search. Clients send whole seconds and start programs by scripts.
const OVERHEAD: Duration = Duration::from_millis(50);

/// Limits the moves of a GTP engine while the client sets no clock.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GtpOptions {
    /// The depth in plies of the deepest search, with and without a clock.
    pub depth: Option<u32>,
    /// The time for a move without a clock.
    pub move_time: Option<Duration>,
    /// The number of threads.
    pub threads: u16,
}

impl Default for GtpOptions {
    /// Returns one second per move on one thread.
    fn default() -> GtpOptions {
        GtpOptions { depth: None, move_time: Some(Duration::from_secs(1)), threads: 1 }
    }
}

/// Speaks GTP for an engine.
pub struct Gtp(Actor);

impl Gtp {
    /// Creates an engine for a game whose profile names the protocol; `None` if it does not.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn new(engine: Arc<dyn Engine>, options: GtpOptions, output: LineOutput) -> Result<Option<Gtp>, EngineError> {
        if !engine.profile(Purpose::FixedDepth).protocols.contains(&PROTOCOL) {
            return Ok(None);
        }
        let mut session = Session::new(engine)?;
        session.set_options(|settings| (settings.threads, settings.move_overhead) = (options.threads, OVERHEAD));
        Ok(Some(Gtp(Actor::start(|news| GtpDialogue::new(session, options, output, news)))))
    }
}

impl Protocol for Gtp {
    fn line(&mut self, text: &str) -> Reaction {
        self.0.line(text);
        // A command like the others: it is obeyed after those before it.
        if GtpCommand::parse(text).is_some_and(|command| command.name == "quit") {
            self.0.wait();
            return Reaction::Quit;
        }
        Reaction::Continue
    }

    fn cut_line(&mut self, beginning: &str) {
        self.0.cut_line(beginning);
    }
}

impl std::fmt::Debug for Gtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gtp(..)")
    }
}

/// The state of the dialogue with a client.
struct GtpDialogue {
    session: Session,
    options: GtpOptions,
    output: LineOutput,
    news: NewsSender,
    clocks: GtpClocks,
    /// The plies of each move: more than one if it implied a pass.
    plies: Vec<usize>,
    /// The search for a move that was asked for.
    search: Option<MoveSearch>,
    searches: u64,
    /// The lines that arrived during the search.
    waiting: VecDeque<WaitingLine>,
    /// True after the end of the input: nothing may take long.
    ends: bool,
}

/// A line that waits for the end of a search.
enum WaitingLine {
    Whole(String),
    Cut,
}

/// A running search for a move.
struct MoveSearch {
    id: String,
    side: Side,
    /// True if the move is to be played.
    plays: bool,
    /// The position and its move sizes before the request, which a search without a move to play restores.
    before: (PositionText, Vec<usize>),
    start: Instant,
}

impl GtpDialogue {
    fn new(session: Session, options: GtpOptions, output: LineOutput, news: NewsSender) -> GtpDialogue {
        GtpDialogue {
            session,
            options,
            output,
            news,
            clocks: GtpClocks::default(),
            plies: Vec::new(),
            search: None,
            searches: 0,
            waiting: VecDeque::new(),
            ends: false,
        }
    }

    /// Handles a line, or keeps it until the search is over.
    fn hear(&mut self, line: WaitingLine) -> Reaction {
        if self.search.is_some() {
            self.waiting.push_back(line);
            return Reaction::Continue;
        }
        let WaitingLine::Whole(text) = line else {
            self.answer("", Err("this line is too long".to_owned()));
            return Reaction::Continue;
        };
        let Some(command) = GtpCommand::parse(&text) else { return Reaction::Continue };
        match self.obey(&command) {
            Ok(GtpAnswer::Text(text)) => self.answer(&command.id, Ok(text)),
            Ok(GtpAnswer::Later) => {}
            Ok(GtpAnswer::Quit) => {
                self.answer(&command.id, Ok(String::new()));
                return Reaction::Quit;
            }
            Err(reason) => self.answer(&command.id, Err(reason)),
        }
        Reaction::Continue
    }

    /// Handles the lines that have waited for the end of a search, up to the next search.
    fn hear_waiting(&mut self) -> Reaction {
        while self.search.is_none() {
            let Some(line) = self.waiting.pop_front() else {
                return if self.ends { Reaction::Quit } else { Reaction::Continue };
            };
            if self.hear(line) == Reaction::Quit {
                return Reaction::Quit;
            }
        }
        Reaction::Continue
    }

    /// Writes an answer: a mark with the number of the command, the text, and an empty line.
    fn answer(&self, id: &str, answer: Result<String, String>) {
        let (mark, text) = match answer {
            Ok(text) => ('=', text),
            Err(reason) => ('?', reason),
        };
        let mut lines = text.lines();
        self.output.line(format!("{mark}{id} {}", lines.next().unwrap_or_default()).trim_end());
        // An empty line would end the answer.
        lines.filter(|line| !line.is_empty()).for_each(|line| self.output.line(line));
        self.output.line("");
    }

    /// Starts the search for a move of the player to move.
    fn start_search(&mut self, id: &str, search: MoveSearch, root: &PlayedPosition) -> Result<(), EngineError> {
        let mut limits = GoLimits::default();
        limits.clock = self.clocks.clock(Side::of(root));
        limits.depth = if self.ends { Some(1) } else { self.options.depth };
        limits.move_time = self.options.move_time.filter(|_| limits.clock.is_none());
        self.searches += 1;
        self.news.go(&mut self.session, &limits, self.searches)?;
        self.search = Some(MoveSearch { id: id.to_owned(), ..search });
        Ok(())
    }
}

impl Dialogue for GtpDialogue {
    fn line(&mut self, text: &str) -> Reaction {
        self.hear(WaitingLine::Whole(text.to_owned()))
    }

    fn cut_line(&mut self, _: &str) {
        self.hear(WaitingLine::Cut);
    }

    fn news(&mut self, news: SearchNews) -> Reaction {
        let SearchNews::Best(chosen) = news else { return Reaction::Continue };
        if let Some(search) = self.search.take() {
            let id = search.id.clone();
            let answer = self.finish_search(search, chosen.best);
            self.answer(&id, answer);
        }
        self.hear_waiting()
    }

    fn end(&mut self) -> Reaction {
        self.ends = true;
        self.session.stop();
        self.hear_waiting()
    }

    fn search(&self) -> u64 {
        self.searches
    }
}
