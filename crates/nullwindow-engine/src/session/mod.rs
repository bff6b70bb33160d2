//! Playing: a position with its history, options, a table kept between moves, and a search for the next move.
//!
//! ```text
//! position, options, go, stop, ponder hit  ->  Session  ->  SessionEvent: Info ..., BestMove
//!                                                |
//!                       SearchRequest  ->  dyn Engine  ->  SearchEvent
//! ```
//!
//! - [`time`](self): time management, arithmetic without a clock;
//! - [`limits`](self): the limits of a search and the options of a session;
//! - [`choice`](self): the move of a player of limited strength;
//! - [`deliberation`](self): one search for a move, from its first iteration to the answer;
//! - [`signals`](self): stop, ponder hit, and the answer that waits for them;
//! - [`play`](self): a search on a thread, or in slices where there are none;
//! - [`report`](self): the events.

mod choice;
mod deliberation;
mod limits;
mod play;
mod report;
mod signals;
mod time;

pub use limits::{GoLimits, SessionOptions};
pub use play::PlaySearch;
pub use report::{ChosenMove, ScoreKind, SearchInfo, SessionEvent};
pub use time::{GameClock, IterationResult, Pace, TimeBudget};

use crate::engine::EngineError;
use crate::request::{Horizon, MemoryChoice, SearchRequest, new_table};
use crate::{Engine, PlayedPosition, PositionText};
use choice::NoisyChoice;
use deliberation::Deliberation;
use nullwindow::memory::Table;
use nullwindow::{Bounds, Depth};
use nullwindow_games::{Profile, Purpose, Solving};
use signals::SearchSignals;
use std::fmt;
use std::sync::Arc;

/// The bytes of a table entry.
const ENTRY_BYTES: u64 = 16;
/// The depth in plies for a forced move on a clock: enough for a score and the expected reply.
const FORCED_DEPTH: u32 = 2;

/// Plays or analyses a game with an engine.
///
/// ```
/// use nullwindow_engine::{Catalogue, GoLimits, PositionText, Session, SessionEvent};
/// use std::sync::mpsc;
///
/// let mut session = Session::new(Catalogue::shipped().engine("connect4")?)?;
/// session.set_position(PositionText { text: None, moves: vec!["4".into(), "4".into()] })?;
/// let (sender, receiver) = mpsc::channel();
/// session.go(&GoLimits::of_depth(6), move |event| {
///     if let SessionEvent::BestMove(chosen) = event {
///         let _ = sender.send(chosen.best.clone());
///     }
/// })?;
/// assert!(receiver.recv()?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    engine: Arc<dyn Engine>,
    options: SessionOptions,
    position: PositionText,
    table: Arc<Table>,
    running: Option<RunningSearch>,
}

/// A search that was started and may still run.
struct RunningSearch {
    signals: Arc<SearchSignals>,
    infinite: bool,
    #[cfg(not(target_family = "wasm"))]
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Session {
    /// The size in bytes of the table at the beginning.
    pub const USUAL_TABLE: u64 = 64 << 20;

    /// Starts a session at the start position, with the usual options and a table of 64 MiB.
    ///
    /// # Errors
    /// If the table does not fit into memory.
    pub fn new(engine: Arc<dyn Engine>) -> Result<Session, EngineError> {
        let table = new_table(Session::USUAL_TABLE / ENTRY_BYTES)?;
        let (options, position) = (SessionOptions::default(), PositionText::start());
        Ok(Session { engine, options, position, table, running: None })
    }

    /// Returns the engine.
    #[must_use]
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &SessionOptions {
        &self.options
    }

    /// Returns the position: a text and the moves played from there.
    #[must_use]
    pub fn position(&self) -> &PositionText {
        &self.position
    }

    /// Ends a running search and changes the options.
    pub fn set_options(&mut self, change: impl FnOnce(&mut SessionOptions)) {
        self.finish();
        change(&mut self.options);
    }

    /// Ends a running search and replaces the table by an empty one of this size.
    ///
    /// # Errors
    /// If it does not fit into memory. Then the old table stays.
    pub fn set_table_bytes(&mut self, bytes: u64) -> Result<(), EngineError> {
        self.finish();
        self.table = new_table((bytes / ENTRY_BYTES).max(1))?;
        Ok(())
    }

    /// Ends a running search and forgets what earlier ones have stored in the table.
    pub fn clear_table(&mut self) {
        self.finish();
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            // A prepared search that was never run still has it. If there is no memory for another, the old one stays:
            // its entries are true.
            None => self.table = new_table(self.table.entries() as u64).unwrap_or_else(|_| Arc::clone(&self.table)),
        }
    }

