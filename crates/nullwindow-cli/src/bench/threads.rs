//! The same work with one thread and with two.

use super::Bench;
use super::line::Line;
use super::solving::endgame;
use crate::interrupt::STOP;
use crate::output::Interrupted;
use anyhow::bail;
use nullwindow::AnyAlgorithm;
use nullwindow::mtd::MtdF;
use nullwindow_games::othello::FFO;
use nullwindow_lab::{Cell, Lab, Method};
use std::time::Instant;

const GROUP: &str = "threads";

/// The test sets and how deep they are searched.
const SETS: [(&str, u32); 3] = [("othello", 11), ("checkers", 18), ("chess", 6)];

/// FFO 40 to 49, then the test sets, each with a sum.
pub(super) fn threads(bench: &mut Bench) -> anyhow::Result<()> {
    let start = bench.lines.len();
    for problem in FFO {
        let pair = [endgame(bench, GROUP, problem, 1)?, endgame(bench, GROUP, problem, 2)?];
        push(bench, pair);
    }
    sum(bench, start, "FFO, sum");
    let start = bench.lines.len();
    for (game, depth) in SETS {
        let (alone, values) = test_set(bench, game, depth, 1)?;
        let (together, same) = test_set(bench, game, depth, 2)?;
        if let Some(place) = values.iter().zip(&same).position(|(one, two)| one != two) {
            bail!("{game}, position {}: two threads found another value or move than one", place + 1);
        }
        push(bench, [alone, together]);
    }
    sum(bench, start, "test sets, sum");
    Ok(())
}

/// Adds a line of one thread, and one of two that tells how much faster it was.
fn push(bench: &mut Bench, [alone, together]: [Line; 2]) {
    let speedup = Some(alone.seconds / together.seconds);
    bench.lines.extend([alone, Line { speedup, ..together }]);
}

/// Adds the sums of all lines from `start` on.
fn sum(bench: &mut Bench, start: usize, name: &str) {
    let of = |threads| {
        let mut sum = Line { threads, sum: true, ..Line::new(GROUP, name) };
        bench.lines[start..].iter().filter(|line| line.threads == threads).for_each(|line| sum.add(line));
        sum
    };
    let pair = [of(1), of(2)];
    push(bench, pair);
}

/// Values and moves of all positions.
type Answers = Vec<(Option<i32>, Option<String>)>;

/// All positions of a game's test set, each with a table of its own.
fn test_set(bench: &mut Bench, game: &str, depth: u32, threads: u16) -> anyhow::Result<(Line, Answers)> {
    let lab = Lab::new();
    let subject = lab.subject(game)?;
    let mut line = Line { threads, ..Line::new(GROUP, format!("{game}, depth {depth}")) };
    bench.progress.message(&line.name);
    let mut answers = Answers::new();
    for place in 1..=subject.positions().unwrap_or(1) {
        let cell = Cell {
            subject: game.to_owned(),
            place,
            method: Method::Search(AnyAlgorithm::MtdF(MtdF::new())),
            depth: Some(depth),
            step: Some(1),
            entries: Some(1 << 21),
            offset: None,
            distinct: false,
            threads,
        };
        let start = Instant::now();
        let searched = subject.search(&cell, &STOP)?;
        line.seconds += start.elapsed().as_secs_f64();
        if searched.stopped {
            return Err(Interrupted.into());
        }
        for row in &searched.rows {
            line.nodes += row.total;
            if threads == 1 {
                bench.signature.search([row.leaf_visits, row.interior, row.answered, row.passes], row.value);
            }
        }
        answers.extend(searched.rows.into_iter().next_back().map(|row| (row.value, row.best)));
    }
    Ok((line, answers))
}
