//! The rules against a generator that shares no code with them, and the searches against minimax.

use breakthrough::{Breakthrough, BreakthroughListing};
use nullwindow::memory::Table;
use nullwindow::{AnyAlgorithm, Depth, Evaluator, Game, MoveBuf, Score, Search};
use nullwindow_games::{Listing, Notation, Perft, Playable, Purpose};

/// A board as letters, rows from White's side.
type Letters = Vec<Vec<char>>;

/// Reads the rows of a position, slowly and without the code of the game.
fn letters(text: &str) -> (Letters, char) {
    let (rows, mover) = text.split_once(' ').expect("a mover");
    let row = |row: &str| {
        let cell = |c: char| c.to_digit(10).map_or_else(|| c.to_string(), |n| ".".repeat(n as usize));
        row.chars().map(cell).collect::<String>().chars().collect()
    };
    (rows.split('/').rev().map(row).collect(), mover.chars().next().expect("a letter"))
}

/// Returns the boards after every move; none if the game is over.
fn next(board: &Letters, mover: char) -> Vec<Letters> {
    let (height, width) = (board.len(), board[0].len());
    let (other, ahead, goal) = if mover == 'w' { ('b', 1, 0) } else { ('w', -1, height - 1) };
    if board[goal].contains(&other) || !board.iter().flatten().any(|&pawn| pawn == mover) {
        return Vec::new();
    }
    let mut boards = Vec::new();
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        for aside in [-1, 0, 1] {
            let to = row.checked_add_signed(ahead).zip(column.checked_add_signed(aside));
            let Some((to_row, to_column)) = to.filter(|&(row, column)| row < height && column < width) else {
                continue;
            };
            let target = board[to_row][to_column];
            if board[row][column] == mover && (target == '.' || target == other && aside != 0) {
                let mut after = board.clone();
                (after[row][column], after[to_row][to_column]) = ('.', mover);
                boards.push(after);
            }
        }
    }
    boards
}

fn count(board: &Letters, mover: char, depth: u32) -> u64 {
    let boards = next(board, mover);
    match depth {
        1 => boards.len() as u64,
        _ => boards.iter().map(|after| count(after, if mover == 'w' { 'b' } else { 'w' }, depth - 1)).sum(),
    }
}

#[test]
fn move_sequences_are_those_of_the_slow_generator() {
    for (width, height, depth) in [(8, 8, 3), (5, 5, 4), (4, 5, 5), (2, 4, 9), (3, 4, 6)] {
        let game = Breakthrough::sized(width, height).unwrap();
        let mut positions = vec![game.format_position(&game.start())];
        positions.extend(game.test_set().iter().map(|test| test.position.to_owned()));
        for text in positions {
            let (position, (board, mover)) = (game.parse_position(&text).unwrap(), letters(&text));
            assert_eq!(game.format_position(&position), text);
            let most = if text == first_position(&game) { depth } else { 3 };
            for depth in 1..=most {
                assert_eq!(game.perft(&position, depth), count(&board, mover, depth), "{text}, {depth} plies");
            }
        }
    }
}

fn first_position(game: &Breakthrough) -> String {
    game.format_position(&game.start())
}

/// The numbers that the game publishes come from the slow generator too.
#[test]
fn published_numbers_are_counted_again() {
    for (size, most) in [("8x8", 3), ("5x5", 4), ("3x5", 5)] {
        let game = BreakthroughListing.create(&[size], Purpose::FixedDepth).unwrap();
        let (board, mover) = letters(&first_position(&game));
        let published = game.published()[0].1;
        for (depth, &sequences) in (1..).zip(published) {
            assert_eq!(game.perft(&game.start(), depth), sequences, "{size}, {depth} plies");
            if depth <= most {
                assert_eq!(count(&board, mover, depth), sequences, "{size}, {depth} plies");
            }
        }
    }
}

