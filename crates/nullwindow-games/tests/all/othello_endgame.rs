//! What Othello knows near the end of the game, against minimax; and exact searches.

use nullwindow::memory::{AnyMemory, BoundsCache, Table};
use nullwindow::mtd::MtdF;
use nullwindow::{Bounds, Depth, Evaluator, Game, MoveBuf, Player, Score, Search, Window};
use nullwindow_games::Notation;
use nullwindow_games::othello::{Move, Othello, OthelloBoard, stability, transcript};
use std::sync::Arc;

static GAME: Othello = Othello::new();

/// Random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % sides
    }
}

fn legal(board: &OthelloBoard) -> Vec<Move> {
    let mut moves = MoveBuf::new();
    GAME.moves(board, &mut moves);
    moves.iter().collect()
}

/// Random play from the start until so many squares are empty; none if the game ends before.
fn random_board(dice: &mut Dice, empty: u32) -> Option<OthelloBoard> {
    let mut board = OthelloBoard::START;
    while board.empty().count_ones() > empty {
        let moves = legal(&board);
        board = board.play(*moves.get(dice.below(moves.len().max(1)))?);
    }
    Some(board)
}

/// Random boards with up to `most` empty squares, sooner or later also with few discs of one colour.
fn random_boards(seed: u64, count: usize, most: u32) -> Vec<OthelloBoard> {
    let mut dice = Dice(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let empty = u32::try_from(dice.below(most as usize + 1)).unwrap();
        if boards.len() % 3 == 0 {
            let (mut filled, mut colour) = (u64::MAX, 0);
            while filled.count_zeros() < empty {
                filled &= !(1 << dice.below(64));
            }
            (0..dice.below(64)).for_each(|_| colour |= 1 << dice.below(64));
            boards.extend(OthelloBoard::new(filled & colour, filled & !colour, Player::First));
        } else {
            boards.extend(random_board(&mut dice, empty));
        }
    }
    boards
}

/// The value to the end of the game, by minimax.
fn minimax(board: &OthelloBoard) -> i32 {
    let mut moves = MoveBuf::new();
    match GAME.moves(board, &mut moves) {
        Some(score) => score.get(),
        None => moves.iter().map(|play| -minimax(&board.play(play))).max().unwrap(),
    }
}

