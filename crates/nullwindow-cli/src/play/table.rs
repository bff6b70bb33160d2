//! The table at which a game is played: players, clocks, searches, and the loop of the game.

use super::input::{PlayCommand, PlayInput};
use super::lines::{InputLines, LineArrival};
use super::record::{PlayRecord, load};
use super::show::{PlayScreen, Thought};
use crate::answer::level::Level;
use crate::output::{Interrupted, ProgressLine, reader_is_gone};
use crate::{App, interrupt};
use nullwindow::Player;
use nullwindow_engine::{Engine, GameResult, GoLimits, Purpose, Session, SessionEvent};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time between two looks at the stop flag.
const GLANCE: Duration = Duration::from_millis(20);
/// The time for a hint on a clock, which is for moves only.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The reason for the end of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leave {
    Quit,
    EndOfInput,
    Interrupt,
    /// Engine against engine: the game is over.
    Over,
}

/// The players of a game.
pub struct Seats {
    /// For each player, whether a person plays it.
    pub persons: [bool; 2],
    /// The name of the engine as a player.
    pub opponent: String,
    /// The strength of the engine.
    pub level: Level,
}

/// Returns the names of the players.
pub fn names(persons: [bool; 2], opponent: &str) -> [String; 2] {
    persons.map(|person| if person { "Person".to_owned() } else { opponent.to_owned() })
}

/// A game with its players.
pub struct PlayTable<'a> {
    app: &'a App,
    engine: Arc<dyn Engine>,
    session: Session,
    record: PlayRecord,
    persons: [bool; 2],
    opponent: String,
    level: Level,
    save: Option<PathBuf>,
    /// The time left to each player.
    clocks: Option<[Duration; 2]>,
}

