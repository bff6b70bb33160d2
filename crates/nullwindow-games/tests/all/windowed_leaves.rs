//! The contract of windowed evaluations: every answer is a true bound, at every gamma around the value.

use nullwindow::{Bounds, Evaluator, MoveBuf, Score, Window};
use nullwindow_games::Notation;
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::Othello;
use nullwindow_games::tic_tac_toe::TicTacToe;

/// Distances of gamma from the value: around it, at typical errors of an evaluation, and beyond all evaluations.
const DISTANCES: [i32; 15] = [-2_000_000, -950_000, -300, -40, -5, -2, -1, 0, 1, 2, 5, 40, 300, 950_000, 2_000_000];

/// Checks the answers to null windows and to wider ones at one position. Returns how many answers were not the value.
fn check<G: Evaluator>(game: &G, position: &G::Position) -> u32 {
    let value = game.evaluate(position);
    assert_eq!(game.evaluate_within(position, Window::FULL, &mut 0), value, "the full window has the value");
    let mut bounds = 0;
    for (i, distance) in DISTANCES.into_iter().enumerate() {
        let gamma = Score::new(value.get() + distance);
        let wide = Window::new(Score::new(gamma.get() - 1 - DISTANCES[i % 5].abs()), gamma);
        for window in [Window::null(gamma), wide] {
            let answer = game.evaluate_within(position, window, &mut 0);
            let Bounds { lower, upper } = window.learn(answer);
            assert!(lower <= value && value <= upper, "{answer} for {window}, the value is {value}");
            bounds += u32::from(answer != value);
        }
    }
    bounds
}

/// Plays games at random from the start and the test positions, and checks every position that is not over.
fn check_game<G: Evaluator + Notation>(game: &G, positions: u32) -> u32 {
    let mut roots = vec![game.start()];
    roots.extend(game.test_set().iter().map(|test| game.parse_position(test.position).expect("a test position")));
    let (mut seed, mut checked, mut bounds) = (11_u64, 0, 0);
    for root in roots.iter().cycle().take(positions as usize) {
        let mut position = root.clone();
        for _ in 0..60 {
            let mut moves = MoveBuf::new();
            if game.moves(&position, &mut moves).is_some() || moves.is_empty() {
                break;
            }
            bounds += check(game, &position);
            checked += 1;
            if checked == positions {
                return bounds;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (seed >> 33) % moves.len() as u64;
            position = game.play(&position, moves.iter().nth(choice as usize).expect("a move"));
        }
    }
    bounds
}

#[test]
fn answers_are_true_bounds() {
    assert!(check_game(&Chess::new(), 4_000) > 1_000, "chess never answered with a bound");
    assert!(check_game(&Checkers::new(), 4_000) > 1_000, "checkers never answered with a bound");
    // The others evaluate without a search: their answers are values.
    assert_eq!(check_game(&Othello::new(), 1_000), 0);
    assert_eq!(check_game(&ConnectFour::standard().with_heuristic(), 1_000), 0);
    assert_eq!(check_game(&TicTacToe, 1_000), 0);
    assert_eq!(check_game(&Nim::default(), 1_000), 0);
}