    /// Ends a running search and sets the position. Moves are read in any notation of the game; its rules about
    /// repetition apply to them.
    ///
    /// # Errors
    /// If the text is not a position, or a move is not legal. Then the old position stays.
    pub fn set_position(&mut self, position: PositionText) -> Result<PlayedPosition, EngineError> {
        self.finish();
        let played = self.engine.played(&position, self.options.notation)?;
        self.position = position;
        Ok(played)
    }

    /// Describes the position.
    ///
    /// # Errors
    /// As [`Session::set_position`], which has read the position before.
    pub fn played(&self) -> Result<PlayedPosition, EngineError> {
        self.engine.played(&self.position, self.options.notation)
    }

    /// Ends a running search and starts one on a thread of its own. The listener is called there; the last event is the
    /// best move.
    ///
    /// # Errors
    /// If a move of the limits is not legal.
    #[cfg(not(target_family = "wasm"))]
    pub fn go(
        &mut self,
        limits: &GoLimits,
        mut listener: impl FnMut(&SessionEvent<'_>) + Send + 'static,
    ) -> Result<(), EngineError> {
        let search = self.prepare(limits)?;
        let thread = std::thread::spawn(move || search.run(&mut listener));
        if let Some(running) = &mut self.running {
            running.thread = Some(thread);
        }
        Ok(())
    }

    /// Ends a running search and prepares one that the caller runs, or advances slice by slice where there are no
    /// threads. [`Session::stop`] and [`Session::ponder_hit`] act on it.
    ///
    /// # Errors
    /// If a move of the limits is not legal.
    pub fn prepare(&mut self, limits: &GoLimits) -> Result<PlaySearch, EngineError> {
        self.finish();
        // Reading the position is part of the player's time.
        let signals = Arc::new(SearchSignals::new(limits.ponder, !limits.infinite && !limits.ponder));
        let root = self.played()?;
        for only in &limits.only {
            let mut after = self.position.clone();
            after.moves.push(only.clone());
            self.engine.played(&after, self.options.notation)?;
        }
        let budget = self.budget(limits, &root);
        let is_selective = self.options.selective && !limits.full_width;
        let profile = self.engine.profile(if is_selective { Purpose::Selective } else { Purpose::FixedDepth });
        let is_forced = root.moves.len() == 1 && budget.is_some() && !limits.infinite;
        let deepest = [limits.depth, profile.safe_depth, is_forced.then_some(FORCED_DEPTH)].into_iter().flatten().min();
        let last = deepest.map_or(Depth::END, |plies| Depth::plies(plies.clamp(1, 254)));
        let depth_is_a_wish = limits.depth.is_some() && budget.is_none();
        let horizon = match finishing(&profile, root.moves_left, deepest, depth_is_a_wish) {
            Some(after) => Horizon::Finishing { after },
            None => Horizon::Deepening { to: last, step: 1 },
        };
        let request = self.request(limits, horizon);
        let deliberation = Deliberation {
            engine: Arc::clone(&self.engine),
            table: Arc::clone(&self.table),
            root,
            pace: Pace::new(budget, profile.judging.mistake),
            shown: self.options.multi_pv.max(1),
            noise: self.noise(),
            each_move: request.multi_pv > 1 || !request.only.is_empty(),
            chosen: None,
            score: None,
            completed_nodes: 0,
            nodes: 0,
            last_pass: (None, Bounds::UNKNOWN),
            last_infos: Vec::new(),
            ponders: limits.ponder,
        };
        self.running = Some(RunningSearch {
            signals: Arc::clone(&signals),
            infinite: limits.infinite,
            #[cfg(not(target_family = "wasm"))]
            thread: None,
        });
        Ok(PlaySearch::new(deliberation, request, signals, budget.map(|budget| budget.hard)))
    }

    fn request(&self, limits: &GoLimits, horizon: Horizon) -> SearchRequest {
        let options = &self.options;
        let memory = MemoryChoice::Table(Arc::clone(&self.table));
        let mut request = SearchRequest::new(options.algorithm, horizon, memory);
        request.position = self.position.clone();
        (request.threads, request.multi_pv) = (options.threads, options.multi_pv);
        (request.nodes, request.only, request.notation) = (limits.nodes, limits.only.clone(), options.notation);
        if let Some(level) = options.strength {
            request.nodes = Some(limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes)));
        }
        if self.noise().is_some() {
            // A choice among all moves needs the values of all.
            request.multi_pv = u16::MAX;
        }
        (request.until_decided, request.exact_leaves, request.as_played) = (true, false, true);
        request.until_won = limits.depth.is_none();
        request.selective = options.selective && options.algorithm.follows_rules() && !limits.full_width;
        request
    }

    /// Returns the random choice of a weaker player.
    fn noise(&self) -> Option<NoisyChoice> {
        let level = self.options.strength.filter(|level| level.noise > 0)?;
        Some(NoisyChoice { noise: level.noise, seed: self.options.seed })
    }

    /// Returns the time for a move, if the limits have one.
    fn budget(&self, limits: &GoLimits, root: &PlayedPosition) -> Option<TimeBudget> {
        let overhead = self.options.move_overhead;
        let of_move = limits.move_time.map(|time| TimeBudget::of_move(time, overhead));
        let of_clock = limits.clock.map(|clock| TimeBudget::of_clock(&clock, overhead, root.moves_left));
        match (of_move, of_clock) {
            (Some(of_move), Some(of_clock)) if of_clock.hard < of_move.hard => Some(of_clock),
            (of_move, of_clock) => of_move.or(of_clock),
        }
    }

    /// Asks a running search for its answer, which follows at once.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// Tells a pondering search that the opponent has made the expected move: from now on it uses the player's time.
    pub fn ponder_hit(&mut self) {
        if let Some(running) = &self.running {
            running.signals.ponder_hit(running.infinite);
        }
    }

    /// Waits for the answer of a running search.
    pub fn wait(&mut self) {
        #[cfg(not(target_family = "wasm"))]
        if let Some(thread) = self.running.as_mut().and_then(|running| running.thread.take()) {
            // A panic of the search was already reported by its thread.
            let _ = thread.join();
        }
    }

    /// Ends a running search, after its answer.
    pub fn finish(&mut self) {
        self.stop();
        self.wait();
        self.running = None;
    }
}

/// Returns the depth of the last iteration before a search to the end of the game at once; `None` if the search should
/// deepen ply by ply, or must not reach the end.
///
/// The end follows the iterations that [`Solving::ToTheEnd`] names where the game solves such positions within seconds.
/// In an endgame of Othello with 20 empty squares (FFO 40) this took 0.5 s; the iterations before the last four alone
/// took 2 s. Farther from the end it is right only if the caller wants the end (`at_any_cost`), and then after more
/// iterations, so that there is a good move for as long as it takes.
fn finishing(profile: &Profile, moves_left: Option<u32>, deepest: Option<u32>, at_any_cost: bool) -> Option<u32> {
    let (Solving::ToTheEnd { guess, .. }, Some(solvable)) = (profile.solving, profile.solvable) else { return None };
    let left = moves_left.filter(|&left| deepest.is_none_or(|deepest| deepest >= left))?;
    let beyond = left.saturating_sub(solvable.moves_left);
    (beyond == 0 || at_any_cost).then_some(guess.max(1) + beyond.div_ceil(2))
}

impl Drop for Session {
    fn drop(&mut self) {
        self.finish();
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("engine", &self.engine.name())
            .field("options", &self.options)
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
