//! The Strategic Test Suite: moves of each position score up to ten points.

use crate::arguments::{TABLE, depth, named, threads, weights_or_shipped};
use clap::Args;
use indicatif::ParallelProgressIterator;
use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{Deepening, Depth, Search};
use nullwindow_games::ParseError;
use nullwindow_games::chess::{Chess, Epd, format_uci};
use nullwindow_train::read_text;
use rayon::prelude::*;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Suite {
    /// Suite file: EPD with moves in `c9` and their points in `c8`, plain or as xz.
    #[arg(long)]
    suite: PathBuf,
    /// Weights; the shipped ones by default.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Search depth in plies, without the quiescence search.
    #[arg(long, default_value_t = 4, value_parser = depth())]
    depth: u32,
    /// Number of threads; the score does not depend on it.
    #[arg(long, default_value_t = 2, value_parser = threads())]
    threads: usize,
}

impl Suite {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global()?;
        let chess = Chess::new().with_weights(weights_or_shipped(self.weights.as_ref())?);
        let text = read_text(&self.suite)?;
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let positions: Vec<Epd> = lines
            .map(|(number, line)| Epd::parse(line).map_err(|error| error.at_line(number)))
            .collect::<Result<_, ParseError>>()
            .map_err(|error| named(&self.suite, &error))?;
        if positions.is_empty() {
            return Err(format!("{}: no position", self.suite.display()).into());
        }
        let points: Vec<u32> =
            positions.par_iter().progress().map(|epd| self.solve(&chess, epd)).collect::<Result<_, String>>()?;
        let total: u32 = points.iter().sum();
        let full = points.iter().filter(|&&points| points == 10).count();
        let count = positions.len();
        writeln!(io::stdout(), "{total} of {} points; the best move in {full} of {count} positions", 10 * count)?;
        Ok(())
    }

    /// Returns the points of the move that the search finds.
    fn solve(&self, chess: &Chess, epd: &Epd) -> Result<u32, String> {
        let words = |opcode| epd.operands(opcode).and_then(<[_]>::first).map_or("", |operand| operand.as_str());
        // A new table per position keeps the score independent of the order and the threads.
        let table = Table::with_bytes(TABLE).map_err(|error| error.to_string())?;
        let plan = Deepening::to(Depth::plies(self.depth));
        let found =
            Search::new(chess).with_memory(table).with_order(Chess::ORDER).deepen(&MtdF::new(), epd.position(), plan);
        let Some(best) = found.best() else { return Ok(0) };
        let name = format_uci(epd.position(), best);
        let scored = words("c9").split_whitespace().zip(words("c8").split_whitespace());
        let points = scored.filter(|(its, _)| *its == name).find_map(|(_, points)| points.parse().ok());
        Ok(points.unwrap_or(0))
    }
}
