//! The Universal Chess Interface (UCI), for every game that has a notation of UCI.
//!
//! All of the protocol but registration. Beyond it: `go perft N`, `bench [DEPTH]` and `d`, as other engines have them.
//! Unknown words are skipped, as the protocol demands. A command that cannot be obeyed is answered by `info string`, and
//! changes nothing.

mod bench;
mod command;
mod format;
mod options;
mod strength;

pub use bench::{bench, usual_bench};
pub use command::{GoCommand, UciCommand};

use crate::output::{one_line, shortened};
use crate::{LineOutput, Protocol, Reaction};
use bench::Background;
use nullwindow_engine::{
    Engine, EngineError, GameClock, GoLimits, MoveNotation, PlayedPosition, PositionText, Purpose, Session,
    SessionEvent,
};
use std::sync::Arc;
use std::time::Duration;
use strength::StrengthOptions;

/// The name and version that clients show.
const NAME: &str = concat!("Nullwindow ", env!("CARGO_PKG_VERSION"));
/// The authors that clients show.
const AUTHOR: &str = "the Nullwindow authors";

/// Speaks UCI for an engine.
pub struct Uci {
    session: Session,
    output: LineOutput,
    /// The score of one unit: a hundredth of it is the protocol's centipawn.
    scale: i32,
    strength: Option<StrengthOptions>,
    background: Option<Background>,
}

impl Uci {
    /// Creates an engine for a game that has a notation of UCI; `None` if it has none.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn new(engine: Arc<dyn Engine>, output: LineOutput) -> Result<Option<Uci>, EngineError> {
        if engine.uci_moves(&PositionText::start())?.is_none() {
            return Ok(None);
        }
        let profile = engine.profile(Purpose::FixedDepth);
        let mut session = Session::new(engine)?;
        session.set_options(|options| options.notation = MoveNotation::Uci);
        let strength = profile.strength.map(StrengthOptions::new);
        Ok(Some(Uci { session, output, scale: profile.scale, strength, background: None }))
    }

    fn obey(&mut self, command: UciCommand) -> Result<Reaction, EngineError> {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => self.output.line("readyok"),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            UciCommand::NewGame => {
                self.session.clear_table();
                self.apply_strength();
            }
            UciCommand::Position(position) => {
                self.session.set_position(position)?;
            }
            UciCommand::Go(go) => self.go(&go)?,
            UciCommand::Perft(depth) => self.perft(depth),
            UciCommand::Bench(depth) => self.bench(depth),
            UciCommand::Show => self.show()?,
            UciCommand::Stop => {
                self.session.stop();
                self.background = None;
            }
            UciCommand::PonderHit => self.session.ponder_hit(),
            UciCommand::Quit => return Ok(Reaction::Quit),
            UciCommand::Ignored => {}
        }
        Ok(Reaction::Continue)
    }

    fn introduce(&self) {
        self.output.line(&format!("id name {NAME}"));
        self.output.line(&format!("id author {AUTHOR}"));
        let strength = self.strength.iter().flat_map(StrengthOptions::declarations);
        options::declarations().into_iter().chain(strength).for_each(|option| self.output.line(&option));
        self.output.line("uciok");
    }

    fn go(&mut self, go: &GoCommand) -> Result<(), EngineError> {
        self.background = None;
        let limits = limits(go, &self.session.played()?);
        let (output, scale) = (self.output.clone(), self.scale);
        let chances = self.strength.as_ref().and_then(StrengthOptions::shown_chances);
        self.session.go(&limits, move |event| match event {
            SessionEvent::Info(info) => output.line(&format::info(info, scale, chances)),
            SessionEvent::CurrentMove { depth, name, number } => {
                output.line(&format::current_move(*depth, name, *number));
            }
            SessionEvent::BestMove(chosen) => output.line(&format::best_move(chosen)),
            _ => {}
        })
    }

    fn show(&self) -> Result<(), EngineError> {
        let board = self.session.engine().board(self.session.position())?;
        board.picture.lines().for_each(|line| self.output.line(line));
        self.output.line(&format!("Fen: {}", board.notation));
        Ok(())
    }

    fn say(&self, text: &str) {
        self.output.line(&format!("info string {text}"));
    }
}

impl Protocol for Uci {
    fn line(&mut self, text: &str) -> Reaction {
        self.obey(UciCommand::parse(text)).unwrap_or_else(|error| {
            self.say(&one_line(&error));
            Reaction::Continue
        })
    }

    fn cut_line(&mut self, beginning: &str) {
        self.say(&format!("this line is too long: {}", shortened(beginning)));
    }
}

impl std::fmt::Debug for Uci {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Uci").field("session", &self.session).finish_non_exhaustive()
    }
}

/// Translates the limits of a command for the player to move.
fn limits(go: &GoCommand, root: &PlayedPosition) -> GoLimits {
    let mut limits = GoLimits::default();
    let own = usize::from(!root.first_player_moves);
    let clock = |side: usize| {
        let remaining = go.time[side]?;
        let clock = GameClock::new(remaining).with_increment(go.increment[side].unwrap_or_default());
        Some(GameClock { moves_to_go: go.moves_to_go, ..clock })
    };
    // A client that sends the opponent's clock alone still expects a move in time.
    limits.clock = clock(own).or_else(|| clock(1 - own));
    // A mate in `n` moves takes `2 n - 1` plies.
    let mate_depth = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1).max(1));
    limits.full_width = go.mate.is_some();
    limits.depth = [go.depth, mate_depth].into_iter().flatten().min();
    (limits.nodes, limits.move_time) = (go.nodes, go.move_time.map(|time| time.max(Duration::from_millis(1))));
    (limits.infinite, limits.ponder) = (go.infinite, go.ponder);
    // Illegal moves are left out, and if none remain all moves are searched.
    limits.only = go.search_moves.iter().filter(|&name| root.moves.contains(name)).cloned().collect();
    limits
}