/// Minimax in a few lines. A win is worth one less for each ply that it takes.
fn minimax(game: &Breakthrough, position: &breakthrough::BreakthroughBoard, depth: u32) -> Score {
    let mut moves = MoveBuf::new();
    if let Some(score) = game.moves(position, &mut moves) {
        return score;
    }
    if depth == 0 {
        return game.evaluate(position);
    }
    let value = |play| {
        let value = -minimax(game, &game.play(position, play), depth - 1);
        let sooner = if value > game.win_threshold() { -1 } else { i32::from(value < -game.win_threshold()) };
        Score::new(value.get() + sooner)
    };
    moves.iter().map(value).max().expect("a position that is not over has a move")
}

#[test]
fn every_algorithm_finds_the_value_of_minimax() {
    let game = Breakthrough::sized(5, 5).unwrap();
    for test in game.test_set().iter().step_by(3) {
        let root = game.parse_position(test.position).unwrap();
        let value = minimax(&game, &root, 3);
        for algorithm in AnyAlgorithm::all() {
            let mut search = Search::new(&game).with_memory(Table::with_bytes(1 << 20).unwrap());
            let outcome = search.run(&algorithm, &root, Depth::plies(3));
            assert!(outcome.bounds.contains(value), "{algorithm}, {}: {}", test.position, outcome.bounds);
        }
    }
}

#[test]
fn the_conformance_kit_finds_nothing() {
    for size in ["3x5", "5x5", "2x4", "8x8"] {
        let game = BreakthroughListing.create(&[size], Purpose::FixedDepth).unwrap();
        for position in std::iter::once(game.start())
            .chain(game.test_set().iter().step_by(5).map(|test| game.parse_position(test.position).unwrap()))
        {
            let report =
                game.kit().nodes(500).searched(4).run(&position).unwrap_or_else(|flaw| panic!("{size}: {flaw}"));
            assert!(report.positions > 100, "{size}: {report:?}");
        }
    }
}

#[test]
fn moves_and_positions_are_written_as_people_do() {
    let game = Breakthrough::sized(4, 5).unwrap();
    let board = game.parse_position("a2-a3 B4xA3 b2xa3").unwrap();
    assert_eq!(game.format_position(&board), "bbbb/b1bb/w3/2ww/wwww b");
    assert_eq!(game.parse_position("bbbb/b1bb/w3/2ww/wwww b"), Ok(board));
    assert_eq!(
        game.draw(&board),
        "5  b b b b\n4  b . b b\n3  w . . .\n2  . . w w\n1  w w w w\n   a b c d\nBlack to move"
    );
    let won = game.parse_position("1w2/4/4/4/3b b").unwrap_err();
    assert!(won.expected.contains("has not won"), "Black was on the last row before: {won}");
    let won = game.parse_position("1w2/4/3b/4/4 b").unwrap();
    assert!(game.draw(&won).ends_with("the game is over: White has won"));
}

#[test]
fn wrong_texts_are_refused_with_their_place() {
    let game = Breakthrough::sized(4, 5).unwrap();
    for (text, says) in [
        ("a2-a4", "character 1: expected a legal move"),
        ("a2-a3 z", "character 7: expected a legal move"),
        ("bbbb/bbbb/4/wwww/wwww", "w or b for the player to move"),
        ("bbbb/bbbb/5/wwww/wwww w", "character 11: expected w, b, a number of empty squares"),
        ("bbbb/bbbb/3/wwww/wwww w", "character 12: expected 4 squares in a row"),
        ("bbbbb/bbbb/4/wwww/wwww w", "character 5: expected 4 squares in a row"),
        ("bbbb/bbbb/4/wwww w", "5 rows of 4 squares"),
        ("bbbb/bbbb/4/4/wwww/wwww w", "5 rows"),
        ("bb\u{e9}b/bbbb/4/wwww/wwww w", "character 3: expected w, b"),
        ("4/4/4/4/4 w", "has not won"),
    ] {
        let error = game.parse_position(text).expect_err(text).to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    for size in [&["9x8"][..], &["1x5"], &["5x3"], &["5"], &["x"], &["5x5", "3"]] {
        assert!(BreakthroughListing.create(size, Purpose::Solve).is_err(), "{size:?}");
    }
}
