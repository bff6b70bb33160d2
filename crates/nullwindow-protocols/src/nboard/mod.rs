//! The protocol of NBoard, version 2, for every game whose profile names it.
//!
//! The position is a game in GGF. A command that changes it, asks for another search or pings ends a running search, which
//! writes nothing more: all lines are written by one thread, and those of a search that has ended are dropped. Lines that
//! are not understood are ignored. A game that cannot be read is answered by `status`, and changes nothing.
//!
//! 1. `set depth` limits all searches. Positions with at most that many moves left are searched to the end.
//! 2. `go` also keeps to the clock of the game, if its record has one. `hint` and `analyze` do not.
//! 3. There is no book: `learn` and `set contempt` have no effect.

mod command;
mod format;

pub use command::NBoardCommand;

use crate::actor::{Actor, Dialogue, NewsSender, SearchNews};
use crate::output::shortened;
use crate::record::{GameRecord, RecordClock, move_name, seconds};
use crate::turns::{self, Side};
use crate::{LineOutput, Protocol, Reaction};
use nullwindow_engine::{Engine, EngineError, GameClock, GoLimits, PositionText, Purpose, SearchInfo, Session};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The name of the protocol in the profiles of games.
pub const PROTOCOL: &str = "nboard";
/// The name that clients show.
const NAME: &str = "Nullwindow";
/// The depth until the client sets one.
const USUAL_DEPTH: u32 = 12;
/// The most moves that a hint evaluates: each gets a search of its own.
const MOST_HINTS: u16 = 64;

/// Speaks the protocol of NBoard for an engine.
pub struct NBoard(Actor);

impl NBoard {
    /// Creates an engine for a game whose profile names the protocol; `None` if it does not.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn new(engine: Arc<dyn Engine>, threads: u16, output: LineOutput) -> Result<Option<NBoard>, EngineError> {
        let profile = engine.profile(Purpose::FixedDepth);
        if !profile.protocols.contains(&PROTOCOL) {
            return Ok(None);
        }
        let mut session = Session::new(engine)?;
        session.set_options(|options| options.threads = threads);
        let create = |news| NBoardDialogue {
            session,
            output,
            news,
            scale: profile.scale,
            depth: USUAL_DEPTH,
            clocks: [None; 2],
            used: [Duration::ZERO; 2],
            work: Work::Nothing,
            searches: 0,
        };
        Ok(Some(NBoard(Actor::start(create))))
    }
}

impl Protocol for NBoard {
    fn line(&mut self, text: &str) -> Reaction {
        if NBoardCommand::parse(text) == NBoardCommand::Quit {
            return Reaction::Quit;
        }
        self.0.line(text);
        Reaction::Continue
    }

    fn cut_line(&mut self, beginning: &str) {
        self.0.cut_line(beginning);
    }
}

impl std::fmt::Debug for NBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NBoard(..)")
    }
}

/// The state of the dialogue with a client.
struct NBoardDialogue {
    session: Session,
    output: LineOutput,
    news: NewsSender,
    /// The score of one disc.
    scale: i32,
    depth: u32,
    /// The clocks of the game at its beginning.
    clocks: [Option<RecordClock>; 2],
    /// The time that each player has used.
    used: [Duration; 2],
    work: Work,
    searches: u64,
}

/// The work that a search is for.
enum Work {
    Nothing,
    /// A move is to be chosen. The last news are those of the best move.
    Move {
        start: Instant,
        last: Option<SearchInfo>,
    },
    /// Moves are to be evaluated.
    Hint,
    /// The positions of the game are to be evaluated, from the last to the first.
    Analysis {
        /// The whole game.
        game: PositionText,
        /// The number of moves before the position that is being searched.
        ply: usize,
        last: Option<SearchInfo>,
    },
}

