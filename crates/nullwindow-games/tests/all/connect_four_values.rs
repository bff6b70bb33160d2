//! Values of Connect Four, by the library with the game's knowledge, and by a solver that shares nothing with it.

use nullwindow::memory::{AnyMemory, Table};
use nullwindow::mtd::MtdF;
use nullwindow::{Depth, Evaluator, Game, MoveBuf, Score, Search, Window};
use nullwindow_games::connect_four::{BoardShape, ConnectFour, ConnectFourBoard};
use nullwindow_games::{Notation, TestPosition};
use std::sync::Arc;

/// Alpha-Beta on a grid, with the rules alone.
struct Plain {
    /// Columns of stones from the bottom: 0 for the first player, 1 for the second.
    columns: Vec<Vec<u8>>,
    height: usize,
    stones: i32,
}

impl Plain {
    fn new(width: usize, height: usize, moves: &str) -> Plain {
        let mut plain = Plain { columns: vec![Vec::new(); width], height, stones: 0 };
        moves.bytes().for_each(|column| plain.push(usize::from(column - b'1')));
        plain
    }

    fn squares(&self) -> i32 {
        i32::try_from(self.columns.len() * self.height).expect("a small board")
    }

    fn push(&mut self, column: usize) {
        self.columns[column].push((self.stones % 2).to_le_bytes()[0]);
        self.stones += 1;
    }

    fn pop(&mut self, column: usize) {
        self.columns[column].pop();
        self.stones -= 1;
    }

