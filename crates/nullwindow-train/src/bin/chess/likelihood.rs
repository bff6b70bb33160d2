//! Fits the likelihood of quiet moves: the probability that a move is the best among all quiet ones is proportional to the
//! exponential of its rank (a conditional logit model). The loss is the mean negative logarithm of the probability of
//! the best move; mini-batches, Adam. Every tenth position is held out.

use crate::arguments::{count, from_zero};
use clap::Args;
use indicatif::ProgressIterator;
use nullwindow::{Game, MoveBuf};
use nullwindow_games::chess::likelihood::{LEN, LikelihoodWeights, MoveFeatures};
use nullwindow_games::chess::{Chess, parse_fen, parse_uci};
use nullwindow_train::{output, read_text};
use std::error::Error;
use std::path::PathBuf;

/// The number of positions after which the weights are changed.
const BATCH: usize = 512;

#[derive(Args, Debug)]
pub struct Likelihood {
    /// Files of positions and best moves, as `best-moves` writes them.
    #[arg(long, required = true, num_args = 1..)]
    positions: Vec<PathBuf>,
    /// File to write the weights to.
    #[arg(long)]
    out: PathBuf,
    /// Number of passes over all positions.
    #[arg(long, default_value_t = 40, value_parser = count())]
    passes: usize,
    /// Penalty for large weights.
    #[arg(long, default_value_t = 2e-5, value_parser = from_zero)]
    hold: f32,
}

/// The quiet moves of a position by their features, the best one first.
struct Choice(Vec<Vec<u16>>);

impl Choice {
    /// Reads a line. Returns `None` if there is no choice between quiet moves.
    fn parse(chess: &Chess, line: &str) -> Result<Option<Choice>, Box<dyn Error>> {
        let (fen, best) = line.split_once('\t').ok_or("expected a position, a tab and a move")?;
        let position = parse_fen(fen)?;
        let best = parse_uci(&position, best)?;
        let board = position.board();
        if !board.checkers().is_empty() {
            return Ok(None);
        }
        let features = MoveFeatures::new(board);
        let mut moves = MoveBuf::new();
        chess.moves(&position, &mut moves);
        let mut quiet: Vec<_> = moves.iter().filter(|&play| !position.is_noisy(play)).collect();
        let Some(place) = quiet.iter().position(|&play| play == best) else { return Ok(None) };
        quiet.swap(0, place);
        let number = |feature: usize| u16::try_from(feature).unwrap_or(u16::MAX);
        let list = |&play| features.list(board, play).into_iter().map(number).collect();
        Ok((quiet.len() > 1).then(|| Choice(quiet.iter().map(list).collect())))
    }

    fn ranks(&self, weights: &[f32]) -> Vec<f32> {
        let rank = |features: &Vec<u16>| features.iter().map(|&feature| weights[usize::from(feature)]).sum();
        self.0.iter().map(rank).collect()
    }

    /// Returns the probabilities of the moves.
    fn probabilities(&self, weights: &[f32]) -> Vec<f32> {
        let ranks = self.ranks(weights);
        let highest = ranks.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f32> = ranks.iter().map(|rank| (rank - highest).exp()).collect();
        let sum: f32 = odds.iter().sum();
        odds.iter().map(|odds| odds / sum).collect()
    }
}

