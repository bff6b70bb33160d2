//! The accuracy of weights on games they were not fitted to.

use crate::games::{self, OthelloGame};
use nullwindow_games::othello::{Move, OthelloBoard, PatternEvaluation, UNITS};
use nullwindow_train::output::print_line;
use rayon::prelude::*;
use std::io;

/// The measurements on a range of positions.
#[derive(Clone, Copy, Default)]
struct ReportRow {
    positions: u64,
    /// The sum of |prediction - result| in discs, by the result of the game.
    error: f64,
    /// The same by best play near the end.
    best_error: f64,
    /// The number of positions with a choice of moves.
    choices: u64,
    /// The number of those in which the best move one ply ahead was played.
    agreed: u64,
}

impl ReportRow {
    fn add(&mut self, other: &ReportRow) {
        self.positions += other.positions;
        self.error += other.error;
        self.best_error += other.best_error;
        self.choices += other.choices;
        self.agreed += other.agreed;
    }

    fn print(&self, name: &str) -> io::Result<()> {
        let mean = |sum: f64| sum / self.positions.max(1) as f64;
        let (error, best) = (mean(self.error), mean(self.best_error));
        let agreed = 100.0 * self.agreed as f64 / self.choices.max(1) as f64;
        print_line(format_args!("{name:>7} {:>10} {error:>11.2} {best:>12.2} {agreed:>11.1}%", self.positions))
    }
}

/// The number of discs per row of the table.
const ROW: usize = 6;

/// Prints the mean errors, by the game's result and by best play with `solved` empty squares or fewer, and how often
/// one ply of search finds the move played.
pub fn print(evaluation: &PatternEvaluation, games: &[OthelloGame], solved: u32) -> io::Result<()> {
    let rows: Vec<[ReportRow; 11]> = games.par_iter().map(|game| measure(evaluation, game, solved)).collect();
    print_line(format_args!(
        "mean error in discs by the result of the game, and by best play from {solved} empty squares on"
    ))?;
    print_line(format_args!(
        "{:>7} {:>10} {:>11} {:>12} {:>12}",
        "discs", "positions", "game", "best play", "move played"
    ))?;
    let mut total = ReportRow::default();
    for row in 0..11 {
        let mut sum = ReportRow::default();
        rows.iter().for_each(|tally| sum.add(&tally[row]));
        if sum.positions > 0 {
            sum.print(&format!("{}-{}", ROW * row, (ROW * row + ROW - 1).min(64)))?;
        }
        total.add(&sum);
    }
    total.print("all")
}

fn measure(evaluation: &PatternEvaluation, game: &OthelloGame, solved: u32) -> [ReportRow; 11] {
    let mut rows = [ReportRow::default(); 11];
    for ((board, played), label) in games::positions(game).zip(games::labels(game, solved)) {
        let row = (64 - board.empty().count_ones()) as usize / ROW;
        let tally = &mut rows[row];
        let predicted = evaluation.discs(board.own(), board.other());
        tally.positions += 1;
        tally.error += f64::from((predicted - games::result(game, &board)).abs());
        tally.best_error += f64::from((predicted - label).abs());
        if board.mobility().count_ones() > 1 {
            tally.choices += 1;
            tally.agreed += u64::from(best(evaluation, &board) == Some(played));
        }
    }
    rows
}

/// Returns the move whose successor is evaluated worst for the opponent.
fn best(evaluation: &PatternEvaluation, board: &OthelloBoard) -> Option<Move> {
    let moves = (0..64).filter_map(Move::on).filter(|&play| board.is_legal(play));
    moves.min_by_key(|&play| {
        let next = board.play(play);
        if next.is_over() { next.final_score().get() * UNITS } else { evaluation.predict(next.own(), next.other()) }
    })
}
