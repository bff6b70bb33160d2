//! Othello's rules: perft, turns, symmetry.

use nullwindow::{Game, MoveBuf, Player, Score};
use nullwindow_games::othello::{Move, Othello, OthelloBoard, transcript};
use nullwindow_games::{Notation, Perft};

/// A game that ends with White's last disc turned, far from a full board.
const WIPE_OUT: &str = "f5d6c5f4e7f6g5e6e3";
/// Two plies before that, so that some games end early.
const WIPE_OUT_IN_TWO: &str = "f5d6c5f4e7f6g5";

#[test]
fn perft_has_the_published_counts() {
    let game = Othello::new();
    let counts = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(game.perft(&OthelloBoard::START, depth), count, "depth {depth}");
    }
}

/// The generic counting, through move lists, agrees as long as no game ends.
#[test]
fn perft_by_lists_agrees() {
    fn listed(game: &Othello, board: &OthelloBoard, depth: u32) -> u64 {
        let mut moves = MoveBuf::new();
        if depth == 0 || game.moves(board, &mut moves).is_some() {
            return 1;
        }
        assert_eq!(game.count_moves(board), moves.len() as u64);
        moves.iter().map(|play| listed(game, &game.play(board, play), depth - 1)).sum()
    }
    let game = Othello::new();
    assert_eq!(listed(&game, &OthelloBoard::START, 7), 55_092);
    for text in [WIPE_OUT_IN_TWO, game.test_set()[19].position] {
        let board = game.parse_position(text).unwrap();
        for depth in 0..5 {
            assert_eq!(game.perft(&board, depth), listed(&game, &board, depth), "{text} depth {depth}");
        }
    }
}

#[test]
fn a_game_ends_when_neither_can_move() {
    let game = Othello::new();
    let board = game.parse_position(WIPE_OUT).unwrap();
    assert_eq!((board.discs(Player::First).count_ones(), board.discs(Player::Second)), (13, 0));
    assert_eq!(board.mover(), Player::Second);
    assert_eq!(game.over(&board, &mut MoveBuf::new()), Some(Score::new(-64)));
    assert_eq!(game.moves(&board, &mut MoveBuf::new()), Some(Score::new(-64)));
    assert_eq!(game.count_moves(&board), 0);
    assert_eq!(game.perft(&board, 3), 1);
    assert!(!board.is_legal(Move::PASS));
}

#[test]
fn who_cannot_move_passes() {
    let game = Othello::new();
    let board = game.parse_position("XO-OOOOX------------------------------------------------O------- O").unwrap();
    let mut moves = MoveBuf::new();
    assert_eq!(game.moves(&board, &mut moves), None);
    assert_eq!(moves.iter().collect::<Vec<_>>(), [Move::PASS]);
    let passed = game.play(&board, Move::PASS);
    assert_eq!(passed.mover(), Player::First);
    assert_eq!((passed.own(), passed.other()), (board.other(), board.own()));
    assert_eq!(transcript::read(&board, "c1").unwrap(), [Move::PASS, Move::on(2).unwrap()]);
}

/// The rules look the same from all eight sides of the board.
#[test]
fn eight_ways_to_look_at_a_board() {
    let game = Othello::new();
    for test in game.test_set() {
        let board = game.parse_position(test.position).unwrap();
        for way in 0..8 {
            assert_eq!(game.perft(&board.transformed(way), 3), game.perft(&board, 3));
        }
    }
}
