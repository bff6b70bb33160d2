//! Nim: rules and notation.

use nullwindow::{Bounds, Depth, Evaluator, Game, Keyed, Player, Window};
use nullwindow_games::nim::{Heaps, HeapsError, Nim, Take};
use nullwindow_games::{Notation, Perft};
use proptest::prelude::*;

#[test]
fn knowledge_is_the_xor_rule_and_off_by_default() {
    let heaps = Nim::default().parse_position("1,2,3").unwrap();
    let known = |nim: Nim| nim.proven_bounds(&heaps, Depth::plies(3), Window::FULL);
    assert_eq!(known(Nim::default()), Bounds::UNKNOWN);
    assert_eq!(known(Nim::default().with_knowledge()), Bounds::exactly(-Nim::WIN));
}

#[test]
fn the_order_of_heaps_does_not_matter_to_keys() {
    let nim = Nim::default();
    let key = |text: &str| nim.key(&nim.parse_position(text).unwrap());
    assert_eq!(key("1,2,3,4,5,6,7,8"), key("8,2,1,4,3,6,7,5 second"));
    assert_eq!(key("3,0,5"), key("5,3"));
    for other in ["1,2,3,4,5,6,7,9", "9,2,3,4,5,6,7,8", "1,2,3,4,5,6,7", "1,2,3,4,5,6,15"] {
        assert_ne!(key("1,2,3,4,5,6,7,8"), key(other));
    }
}

#[test]
fn sequences_are_counted() {
    // One heap of n things is emptied in k moves in (n - 1 over k - 1) ways, and left with some in (n - 1 over k).
    let nim = Nim::new(&[5]).unwrap();
    let counts: Vec<u64> = (0..=6).map(|depth| nim.perft(&nim.start(), depth)).collect();
    assert_eq!(counts, [1, 5, 4 + 6, 6 + 4, 4 + 1, 1, 0]);
}

#[test]
fn texts_are_read_and_written() {
    let nim = Nim::default();
    for text in ["3,4,5", "0", "255,255,0,1,2,3,4,5", "3,0,5 second"] {
        assert_eq!(nim.format_position(&nim.parse_position(text).unwrap()), text);
    }
    assert_eq!(nim.parse_position(" 3 4,  5\tfirst\n"), nim.parse_position("3,4,5"));
    let start = nim.start();
    let after = nim.play(&start, nim.parse_move(&start, "2:3").unwrap());
    assert_eq!(nim.format_position(&after), "3,1,5 second");
    assert_eq!(nim.format_position(&nim.play_all("1:3 2:4 3:5").unwrap()), "0,0,0 second");
    assert_eq!(nim.draw(&after), "1: |||\n2: |\n3: |||||\nsecond player to move");
    assert_eq!(nim.format_move(&start, Take { heap: 1, things: 3 }), "2:3");
}

#[test]
fn wrong_texts_are_refused_with_their_place() {
    let nim = Nim::default();
    for (text, character) in
        [("", 1), ("second", 1), ("3,x", 3), ("3,256", 3), ("3,-1", 3), ("1 1 1 1 1 1 1 1 1", 17), ("3 second 4", 10)]
    {
        assert_eq!(nim.parse_position(text).unwrap_err().character, character, "{text}");
    }
    for text in ["", "2", "2:", ":3", "0:1", "4:1", "1:0", "1:4", "1:+1", "1:1:1"] {
        assert!(nim.parse_move(&nim.start(), text).is_err(), "{text}");
    }
    assert_eq!(Nim::new(&[]).unwrap_err(), HeapsError::None);
    assert_eq!(Nim::new(&[1; 9]).unwrap_err(), HeapsError::TooMany(9));
    for long in ["9".repeat(100_000), "1 ".repeat(50_000), ",".repeat(100_000)] {
        assert!(nim.parse_position(&long).is_err() && nim.parse_move(&nim.start(), &long).is_err());
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(heaps in proptest::collection::vec(any::<u8>(), 1..=8), second: bool) {
        let nim = Nim::default();
        let heaps = Heaps::new(&heaps, if second { Player::Second } else { Player::First }).unwrap();
        prop_assert_eq!(nim.parse_position(&nim.format_position(&heaps)), Ok(heaps));
        let mut moves = nullwindow::MoveBuf::new();
        nim.moves(&heaps, &mut moves);
        prop_assert_eq!(moves.len() as u64, nim.count_moves(&heaps));
        for take in moves.iter().step_by(97) {
            prop_assert_eq!(nim.parse_move(&heaps, &nim.format_move(&heaps, take)), Ok(take));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}|[0-9, :a-z\n]{0,40}") {
        let nim = Nim::default();
        if let Ok(heaps) = nim.parse_position(&text) {
            prop_assert_eq!(nim.parse_position(&nim.format_position(&heaps)), Ok(heaps));
        }
        if let Ok(take) = nim.parse_move(&nim.start(), &text) {
            prop_assert!(nim.start().allows(take));
        }
    }
}
