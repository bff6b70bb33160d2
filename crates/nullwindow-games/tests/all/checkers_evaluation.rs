//! The evaluation of checkers: fast and plain ways agree, and captures are resolved.

use nullwindow::{Evaluator, Game, MoveBuf, Window};
use nullwindow_games::Notation;
use nullwindow_games::checkers::evaluation::{TERMS, WEIGHTS, term_name, terms};
use nullwindow_games::checkers::{Checkers, Move, Position};
use proptest::prelude::*;

fn position(text: &str) -> Position {
    Checkers::new().parse_position(text).expect(text)
}

fn moves(position: &Position) -> Vec<Move> {
    let mut moves = MoveBuf::new();
    Checkers::new().moves(position, &mut moves);
    moves.iter().collect()
}

fn captures(position: &Position) -> bool {
    moves(position).iter().any(|play| play.captures() > 0)
}

/// The terms, weighed one by one.
fn weighed(position: &Position) -> i32 {
    let sum = |which: usize| -> i32 {
        terms(position).iter().zip(WEIGHTS).map(|(&count, pair)| i32::from(count) * i32::from(pair[which])).sum()
    };
    let count = i32::try_from(position.pieces()).expect("few");
    (sum(0) * count + sum(1) * (24 - count)) / 24
}

/// Minimax over captures, as long as there are any.
fn resolved(position: &Position, nodes: &mut u64) -> i32 {
    let game = Checkers::new();
    if moves(position).is_empty() {
        return -900_000;
    }
    if !captures(position) {
        return weighed(position);
    }
    let value = |play| {
        *nodes += 1;
        -resolved(&game.play(position, play), nodes)
    };
    moves(position).into_iter().map(value).max().expect("a capture")
}

/// A position that comes up when moves are chosen by `dice` from the start; the last one before the end of the game.
fn wander(dice: &[u8]) -> Position {
    let game = Checkers::new();
    dice.iter().fold(game.start(), |position, &die| {
        let choice = moves(&position);
        let next = game.play(&position, choice[usize::from(die) % choice.len()]);
        if moves(&next).is_empty() { position } else { next }
    })
}

proptest! {
    #[test]
    fn what_is_fast_is_right(dice in prop::collection::vec(any::<u8>(), 0..120)) {
        let (game, position) = (Checkers::new(), wander(&dice));
        let (mut looked, mut most) = (0, 0);
        let value = game.evaluate_within(&position, Window::FULL, &mut looked).get();
        let plain = resolved(&position, &mut most);
        // A win that captures show is worth less, the further away it is.
        let far = plain.abs() == 900_000 && value.abs() > 899_900 && value.signum() == plain.signum();
        prop_assert!(value == plain || far, "{value} {plain}");
        prop_assert!(looked <= most && (looked > 0) == captures(&position));
        prop_assert_eq!(game.evaluate(&position.turned()).get(), value);
    }
}

#[test]
fn captures_are_resolved() {
    let game = Checkers::new();
    // One man each, and one of them falls.
    let before = position("B:W15,32:B10,3");
    assert!(captures(&before));
    let after = game.play(&before, moves(&before)[0]);
    assert_eq!(game.evaluate(&before), -game.evaluate(&after));
    assert!(game.evaluate(&before).get() > 50);
    // The last piece falls: a win, and less than one that was searched.
    let value = game.evaluate(&position("B:W15:B10")).get();
    assert!(value > 800_000 && value < Checkers::WINS_FROM.get());
}

#[test]
fn more_is_better() {
    let game = Checkers::new();
    for (better, worse) in [
        ("B:W30,31,32,25:B1,2,3,6", "B:W30,31,32,25,24:B1,2,3,6"),
        ("B:WK30:BK1,K2", "B:WK30:BK1,2"),
        ("B:WK30:BK1,2", "B:WK30:B1,2"),
        ("B:W21-32:B1-12", "B:W21-32:B1-11"),
    ] {
        assert!(game.evaluate(&position(better)) > game.evaluate(&position(worse)), "{better} and {worse}");
    }
}

#[test]
fn terms_have_names() {
    let names: std::collections::HashSet<String> = (0..TERMS).map(term_name).collect();
    assert_eq!(names.len(), TERMS);
    let count = |text: &str, name: &str| {
        let term = (0..TERMS).find(|&term| term_name(term) == name).expect(name);
        terms(&position(text))[term]
    };
    assert_eq!(count("B:W32:B28,1", "man in the dog hole"), 1);
    assert_eq!(count("W:W32:B28,1", "man in the dog hole"), -1);
    assert_eq!(count("B:W21,K32:BK1,K9", "steps of kings"), 6 - 2);
    assert_eq!(count("B:W5,6,32:BK1", "trapped kings"), 1);
    assert_eq!(count("B:W5,32:BK1", "trapped kings"), 0);
    // Square 1 is the lowest bit, and 32 is for White what 1 is for Black.
    assert_eq!(count("W:W31,32:B1,5", "king row guarded 0011"), 1);
    assert_eq!(count("W:W31,32:B1,5", "king row guarded 0001"), -1);
    assert_eq!(count("B:W32:B21", "runaway men"), 1);
    assert_eq!(count("B:W32:B24", "runaway men"), 0);
    assert_eq!(count("B:WK22,32:B21", "runaway men"), 0);
    assert_eq!(count("B:W30:B1,6,7", "men behind men, by 5"), 1);
    assert_eq!(count("B:W18,32:B14,9", "threatened, mover"), 0);
    assert_eq!(count("B:W18,32:B15,1", "threatened, mover"), 1);
}
