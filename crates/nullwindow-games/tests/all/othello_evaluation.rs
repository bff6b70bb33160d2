//! Othello's evaluation: symmetry, range, the features, and the file of weights.

use nullwindow::{Evaluator, Game, MoveBuf};
use nullwindow_games::Notation;
use nullwindow_games::othello::weights::{ANCHORS, OthelloWeights, STRIDE, WeightsError, anchor};
use nullwindow_games::othello::{Othello, OthelloBoard, PatternEvaluation, UNITS, patterns, solve};
use proptest::prelude::*;

static GAME: Othello = Othello::new();
const FILE: &[u8] = include_bytes!("../../src/othello/weights.bin");

/// All positions of the games of the test set.
fn boards() -> Vec<OthelloBoard> {
    let games = GAME.test_set();
    let games = games.iter().step_by(10).map(|test| test.source.split(' ').nth(2).unwrap());
    games.flat_map(|game| (0..60).map(|ply| GAME.parse_position(&game[..2 * ply]).unwrap())).collect()
}

/// A set of squares as text would list them: 0 empty, 1 own, 2 other.
fn digit(board: &OthelloBoard, square: u8) -> u32 {
    u32::from(board.own() >> square & 1 == 1) + 2 * u32::from(board.other() >> square & 1 == 1)
}

#[test]
fn all_sides_of_the_board_are_equal() {
    for board in boards() {
        let predicted = GAME.predict(&board);
        for way in 0..8 {
            assert_eq!(GAME.predict(&board.transformed(way)), predicted, "{way} {}", GAME.format_position(&board));
        }
    }
}

#[test]
fn colours_do_not_matter_to_the_mover() {
    for board in boards() {
        assert_eq!(GAME.evaluate(&board.exchanged()), GAME.evaluate(&board));
        assert_eq!(GAME.predict(&board.exchanged()), GAME.predict(&board));
    }
}

#[test]
fn evaluations_are_predictions_in_whole_discs() {
    for board in boards() {
        let (discs, predicted) = (GAME.evaluate(&board).get(), GAME.predict(&board));
        assert!((-64..=64).contains(&discs));
        assert!((discs * UNITS - predicted.clamp(-64 * UNITS, 64 * UNITS)).abs() <= UNITS / 2);
    }
}

/// After random play the values of positions lie far apart, and the evaluation follows them: a coarse test that weights and
/// patterns belong together.
#[test]
fn predictions_are_near_values() {
    let mut dice = 1u64;
    let (mut error, mut spread) = (0, 0);
    for _ in 0..200 {
        let mut board = OthelloBoard::START;
        while board.empty().count_ones() > 8 && !board.is_over() {
            let mut moves = MoveBuf::new();
            GAME.moves(&board, &mut moves);
            dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            board = board.play(moves.iter().nth((dice >> 33) as usize % moves.len()).unwrap());
        }
        let value = solve(&board).get();
        error += (GAME.evaluate(&board).get() - value).abs();
        spread += value.abs();
    }
    assert!(2 * error < spread, "{error} of {spread}");
}

proptest! {
    #[test]
    fn every_board_has_a_value(filled in any::<u64>(), colour in any::<u64>()) {
        let board = OthelloBoard::new(filled & colour, filled & !colour, nullwindow::Player::First).unwrap();
        let value = GAME.evaluate(&board).get();
        prop_assert!((-64..=64).contains(&value));
        let features = patterns::features(board.own(), board.other());
        prop_assert!(features.iter().all(|&feature| patterns::weight_of(feature).is_some()));
        // The first feature is an edge with two squares more; one by hand shows how digits are read.
        let squares = [0, 1, 2, 3, 4, 5, 6, 7, 9, 14];
        let number = squares.iter().rev().fold(0, |number, &square| 3 * number + digit(&board, square));
        prop_assert_eq!(features[0], number);
        // Seen from all sides, the same weights are summed.
        let mut weights = features.map(patterns::weight_of);
        weights.sort_unstable();
        for way in 1..8 {
            let seen = board.transformed(way);
            let mut again = patterns::features(seen.own(), seen.other()).map(patterns::weight_of);
            again.sort_unstable();
            prop_assert_eq!(weights, again);
        }
    }

    #[test]
    fn damaged_weights_are_refused(at in 0..FILE.len(), bit in 0..8u8, cut in 0..FILE.len()) {
        let mut bytes = FILE.to_vec();
        bytes[at] ^= 1 << bit;
        prop_assert!(OthelloWeights::from_bytes(&bytes).is_err());
        prop_assert!(OthelloWeights::from_bytes(&FILE[..cut]).is_err());
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        prop_assert!(OthelloWeights::from_bytes(&bytes).is_err());
    }
}

