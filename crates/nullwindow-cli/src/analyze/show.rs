//! Iterations for people and for programs, as they are completed.

use super::Args;
use super::iteration::{Iteration, Line};
use crate::answer::live::Live;
use crate::answer::{line, request, words};
use crate::games::Playable;
use crate::interrupt::STOP;
use crate::output::style::{DIM, GOOD, HEAD};
use crate::output::{Record, Records, Ui, duration, rate, thousands};
use nullwindow::{Bounds, MoveBuf, Score};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::atomic::Ordering::Relaxed;

/// Shows iterations.
pub struct Show<'s, G: Playable> {
    ui: &'s Ui,
    game: &'s G,
    root: &'s G::Position,
    args: &'s Args,
    threads: u16,
    /// The status line, while there is one.
    live: Option<Live>,
    records: Option<Records>,
    /// The last iteration, and the time until it was completed.
    last: Option<(Iteration<G::Move>, f64)>,
    nodes: u64,
    /// Why nothing more is written.
    failed: Option<io::Error>,
}

impl<'s, G: Playable> Show<'s, G> {
    /// Draws the position, for people.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn new(
        ui: &'s Ui,
        (game, root): (&'s G, &'s G::Position),
        args: &'s Args,
        threads: u16,
        live: Live,
    ) -> io::Result<Self> {
        let records = (!ui.is_human()).then(|| ui.records());
        if records.is_none() {
            let mut out = ui.out();
            writeln!(out, "{}\n", game.draw(root))?;
            writeln!(
                out,
                "{HEAD}{:>5} {:>9} {:>13} {:>10} {:>8}  best play{HEAD:#}",
                "depth", "value", "nodes", "speed", "time"
            )?;
        }
        Ok(Show { ui, game, root, args, threads, live: Some(live), records, last: None, nodes: 0, failed: None })
    }

    /// Shows an iteration that was completed after so many seconds. If that fails, the search is stopped.
    pub fn iteration(&mut self, iteration: Iteration<G::Move>, elapsed: f64) {
        self.nodes += iteration.cost.total();
        let record = self.records.is_some().then(|| self.record(&iteration, elapsed));
        let written = match (&mut self.records, record) {
            (Some(records), Some(record)) => records.write(&record),
            _ => match &self.live {
                Some(live) => live.suspend(|| self.row(&iteration, elapsed)),
                None => self.row(&iteration, elapsed),
            },
        };
        if let Err(error) = written {
            self.failed.get_or_insert(error);
            STOP.store(true, Relaxed);
        }
        self.last = Some((iteration, elapsed));
    }

    fn row(&self, iteration: &Iteration<G::Move>, elapsed: f64) -> io::Result<()> {
        let mut out = self.ui.out();
        for (number, each) in iteration.lines.iter().enumerate() {
            let value = match each.value {
                Some(value) => words::short(self.game, value),
                None => self.between(iteration.bounds),
            };
            let head = match number {
                0 => format!(
                    "{:>5} {value:>9} {:>13} {:>10} {:>8}",
                    iteration.depth,
                    thousands(self.nodes),
                    rate(self.nodes, elapsed),
                    duration(elapsed)
                ),
                _ => format!("{:>5} {value:>9} {:>33}", "", ""),
            };
            let room = self.ui.width().saturating_sub(head.chars().count() + 2).max(20);
            let play = line::numbered(self.game, self.root, &each.moves);
            let play = line::wrap(&play, if self.ui.is_live() { room } else { usize::MAX });
            writeln!(out, "{head}  {}", play.first().map_or("", String::as_str))?;
            for more in &play[1.min(play.len())..] {
                writeln!(out, "{:>49}  {more}", "")?;
            }
        }
        out.flush()
    }

    /// Bounds in a few characters.
    fn between(&self, bounds: Bounds) -> String {
        match (bounds.lower.is_finite(), bounds.upper.is_finite()) {
            (true, false) => format!(">={}", words::short(self.game, bounds.lower)),
            (false, true) => format!("<={}", words::short(self.game, bounds.upper)),
            _ => format!("{}..{}", words::short(self.game, bounds.lower), words::short(self.game, bounds.upper)),
        }
    }

    fn record(&self, iteration: &Iteration<G::Move>, elapsed: f64) -> Record {
        let finite = |score: Score| score.is_finite().then(|| score.get());
        let names = |each: &Line<G::Move>| line::names(self.game, self.root, &each.moves);
        let best = iteration.lines.first();
        let pv = best.map(names).unwrap_or_default();
        let seconds = elapsed - self.last.as_ref().map_or(0.0, |(_, earlier)| *earlier);
        let total = iteration.cost.total();
        let record = json!({
            "algorithm": self.args.engine.algorithm.to_string(),
            "game": self.args.game.name(),
            "position": request::given(self.game, self.root, self.args.position.as_deref()),
            "depth": iteration.depth,
            "value": best.and_then(|best| best.value).map(Score::get),
            "move": pv.first(),
            "leaves": iteration.leaves,
            "leaf_visits": iteration.cost.leaf_visits,
            "interior": iteration.cost.interior,
            "total": total,
            "passes": iteration.passes,
            "seconds": seconds,
            "elapsed": elapsed,
            "nodes_per_second": per_second(total, seconds),
            "bounds": { "lower": finite(iteration.bounds.lower), "upper": finite(iteration.bounds.upper) },
            "scale": self.game.scale(),
            "settled": iteration.settled,
            "threads": self.threads,
            "pv": pv,
        });
        let Value::Object(mut record) = record else { unreachable!("an object was written above") };
        if iteration.lines.len() > 1 {
            let each = |each: &Line<G::Move>| {
                let pv = names(each);
                json!({ "move": pv.first(), "value": each.value.map(Score::get), "pv": pv })
            };
            record.insert("moves".to_owned(), iteration.lines.iter().map(each).collect());
        }
        record
    }

    /// The answer: the last completed iteration.
    ///
    /// # Errors
    /// If standard output could not be written to.
    pub fn end(mut self) -> anyhow::Result<()> {
        self.live = None;
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        if self.records.is_some() {
            if self.last.is_none() {
                self.ui.note("no iteration was completed");
            }
            return Ok(());
        }
        let mut out = self.ui.out();
        let Some((iteration, _)) = &self.last else {
            writeln!(
                out,
                "\nno iteration was completed: nothing is known but the evaluation, {}",
                words::short(self.game, self.game.evaluate(self.root))
            )?;
            return Ok(());
        };
        let best = iteration.lines.first();
        let value = best
            .and_then(|best| best.value)
            .map_or_else(|| self.between(iteration.bounds), |value| words::short(self.game, value));
        let decided = if iteration.settled { ", decided" } else { "" };
        match best.and_then(|best| best.moves.first()) {
            Some(&play) => {
                let play = self.game.format_move(self.root, play);
                writeln!(
                    out,
                    "\n{GOOD}{HEAD}{play}{HEAD:#}{GOOD:#}, worth {value} at depth {}{decided} {DIM}({}){DIM:#}",
                    iteration.depth, self.args.engine.algorithm
                )?;
            }
            None if self.is_over() => writeln!(out, "\nthe game is over, worth {value} to the player to move")?,
            None => writeln!(
                out,
                "\nno move is proven; the position is worth {value} at depth {} {DIM}({}){DIM:#}",
                iteration.depth, self.args.engine.algorithm
            )?,
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.game.over(self.root, &mut MoveBuf::new()).is_some()
    }
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed")]
fn per_second(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)).round() as u64
}