impl NBoardDialogue {
    fn obey(&mut self, command: NBoardCommand) -> Result<(), String> {
        match command {
            NBoardCommand::NBoard => self.output.line(&format!("set myname {NAME}")),
            NBoardCommand::SetDepth(depth) => {
                self.end_search();
                self.depth = depth.max(1);
            }
            NBoardCommand::SetGame(game) => self.set_game(&game)?,
            NBoardCommand::Move(text) => self.play(&text)?,
            NBoardCommand::Hint(moves) => self.hint(moves)?,
            NBoardCommand::Go => self.go()?,
            NBoardCommand::Ping(number) => {
                self.end_search();
                self.output.line(&format!("pong {number}"));
            }
            NBoardCommand::Learn => self.output.line("learned"),
            NBoardCommand::Analyze => self.analyze()?,
            NBoardCommand::SetContempt(_) | NBoardCommand::Quit | NBoardCommand::Ignored => {}
        }
        Ok(())
    }

    /// Ends a search without an answer.
    fn end_search(&mut self) {
        // Messages of the search are already on their way, and more may come until its thread sees the stop: from now on
        // they have an old number. So a pong need not wait for that thread, which on a busy machine took 200 ms.
        self.searches += 1;
        let game = match std::mem::replace(&mut self.work, Work::Nothing) {
            Work::Analysis { game, .. } => Some(game),
            _ => None,
        };
        self.session.stop();
        if let Some(game) = game {
            // It was read before.
            let _ = self.session.set_position(game);
        }
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        self.end_search();
        let engine = self.session.engine();
        // A record sets up squares in BO only, which needs no size.
        let record = GameRecord::parse(text, engine.game(), 0).map_err(|error| error.to_string())?;
        let (position, _) = record.play(&**engine, usize::MAX).map_err(|error| error.to_string())?;
        self.session.set_position(position).map_err(text_of)?;
        (self.clocks, self.used) = (record.clocks, [Duration::ZERO; 2]);
        for play in &record.moves {
            self.used[play.side as usize] += play.time;
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        self.end_search();
        let mut parts = text.split('/');
        let square = parts.next().unwrap_or_default();
        let name = move_name(square).ok_or_else(|| format!("no move: {}", shortened(square)))?;
        let time = parts.nth(1).and_then(|time| time.trim().parse().ok()).map_or(Duration::ZERO, seconds);
        let mut position = self.session.position().clone();
        let now = self.session.played().map_err(text_of)?;
        if turns::must_pass(&now) && name != turns::PASS {
            position.moves.push(turns::PASS.to_owned());
        }
        position.moves.push(name);
        let next = self.session.set_position(position).map_err(text_of)?;
        self.used[usize::from(next.first_player_moves)] += time;
        Ok(())
    }

    fn hint(&mut self, moves: u16) -> Result<(), String> {
        self.end_search();
        self.session.set_options(|options| options.multi_pv = moves.min(MOST_HINTS));
        self.search(&GoLimits::of_depth(self.depth), Work::Hint, "analyzing")
    }

    fn go(&mut self) -> Result<(), String> {
        self.end_search();
        self.session.set_options(|options| options.multi_pv = 1);
        let mut limits = GoLimits::of_depth(self.depth);
        limits.clock = self.clock(Side::of(&self.session.played().map_err(text_of)?));
        self.search(&limits, Work::Move { start: Instant::now(), last: None }, "thinking")
    }

    /// Starts a search of the position, unless the game is over.
    fn search(&mut self, limits: &GoLimits, work: Work, status: &str) -> Result<(), String> {
        if self.session.played().map_err(text_of)?.over.is_some() {
            return Err("the game is over".to_owned());
        }
        self.say_status(&format!("{NAME} is {status}"));
        self.news.go(&mut self.session, limits, self.searches).map_err(text_of)?;
        self.work = work;
        Ok(())
    }

    /// Returns the clock of a player; `None` if the game has none.
    fn clock(&self, side: Side) -> Option<GameClock> {
        let RecordClock { time, increment, grace } = self.clocks[side as usize]?;
        let moves = u32::try_from(self.session.position().moves.len() / 2).unwrap_or(u32::MAX);
        let all = time.saturating_add(grace).saturating_add(increment.saturating_mul(moves));
        Some(GameClock::new(all.saturating_sub(self.used[side as usize])).with_increment(increment))
    }

    /// Starts the analysis of the game: its positions from the last to the first, so that later ones help earlier ones.
    fn analyze(&mut self) -> Result<(), String> {
        self.end_search();
        self.session.set_options(|options| options.multi_pv = 1);
        self.say_status(&format!("{NAME} is analyzing the game"));
        let game = self.session.position().clone();
        let ply = game.moves.len();
        self.work = Work::Analysis { game, ply, last: None };
        self.analyze_ply()
    }

    /// Starts the search of the next position of an analysis. Positions without a move have their final score.
    fn analyze_ply(&mut self) -> Result<(), String> {
        let Work::Analysis { game, ply, .. } = &self.work else { return Ok(()) };
        let (text, ply) = (game.text.clone(), *ply);
        let position = PositionText { text, moves: game.moves[..ply].to_vec() };
        let now = self.session.set_position(position).map_err(text_of)?;
        match now.over {
            Some(score) => {
                self.output.line(&format!("analysis {ply} {}", format::evaluation(score.get(), self.scale)));
                self.next_ply()
            }
            None => {
                self.searches += 1;
                self.news.go(&mut self.session, &GoLimits::of_depth(self.depth), self.searches).map_err(text_of)
            }
        }
    }

    /// Goes on to the position before, or ends the analysis.
    fn next_ply(&mut self) -> Result<(), String> {
        match &mut self.work {
            Work::Analysis { ply, last, .. } if *ply > 0 => {
                (*ply, *last) = (*ply - 1, None);
                self.analyze_ply()
            }
            _ => {
                self.end_search();
                self.say_status("");
                Ok(())
            }
        }
    }

    /// Writes what a search has found.
    fn finish(&mut self, best: Option<&str>) -> Result<(), String> {
        match &self.work {
            Work::Nothing => {}
            Work::Hint => {
                self.work = Work::Nothing;
                self.say_status("");
            }
            Work::Move { start, last } => {
                let best = best.unwrap_or(turns::PASS);
                // Scores of a search that was stopped by the clock may belong to another move.
                let own = last.as_ref().filter(|info| info.line.first().is_some_and(|first| first == best));
                let score = own.map_or(String::new(), |info| format::evaluation(info.score, self.scale));
                let time = start.elapsed().as_secs_f64();
                self.output.line(&format!("=== {}/{score}/{time:.2}", format::move_text(best)));
                self.work = Work::Nothing;
            }
            Work::Analysis { ply, last, .. } => {
                let score = last.as_ref().map_or(0, |info| info.score);
                self.output.line(&format!("analysis {ply} {}", format::evaluation(score, self.scale)));
                return self.next_ply();
            }
        }
        Ok(())
    }

    fn say_status(&self, text: &str) {
        self.output.line(format!("status {text}").trim_end());
    }

    fn explain(&self, result: Result<(), String>) -> Reaction {
        if let Err(reason) = result {
            self.say_status(&reason);
        }
        Reaction::Continue
    }
}

impl Dialogue for NBoardDialogue {
    fn line(&mut self, text: &str) -> Reaction {
        let result = self.obey(NBoardCommand::parse(text));
        self.explain(result)
    }

    fn cut_line(&mut self, beginning: &str) {
        self.say_status(&format!("this line is too long: {}", shortened(beginning)));
    }

    fn news(&mut self, news: SearchNews) -> Reaction {
        let info = match news {
            SearchNews::Info(info) => info,
            SearchNews::Best(chosen) => {
                let result = self.finish(chosen.best.as_deref());
                return self.explain(result);
            }
        };
        let line = format::search(&info, self.scale);
        match &mut self.work {
            Work::Analysis { last, .. } => *last = Some(info),
            Work::Hint | Work::Move { .. } => {
                if let Some(line) = &line {
                    self.output.line(line);
                    self.output.line(&format::node_statistics(info.nodes, info.time));
                }
                if let Work::Move { last, .. } = &mut self.work {
                    *last = line.map(|_| info).or(last.take());
                }
            }
            Work::Nothing => {}
        }
        Reaction::Continue
    }

    fn end(&mut self) -> Reaction {
        self.end_search();
        Reaction::Quit
    }

    fn search(&self) -> u64 {
        self.searches
    }
}

/// Returns an error in one line.
#[allow(clippy::needless_pass_by_value)] // the argument of `map_err`
fn text_of(error: EngineError) -> String {
    crate::output::one_line(&error)
}