impl Likelihood {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        output::check_writable(&self.out)?;
        let (training, held_out) = self.read()?;
        output::print_line(format!("{} positions to fit, {} held out", training.len(), held_out.len()))?;
        report("before", &held_out, &vec![0.0; LEN])?;
        let weights = self.descend(&training);
        #[allow(clippy::cast_possible_truncation, reason = "clamped")]
        let round = |weight: &f32| (100.0 * weight).round().clamp(-3000.0, 3000.0) as i16;
        let rounded: Vec<i16> = weights.iter().map(round).collect();
        let after: Vec<f32> = rounded.iter().map(|&weight| f32::from(weight) / 100.0).collect();
        report("fitted", &training, &after)?;
        report("after", &held_out, &after)?;
        output::write(&self.out, LikelihoodWeights::new(&rounded).to_string().as_bytes())?;
        Ok(())
    }

    fn read(&self) -> Result<(Vec<Choice>, Vec<Choice>), Box<dyn Error>> {
        let (chess, mut training, mut held_out) = (Chess::new(), Vec::new(), Vec::new());
        for path in &self.positions {
            for (number, line) in (1..).zip(read_text(path)?.lines()) {
                let wrong = |error| format!("{}, line {number}: {error}", path.display());
                // In blocks: neighbouring lines belong to one game, and would leak into the held-out set.
                let choices = if number / 100 % 10 == 0 { &mut held_out } else { &mut training };
                choices.extend(Choice::parse(&chess, line).map_err(wrong)?);
            }
        }
        if training.is_empty() || held_out.is_empty() {
            return Err("too few positions: some hundreds are needed".into());
        }
        Ok((training, held_out))
    }

    /// Runs Adam, with a penalty on large weights.
    #[allow(clippy::cast_precision_loss, reason = "counts of positions and steps")]
    fn descend(&self, choices: &[Choice]) -> Vec<f32> {
        // The decay rates that the paper recommends (Kingma and Ba, 2015).
        let (keep_mean, keep_square) = (0.9_f32, 0.999_f32);
        let (mut weights, mut means, mut squares) = (vec![0.0_f32; LEN], vec![0.0_f32; LEN], vec![0.0_f32; LEN]);
        let mut step = 0;
        for pass in (0..self.passes).progress() {
            let rate = 0.03 * (1.0 - pass as f32 / self.passes as f32);
            for batch in choices.chunks(BATCH) {
                step += 1;
                let slope = gradient(batch, &weights);
                let (mean_part, square_part) = (1.0 - keep_mean.powi(step), 1.0 - keep_square.powi(step));
                for feature in 0..LEN {
                    let slope = slope[feature] / batch.len() as f32 + 2.0 * self.hold * weights[feature];
                    means[feature] = keep_mean * means[feature] + (1.0 - keep_mean) * slope;
                    squares[feature] = keep_square * squares[feature] + (1.0 - keep_square) * slope * slope;
                    let length = (means[feature] / mean_part) / ((squares[feature] / square_part).sqrt() + 1e-8);
                    weights[feature] -= rate * length;
                }
            }
        }
        weights
    }
}

/// Returns the gradient of the summed loss.
fn gradient(choices: &[Choice], weights: &[f32]) -> Vec<f32> {
    let mut slope = vec![0.0; LEN];
    for choice in choices {
        for (place, (features, probability)) in choice.0.iter().zip(choice.probabilities(weights)).enumerate() {
            let excess = if place == 0 { probability - 1.0 } else { probability };
            features.iter().for_each(|&feature| slope[usize::from(feature)] += excess);
        }
    }
    slope
}

/// Prints the loss, and how many best moves come first, and among the first few.
#[allow(clippy::cast_precision_loss, reason = "counts of positions")]
fn report(label: &str, choices: &[Choice], weights: &[f32]) -> Result<(), Box<dyn Error>> {
    let limits = [1, 3, 6, 12];
    let (mut loss, mut within) = (0.0, [0; 4]);
    for choice in choices {
        loss -= choice.probabilities(weights)[0].ln();
        let ranks = choice.ranks(weights);
        // Among equals, the place is the middle one.
        let above = ranks.iter().filter(|&&rank| rank > ranks[0]).count();
        let place = above + ranks.iter().filter(|&&rank| rank.total_cmp(&ranks[0]).is_eq()).count().div_ceil(2);
        within.iter_mut().zip(limits).for_each(|(count, limit)| *count += usize::from(place <= limit));
    }
    let share = |count: usize| 100.0 * count as f32 / choices.len() as f32;
    let [first, three, six, twelve] = within.map(share);
    let loss = loss / choices.len() as f32;
    output::print_line(format!(
        "{label}: loss {loss:.4}; best move first {first:.1} %, of the first 3 {three:.1} %, 6 {six:.1} %, 12 {twelve:.1} %"
    ))?;
    Ok(())
}
