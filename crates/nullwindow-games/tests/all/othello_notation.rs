//! Othello's notation: round trips, errors that name the place, and nothing that panics.

use nullwindow::Player;
use nullwindow_games::othello::{FFO, Move, Othello, OthelloBoard, Problem, transcript};
use nullwindow_games::{Notation, ParseError};
use proptest::prelude::*;

static GAME: Othello = Othello::new();

fn boards() -> impl Strategy<Value = OthelloBoard> {
    (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(filled, colour, black)| {
        let mover = if black { Player::First } else { Player::Second };
        OthelloBoard::new(filled & colour, filled & !colour, mover).unwrap()
    })
}

/// A game that `choices` leads to, each the place of a move in the list of legal ones.
fn played(choices: &[u8]) -> Vec<Move> {
    let mut board = OthelloBoard::START;
    let mut moves = Vec::new();
    for &choice in choices {
        let legal: Vec<Move> =
            (0..64).filter_map(Move::on).chain([Move::PASS]).filter(|&m| board.is_legal(m)).collect();
        let Some(&play) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
        board = board.play(play);
        moves.push(play);
    }
    moves
}

proptest! {
    #[test]
    fn boards_come_back(board in boards()) {
        let text = GAME.format_position(&board);
        prop_assert_eq!(GAME.parse_position(&text), Ok(board));
        prop_assert_eq!(GAME.parse_position(&text.to_lowercase().replace('-', ".")), Ok(board));
        let rows: Vec<&str> = (0..8).map(|row| &text[8 * row..8 * row + 8]).collect();
        prop_assert_eq!(GAME.parse_position(&format!(" {}\n{};", rows.join("\n"), &text[64..])), Ok(board));
        let picture = GAME.draw(&board);
        prop_assert_eq!(picture.split('\n').count(), 10);
        prop_assert!(picture.split('\n').all(|line| line == line.trim_end()));
        prop_assert_eq!(picture.contains("the game is over: "), board.is_over());
    }

    #[test]
    fn games_come_back(choices in prop::collection::vec(any::<u8>(), 0..70)) {
        let mut moves = played(&choices);
        let end = moves.iter().fold(OthelloBoard::START, |board, &play| board.play(play));
        let text = transcript::write(&moves);
        let words: Vec<String> = moves.iter().map(|&play| GAME.format_move(&end, play)).collect();
        prop_assert_eq!(transcript::read(&OthelloBoard::START, &words.join(" ")), Ok(moves.clone()));
        prop_assert_eq!(GAME.play_all(&words.join(" ")), Ok(end));
        if moves.last() == Some(&Move::PASS) {
            moves.pop(); // a pass at the end is not written
        }
        prop_assert_eq!(transcript::read(&OthelloBoard::START, &text), Ok(moves));
    }

    #[test]
    fn moves_come_back(board in boards()) {
        for play in (0..64).filter_map(Move::on).chain([Move::PASS]) {
            let text = GAME.format_move(&board, play);
            prop_assert_eq!(GAME.parse_move(&board, &text).is_ok(), board.is_legal(play));
            if board.is_legal(play) {
                prop_assert_eq!(GAME.parse_move(&board, &text.to_uppercase()), Ok(play));
                prop_assert_eq!(GAME.parse_move(&board, &format!("\t{text} \n")), Ok(play));
            }
        }
    }

    #[test]
    fn nothing_panics(text in ".{0,80}", board in boards()) {
        let _ = GAME.parse_position(&text);
        let _ = GAME.parse_move(&board, &text);
        let _ = transcript::read(&board, &text);
        let _ = Problem::parse(&text);
    }

    #[test]
    fn mutated_texts_do_not_panic(which in 0..10usize, at in 0..80usize, with in any::<char>(), game in any::<bool>()) {
        let text = if game { GAME.test_set()[which].position } else { FFO[which] };
        let mut marks: Vec<char> = text.chars().collect();
        let at = at % marks.len();
        marks[at] = with;
        let text: String = marks.into_iter().collect();
        let _ = Problem::parse(&text);
        if let Err(error) = GAME.parse_position(&text) {
            prop_assert!(error.character <= text.chars().count() + 1);
        }
    }
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, ParseError>, message: &str) {
    assert_eq!(result.unwrap_err().to_string(), message);
}

#[test]
fn errors_name_the_place() {
    const SQUARE: &str = "expected a square: X, * or B (black), O or W (white), - or . (empty)";
    const POSITION: &str = "expected a transcript such as f5d6c3, or a board of X, * or B (black), O or W (white), - or . \
                            (empty) and the mover";
    refused(GAME.parse_position("XO-?"), &format!("character 4: {SQUARE}, found `?`"));
    refused(GAME.parse_position("XO-"), &format!("character 4: {SQUARE}, found the end"));
    for text in ["ü5", "1. f5", "pass", "  13-10", "f", ";"] {
        let (place, found) = (1 + text.len() - text.trim_start().len(), text.split_whitespace().next().unwrap());
        refused(GAME.parse_position(text), &format!("character {place}: {POSITION}, found `{found}`"));
    }
    let empty = "-".repeat(64);
    refused(GAME.parse_position(&empty), "character 65: expected the player to move, X or O, found the end");
    refused(GAME.parse_position(&format!("{empty} -")), "character 66: expected the player to move, X or O, found `-`");
    refused(
        GAME.parse_position(&format!("{empty}; X")),
        "character 65: expected the player to move, X or O, found `;`",
    );
    refused(GAME.parse_position(&format!("{empty} XX")), "character 67: expected a semicolon or the end, found `X`");
    refused(GAME.parse_position("f5d6 f5c4"), "character 6: expected a legal move, found `f5c4`");
    refused(GAME.parse_position("f5d"), "character 3: expected a square such as f5, found `d`");
    refused(GAME.parse_position("f5d9"), "character 3: expected a square such as f5, found `d9`");
    refused(
        GAME.parse_move(&OthelloBoard::START, "e9"),
        "character 1: expected a move such as f5, or pass, found `e9`",
    );
    refused(GAME.parse_move(&OthelloBoard::START, "a1"), "character 1: expected a legal move, found `a1`");
    refused(GAME.parse_move(&OthelloBoard::START, "pass"), "character 1: expected a legal move, found `pass`");
    refused(
        GAME.parse_move(&OthelloBoard::START, " \te9 "),
        "character 3: expected a move such as f5, or pass, found `e9`",
    );
    refused(GAME.parse_move(&OthelloBoard::START, " a1"), "character 2: expected a legal move, found `a1`");
    refused(
        GAME.parse_move(&OthelloBoard::START, ""),
        "character 1: expected a move such as f5, or pass, found the end",
    );
    refused(GAME.play_all("f5 d6 d6"), "character 7: expected a legal move, found `d6`");
}