    /// Whether the highest stone of `column` makes four.
    fn makes_four(&self, column: usize) -> bool {
        let (x, y) = (column.cast_signed(), self.columns[column].len().cast_signed() - 1);
        let at =
            |x: isize, y: isize| self.columns.get(x.cast_unsigned()).and_then(|column| column.get(y.cast_unsigned()));
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let reach =
                |sign: isize| (1..4).take_while(|n| at(x + sign * n * right, y + sign * n * up) == at(x, y)).count();
            reach(1) + reach(-1) >= 3
        })
    }

    fn value(&mut self, mut alpha: i32, beta: i32) -> i32 {
        if self.stones == self.squares() {
            return 0;
        }
        let mut best = -self.squares();
        for column in 0..self.columns.len() {
            if self.columns[column].len() == self.height {
                continue;
            }
            let left = (self.squares() + 1 - self.stones) / 2;
            self.push(column);
            let value = if self.makes_four(column) { left } else { -self.value(-beta, -alpha) };
            self.pop(column);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn solved(&mut self) -> i32 {
        self.value(-self.squares(), self.squares())
    }
}

fn solved<S: BoardShape>(game: &ConnectFour<S>, board: &ConnectFourBoard) -> Option<i32> {
    // A table is cleared before it is used, which near the end takes longer than the search.
    let far_from_the_end = board.stones() + 20 < game.shape().width() * game.shape().height();
    let table = Table::with_bytes(if far_from_the_end { 16 << 20 } else { 1 << 16 }).expect("memory for a small table");
    let memory = AnyMemory::table(Arc::new(table));
    let outcome = Search::new(game).with_memory(memory).run(&MtdF::new(), board, Depth::END);
    outcome.value().map(Score::get)
}

#[test]
fn the_test_set_has_the_values_it_says() {
    let game = ConnectFour::standard();
    let set = game.test_set();
    assert_eq!(set.len(), 20);
    for test in set {
        let board = game.parse_position(test.position).expect("a position");
        if board.stones() >= 10 {
            assert_eq!(solved(&game, &board), test.value, "{}", test.position);
        }
        if board.stones() >= 24 {
            assert_eq!(Some(Plain::new(7, 6, test.position).solved()), test.value, "{}", test.position);
        }
        assert!(test.value.is_some() && test.source.starts_with("random play"));
    }
    assert!(ConnectFour::sized(8, 7).unwrap().test_set().is_empty());
    let scaled = |entry: &TestPosition| entry.value.map(|value| value * ConnectFour::UNIT);
    let values: Vec<_> = game.test_set().iter().map(scaled).collect();
    assert!(
        game.with_heuristic().test_set().iter().map(|entry| entry.value).eq(values),
        "the values are on the other scale"
    );
}

#[test]
fn small_boards_are_solved_as_by_rules_alone() {
    for (width, height) in [(4, 4), (5, 4)] {
        let game = ConnectFour::sized(width, height).unwrap();
        let plain = Plain::new(width as usize, height as usize, "").solved();
        assert_eq!(solved(&game, &game.start()), Some(plain), "{width} x {height}");
    }
}

/// A random game, cut off when `empty` squares are left; as text, if it is not over by then.
fn random_game<S: BoardShape>(game: &ConnectFour<S>, seed: u64, empty: u32) -> Option<String> {
    let shape = game.shape();
    let (mut board, mut text) = (game.start(), String::new());
    let mut state = seed;
    while board.stones() + empty < shape.width() * shape.height() {
        let mut moves = MoveBuf::new();
        if game.moves(&board, &mut moves).is_some() {
            return None;
        }
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let square = moves.iter().nth((state >> 33) as usize % moves.len()).expect("within the list");
        text += &game.format_move(&board, square);
        board = game.play(&board, square);
    }
    game.over(&board, &mut MoveBuf::new()).is_none().then_some(text)
}

/// Knowledge against the rules alone, near the end of random games: bounds hold at every depth from which the
/// end is seen, and searches have the right value on both scales. Even and odd heights, because of follow-ups.
#[test]
fn knowledge_is_true_near_the_end() {
    let (mut exact, mut bounded, mut lost) = (0, 0, 0);
    for (width, height) in [(7, 6), (6, 7), (5, 5), (8, 4)] {
        let game = ConnectFour::sized(width, height).unwrap();
        let scaled = game.with_heuristic();
        for (seed, empty) in (0..).zip((3..=11).cycle()).take(600) {
            let Some(text) = random_game(&game, seed, empty) else { continue };
            let board = game.parse_position(&text).unwrap();
            let value = Plain::new(width as usize, height as usize, &text).solved();
            for depth in [Depth::END, Depth::plies(empty)] {
                let known = game.proven_bounds(&board, depth, Window::FULL);
                assert!(known.contains(Score::new(value)), "{width} x {height}, {text}: {known}, not {value}");
                let known = scaled.proven_bounds(&board, depth, Window::FULL);
                assert!(known.contains(Score::new(1000 * value)), "{width} x {height}, {text}: {known}, not {value}");
            }
            for gamma in [value - 1, value, value + 1, value + 2] {
                let window = Window::null(Score::new(gamma));
                let known = game.proven_bounds(&board, Depth::END, window);
                assert!(
                    known.contains(Score::new(value)),
                    "{width} x {height}, {text}, {window}: {known}, not {value}"
                );
                let known = scaled.proven_bounds(&board, Depth::plies(empty), Window::null(Score::new(1000 * gamma)));
                assert!(known.contains(Score::new(1000 * value)), "{width} x {height}, {text}: {known}, not {value}");
            }
            let known = game.proven_bounds(&board, Depth::END, Window::FULL);
            exact += u32::from(known.exact().is_some());
            bounded += u32::from(known.exact().is_none() && (known.upper <= Score::ZERO || known.lower >= Score::ZERO));
            lost += u32::from(known.exact().is_none() && known.upper < Score::ZERO);
            assert_eq!(solved(&game, &board), Some(value), "{width} x {height}, {text}");
            assert_eq!(solved(&game.without_knowledge(), &board), Some(value), "{width} x {height}, {text}");
            assert_eq!(solved(&scaled, &board), Some(1000 * value), "{width} x {height}, {text}");
        }
    }
    assert!(exact > 100 && bounded > 10 && lost > 0, "all kinds were seen: {exact} {bounded} {lost}");
}

/// What is known at the horizon, and is not exact, allows for the judgement there.
#[test]
fn judgement_lies_within_what_is_known() {
    let mut seen = 0;
    for (width, height) in [(7, 6), (5, 5)] {
        let game = ConnectFour::sized(width, height).unwrap().with_heuristic();
        for (seed, empty) in (0..).zip((3..=12).cycle()).take(20_000) {
            let Some(text) = random_game(&game, seed, empty) else { continue };
            let board = game.parse_position(&text).unwrap();
            let known = game.proven_bounds(&board, Depth::ZERO, Window::FULL);
            let judged = game.evaluate(&board);
            assert!(known.exact().is_some() || known.contains(judged), "{text}: {known}, not {judged}");
            seen += u32::from(known.exact().is_none() && empty == 3);
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn narrow_windows_are_answered_as_the_full_one() {
    for game in [ConnectFour::standard(), ConnectFour::standard().with_heuristic()] {
        for seed in 0..400 {
            let Some(text) = random_game(&game, seed, 4 + u32::try_from(seed % 25).unwrap()) else { continue };
            let board = game.parse_position(&text).unwrap();
            for depth in [Depth::ZERO, Depth::plies(3), Depth::END] {
                let full = game.proven_bounds(&board, depth, Window::FULL);
                for gamma in [-20, -3, -1, 0, 1, 2, 5].map(|gamma| Score::new(gamma * game_unit(&game))) {
                    let window = Window::null(gamma);
                    let narrow = game.proven_bounds(&board, depth, window);
                    let overlap = narrow.lower <= full.upper && full.lower <= narrow.upper;
                    assert!(overlap, "{text}: {full} and {narrow}");
                    let answered = narrow.lower >= window.beta() || narrow.upper <= window.alpha();
                    assert!(answered || full.exact().is_none() || narrow.exact() == full.exact(), "{text} {window}");
                }
            }
        }
    }
}

fn game_unit(game: &ConnectFour) -> i32 {
    if *game == ConnectFour::standard() { 1 } else { ConnectFour::UNIT }
}
