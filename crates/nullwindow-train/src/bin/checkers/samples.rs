//! Training samples: positions of games as term counts.

use crate::settle::settle;
use nullwindow::Player;
use nullwindow_games::ParseError;
use nullwindow_games::checkers::evaluation::terms;
use nullwindow_games::checkers::{PdnResult, PlayedGame, Position, read_games};
use rayon::prelude::*;

/// Reads all games; the error names the first invalid one.
pub fn read(text: &str) -> Result<Vec<PlayedGame>, ParseError> {
    read_games(text).collect()
}

/// Splits games into those to fit to and those held out.
pub fn split(games: Vec<PlayedGame>, seed: u64, one_of: u64) -> (Vec<PlayedGame>, Vec<PlayedGame>) {
    // Xorshift must not start at 0, hence the lowest bit. The split depends on the seed and the order of games only.
    let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    games.into_iter().partition(|_| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        !dice.is_multiple_of(one_of.max(2))
    })
}

/// Positions with their results, from the mover's point of view.
#[derive(Debug, Default)]
pub struct CheckersSamples {
    /// The non-zero terms of all positions.
    terms: Vec<(u8, i8)>,
    /// For each position the end of its terms, how full its board is, and its result.
    positions: Vec<(usize, f32, f32)>,
}

/// One position.
#[derive(Debug, Clone, Copy)]
pub struct CheckersSample<'a> {
    pub terms: &'a [(u8, i8)],
    /// 1 for a full board, 0 for an empty one.
    pub full: f64,
    /// 1 for a win of the mover, 0 for a loss.
    pub result: f64,
}

impl CheckersSamples {
    /// Collects the positions of `games` from ply `first_ply` on, each replaced by the leaf of a search to `depth`.
    pub fn of(games: &[PlayedGame], first_ply: usize, depth: u32) -> CheckersSamples {
        let settled = |game: &PlayedGame| {
            game.positions().iter().skip(first_ply).filter_map(|position| settle(position, depth)).collect()
        };
        let positions: Vec<Vec<Position>> = games.par_iter().map(settled).collect();
        let mut samples = CheckersSamples::default();
        for (game, positions) in games.iter().zip(positions) {
            let black = match game.result {
                PdnResult::BlackWins => 1.0,
                PdnResult::WhiteWins => 0.0,
                PdnResult::Draw => 0.5,
                // Games without a result have nothing to fit to.
                PdnResult::Unknown => continue,
            };
            for position in &positions {
                samples.add(position, if position.mover() == Player::First { black } else { 1.0 - black });
            }
        }
        samples
    }

    fn add(&mut self, position: &Position, result: f32) {
        for (term, &count) in (0u8..).zip(&terms(position)) {
            if count != 0 {
                self.terms.push((term, i8::try_from(count).unwrap_or(i8::MAX)));
            }
        }
        let full = f32::from(u8::try_from(position.pieces()).unwrap_or(24)) / 24.0;
        self.positions.push((self.terms.len(), full, result));
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Iterates over the positions of `range`.
    pub fn range(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = CheckersSample<'_>> {
        let mut begin = range.start.checked_sub(1).map_or(0, |before| self.positions[before].0);
        self.positions[range].iter().map(move |&(end, full, result)| {
            let terms = &self.terms[begin..end];
            begin = end;
            CheckersSample { terms, full: full.into(), result: result.into() }
        })
    }
}
