//! Connect Four: rules and notation.

use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Score};
use nullwindow_games::connect_four::{BoardShape, BoardSizeError, ConnectFour, ConnectFourBoard};
use nullwindow_games::{Notation, Perft};
use proptest::prelude::*;

/// Rules written as one would tell them to a child: a grid, and a look along every line.
mod naive {
    type Grid = [[u8; 6]; 7];

    fn wins(grid: &Grid, column: usize, row: usize) -> bool {
        let at = |column: isize, row: isize| -> u8 {
            let column = usize::try_from(column).ok().and_then(|column| grid.get(column));
            let square = column.zip(usize::try_from(row).ok()).and_then(|(column, row)| column.get(row));
            square.copied().unwrap_or(0)
        };
        let player = grid[column][row];
        let (column, row) = (column.cast_signed(), row.cast_signed());
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let reach = |sign: isize| {
                (1..4).take_while(|n| at(column + sign * n * right, row + sign * n * up) == player).count()
            };
            reach(1) + reach(-1) >= 3
        })
    }

    pub fn perft(grid: &mut Grid, player: u8, depth: u32) -> u64 {
        let mut count = 0;
        for column in 0..7 {
            let Some(row) = grid[column].iter().position(|&stone| stone == 0) else { continue };
            grid[column][row] = player;
            count += match depth {
                1 => 1,
                _ if wins(grid, column, row) => 0,
                _ => perft(grid, 3 - player, depth - 1),
            };
            grid[column][row] = 0;
        }
        count
    }
}

#[test]
fn the_rules_by_counting() {
    let game = ConnectFour::standard();
    let known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
    for (depth, count) in (0..).zip(known) {
        assert_eq!(game.perft(&game.start(), depth), count, "depth {depth}");
    }
    let custom = ConnectFour::sized(7, 6).unwrap();
    for depth in 1..=7 {
        let count = naive::perft(&mut [[0; 6]; 7], 1, depth);
        assert_eq!(game.perft(&game.start(), depth), count, "depth {depth}");
        assert_eq!(custom.perft(&custom.start(), depth), count, "depth {depth}");
    }
}

/// The whole tree of the smallest board, counted by `moves` and `play`, and in bulk.
#[test]
fn bulk_counts_agree_with_moves() {
    let game = ConnectFour::sized(4, 4).unwrap();
    fn count<S: BoardShape>(game: &ConnectFour<S>, board: &ConnectFourBoard, depth: u32) -> u64 {
        let mut moves = MoveBuf::new();
        match game.moves(board, &mut moves) {
            _ if depth == 0 => 1,
            Some(_) => 0,
            None => moves.iter().map(|square| count(game, &game.play(board, square), depth - 1)).sum(),
        }
    }
    let root = game.parse_position("1122").unwrap();
    for depth in 0..=9 {
        assert_eq!(game.perft(&root, depth), count(&game, &root, depth), "depth {depth}");
    }
}

#[test]
fn four_in_a_line_ends_the_game_in_every_direction() {
    let game = ConnectFour::standard();
    let result = |columns| game.over(&game.parse_position(columns).unwrap(), &mut MoveBuf::new());
    for columns in ["1212121", "1122334"] {
        assert_eq!(result(columns), Some(Score::new(-18)), "the first player wins by his fourth stone: {columns}");
    }
    for columns in ["12233434544", "76655454344"] {
        assert_eq!(result(columns), Some(Score::new(-16)), "the first player wins by his sixth stone: {columns}");
    }
    assert_eq!(result("12121272"), Some(Score::new(-18)), "the second player wins by his fourth stone");
    assert_eq!(result("121212"), None);
    let scaled = game.with_heuristic();
    assert_eq!(scaled.over(&scaled.play_all("1 2 1 2 1 2 1").unwrap(), &mut MoveBuf::new()), Some(Score::new(-18_000)));
}

/// Random games to their ends, on a board with an odd number of squares: the score of the loser is what the
/// winner had left, the winning stone included, and so at least one.
#[test]
fn a_win_is_worth_the_stones_that_are_left() {
    let game = ConnectFour::sized(5, 5).unwrap();
    let mut seen = [0u32; 14];
    for seed in 0..20_000u64 {
        let board = played(&game, &choices(seed));
        let score = game.over(&board, &mut MoveBuf::new()).expect("every game ends").get();
        if score < 0 {
            let winner_is_first = board.stones() % 2 == 1;
            let (has, played) =
                if winner_is_first { (13, board.stones().div_ceil(2)) } else { (12, board.stones() / 2) };
            assert_eq!(score, -(has - played.cast_signed() + 1), "{}", game.draw(&board));
        }
        seen[usize::try_from(-score).expect("a loss or a draw")] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0 && seen[9] > 0, "draws, wins by the last stone and early ones: {seen:?}");
}

