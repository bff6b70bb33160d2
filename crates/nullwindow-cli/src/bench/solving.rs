//! Exact values of famous positions, found as `solve` finds them.

use super::Bench;
use super::line::{Line, Signature};
use crate::answer::live::Live;
use crate::answer::request::position;
use crate::answer::searcher::Searcher;
use crate::answer::solver::Solver;
use crate::games::{Job, Playable, with_game};
use crate::output::Interrupted;
use anyhow::bail;
use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Game, MoveBuf, Order, Score};
use nullwindow_games::Notation;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::othello::{FFO, Othello, Problem};
use std::time::Instant;

/// The table of `solve`.
const USUAL: usize = 256 << 20;

/// Positions 40 to 49 of the FFO test, each with a table of its own.
pub(super) fn ffo(bench: &mut Bench, threads: u16) -> anyhow::Result<()> {
    for problem in FFO {
        let line = endgame(bench, "ffo", problem, threads)?;
        bench.lines.push(line);
    }
    Ok(())
}

/// One of them.
pub(super) fn endgame(bench: &mut Bench, group: &'static str, text: &str, threads: u16) -> anyhow::Result<Line> {
    let problem = Problem::parse(text)?;
    let name = format!("FFO {}", problem.number.unwrap_or_default());
    let known = problem.moves.first().map(|&(_, value)| value);
    let board = Othello::new().format_position(&problem.board);
    bench.progress.message(&name);
    let table = Table::with_bytes(USUAL)?;
    let mut line = Line { value: known, threads, ..Line::new(group, name) };
    with_game("othello", Solve { line: &mut line, positions: &[&board], table: &table, sign: &mut bench.signature })??;
    Ok(line)
}

/// The empty board. The first player wins with his last stone.
pub(super) fn connect4_empty(bench: &mut Bench, threads: u16) -> anyhow::Result<()> {
    bench.progress.message("the empty board");
    let table = Table::with_bytes(1 << 30)?;
    let mut line = Line { value: Some(1), threads, ..Line::new("connect4-solve", "the empty board") };
    with_game("connect4", Solve { line: &mut line, positions: &[""], table: &table, sign: &mut bench.signature })??;
    bench.lines.push(line);
    Ok(())
}

/// Random positions, a hundred of each phase of the game, on one table. To make it belongs to the first line.
pub(super) fn connect4_random(bench: &mut Bench, threads: u16) -> anyhow::Result<()> {
    let positions = random_positions();
    let start = Instant::now();
    let table = Table::with_bytes(64 << 20)?;
    let mut before = start.elapsed().as_secs_f64();
    for phase in positions.chunks(100) {
        let (first, last) = (phase[0].0, phase[phase.len() - 1].0);
        let mut line = Line { threads, ..Line::new("connect4-random", format!("after {first} to {last} stones")) };
        bench.progress.message(&line.name);
        let positions: Vec<&str> = phase.iter().map(|(_, text)| text.as_str()).collect();
        let sign = &mut bench.signature;
        with_game("connect4", Solve { line: &mut line, positions: &positions, table: &table, sign })??;
        line.seconds += std::mem::take(&mut before);
        bench.lines.push(line);
    }
    Ok(())
}

/// Solves positions of a game, and writes into the line what that took.
struct Solve<'a> {
    line: &'a mut Line,
    positions: &'a [&'a str],
    table: &'a Table,
    /// Takes the counts of a single thread.
    sign: &'a mut Signature,
}

impl Job for Solve<'_> {
    const TO_THE_END: bool = true;
    type Output = anyhow::Result<()>;

    fn run<G: Playable>(self, game: &G, order: Order) -> anyhow::Result<()> {
        let Solve { line, positions, table, sign } = self;
        let algorithm = AnyAlgorithm::MtdF(MtdF::new());
        let solver = Solver::new(Searcher::new(game, order, table).threads(line.threads), &algorithm);
        for text in positions {
            let root = position(game, Some(text))?;
            let start = Instant::now();
            let solved = solver.solve(&root, &Live::hidden());
            line.seconds += start.elapsed().as_secs_f64();
            line.nodes += solved.cost.total();
            let Some(value) = solved.value().map(Score::get) else { return Err(Interrupted.into()) };
            if let Some(known) = line.value.filter(|&known| known != value) {
                bail!("{}: the value is {known:+}, and {value:+} was found", line.name);
            }
            if line.threads == 1 {
                let cost = solved.cost;
                sign.search([cost.leaf_visits, cost.interior, cost.answered, solved.passes], Some(value));
            }
        }
        Ok(())
    }
}

/// Three hundred positions after 11 to 34 random stones with which nobody has won, and how many those are.
fn random_positions() -> Vec<(usize, String)> {
    let game = ConnectFour::standard();
    let (mut seed, mut positions) = (1, Vec::new());
    while positions.len() < 300 {
        let stones = 11 + positions.len() * 24 / 300;
        let (mut board, mut columns) = (game.start(), String::new());
        for _ in 0..stones {
            let mut moves = MoveBuf::new();
            if game.moves(&board, &mut moves).is_some() {
                break;
            }
            let chosen = random(&mut seed) % moves.len() as u64;
            let Some(play) = moves.iter().nth(usize::try_from(chosen).unwrap_or(0)) else { break };
            columns += &game.format_move(&board, play);
            board = game.play(&board, play);
        }
        if columns.len() == stones && game.over(&board, &mut MoveBuf::new()).is_none() {
            positions.push((stones, columns));
        }
    }
    positions
}

/// The next random number (splitmix64).
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_positions_are_those_of_every_phase() {
        let positions = random_positions();
        assert_eq!((positions.len(), &positions), (300, &random_positions()));
        assert!((11..=34).all(|stones| positions.iter().filter(|(number, _)| *number == stones).count() >= 12));
        let game = ConnectFour::standard();
        for (stones, text) in &positions {
            let board = game.parse_position(text).expect("a position");
            assert!(text.len() == *stones && game.over(&board, &mut MoveBuf::new()).is_none(), "{text}");
        }
    }
}
