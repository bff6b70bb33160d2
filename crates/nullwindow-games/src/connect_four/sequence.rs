//! Reconstruction of the moves that lead to a position.

use super::board::{ConnectFourBoard, has_four};
use super::game::bits;
use super::{BoardShape, ConnectFour};
use nullwindow::Player;
use std::collections::HashSet;

/// The number of boards without a continuation after which the reconstruction fails. Positions of real games need about
/// one board per stone.
const MOST: usize = 50_000;

impl<S: BoardShape> ConnectFour<S> {
    /// Returns columns, counted from 0, that lead from the empty board to `board`. The result is deterministic.
    ///
    /// A depth-first search removes stones from the tops of the columns, alternating between the players. It never
    /// retries a board from which it failed.
    pub(super) fn sequence(&self, board: &ConnectFourBoard) -> Option<Vec<u32>> {
        let sides = [board.of(Player::First), board.of(Player::Second)];
        let mut hopeless = HashSet::new();
        let mut taken: Vec<u64> = Vec::new();
        let mut all = board.all;
        let mut choices = vec![self.last_stones(all, sides)];
        while all != 0 {
            match choices.last_mut()?.pop() {
                // The remaining stones determine the board, because the position fixes their colours.
                Some(stone) if hopeless.contains(&(all ^ stone)) => {}
                Some(stone) => {
                    all ^= stone;
                    taken.push(stone);
                    choices.push(self.last_stones(all, sides));
                }
                None => {
                    choices.pop();
                    hopeless.insert(all);
                    all ^= taken.pop().filter(|_| hopeless.len() < MOST)?;
                }
            }
        }
        let column = |stone: &u64| stone.trailing_zeros() / self.shape.step();
        Some(taken.iter().rev().map(column).collect())
    }

    /// Returns the stones that may have been placed last; the last of the list is tried first.
    fn last_stones(&self, all: u64, sides: [u64; 2]) -> Vec<u64> {
        let last = (all.count_ones() as usize + 1) % 2;
        let tops = all & !(all >> 1);
        let stones = bits(tops & sides[last]).filter(|stone| !has_four(all & sides[last] & !stone, self.shape));
        let mut stones: Vec<u64> = stones.collect();
        // Heuristic: prefer stones on top of an opponent's stone, which can be removed next, and high columns.
        let row = |stone: u64| stone.trailing_zeros() % self.shape.step();
        stones.sort_by_key(|&stone| (stone >> 1 & sides[1 - last] != 0, row(stone)));
        stones
    }
}
