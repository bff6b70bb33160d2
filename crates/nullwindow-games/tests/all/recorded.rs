//! Files of games and positions, and the numbers of moves in variations.

use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::{Move, Othello};
use nullwindow_games::tic_tac_toe::TicTacToe;
use nullwindow_games::{Notation, ParseError, Playable};

/// The number of moves of each game of a text.
fn lengths<G: Notation>(game: &G, text: &str) -> Vec<usize> {
    let games = game.read_games(text).expect("games");
    let positions = game.read_positions(text).expect("positions");
    // The last positions are those after the moves, and the text, if there is one, reads as the same.
    for (record, position) in games.iter().zip(&positions) {
        let end = record.moves.iter().fold(record.start.clone(), |position, &play| game.play(&position, play));
        assert_eq!(game.format_position(&end), game.format_position(position));
        if let Some(text) = &record.text {
            let again = game.parse_position(text).expect("a position");
            assert_eq!(game.format_position(&again), game.format_position(position));
        }
    }
    games.iter().map(|record| record.moves.len()).collect()
}

#[test]
fn every_game_reads_its_own_files() {
    let chess = Chess::new();
    assert_eq!(lengths(&chess, "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n"), [2, 1]);
    assert_eq!(lengths(&chess, "1. e4 e5\ne4 e5 Nf3\n7k/8/5K2/8/8/8/8/6R1 w - - 0 1\n"), [2, 3, 0]);
    assert_eq!(lengths(&chess, "1. e4 {a\ncomment} e5 2. Nf3\nNc6 3. Bb5 *\n"), [5], "one game on several lines");
    let checkers = Checkers::new();
    assert_eq!(lengths(&checkers, "[Event \"a\"]\n1. 11-15 23-19 1-0\n"), [2]);
    assert_eq!(lengths(&checkers, "11-15 23-19 1/2-1/2\nB:W29:B26,K18\n1. 9-13\n"), [2, 0, 1]);
    assert_eq!(lengths(&checkers, "1. 11-15 23-19\n2. 8-11 22-17 *\n"), [4], "one game on several lines");
    let board = "40 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38";
    assert_eq!(lengths(&Othello::new(), &format!("f5d6c3\n{board}\n")), [3, 0]);
    assert_eq!(lengths(&ConnectFour::standard(), "# columns\n4455\n\n4\n"), [4, 1]);
    assert_eq!(lengths(&Nim::default(), "3 4 5\n1,2 second\n"), [0, 0]);
    assert_eq!(lengths(&TicTacToe, "XO-------\n"), [0]);
}

#[test]
fn players_are_named_in_the_order_of_play() {
    let players = Chess::new().read_games("[White \" A \"]\n[Black \"?\"]\n\n1. e4 *\n").unwrap().remove(0).players;
    assert_eq!(players, [Some("A".to_owned()), None]);
    let text = "[White \"W\"]\n[Black \"B\"]\n\n1. 11-15 *\n";
    let players = Checkers::new().read_games(text).unwrap().remove(0).players;
    assert_eq!(players, [Some("B".to_owned()), Some("W".to_owned())]);
}

/// Returns the place of the error in a text.
fn error<G: Notation>(game: &G, text: &str) -> ParseError {
    game.read_games(text).err().expect("an error")
}

#[test]
fn errors_name_the_line() {
    assert_eq!(error(&Chess::new(), "1. e4 e5\n1. e5\n").line, Some(2));
    assert_eq!(error(&Chess::new(), "[Event \"a\"]\n\n1. e4 e4 *\n").line, Some(3));
    assert_eq!(error(&Checkers::new(), "11-15\n11-16 11-15\n").line, Some(2));
    assert_eq!(error(&Othello::new(), "f5\nf5f5\n").line, Some(2));
    assert_eq!(error(&ConnectFour::standard(), "4\n\n8\n").line, Some(3));
}

/// Writes the variation after some moves from there.
fn line<G: Playable>(game: &G, position: &str, moves: &[&str]) -> String {
    let start = game.parse_position(position).expect("a position");
    let (mut now, mut plays) = (start.clone(), Vec::new());
    for name in moves {
        let play = game.parse_move(&now, name).expect("a move");
        now = game.play(&now, play);
        plays.push(play);
    }
    game.format_line(&start, game.moves_before(&start).unwrap_or(0), &plays)
}

#[test]
fn variations_have_the_numbers_of_the_game() {
    let chess = Chess::new();
    assert_eq!(line(&chess, "1. e4 e5", &["Nf3", "Nc6", "Bb5"]), "2. Nf3 Nc6 3. Bb5");
    assert_eq!(line(&chess, "1. e4", &["e5", "Nf3"]), "1... e5 2. Nf3");
    assert_eq!(line(&ConnectFour::standard(), "44", &["4", "3"]), "2. 4 3");
    assert_eq!(line(&Othello::new(), "f5d6c3", &["d3", "c4"]), "4. d3 5. c4");
    let (a1, b1) = (Move::on(0).expect("a square"), Move::on(1).expect("a square"));
    let passed = Othello::new().format_line(&Othello::new().start(), 9, &[a1, Move::PASS, b1]);
    assert_eq!(passed, "10. a1 pass 11. b1", "a pass has no number");
}

#[test]
fn moves_left_are_empty_squares() {
    let connect4 = ConnectFour::standard();
    assert_eq!(connect4.moves_left(&connect4.parse_position("4455").unwrap()), Some(38));
    assert_eq!(Othello::new().moves_left(&Othello::new().start()), Some(60));
    assert_eq!(TicTacToe.moves_left(&TicTacToe.start()), Some(9));
    assert_eq!(Chess::new().moves_left(&Chess::new().start()), None);
}

#[test]
fn no_text_is_too_odd_to_be_refused() {
    fn read<G: Playable>(game: &G) {
        for text in ["", "\u{feff}", "[", "1.", "1. \n", "{", "é\n", "--", "[a \"b\"]", "1.e4 )", "9\n9\n9", "\0"] {
            let _ = game.read_games(text);
            let _ = game.read_positions(text);
        }
    }
    read(&Chess::new());
    read(&Checkers::new());
    read(&Othello::new());
    read(&ConnectFour::standard());
    read(&Nim::default());
    read(&TicTacToe);
}
