//! ProbCut ([`nullwindow::selective`]): the value of a position lies near that of a shallower search, within margins that
//! were fitted to positions of tournament games. A search to the end of the game stays exact.

use super::board::OthelloBoard;
use crate::probcut::{ProbCutTable, check_depth};
use nullwindow::Depth;
use nullwindow::selective::NodeRules;
use std::sync::LazyLock;

/// The part of a key that belongs to the rule: an arbitrary number.
pub(super) const SALT: u64 = 0x6a09_e667_f3bc_c909;

/// The margins in hundredths of a standard deviation.
const CONFIDENCE: i32 = 150;

/// The margins.
static MARGINS: LazyLock<ProbCutTable> = LazyLock::new(|| {
    let table = ProbCutTable::parse(include_str!("probcut.txt"), CONFIDENCE, check_depth);
    table.expect("the table of the repository is complete: a test reads it")
});

/// Returns the rules of a node.
pub(super) fn of_node(board: &OthelloBoard, depth: Depth) -> NodeRules {
    let left = board.empty().count_ones();
    // Where the game ends within the depth, up to passes, there are no rules: the value is that of the end, and knowledge of
    // the end, which answers from twice this depth on, must not differ from a search.
    let Some(plies) = depth.get().filter(|&plies| plies < left) else { return NodeRules::none() };
    match MARGINS.margins(64 - left, plies) {
        Some(margins) => NodeRules::none().near(Depth::plies(margins.check), margins.below, margins.above),
        None => NodeRules::none(),
    }
}
