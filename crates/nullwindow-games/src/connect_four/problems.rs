//! The problem sets of Connect Four.

use crate::{ProblemPart, ProblemSet};

/// Positions after 11 to 34 random stones in which neither player has won, sorted by their number of stones.
const RANDOM: &str = include_str!("random.txt");
/// Positions after 8 to 11 random stones.
const EARLY: &str = include_str!("early.txt");
/// The number of random positions reported in one line.
const REPORTED: usize = 100;

/// Returns the empty board, which the first player wins with its last stone, and random positions of all phases.
pub(super) fn standard() -> Vec<ProblemSet> {
    let about = "the empty board of Connect Four with a table of 1 GiB (half a minute)";
    let empty = ProblemPart { name: "the empty board".to_owned(), positions: vec![String::new()], value: Some(1) };
    let random = "300 positions of it after 11 to 34 stones, their table included in the time (some seconds)";
    let mixed = "these and 40 after 8 to 11 stones (some seconds more)";
    vec![
        ProblemSet::new("connect4-solve", about, 1 << 30, vec![empty]),
        ProblemSet::new("connect4-random", random, 64 << 20, parts(RANDOM)).with_shared_table(),
        ProblemSet::new("connect4-340", mixed, 256 << 20, [parts(EARLY), parts(RANDOM)].concat()).with_shared_table(),
    ]
}

/// Returns the positions of a file, one part per phase of the game.
// From files, because every start of the program lists the problems: playing these games took a millisecond.
fn parts(file: &str) -> Vec<ProblemPart> {
    let positions: Vec<String> = file.lines().map(str::to_owned).collect();
    let part = |phase: &[String]| ProblemPart {
        name: format!("after {} to {} stones", phase[0].len(), phase[phase.len() - 1].len()),
        positions: phase.to_vec(),
        value: None,
    };
    positions.chunks(REPORTED).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::super::ConnectFour;
    use super::*;
    use crate::{Notation, Playable};
    use nullwindow::{Game, MoveBuf};

    /// Plays random games and returns `count` positions without a winner; `stones` gives the stones of each.
    fn random_positions(mut seed: u64, count: usize, stones: impl Fn(usize) -> usize) -> Vec<String> {
        let game = ConnectFour::standard();
        let mut positions = Vec::new();
        while positions.len() < count {
            let stones = stones(positions.len());
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
                positions.push(columns);
            }
        }
        positions
    }

    /// Returns the next random number (splitmix64).
    fn random(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    #[test]
    fn the_files_hold_random_positions_of_every_phase() {
        let lines = |file: &str| -> Vec<String> { file.lines().map(str::to_owned).collect() };
        assert_eq!(lines(RANDOM), random_positions(1, 300, |number| 11 + number * 24 / 300));
        assert_eq!(lines(EARLY), random_positions(2, 40, |number| 8 + number / 10));
        let sets = standard();
        let positions = |set: &ProblemSet| set.parts.iter().map(|part| part.positions.len()).sum::<usize>();
        assert_eq!(sets.iter().map(positions).collect::<Vec<_>>(), [1, 300, 340]);
    }

    #[test]
    fn only_the_usual_board_has_problems() {
        assert_eq!(ConnectFour::standard().problems().len(), 3);
        assert_eq!(ConnectFour::sized(5, 4).expect("a size").problems(), []);
    }

    /// The scale of the heuristic must not change the selected positions.
    #[test]
    fn the_scale_of_scores_does_not_change_the_positions() {
        let game = ConnectFour::standard();
        assert_eq!(game.with_heuristic().problems(), game.problems());
    }
}
