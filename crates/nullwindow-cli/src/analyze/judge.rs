//! Judges every move of a game: its value, the best move, the loss, a mark; and a summary per player.

use super::Args;
use crate::App;
use crate::answer::request;
use crate::answer::subject::FileSubject;
use crate::interrupt;
use crate::output::style::{BAD, DIM, HEAD, NAME, PLAIN, WARN};
use crate::output::{Align, Interrupted, ProgressLine, Record, Records, TextCell, TextTable, Ui, reader_is_gone};
use anstyle::Style;
use nullwindow::Score;
use nullwindow_engine::{
    Control, Engine, EngineError, GameText, MoveJudgement, MoveMark, PositionText, Purpose, SearchRequest,
};
use serde_json::{Value, json};
use std::io::{self, Write};

/// A judged move.
struct JudgedMove {
    /// The number of the move in the game, from 1, both players together.
    ply: usize,
    /// The move with its number as players write it: `12... Nf6`.
    label: String,
    /// The player that played it: 0 for the first mover of the game's profile.
    player: usize,
    position: String,
    judgement: MoveJudgement,
}

/// The judgement of one game.
pub(super) struct GameJudge<'j> {
    pub(super) args: &'j Args,
    pub(super) app: &'j App,
    pub(super) engine: &'j dyn Engine,
    /// The request of every move, but for its position.
    pub(super) request: SearchRequest,
    /// The number of the game in its file.
    pub(super) number: usize,
    pub(super) game: &'j GameText,
}

/// Returns the number of moves to judge in a file.
pub(super) fn moves(file: &FileSubject) -> u64 {
    file.games.iter().map(|(_, game)| game.moves.len() as u64).sum()
}

