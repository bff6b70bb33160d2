//! Finished games of every kind.

use nullwindow::Evaluator;
use nullwindow_games::Notation;
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::Othello;
use nullwindow_games::tic_tac_toe::TicTacToe;

/// A finished game is drawn as finished, and takes no more moves.
#[test]
fn finished_games_say_so() {
    fn check<G: Evaluator + Notation>(game: &G, position: &str, end: &str, play: &str) {
        let position = game.parse_position(position).unwrap();
        let picture = game.draw(&position);
        assert!(picture.contains(end), "{}: {picture}", G::NAME);
        assert!(!picture.ends_with('\n') && picture.lines().all(|line| line == line.trim_end()), "{picture}");
        let error = game.parse_move(&position, play).unwrap_err().to_string();
        assert!(error.contains("over"), "{}: {error}", G::NAME);
    }
    check(&ConnectFour::standard(), "1212121", "x has won", "3");
    check(&TicTacToe, "XXXOO----", "X has won", "9");
    check(&TicTacToe, "XOXXOOOXX", "drawn", "9");
    check(&Nim::new(&[3]).unwrap(), "0", "second player has won", "1:1");
    check(&Nim::new(&[3]).unwrap(), "0 second", "first player has won", "1:1");
    check(&Othello::new(), &("X".repeat(63) + "O X"), "the game is over", "a1");
    check(&Checkers::new(), "W:WK1:B5,6,9,10,14", "Black has won", "1-5");
    check(&Chess::new(), "1. f3 e5 2. g4 Qh4#", "Black has won", "e3");
    check(&Chess::new(), "8/8/8/4k3/8/8/8/4K3 w - - 0 1", "drawn", "Kd2");
}