#[test]
fn problems_are_read() {
    let problem = Problem::parse(FFO[0]).unwrap();
    assert_eq!((problem.number, problem.moves.len()), (Some(40), 1));
    assert_eq!((GAME.format_move(&problem.board, problem.moves[0].0), problem.moves[0].1), ("a2".to_owned(), 38));
    let line = GAME.format_position(&OthelloBoard::START);
    let plain = Problem::parse(&line).unwrap();
    assert_eq!((plain.number, plain.board, plain.moves), (None, OthelloBoard::START, vec![]));
    assert_eq!(Problem::parse(&format!("{line}; d3 : -2 ;c4:0;")).unwrap().moves.len(), 2);
    refused(Problem::parse(&format!("{line}; d3")), "character 69: expected a move, a colon and a score, found `d3`");
    refused(Problem::parse(&format!("{line}; a1:3")), "character 69: expected a legal move, found `a1:3`");
    refused(Problem::parse(&format!("7 {line}; d3:65")), "character 74: expected a score from -64 to +64, found `65`");
    refused(Problem::parse(&format!("{line} d3:1")), "character 68: expected a semicolon or the end, found `d3:1`");
    assert!(Problem::parse(&format!("{}{line}", "9".repeat(40))).is_err());
}

#[test]
fn the_ten_problems_of_the_test_are_there() {
    for (line, number) in FFO.iter().zip(40..) {
        let problem = Problem::parse(line).unwrap();
        assert_eq!(problem.number, Some(number));
        assert!((20..=26).contains(&problem.board.empty().count_ones()));
    }
}

#[test]
fn the_test_set_has_two_games() {
    let tests = GAME.test_set();
    assert_eq!(tests.len(), 20);
    for (test, ply) in tests.iter().zip((20..30).cycle()) {
        let board = GAME.parse_position(test.position).unwrap();
        assert_eq!(board.empty().count_ones(), 60 - ply);
        let game = test.source.split(' ').nth(2).unwrap();
        assert!(game.starts_with(test.position));
        assert!(transcript::read(&OthelloBoard::START, game).is_ok());
    }
}

#[test]
fn long_lines_are_refused() {
    for text in ["X", "f5", "-", " ", "f5d6", ";", "9", "é", "pass"].map(|word| word.repeat(100_000 / word.len())) {
        let _ = transcript::read(&OthelloBoard::START, &text);
        assert!(GAME.parse_move(&OthelloBoard::START, &text).is_err());
        assert!(Problem::parse(&text).is_err());
        assert!(GAME.parse_position(&text).is_err() || text.trim().is_empty());
    }
}

#[test]
fn a_picture() {
    let picture = GAME.draw(&OthelloBoard::START);
    let rows: Vec<&str> = picture.lines().collect();
    assert_eq!(rows[0], "  a b c d e f g h");
    assert_eq!(rows[3], "3 - - - . - - - -");
    assert_eq!(rows[4], "4 - - . O X - - -");
    assert_eq!(rows[9], "X 2  O 2  X to move");
}

/// The last line of a position's picture.
fn below(text: &str) -> String {
    GAME.draw(&GAME.parse_position(text).unwrap()).lines().last().unwrap().to_owned()
}

#[test]
fn a_finished_game_has_a_result() {
    let (row, empty) = ("-".repeat(8), "-".repeat(64));
    assert_eq!(below(WIPE_OUT), "X 13  O 0  the game is over: X has won by 64");
    assert_eq!(below(&format!("{empty} O")), "X 0  O 0  the game is over: drawn");
    let apart = format!("XX------{}------OO X", row.repeat(6));
    assert_eq!(below(&apart), "X 2  O 2  the game is over: drawn");
    for mover in ["X", "O"] {
        let white = format!("X-------{}-----OOO {mover}", row.repeat(6));
        assert_eq!(below(&white), "X 1  O 3  the game is over: O has won by 62");
    }
    assert_eq!(below(&format!("XO------{} O", row.repeat(7))), "X 1  O 1  O must pass");
}

/// A game that ends with White's last disc turned.
const WIPE_OUT: &str = "f5d6c5f4e7f6g5e6e3";

#[test]
fn a_finished_game_has_no_moves() {
    let board = GAME.parse_position(WIPE_OUT).unwrap();
    for play in ["a1", "pass", "nonsense"] {
        let message = format!("expected no move, as the game is over, found `{play}`");
        refused(GAME.parse_move(&board, play), &format!("character 1: {message}"));
        refused(GAME.parse_move(&board, &format!("  {play} ")), &format!("character 3: {message}"));
    }
    let message = "character 19: expected no move, as the game is over, found `d3`";
    refused(GAME.parse_position(&format!("{WIPE_OUT}d3")), message);
}