impl<'a> PlayTable<'a> {
    pub fn new(
        app: &'a App,
        session: Session,
        record: PlayRecord,
        seats: Seats,
        save: Option<PathBuf>,
    ) -> PlayTable<'a> {
        let Seats { persons, opponent, level } = seats;
        let clocks = level.clock.map(|clock| [clock.base; 2]);
        PlayTable { app, engine: Arc::clone(session.engine()), session, record, persons, opponent, level, save, clocks }
    }

    /// Plays until the end of the game, of the input, or of the person's patience.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        let engine = Arc::clone(&self.engine);
        let screen = PlayScreen::new(&self.app.ui, &*engine);
        screen.begin(&self.record)?;
        let lines = InputLines::start();
        let mut announced = false;
        let leave = loop {
            if let Some(ending) = self.record.ending() {
                if !announced {
                    screen.over(&self.record, ending)?;
                    self.write(&screen)?;
                    announced = true;
                }
                if self.persons == [false, false] {
                    break Leave::Over;
                }
            }
            let leave = match self.record.ending().is_none() && !self.persons[self.record.mover()] {
                true => self.engine_moves(&screen)?,
                false => self.person_moves(&screen, &lines)?,
            };
            announced &= self.record.ending().is_some();
            if let Some(leave) = leave.or(reader_is_gone().then_some(Leave::Quit)) {
                break leave;
            }
        };
        self.keep(&screen, leave)?;
        if leave == Leave::Interrupt { Err(Interrupted.into()) } else { Ok(ExitCode::SUCCESS) }
    }

    /// Lets the engine play a move.
    fn engine_moves(&mut self, screen: &PlayScreen<'_>) -> anyhow::Result<Option<Leave>> {
        let (mover, start) = (self.record.mover(), Instant::now());
        let limits = self.level.limits(self.clocks.map(|clocks| clocks[mover]));
        let thought = self.think(&limits)?;
        if interrupt::stopped() {
            return Ok(Some(Leave::Interrupt));
        }
        let Some(name) = thought.best.clone() else { return Ok(None) };
        if self.clock_ran_out(mover, start.elapsed()) {
            return Ok(None);
        }
        self.play(screen, name, Some(&thought))?;
        Ok(None)
    }

    /// Searches the position.
    fn think(&mut self, limits: &GoLimits) -> anyhow::Result<Thought> {
        self.session.set_position(self.record.text())?;
        let progress = self.app.ui.progress(0, &format!("{} thinks", self.record.position().mover));
        let (sender, receiver) = channel();
        self.session.go(limits, move |event| {
            // The table waits for the last event.
            let _ = sender.send(match event {
                SessionEvent::Info(info) => (Some((*info).clone()), None),
                SessionEvent::BestMove(chosen) => (None, Some((*chosen).clone())),
                _ => return,
            });
        })?;
        let mut thought = Thought::default();
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok((Some(info), _)) => {
                    self.show_progress(&progress, &info);
                    thought.info = Some(info);
                }
                Ok((None, chosen)) => {
                    thought.best = chosen.and_then(|chosen| chosen.best);
                    return Ok(thought);
                }
                Err(RecvTimeoutError::Timeout) if interrupt::stopped() => self.session.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(thought),
            }
        }
    }

    fn show_progress(&self, progress: &ProgressLine, info: &nullwindow_engine::SearchInfo) {
        let score = self.engine.short_score(Purpose::FixedDepth, nullwindow::Score::new(info.score));
        let depth = info.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
        progress.message(format!("{} thinks{depth}: {score}", self.record.position().mover));
    }

    /// Reads lines until a person has moved, or the table has changed.
    fn person_moves(&mut self, screen: &PlayScreen<'_>, lines: &InputLines) -> anyhow::Result<Option<Leave>> {
        let (mover, start) = (self.record.mover(), Instant::now());
        let clock = self.clocks.filter(|_| self.record.ending().is_none()).map(|clocks| clocks[mover]);
        screen.prompt(&self.record, clock)?;
        let line = match lines.next(clock) {
            LineArrival::Line(line) => line,
            LineArrival::TimeOut => {
                screen.end_prompt()?;
                self.clock_ran_out(mover, start.elapsed());
                return Ok(None);
            }
            LineArrival::End => {
                screen.end_prompt()?;
                return Ok(Some(Leave::EndOfInput));
            }
            LineArrival::Interrupt => return Ok(Some(Leave::Interrupt)),
        };
        let legal = match self.record.ending() {
            Some(_) => &[][..],
            None => &self.record.position().moves,
        };
        let read = |text: &str| self.record.read_move(text).filter(|_| self.record.ending().is_none());
        match PlayInput::read(&line, legal, read) {
            PlayInput::Empty => {}
            PlayInput::Move(name) => {
                if !self.clock_ran_out(mover, start.elapsed()) {
                    self.play(screen, name, None)?;
                }
                return Ok(None);
            }
            PlayInput::Ambiguous(names) => screen.refuse("several moves begin so", &names)?,
            PlayInput::WrongCommand(expected) => screen.refuse(expected, &[])?,
            PlayInput::Unknown if self.record.ending().is_some() => {
                screen.refuse("the game is over; 'new' begins another, 'undo' takes back the last move", &[])?;
            }
            PlayInput::Unknown => {
                let text: String = line.trim().chars().take(40).collect();
                screen.refuse(&format!("'{text}' is neither a legal move nor a command ('help' lists them)"), legal)?;
            }
            PlayInput::Command(command) => {
                let leave = self.obey(screen, command)?;
                self.spend(mover, start.elapsed());
                return Ok(leave);
            }
        }
        self.spend(mover, start.elapsed());
        Ok(None)
    }

    fn obey(&mut self, screen: &PlayScreen<'_>, command: PlayCommand) -> anyhow::Result<Option<Leave>> {
        match command {
            PlayCommand::Help => screen.help()?,
            PlayCommand::Moves => screen.moves(&self.record)?,
            PlayCommand::Board => screen.board(&self.record)?,
            PlayCommand::Hint => return self.advise(screen, "hint"),
            PlayCommand::Eval => return self.advise(screen, "eval"),
            PlayCommand::Undo => {
                let persons = self.persons;
                match self.record.take_back(|player| persons[player])? {
                    0 => screen.refuse("there is no move to take back", &[])?,
                    count => screen.taken_back(&self.record, count)?,
                }
                self.write(screen)?;
            }
            PlayCommand::Go if self.record.ending().is_some() => screen.refuse("the game is over", &[])?,
            PlayCommand::Go => {
                // The person takes the other side, if it was the engine's.
                let mover = self.record.mover();
                let other_is_engine = !self.persons[1 - mover];
                self.persons[mover] = false;
                self.persons[1 - mover] |= other_is_engine;
                self.record.players = names(self.persons, &self.opponent);
            }
            PlayCommand::Resign if self.record.ending().is_some() => screen.refuse("the game is over", &[])?,
            PlayCommand::Resign => {
                let (mover, name) = (self.record.mover(), self.record.position().mover);
                self.record.end(GameResult::Win(other(mover)), format!("{name} has resigned"));
            }
            PlayCommand::New => {
                self.keep_before_change(screen)?;
                self.restart(self.record.again()?);
                screen.begin(&self.record)?;
            }
            PlayCommand::Save(path) => match self.record.save(&path) {
                Ok(()) => screen.file("saved", &path, &format!("saved in {}", path.display()))?,
                Err(error) => screen.refuse(&format!("{error:#}"), &[])?,
            },
            PlayCommand::Load(path) => self.load(screen, &path)?,
            PlayCommand::Quit => return Ok(Some(Leave::Quit)),
        }
        Ok(None)
    }

    /// Shows what the engine would play, or its opinion of the position.
    fn advise(&mut self, screen: &PlayScreen<'_>, kind: &str) -> anyhow::Result<Option<Leave>> {
        if self.record.ending().is_some() {
            screen.refuse("the game is over", &[])?;
            return Ok(None);
        }
        let limits = match self.level.clock {
            Some(_) => GoLimits::of_move_time(HINT_TIME),
            None => self.level.limits(None),
        };
        let thought = self.think(&limits)?;
        if interrupt::stopped() {
            return Ok(Some(Leave::Interrupt));
        }
        screen.thought(kind, &self.record, &thought)?;
        Ok(None)
    }

    fn load(&mut self, screen: &PlayScreen<'_>, path: &Path) -> anyhow::Result<()> {
        let players = self.record.players.clone();
        let loaded = load(&*self.engine, path, None).and_then(|game| {
            PlayRecord::new(&self.engine, game.start, game.moves, players).map_err(anyhow::Error::from)
        });
        match loaded {
            Ok(record) => {
                self.keep_before_change(screen)?;
                self.restart(record);
                screen.file("loaded", path, &format!("loaded from {}", path.display()))?;
                screen.board(&self.record)?;
            }
            Err(error) => screen.refuse(&format!("{error:#}"), &[])?,
        }
        Ok(())
    }

    fn restart(&mut self, record: PlayRecord) {
        self.record = record;
        self.session.clear_table();
        self.clocks = self.level.clock.map(|clock| [clock.base; 2]);
    }

    fn play(&mut self, screen: &PlayScreen<'_>, name: String, thought: Option<&Thought>) -> anyhow::Result<()> {
        let player = self.record.position().mover;
        self.record.play(name)?;
        screen.played(&self.record, player, thought)?;
        self.write(screen)
    }

    /// Takes time from a player's clock, adds the increment of a move, and ends the game if there is none left.
    fn clock_ran_out(&mut self, player: usize, used: Duration) -> bool {
        let Some(clocks) = &mut self.clocks else { return false };
        let increment = self.level.clock.map_or(Duration::ZERO, |clock| clock.increment);
        match clocks[player].checked_sub(used) {
            Some(left) => {
                clocks[player] = left + increment;
                false
            }
            None => {
                clocks[player] = Duration::ZERO;
                let name = self.record.position().mover;
                self.record.end(GameResult::Win(other(player)), format!("the time of {name} is up"));
                true
            }
        }
    }

    /// Takes time from a player's clock for something other than a move.
    fn spend(&mut self, player: usize, used: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks[player] = clocks[player].saturating_sub(used);
        }
    }

    /// Writes the file of `--save`.
    fn write(&mut self, screen: &PlayScreen<'_>) -> anyhow::Result<()> {
        if let Some(path) = self.save.clone()
            && let Err(error) = self.record.save(&path)
        {
            // The game goes on: its moves are still here.
            screen.refuse(&format!("{error:#}; 'save FILE' writes another file"), &[])?;
            self.save = None;
        }
        Ok(())
    }

    /// Keeps a game that another one replaces.
    fn keep_before_change(&mut self, screen: &PlayScreen<'_>) -> anyhow::Result<()> {
        if screen.is_live() && self.record.is_unsaved() {
            let path = self.record.free_file();
            self.record.save(&path)?;
            screen.file("saved", &path, &format!("the game before is in {}", path.display()))?;
        }
        Ok(())
    }

    /// Keeps the game at the end of the program, and says how to continue it.
    fn keep(&mut self, screen: &PlayScreen<'_>, leave: Leave) -> anyhow::Result<()> {
        let reason = match leave {
            Leave::Quit => "quit",
            Leave::EndOfInput => "the input has ended",
            Leave::Interrupt => "interrupted",
            Leave::Over => "the game is over",
        };
        let mut text = String::new();
        if self.record.is_unsaved() && screen.is_live() {
            let path = self.record.free_file();
            self.record.save(&path)?;
            self.save = Some(path);
        } else if self.record.is_unsaved() && self.app.ui.is_human() {
            text = format!("\n{}", self.record.file()?.trim_end());
        }
        screen.end(reason, &self.record, self.save.as_deref(), &text)?;
        let is_over = self.record.ending().is_some();
        if let (Some(path), false) = (&self.save, self.record.moves().is_empty()) {
            let (path, resume) = (path.display(), self.resume(path));
            self.app.ui.note(match is_over {
                true => format!("the game is in {path}"),
                false => format!("the game is in {path}; this continues it:\n  {resume}"),
            });
        } else if !text.is_empty() && !is_over {
            let resume = self.resume(Path::new("FILE"));
            self.app.ui.note(format!("the game is not over; to continue it, write it to a file: {resume}"));
        }
        Ok(())
    }

    /// Returns the command that continues the game.
    fn resume(&self, path: &Path) -> String {
        let side = match self.persons {
            [true, false] => "",
            [false, true] => " --side second",
            [true, true] => " --side both",
            [false, false] => " --side none",
        };
        format!("{} play {} --load {}{side}", self.app.name, self.engine.name(), path.display())
    }
}

/// Returns the opponent of a player.
fn other(player: usize) -> Player {
    if player == 0 { Player::Second } else { Player::First }
}
