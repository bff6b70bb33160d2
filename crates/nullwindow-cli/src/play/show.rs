//! The screen of a game: boards and sentences for a person, or one JSON object per event for a program.

use super::input::COMMANDS;
use super::record::{GameEnding, PlayRecord};
use crate::output::style::{DIM, GOOD, HEAD, NAME, WARN};
use crate::output::{Record, Ui, duration, fold, width};
use nullwindow::Score;
use nullwindow_engine::{Engine, Purpose, ScoreKind, SearchInfo};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// The answer of a search at the table.
#[derive(Clone, Default, Debug)]
pub struct Thought {
    /// The move; `None` only in a finished game.
    pub best: Option<String>,
    /// The last news of the search.
    pub info: Option<SearchInfo>,
}

/// Shows a game.
pub struct PlayScreen<'u> {
    ui: &'u Ui,
    engine: &'u dyn Engine,
    /// True if a person sits at a terminal: only then there are prompts.
    is_live: bool,
}

impl<'u> PlayScreen<'u> {
    pub fn new(ui: &'u Ui, engine: &'u dyn Engine) -> PlayScreen<'u> {
        PlayScreen { ui, engine, is_live: ui.is_live() && io::stdin().is_terminal() }
    }

    /// Returns whether a person sits at a terminal.
    pub fn is_live(&self) -> bool {
        self.is_live
    }

    /// Shows the beginning: the players and the board.
    pub fn begin(&self, record: &PlayRecord) -> io::Result<()> {
        if !self.ui.is_human() {
            return self.event(
                "begin",
                &[
                    ("game", self.engine.name().into()),
                    ("players", json!(record.players)),
                    ("moves", json!(record.moves())),
                    ("position", record.position().notation.clone().into()),
                    ("player", record.position().mover.into()),
                    ("legal", json!(record.position().moves)),
                ],
            );
        }
        let names = self.engine.profile(Purpose::FixedDepth).players;
        let sides = [0, 1].map(|player| format!("{}: {}", names[player], record.players[player]));
        let mut out = self.ui.out();
        writeln!(out, "{HEAD}{}{HEAD:#}: {}", self.engine.name(), sides.join("; "))?;
        if self.is_live {
            writeln!(out, "{DIM}Type a move or its beginning; 'help' lists the commands.{DIM:#}")?;
        }
        drop(out);
        self.board(record)
    }

    /// Draws the board.
    pub fn board(&self, record: &PlayRecord) -> io::Result<()> {
        if !self.ui.is_human() {
            return self.event(
                "board",
                &[
                    ("position", record.position().notation.clone().into()),
                    ("player", record.position().mover.into()),
                    ("picture", record.picture().into()),
                ],
            );
        }
        let mut out = self.ui.out();
        writeln!(out, "\n{}", record.picture())?;
        out.flush()
    }

    /// Shows a move that was just played, and the board after it.
    pub fn played(&self, record: &PlayRecord, player: &str, thought: Option<&Thought>) -> io::Result<()> {
        let name = record.moves().last().map_or("", String::as_str);
        let info = thought.and_then(|thought| thought.info.as_ref());
        if !self.ui.is_human() {
            let mut fields = vec![
                ("ply", record.moves().len().into()),
                ("player", player.into()),
                ("move", name.into()),
                ("by", if thought.is_some() { "engine" } else { "person" }.into()),
                ("position", record.position().notation.clone().into()),
                ("legal", json!(record.position().moves)),
            ];
            fields.extend(info.into_iter().flat_map(|info| self.fields(info)));
            return self.event("move", &fields);
        }
        let thought = info.map_or_else(String::new, |info| format!("  {DIM}{}{DIM:#}", self.describe(info)));
        let mut out = self.ui.out();
        writeln!(out, "\n{HEAD}{player}: {name}{HEAD:#}{thought}")?;
        drop(out);
        self.board(record)
    }

    /// Shows the value of the position, for the player to move, or the move that the engine would play.
    pub fn thought(&self, kind: &str, record: &PlayRecord, thought: &Thought) -> io::Result<()> {
        let name = thought.best.as_deref().unwrap_or_default();
        let line = thought.info.as_ref().map_or(&[][..], |info| &info.line);
        if !self.ui.is_human() {
            let mut fields = vec![("player", record.position().mover.into())];
            fields.push(("move", name.into()));
            fields.extend(thought.info.iter().flat_map(|info| self.fields(info)));
            return self.event(kind, &fields);
        }
        let variation = self.engine.variation(&record.text(), line).unwrap_or_else(|_| line.join(" "));
        let value = thought.info.as_ref().map_or_else(String::new, |info| self.describe(info));
        let first = if kind == "hint" { format!("{GOOD}{name}{GOOD:#}: ") } else { String::new() };
        let mover = record.position().mover;
        self.ui.say(format_args!(
            "{first}{value} for {mover}{}",
            if line.is_empty() { "" } else { "; " }.to_owned() + &variation
        ))
    }

    /// Shows that moves were taken back.
    pub fn taken_back(&self, record: &PlayRecord, count: usize) -> io::Result<()> {
        if !self.ui.is_human() {
            return self.event(
                "undo",
                &[
                    ("count", count.into()),
                    ("moves", json!(record.moves())),
                    ("position", record.position().notation.clone().into()),
                    ("legal", json!(record.position().moves)),
                ],
            );
        }
        self.board(record)
    }

    /// Shows the end of the game.
    pub fn over(&self, record: &PlayRecord, ending: &GameEnding) -> io::Result<()> {
        if !self.ui.is_human() {
            return self.event(
                "over",
                &[
                    ("result", ending.result.to_string().into()),
                    ("reason", ending.reason.clone().into()),
                    ("moves", json!(record.moves())),
                ],
            );
        }
        // The board has just shown the result of a game that ended by its rules.
        let shown = record.picture().ends_with(&ending.reason);
        let reason = if shown { String::new() } else { format!(": {}", ending.reason) };
        self.ui.say(format_args!("{HEAD}{}{HEAD:#}{reason}", ending.result))
    }

    /// Lists the legal moves.
    pub fn moves(&self, record: &PlayRecord) -> io::Result<()> {
        let moves = &record.position().moves;
        match self.ui.is_human() {
            true => self.ui.say(moves.join(" ")),
            false => self.event("moves", &[("legal", json!(moves))]),
        }
    }

    /// Lists the commands.
    pub fn help(&self) -> io::Result<()> {
        if !self.ui.is_human() {
            let commands: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
            return self.event("help", &[("commands", json!(commands))]);
        }
        let mut out = self.ui.out();
        for (name, text) in COMMANDS {
            writeln!(out, "  {NAME}{name:<10}{NAME:#} {text}")?;
        }
        writeln!(out, "{DIM}Anything else is a move, or the beginning of one.{DIM:#}")
    }

    /// Says why a line was not obeyed, with the moves that it might mean.
    pub fn refuse(&self, message: &str, candidates: &[String]) -> io::Result<()> {
        if !self.ui.is_human() {
            return self.event("error", &[("message", message.into()), ("candidates", json!(candidates))]);
        }
        let list = if candidates.is_empty() { String::new() } else { format!(": {}", candidates.join(" ")) };
        let mut out = self.ui.out();
        writeln!(out, "{WARN}{}{WARN:#}", fold(&format!("{message}{list}"), width()))
    }

    /// Says something about files.
    pub fn file(&self, kind: &str, path: &std::path::Path, text: &str) -> io::Result<()> {
        match self.ui.is_human() {
            true => self.ui.say(text),
            false => self.event(kind, &[("file", path.display().to_string().into())]),
        }
    }

    /// Shows the end of the program, and the game as its files have it.
    pub fn end(&self, reason: &str, record: &PlayRecord, file: Option<&std::path::Path>, text: &str) -> io::Result<()> {
        if !self.ui.is_human() {
            let file = file.map_or(Value::Null, |file| file.display().to_string().into());
            let game = record.file().map_or(Value::Null, Value::from);
            return self.event("end", &[("reason", reason.into()), ("file", file), ("game", game)]);
        }
        if text.is_empty() { Ok(()) } else { writeln!(self.ui.out(), "{text}") }
    }

    /// Asks for a move, if a person sits at a terminal.
    pub fn prompt(&self, record: &PlayRecord, clock: Option<Duration>) -> io::Result<()> {
        if !self.is_live {
            return Ok(());
        }
        let clock = clock.map_or_else(String::new, |left| format!(" ({} left)", duration(left.as_secs_f64())));
        let who = if record.ending().is_some() { "" } else { record.position().mover };
        let mut out = self.ui.out();
        write!(out, "{NAME}{who}{clock}>{NAME:#} ")?;
        out.flush()
    }

    /// Ends the line of a prompt that got no answer.
    pub fn end_prompt(&self) -> io::Result<()> {
        if self.is_live { writeln!(self.ui.out()) } else { Ok(()) }
    }

    /// Describes a score with the work behind it: `+0.35 at depth 9, 1.20 s`.
    fn describe(&self, info: &SearchInfo) -> String {
        let sign = match info.kind {
            ScoreKind::Exact => "",
            ScoreKind::LowerBound => "at least ",
            ScoreKind::UpperBound => "at most ",
        };
        let score = self.engine.short_score(Purpose::FixedDepth, Score::new(info.score));
        let depth = info.depth.map_or_else(|| "to the end".to_owned(), |depth| format!("at depth {depth}"));
        format!("{sign}{score} {depth}, {}", duration(info.time.as_secs_f64()))
    }

    fn fields(&self, info: &SearchInfo) -> Vec<(&'static str, Value)> {
        let bound = match info.kind {
            ScoreKind::Exact => "exact",
            ScoreKind::LowerBound => "lower",
            ScoreKind::UpperBound => "upper",
        };
        vec![
            ("score", info.score.into()),
            ("bound", bound.into()),
            ("text", self.engine.short_score(Purpose::FixedDepth, Score::new(info.score)).into()),
            ("depth", info.depth.into()),
            ("nodes", info.nodes.into()),
            ("seconds", info.time.as_secs_f64().into()),
            ("pv", json!(info.line)),
        ]
    }

    fn event(&self, kind: &str, fields: &[(&str, Value)]) -> io::Result<()> {
        let mut record = Record::new();
        record.insert("type".to_owned(), kind.into());
        fields.iter().for_each(|(name, value)| drop(record.insert((*name).to_owned(), value.clone())));
        self.ui.records().write(&record)
    }
}