#[test]
fn the_shipped_file_comes_back() {
    let weights = OthelloWeights::from_bytes(FILE).unwrap();
    assert_eq!(weights.to_bytes(), FILE);
    let evaluation = PatternEvaluation::new(weights);
    for board in boards() {
        assert_eq!(evaluation.predict(board.own(), board.other()), GAME.predict(&board));
    }
}

#[test]
fn weights_are_rounded_and_come_back() {
    let count = ANCHORS * patterns::weights();
    let discs: Vec<f64> = (0..count).map(|i| if i % 3 == 0 { 0.0 } else { (i % 4001) as f64 / 30.0 - 66.0 }).collect();
    let weights = OthelloWeights::rounded(&discs).unwrap();
    assert_eq!(OthelloWeights::from_bytes(&weights.to_bytes()), Ok(weights.clone()));
    assert_eq!(weights.of_anchor(0).len(), patterns::weights());
    assert_eq!(weights.of_anchor(ANCHORS).len(), 0);
    assert_eq!(OthelloWeights::rounded(&discs[1..]), Err(WeightsError::Contents));
}

/// Damage that the checksum does not see, because it was computed afterwards.
#[test]
fn contents_must_fill_their_place() {
    let file = |body: &[u8]| {
        let hash =
            body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        [&FILE[..16], &hash.to_le_bytes(), body].concat()
    };
    assert!(OthelloWeights::from_bytes(&file(&FILE[24..])).is_ok());
    for body in [&[][..], &[0], &[0, 255, 255, 255, 127], &[0, 255, 255, 255, 255], &[255, 255, 255, 127], &[2], &[130]]
    {
        assert_eq!(OthelloWeights::from_bytes(&file(body)), Err(WeightsError::Contents), "{body:?}");
    }
    assert_eq!(OthelloWeights::from_bytes(&file(&[&FILE[24..], &[2]].concat())), Err(WeightsError::Contents));
}

/// With nothing but weights of parity that grow by a stride from anchor to anchor, the prediction is the number of discs.
#[test]
fn weights_go_over_in_a_straight_line() {
    let mut discs = vec![0.0; ANCHORS * patterns::weights()];
    for (anchor, weights) in discs.chunks_mut(patterns::weights()).enumerate() {
        weights.iter_mut().rev().take(2).for_each(|weight| *weight = anchor as f64 * f64::from(STRIDE));
    }
    let evaluation = PatternEvaluation::new(OthelloWeights::rounded(&discs).unwrap());
    for board in boards() {
        let beyond = (64 - board.empty().count_ones()).max(10).cast_signed() - 10;
        assert_eq!(evaluation.predict(board.own(), board.other()), beyond * UNITS);
        assert_eq!(evaluation.discs(board.own(), board.other()), beyond);
    }
}

#[test]
fn anchors_share_the_game() {
    assert_eq!(anchor(4), (0, 0));
    assert_eq!(anchor(10), (0, 0));
    assert_eq!(anchor(15), (0, 5));
    assert_eq!(anchor(16), (1, 0));
    assert_eq!(anchor(63), (8, 5));
    assert_eq!(anchor(64), (8, STRIDE));
    assert_eq!(anchor(99), (8, STRIDE));
}
