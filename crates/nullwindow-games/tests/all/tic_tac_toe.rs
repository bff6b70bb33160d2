//! Tic-tac-toe: rules and notation.

use nullwindow::{Game, Keyed, MoveBuf, Score};
use nullwindow_games::tic_tac_toe::{TicTacToe, TicTacToeGrid};
use nullwindow_games::{Notation, Perft, Playable};
use proptest::prelude::*;
use std::collections::HashSet;

/// All grids that a game can come to.
fn all() -> HashSet<TicTacToeGrid> {
    let mut seen = HashSet::new();
    let mut open = vec![TicTacToe.start()];
    while let Some(grid) = open.pop() {
        if seen.insert(grid) {
            let mut moves = MoveBuf::new();
            TicTacToe.moves(&grid, &mut moves);
            open.extend(moves.iter().map(|square| TicTacToe.play(&grid, square)));
        }
    }
    seen
}

#[test]
fn the_rules_by_counting() {
    let counts: Vec<u64> = (1..=9).map(|depth| TicTacToe.perft(&TicTacToe.start(), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

/// The numbers of games and of positions are well known: 255,168; 5,478, and 765 that no symmetry brings together.
#[test]
fn games_and_positions_by_counting() {
    fn games(grid: &TicTacToeGrid) -> u64 {
        let mut moves = MoveBuf::new();
        match TicTacToe.moves(grid, &mut moves) {
            Some(_) => 1,
            None => moves.iter().map(|square| games(&TicTacToe.play(grid, square))).sum(),
        }
    }
    assert_eq!(games(&TicTacToe.start()), 255_168);
    let all = all();
    assert_eq!(all.len(), 5_478);
    assert_eq!(all.iter().map(|grid| TicTacToe.key(grid)).collect::<HashSet<_>>().len(), 765);
    assert_eq!(TicTacToe.profile().positions, Some(765));
}

#[test]
fn a_win_is_worth_more_the_sooner_it_comes() {
    let result = |text| TicTacToe.over(&TicTacToe.parse_position(text).unwrap(), &mut MoveBuf::new());
    assert_eq!(result("XXX OO- ---"), Some(Score::new(-5)));
    assert_eq!(result("XXX OOX OOX"), Some(Score::new(-1)));
    assert_eq!(result("XOX XOO OXX"), Some(Score::ZERO));
    assert_eq!(result("XOX XOO OX-"), None);
}

#[test]
fn texts_are_read_and_written() {
    let grid = TicTacToe.parse_position("x-O/.X_\n--o").unwrap();
    assert_eq!(TicTacToe.format_position(&grid), "X-O-X---O");
    assert_eq!(TicTacToe.draw(&grid), " X | 2 | O\n---+---+---\n 4 | X | 6\n---+---+---\n 7 | 8 | O\nX to move");
    assert_eq!(TicTacToe.play_all("1 c3 5 9"), Ok(grid));
    assert_eq!(TicTacToe.parse_move(&grid, "a1"), TicTacToe.parse_move(&grid, " 7"));
}

#[test]
fn wrong_texts_are_refused_with_their_place() {
    for (text, character) in [
        ("", 1),
        ("X-O", 4),
        ("X-O-X---O-", 10),
        ("X-Q------", 3),
        ("XX-------", 1),
        ("O--------", 1),
        ("XXXOOO---", 1),
        ("XXXOO---O", 1),
        ("OOOXX-XX-", 1),
    ] {
        assert_eq!(TicTacToe.parse_position(text).unwrap_err().character, character, "{text}");
    }
    let grid = TicTacToe.parse_position("XX-OO----").unwrap();
    for text in ["", "0", "1", "10", "d1", "a4", "a3", "é"] {
        assert!(TicTacToe.parse_move(&grid, text).is_err(), "{text}");
    }
    let over = TicTacToe.play(&grid, TicTacToe.parse_move(&grid, "3").unwrap());
    assert!(TicTacToe.parse_move(&over, "9").is_err());
    for long in ["-".repeat(100_000), "/".repeat(100_000), "é".repeat(50_000)] {
        assert!(TicTacToe.parse_position(&long).is_err() && TicTacToe.parse_move(&grid, &long).is_err());
    }
}

/// What is read is what can arise, no more and no less.
#[test]
fn all_that_arises_is_read_back_and_nothing_else() {
    let all = all();
    for number in 0..19_683u32 {
        let text: String = (0..9).map(|place| ['-', 'X', 'O'][(number / 3u32.pow(place) % 3) as usize]).collect();
        if let Ok(grid) = TicTacToe.parse_position(&text) {
            assert!(all.contains(&grid), "{text}");
            assert_eq!(TicTacToe.format_position(&grid), text);
        }
    }
    assert!(all.iter().all(|grid| TicTacToe.parse_position(&TicTacToe.format_position(grid)) == Ok(*grid)));
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,20}|[XO./ _-]{0,14}|[a-c1-9]{0,3}") {
        if let Ok(grid) = TicTacToe.parse_position(&text) {
            prop_assert_eq!(TicTacToe.parse_position(&TicTacToe.format_position(&grid)), Ok(grid));
        }
        if let Ok(square) = TicTacToe.parse_move(&TicTacToe.start(), &text) {
            let start = TicTacToe.start();
            prop_assert_eq!(TicTacToe.parse_move(&start, &TicTacToe.format_move(&start, square)), Ok(square));
        }
    }
}
