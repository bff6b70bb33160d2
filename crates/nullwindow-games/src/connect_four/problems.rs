//! The problem sets of Connect Four.

use super::{BoardShape, ConnectFour};
use crate::{Notation, ProblemPart, ProblemSet};
use nullwindow::{Game, MoveBuf};

/// The number of random positions, and the number reported in one line.
const RANDOM: usize = 300;
const REPORTED: usize = 100;

/// Returns the empty board, which the first player wins with its last stone, and random positions of all phases.
pub(super) fn standard<S: BoardShape>(game: &ConnectFour<S>) -> Vec<ProblemSet> {
    let about = "the empty board of Connect Four with a table of 1 GiB (half a minute)";
    let empty = ProblemPart { name: "the empty board".to_owned(), positions: vec![String::new()], value: Some(1) };
    let random = "300 positions of it after 11 to 34 stones, their table included in the time (some seconds)";
    vec![
        ProblemSet::new("connect4-solve", about, 1 << 30, vec![empty]),
        ProblemSet::new("connect4-random", random, 64 << 20, random_parts(game)).with_shared_table(),
    ]
}

/// Returns the random positions, one part per phase of the game.
fn random_parts<S: BoardShape>(game: &ConnectFour<S>) -> Vec<ProblemPart> {
    let part = |phase: &[String]| ProblemPart {
        name: format!("after {} to {} stones", phase[0].len(), phase[phase.len() - 1].len()),
        positions: phase.to_vec(),
        value: None,
    };
    random_positions(game).chunks(REPORTED).map(part).collect()
}

/// Returns positions after 11 to 34 random stones, the same number for each count, in which neither player has won.
fn random_positions<S: BoardShape>(game: &ConnectFour<S>) -> Vec<String> {
    let (mut seed, mut positions) = (1, Vec::new());
    while positions.len() < RANDOM {
        let stones = 11 + positions.len() * 24 / RANDOM;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playable;

    #[test]
    fn random_positions_are_those_of_every_phase() {
        let game = ConnectFour::standard();
        let positions = random_positions(&game);
        assert_eq!((positions.len(), &positions), (RANDOM, &random_positions(&game)));
        assert!((11..=34).all(|stones| positions.iter().filter(|text| text.len() == stones).count() >= 12));
        for text in &positions {
            let board = game.parse_position(text).expect("a position");
            assert!(game.over(&board, &mut MoveBuf::new()).is_none(), "{text}");
        }
    }

    #[test]
    fn only_the_usual_board_has_problems() {
        assert_eq!(ConnectFour::standard().problems().len(), 2);
        assert_eq!(ConnectFour::sized(5, 4).expect("a size").problems(), []);
    }

    /// The scale of the heuristic must not change the selected positions.
    #[test]
    fn the_scale_of_scores_does_not_change_the_positions() {
        let game = ConnectFour::standard();
        assert_eq!(game.with_heuristic().problems(), game.problems());
    }
}