/// A random game.
fn choices(seed: u64) -> Vec<usize> {
    let mut state = seed;
    let next = |_| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 40) as usize
    };
    (0..64).map(next).collect()
}

#[test]
fn sizes_are_checked() {
    assert!(matches!(ConnectFour::sized(3, 6), Err(BoardSizeError { width: 3, height: 6, .. })));
    let error = ConnectFour::sized(9, 9).unwrap_err().to_string();
    assert!(error.starts_with("a board of 9 x 9"), "{error}");
}

#[test]
fn mirror_images_share_a_key_and_nothing_else_does() {
    let game = ConnectFour::standard();
    let key = |columns: &str| game.key(&game.parse_position(columns).unwrap());
    assert_eq!(key("1223344"), key("7665544"));
    assert_eq!(key("1234"), key("3214"), "the order of moves does not matter");
    assert_ne!(key("1234"), key("1324"));
    assert_ne!(key("12"), key("21"));
    let mut keys: Vec<(u64, ConnectFourBoard)> = Vec::new();
    let mut boards = vec![game.start()];
    for _ in 0..6 {
        boards = boards.iter().flat_map(|board| successors(&game, board)).collect();
        keys.extend(boards.iter().map(|board| (game.key(board), *board)));
    }
    keys.sort_unstable_by_key(|(key, _)| *key);
    let mut of_one_key = keys.chunk_by(|(a, _), (b, _)| a == b);
    assert!(of_one_key.all(|group| {
        let first = group[0].1;
        let image = mirrored(&game, &first);
        group.iter().all(|(_, board)| *board == first || *board == image)
    }));
}

fn successors<S: BoardShape>(game: &ConnectFour<S>, board: &ConnectFourBoard) -> Vec<ConnectFourBoard> {
    let mut moves = MoveBuf::new();
    game.moves(board, &mut moves);
    moves.iter().map(|square| game.play(board, square)).collect()
}

/// The mirror image by way of text.
fn mirrored(game: &ConnectFour, board: &ConnectFourBoard) -> ConnectFourBoard {
    let columns = game.format_position(board);
    let image: String = columns.bytes().map(|column| char::from(b'1' + b'7' - column)).collect();
    game.parse_position(&image).expect("a mirrored game is a game")
}

#[test]
fn the_centre_is_judged_better_than_the_edge() {
    let game = ConnectFour::standard().with_heuristic();
    let after = |columns| game.evaluate(&game.parse_position(columns).unwrap());
    assert_eq!(after(""), Score::ZERO, "nothing is on the board");
    assert!(after("4") < after("1"), "{} {}", after("4"), after("1"));
    assert_eq!(ConnectFour::standard().evaluate(&game.parse_position("4").unwrap()), Score::ZERO);
}

#[test]
fn texts_are_read_and_written() {
    let game = ConnectFour::standard();
    let board = game.parse_position("4455323").unwrap();
    let stones = ". . x o o . .\n. o x x x . .\n1 2 3 4 5 6 7\no to move";
    assert_eq!(game.draw(&board), ". . . . . . .\n".repeat(4) + stones);
    assert_eq!(game.parse_position(" 44 55 323\n"), Ok(board));
    assert_eq!(game.play_all("4 4 5 5 3 2 3"), Ok(board));
    assert_eq!(game.parse_position("......./......./......./......./..xoo../.oxxx.."), Ok(board));
    assert_eq!(game.parse_position("\n-------\n-------\n-------\n_______\n..XOO..\n.O XXX ..\r\n"), Ok(board));
    assert_eq!(game.parse_position(&game.format_position(&board)), Ok(board));
    assert_eq!(game.format_position(&game.start()), "");
    let wide = ConnectFour::sized(12, 4).unwrap();
    let board = wide.parse_position("9abcCBA9").unwrap();
    assert_eq!(wide.parse_position(&wide.format_position(&board)), Ok(board));
}