impl GameJudge<'_> {
    /// Judges the moves in their order, and writes each as soon as it is judged. After Ctrl-C the summary is that of the
    /// moves judged so far.
    pub(super) fn run(&self, records: &mut Option<Records>, progress: &ProgressLine) -> anyhow::Result<()> {
        let ui = &self.app.ui;
        if records.is_none() {
            progress.suspend(|| self.head(ui))?;
        }
        let mut judged: Vec<JudgedMove> = Vec::new();
        for ply in 0..self.game.moves.len() {
            if reader_is_gone() {
                break;
            }
            let Some(judgement) = self.judge(ply)? else { break };
            match records {
                Some(records) => records.write(&self.record(&judgement))?,
                None => progress.suspend(|| self.row(ui, &judgement))?,
            }
            judged.push(judgement);
            progress.advance(1);
        }
        if records.is_none() {
            progress.suspend(|| self.summary(ui, &judged))?;
        }
        let stopped = judged.len() < self.game.moves.len() && interrupt::stopped() && !reader_is_gone();
        if stopped { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// Judges the move with this index; `None` after Ctrl-C, and for moves after the end of the game.
    fn judge(&self, ply: usize) -> anyhow::Result<Option<JudgedMove>> {
        let before = PositionText { text: self.game.start.text.clone(), moves: self.game.moves[..ply].to_vec() };
        let played = &self.game.moves[ply];
        let board = match self.engine.board(&before) {
            Ok(board) if board.over.is_none() => board,
            // Players may continue after a draw that neither claimed; by the rules implemented here the game is over.
            Ok(_) | Err(EngineError::Move { .. }) => {
                let (number, left) = (self.number, self.game.moves.len() - ply);
                self.app.ui.note(format_args!("game {number}: {left} moves after the end of the game are not judged"));
                return Ok(None);
            }
            Err(error) => return Err(request::refused(error)),
        };
        let mut request = self.request.clone();
        request.position = before.clone();
        let mut control = Control::new(&interrupt::STOP);
        let judgement = self.engine.judge(&request, played, &mut control).map_err(request::refused)?;
        let label = self.engine.variation(&before, std::slice::from_ref(played))?;
        let player = usize::from(!board.first_player_moves);
        if judgement.is_none() && !interrupt::stopped() {
            self.app.ui.note(format_args!("{label}: no iteration was completed within the limit"));
        }
        Ok(judgement.map(|judgement| JudgedMove { ply: ply + 1, label, player, position: board.notation, judgement }))
    }

    /// Returns the name of a player: that of the file, or the one of the game.
    fn player(&self, player: usize) -> String {
        let role = self.engine.profile(Purpose::FixedDepth).players[player];
        self.game.players[player].as_ref().map_or_else(|| role.to_owned(), |name| format!("{name} ({role})"))
    }

    fn short(&self, score: i32) -> String {
        self.engine.short_score(Purpose::FixedDepth, Score::new(score))
    }

    /// Formats a loss in the units of the game, with at least `min_decimals` decimals.
    fn loss(&self, loss: f64, min_decimals: usize) -> String {
        let scale = self.engine.profile(Purpose::FixedDepth).scale;
        let decimals = usize::try_from(scale.max(1).ilog10()).unwrap_or(0).clamp(min_decimals, 2);
        format!("{:.decimals$}", loss / f64::from(scale))
    }

    fn head(&self, ui: &Ui) -> io::Result<()> {
        let mut out = ui.out();
        if self.number > 1 && self.args.game.is_whole_file() {
            writeln!(out)?;
        }
        writeln!(out, "{HEAD}game {}{HEAD:#}: {} - {}", self.number, self.player(0), self.player(1))?;
        let (value, loss, depth) = ("value", "loss", "depth");
        writeln!(
            out,
            "{HEAD}{:<16} {:<2} {value:>8} {loss:>7}  {:<16} {value:>8} {depth:>6}{HEAD:#}",
            "move", "", "best"
        )
    }

    fn row(&self, ui: &Ui, judged: &JudgedMove) -> io::Result<()> {
        let JudgedMove { label, judgement, .. } = judged;
        let (style, loss) = (style(judgement.mark), self.loss(f64::from(judgement.loss), 0));
        let mut out = ui.out();
        write!(out, "{label:<16} {style}{:<2}{style:#} {:>8}", judgement.mark, self.short(judgement.played))?;
        let (best, depth) = (&judgement.best, judgement.best.depth.unwrap_or_default());
        // The best move is shown only where another one was played.
        let (name, value) = match (judgement.line.first(), &best.best, best.value) {
            (played, Some(name), Some(value)) if played != Some(name) => (name.as_str(), self.short(value)),
            _ => ("", String::new()),
        };
        writeln!(out, " {loss:>7}  {name:<16} {value:>8} {DIM}{depth:>6}{DIM:#}")?;
        out.flush()
    }

    fn record(&self, judged: &JudgedMove) -> Record {
        let JudgedMove { judgement, .. } = judged;
        let profile = self.engine.profile(Purpose::FixedDepth);
        let record = json!({
            "game": self.engine.name(),
            "game_number": self.number,
            "ply": judged.ply,
            "label": judged.label,
            "player": profile.players[judged.player],
            "name": self.game.players[judged.player],
            "position": judged.position,
            "move": judgement.line.first(),
            "value": judgement.played,
            "best": judgement.best.best,
            "best_value": judgement.best.value,
            "loss": judgement.loss,
            "mark": judgement.mark.to_string(),
            "depth": judgement.best.depth,
            "scale": profile.scale,
            "settled": judgement.best.decided,
            "selective": self.request.selective,
            "algorithm": judgement.best.algorithm,
            "total": judgement.best.total,
            "pv": judgement.best.line,
            "line": judgement.line,
        });
        let Value::Object(record) = record else { unreachable!("an object was written above") };
        record
    }

    /// Prints moves, mean loss and marks of each player.
    fn summary(&self, ui: &Ui, judged: &[JudgedMove]) -> io::Result<()> {
        let mut out = ui.out();
        let (done, all) = (judged.len(), self.game.moves.len());
        if done < all && interrupt::stopped() {
            writeln!(out, "{WARN}interrupted{WARN:#}: {done} of {all} moves")?;
        }
        let numbers = ["moves", "mean loss", "?!", "?", "??"].map(|name| (name, Align::Right));
        let mut table = TextTable::new([("player", Align::Left)].into_iter().chain(numbers));
        for player in 0..2 {
            let of_player: Vec<&MoveJudgement> =
                judged.iter().filter(|its| its.player == player).map(|its| &its.judgement).collect();
            let mut row = vec![TextCell::new(self.player(player), NAME), of_player.len().to_string().into()];
            row.push(mean_loss(&of_player).map_or_else(|| "-".to_owned(), |mean| self.loss(mean, 1)).into());
            for mark in [MoveMark::Inaccuracy, MoveMark::Mistake, MoveMark::Blunder] {
                let count = of_player.iter().filter(|its| its.mark == mark).count();
                row.push(TextCell::new(count.to_string(), if count > 0 { style(mark) } else { PLAIN }));
            }
            table.row(row);
        }
        writeln!(out)?;
        table.print(&mut out)?;
        let unit = self.engine.profile(Purpose::FixedDepth).unit;
        let how = if self.request.selective { "; searched selectively" } else { "" };
        writeln!(out, "{DIM}losses in {unit}, values for the player to move{how}{DIM:#}")
    }
}

fn style(mark: MoveMark) -> Style {
    match mark {
        MoveMark::Good => PLAIN,
        MoveMark::Inaccuracy | MoveMark::Mistake => WARN,
        MoveMark::Blunder => BAD,
    }
}

#[allow(clippy::cast_precision_loss, reason = "a game has a few hundred moves")]
fn mean_loss(judged: &[&MoveJudgement]) -> Option<f64> {
    let sum: f64 = judged.iter().map(|its| f64::from(its.loss)).sum();
    (!judged.is_empty()).then(|| sum / judged.len() as f64)
}