/// The value to the end of the game, by Alpha-Beta without anything else.
fn alpha_beta(board: &OthelloBoard, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = MoveBuf::new();
    if let Some(score) = GAME.moves(board, &mut moves) {
        return score.get();
    }
    let mut best = -64;
    for play in moves.iter() {
        best = best.max(-alpha_beta(&board.play(play), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn the_last_squares_are_solved() {
    for (number, board) in random_boards(1, 900, 6).iter().enumerate() {
        let value = if number % 8 == 0 { minimax(board) } else { alpha_beta(board, -65, 65) };
        let exact = Bounds::exactly(Score::new(value));
        assert_eq!(GAME.proven_bounds(board, Depth::END, Window::FULL), exact, "{}", GAME.format_position(board));
        let enough = 2 * board.empty().count_ones();
        assert_eq!(GAME.proven_bounds(board, Depth::plies(enough), Window::FULL), exact);
        if enough > 0 {
            assert_eq!(GAME.proven_bounds(board, Depth::plies(enough - 1), Window::FULL), Bounds::UNKNOWN);
        }
        assert_eq!(GAME.without_knowledge().proven_bounds(board, Depth::END, Window::FULL), Bounds::UNKNOWN);
    }
}

/// Every answer is true, and lies on one side of a window that it does not meet.
#[test]
fn every_window_is_answered() {
    let mut dice = Dice(7);
    for board in random_boards(2, 400, 8) {
        let value = Score::new(alpha_beta(&board, -65, 65));
        let near = (-5..=5).map(|by| Window::null(value.offset(by)));
        let far = [-100, -64, -63, 0, 63, 64, 65, 100].map(|gamma| Window::null(Score::new(gamma)));
        let random: Vec<Window> = (0..10)
            .map(|_| {
                let alpha = i32::try_from(dice.below(130)).unwrap() - 66;
                let beta = alpha + 1 + i32::try_from(dice.below(40)).unwrap();
                Window::new(Score::new(alpha), Score::new(beta))
            })
            .collect();
        for window in near.chain(far).chain(random) {
            let known = GAME.proven_bounds(&board, Depth::END, window);
            assert!(known.contains(value), "{value} {known} {window} {}", GAME.format_position(&board));
            let answered = known.lower >= window.beta() || known.upper <= window.alpha();
            let may_be_silent = board.empty().count_ones() > 6 && !window.is_null();
            assert!(answered || may_be_silent || known.exact() == Some(value), "{value} {known} {window}");
        }
    }
}

/// One cache for all boards, each tested at many windows: whatever it holds, every answer is true and decides a null
/// window.
#[test]
fn a_cache_changes_no_answer() {
    let mut cache = BoundsCache::new();
    let mut tighter = 0;
    for board in random_boards(8, 500, 11) {
        let value = Score::new(alpha_beta(&board, -65, 65));
        for by in [9, -1, 0, 1, 2, -8, 3, -2] {
            let window = Window::null(value.offset(by));
            let known = GAME.proven_bounds_with(&board, Depth::END, window, &mut cache);
            assert!(known.contains(value), "{value} {known} {window} {}", GAME.format_position(&board));
            assert!(known.lower >= window.beta() || known.upper <= window.alpha(), "{value} {known} {window}");
            tighter += u32::from(known != GAME.proven_bounds(&board, Depth::END, window));
        }
    }
    assert!(tighter > 0, "the cache answered nothing");
}

/// Searches do not depend on what earlier ones have left in the cache, here of a position two plies later.
#[test]
fn searches_repeat_their_counts() {
    let mut dice = Dice(9);
    let solve = |search: &mut Search<'_, Othello, AnyMemory>, board: &OthelloBoard| {
        search.run(&MtdF::new(), board, Depth::END).counts.cost
    };
    let fresh = || Search::new(&GAME).with_memory(AnyMemory::none());
    let mut shared = fresh();
    for board in (0..20).filter_map(|_| random_board(&mut dice, 15)) {
        for first in legal(&board) {
            let later = board.play(first);
            if let Some(&second) = legal(&later).first() {
                solve(&mut shared, &later.play(second));
            }
        }
        let (alone, after) = (solve(&mut fresh(), &board), solve(&mut shared, &board));
        assert_eq!(after, alone, "{}", GAME.format_position(&board));
    }
}

/// What stable discs say is true with more empty squares too, and says something.
#[test]
fn bounds_by_stable_discs_are_true() {
    let mut answered = 0;
    let boards: Vec<OthelloBoard> =
        random_boards(3, 1200, 10).into_iter().filter(|b| b.empty().count_ones() > 8).collect();
    for board in &boards {
        let value = Score::new(alpha_beta(board, -65, 65));
        for gamma in (-64..=64).step_by(3) {
            // Only null windows are searched with so many empty squares.
            let window = Window::new(Score::new(gamma - 1), Score::new(gamma + 1));
            let known = GAME.proven_bounds(board, Depth::END, window);
            assert!(known.contains(value), "{value} {known} {window} {}", GAME.format_position(board));
            answered += u32::from(known != Bounds::UNKNOWN);
        }
    }
    assert!(boards.len() > 150 && answered > 500, "{} boards, {answered} answers", boards.len());
}

#[test]
fn stable_discs_stay() {
    let mut dice = Dice(4);
    let mut seen = 0;
    for board in random_boards(4, 600, 40) {
        let held = [stability::stable(board.own(), board.other()), stability::stable(board.other(), board.own())];
        assert_eq!((held[0] & !board.own(), held[1] & !board.other()), (0, 0));
        seen += (held[0] | held[1]).count_ones();
        for _ in 0..5 {
            let mut now = board;
            loop {
                let (own, other) =
                    if now.mover() == board.mover() { (now.own(), now.other()) } else { (now.other(), now.own()) };
                assert_eq!((held[0] & !own, held[1] & !other), (0, 0), "{}", GAME.format_position(&board));
                let moves = legal(&now);
                let Some(&play) = moves.get(dice.below(moves.len().max(1))) else { break };
                now = now.play(play);
            }
        }
    }
    assert!(seen > 3000, "{seen}");
}

/// Tournament games, solved from 10 to 12 empty squares to the end: by the kernel with and without knowledge.
#[test]
fn whole_solves_agree() {
    let games: Vec<&str> = GAME.test_set().iter().step_by(10).map(|t| t.source.split(' ').nth(2).unwrap()).collect();
    assert_eq!(games.len(), 2);
    for game in games {
        for discs in [10, 11, 12] {
            let moves = transcript::read(&OthelloBoard::START, &game[..game.len() - 2 * discs]).unwrap();
            let board = moves.iter().fold(OthelloBoard::START, |board, &play| board.play(play));
            let solve = |game: Othello| {
                let table = Arc::new(Table::with_bytes(1 << 22).unwrap());
                let mut search = Search::new(&game).with_memory(AnyMemory::table(table));
                search.run(&MtdF::new(), &board, Depth::END)
            };
            let (with, without) = (solve(GAME), solve(GAME.without_knowledge()));
            assert!(with.value().is_some());
            assert_eq!(with.value(), without.value());
            let oracle = alpha_beta(&board, -65, 65);
            assert_eq!(with.value(), Some(Score::new(oracle)));
            assert!(with.counts.cost.total() < without.counts.cost.total());
        }
    }
}