#[test]
fn wrong_texts_are_refused_with_their_place() {
    let game = ConnectFour::standard();
    for (text, character) in [
        ("48", 2),
        ("40", 2),
        ("4a", 2),
        ("44x", 3),
        ("4444444", 7),
        ("12121213", 8),
        ("/", 1),
        ("......./......./......./......./......./......./", 48),
        ("......./......./......./......./......./.......x", 48),
        ("......./......./......./......./......./...", 44),
        ("......./......./......./......./...x.../o......", 1),
        ("......./......./......./......./......./xx.....", 1),
        ("......./......./......./......./......./o......", 1),
        ("......./......./......./......./oooo.../xxxx...", 1),
        ("......./......./......./......./ooo..../xxx?...", 44),
    ] {
        let error = game.parse_position(text).unwrap_err();
        assert_eq!(error.character, character, "{text}: {error}");
    }
    let board = game.parse_position("444444").unwrap();
    for text in ["", "4", "8", "0", "11", "é", "d"] {
        assert!(game.parse_move(&board, text).is_err(), "{text}");
    }
    let over = game.parse_position("1212121").unwrap();
    assert!(game.parse_move(&over, "5").is_err(), "the game is over");
    for long in ["1".repeat(100_000), "......./".repeat(12_500), " ".repeat(100_000) + "9", "é/".repeat(33_000)] {
        assert!(game.parse_position(&long).is_err() && game.parse_move(&board, &long).is_err());
    }
}

/// A position that no game leads to is written as a picture.
#[test]
fn what_no_moves_lead_to_is_written_as_a_picture() {
    let game = ConnectFour::standard();
    let picture = "......./......./......./......./xxx..../ooo....";
    let board = game.parse_position(picture).unwrap();
    assert_eq!(game.format_position(&board), picture);
}

/// Plays columns as far as they can be played.
fn played<S: BoardShape>(game: &ConnectFour<S>, choices: &[usize]) -> ConnectFourBoard {
    let mut board = game.start();
    for choice in choices {
        let mut moves = MoveBuf::new();
        if game.moves(&board, &mut moves).is_some() {
            break;
        }
        board = game.play(&board, moves.iter().nth(choice % moves.len()).expect("within the list"));
    }
    board
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(choices in proptest::collection::vec(0..97usize, 0..60), size in 0..4usize) {
        let (width, height) = [(7, 6), (8, 7), (12, 4), (4, 15)][size];
        let game = ConnectFour::sized(width, height).unwrap();
        let board = played(&game, &choices);
        let columns = game.format_position(&board);
        prop_assert_eq!(columns.len(), board.stones() as usize, "{}", columns);
        prop_assert_eq!(game.parse_position(&columns), Ok(board));
        let drawn = game.draw(&board);
        let picture: Vec<&str> = drawn.lines().take(height as usize).collect();
        prop_assert_eq!(game.parse_position(&picture.join("\n")), Ok(board));
        let mut moves = MoveBuf::new();
        game.moves(&board, &mut moves);
        for square in moves.iter() {
            prop_assert_eq!(game.parse_move(&board, &game.format_move(&board, square)), Ok(square));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}|[1-8 ]{0,60}|([xo.]{7}/){5}[xo.]{7}|[xo./\n]{0,60}") {
        let game = ConnectFour::standard();
        if let Ok(board) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.format_position(&board)), Ok(board));
        }
        if let Ok(square) = game.parse_move(&game.start(), &text) {
            let start = game.start();
            prop_assert_eq!(game.parse_move(&start, &game.format_move(&start, square)), Ok(square));
        }
    }

    /// A valid text with a letter put in, or one dropped.
    #[test]
    fn texts_a_little_wrong_are_read_or_refused(
        choices in proptest::collection::vec(0..7usize, 1..42), place in 0..42usize, put in "[0-9x/.]",
    ) {
        let game = ConnectFour::standard();
        let text = game.format_position(&played(&game, &choices));
        let place = place % (text.len() + 1);
        let (before, behind) = text.split_at(place);
        for changed in [format!("{before}{put}{behind}"), format!("{before}{}", behind.get(1..).unwrap_or(""))] {
            if let Ok(board) = game.parse_position(&changed) {
                prop_assert_eq!(game.parse_position(&game.format_position(&board)), Ok(board));
            }
        }
    }
}
