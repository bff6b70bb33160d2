//! Positions with the moves that searches find best, for the likelihood of moves.
//!
//! A search visits positions that no player would reach. So these games are played quickly, with a random move now and then,
//! and of each game a few positions are searched deep. A line is a FEN, a tab, and the best move in UCI notation.

use crate::arguments::{TABLE, count, depth, named, threads};
use crate::openings;
use clap::Args;
use indicatif::{ParallelProgressIterator, ProgressBar};
use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{Deepening, Depth, Game, MoveBuf, Search};
use nullwindow_games::chess::{Chess, Move, Position, format_uci};
use nullwindow_train::output;
use rayon::prelude::*;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// The depth of the moves of the games.
const QUICK: u32 = 2;
/// One move in this many is random, and one position in this many is searched.
const RANDOM: u64 = 5;
const SAMPLED: u64 = 7;
/// The longest game, in plies.
const LONGEST: usize = 120;
/// The value from which a position teaches little.
const DECIDED: i32 = 1200;

#[derive(Args, Debug)]
pub struct BestMoves {
    /// Openings as PGN, plain or in a zip archive.
    #[arg(long)]
    openings: PathBuf,
    /// Number of games.
    #[arg(long, default_value_t = 4000, value_parser = count())]
    games: usize,
    /// Search depth of the best moves in plies.
    #[arg(long, default_value_t = 6, value_parser = depth())]
    depth: u32,
    /// File to write positions and moves to.
    #[arg(long)]
    out: PathBuf,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; the positions do not depend on it.
    #[arg(long, default_value_t = 2, value_parser = threads())]
    threads: usize,
}

impl BestMoves {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        output::check_writable(&self.out)?;
        rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global()?;
        let openings = openings::read(&self.openings, self.seed)?;
        let chosen: Vec<_> = openings.iter().take(self.games).zip(1..).collect();
        let unwritten = |error: io::Error| named(&self.out, &error);
        let mut out = BufWriter::new(File::create(&self.out).map_err(unwritten)?);
        let (bar, mut written) = (ProgressBar::new(chosen.len() as u64), 0);
        // Written a hundred games at a time, so that an interrupted run loses little.
        for batch in chosen.chunks(100) {
            let games = batch.par_iter().progress_with(bar.clone());
            let found: Vec<_> = games.map(|&(opening, number)| self.game(opening, number)).collect();
            for (position, best) in found.iter().flatten() {
                writeln!(out, "{}\t{}", position.board(), format_uci(position, *best)).map_err(unwritten)?;
                written += 1;
            }
            out.flush().map_err(unwritten)?;
        }
        output::print_line(format!("{written} positions of {} games", chosen.len()))?;
        Ok(())
    }

    /// Plays a game and searches some of its positions.
    fn game(&self, opening: &Position, number: u64) -> Vec<(Position, Move)> {
        let chess = Chess::new().selective();
        let mut random = openings::Random::new(self.seed << 32 | number);
        let (mut position, mut found, mut moves) = (opening.clone(), Vec::new(), MoveBuf::new());
        for _ in 0..LONGEST {
            if chess.over(&position, &mut moves).is_some() {
                break;
            }
            if random.below(SAMPLED) == 0 {
                match best_move(&chess, &position, self.depth) {
                    Some((play, value)) if value.abs() < DECIDED => found.push((position.clone(), play)),
                    _ => break,
                }
            }
            let next = if random.below(RANDOM) == 0 {
                moves = MoveBuf::new();
                chess.moves(&position, &mut moves);
                let place = random.below(moves.len() as u64);
                moves.iter().nth(usize::try_from(place).unwrap_or(0))
            } else {
                best_move(&chess, &position, QUICK).map(|(play, _)| play)
            };
            let Some(next) = next else { break };
            position = chess.play(&position, next);
        }
        found
    }
}

fn best_move(chess: &Chess, position: &Position, depth: u32) -> Option<(Move, i32)> {
    let table = Table::with_bytes(TABLE).expect("a small table");
    let mut search = Search::new(chess).with_memory(&table).with_order(Chess::ORDER);
    let found = search.deepen(&MtdF::new(), position, Deepening::to(Depth::plies(depth)));
    found.best().map(|play| (play, found.estimate().get()))
}
