//! Finds moves that lead to a position, which does not remember them.

use super::board::{ConnectFourBoard, has_four};
use super::game::bits;
use super::{BoardShape, ConnectFour};
use nullwindow::Player;
use std::collections::HashSet;

/// How many boards are looked at before the search is given up. Positions of real games take one for each stone, or
/// a few more.
const MOST: usize = 50_000;

impl<S: BoardShape> ConnectFour<S> {
    /// Columns, counted from 0, that lead from the empty board to `board`: the same ones for the same board.
    ///
    /// Stones are taken off again, from the tops of the columns and by turns. A board from which no way was
    /// found is not tried twice.
    pub(super) fn sequence(&self, board: &ConnectFourBoard) -> Option<Vec<u32>> {
        let sides = [board.of(Player::First), board.of(Player::Second)];
        let mut hopeless = HashSet::new();
        let mut taken: Vec<u64> = Vec::new();
        let mut all = board.all;
        let mut choices = vec![self.last_stones(all, sides)];
        while all != 0 {
            match choices.last_mut()?.pop() {
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

    /// The stones that may have been played last; the last of them is tried first.
    fn last_stones(&self, all: u64, sides: [u64; 2]) -> Vec<u64> {
        let last = (all.count_ones() as usize + 1) % 2;
        let tops = all & !(all >> 1);
        let stones = bits(tops & sides[last]).filter(|stone| !has_four(all & sides[last] & !stone, self.shape));
        let mut stones: Vec<u64> = stones.collect();
        // The opponent's stone below is the next one to go; and high columns first.
        let row = |stone: u64| stone.trailing_zeros() % self.shape.step();
        stones.sort_by_key(|&stone| (stone >> 1 & sides[1 - last] != 0, row(stone)));
        stones
    }
}
