//! The judgement of chess positions: exchanges, the static evaluation, the quiescence search, mates.

use super::chess_common::{moves, position, wander};
use cozy_chess::{BoardBuilder, CastleRights, Piece, Square};
use nullwindow::{Evaluator, Game, MoveBuf, Score};
use nullwindow_games::chess::evaluation::{ChessWeights, GROUPS, LEN, WeightPair, trace};
use nullwindow_games::chess::{Chess, Move, Position, exchange_value, parse_uci};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const OPEN: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// Positions of random games.
fn any_position() -> impl Strategy<Value = Position> {
    let roots = prop::sample::select(vec![START, KIWIPETE, PROMOTIONS, OPEN]);
    (roots, prop::collection::vec(any::<u16>(), 0..70)).prop_map(|(root, choices)| wander(root, &choices))
}

/// Boards as a child would keep them, for the reference of exchanges.
mod plain {
    use super::{Move, Position};

    pub const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

    #[derive(Clone)]
    pub struct Plain {
        /// Piece (0 pawn to 5 king) and whether it is white, by file and rank.
        pub squares: [[Option<(usize, bool)>; 8]; 8],
    }

    impl Plain {
        pub fn new(position: &Position) -> Plain {
            let mut squares = [[None; 8]; 8];
            let letters = position.board().to_string();
            let ranks = letters.split(' ').next().unwrap().split('/');
            for (rank, row) in (0..8).rev().zip(ranks) {
                let mut file = 0;
                for letter in row.chars() {
                    if let Some(empty) = letter.to_digit(10) {
                        file += empty as usize;
                    } else {
                        let piece = "pnbrqk".find(letter.to_ascii_lowercase()).unwrap();
                        squares[file][rank] = Some((piece, letter.is_ascii_uppercase()));
                        file += 1;
                    }
                }
            }
            Plain { squares }
        }

        /// Whether the man on `from` attacks `to`.
        fn attacks(&self, from: (usize, usize), to: (usize, usize)) -> bool {
            let Some((piece, white)) = self.squares[from.0][from.1] else { return false };
            let int = |number: usize| i32::try_from(number).unwrap();
            let step = |a: usize, b: usize| int(b) - int(a);
            let (files, ranks) = (step(from.0, to.0), step(from.1, to.1));
            let (wide, long) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
            let straight = long == 0;
            let diagonal = files.abs() == ranks.abs();
            let clear = || {
                (1..wide).all(|at| {
                    let on = |start: usize, by: i32| usize::try_from(int(start) + by.signum() * at).unwrap();
                    self.squares[on(from.0, files)][on(from.1, ranks)].is_none()
                })
            };
            wide > 0
                && match piece {
                    0 => files.abs() == 1 && ranks == if white { 1 } else { -1 },
                    1 => wide == 2 && long == 1,
                    2 => diagonal && clear(),
                    3 => straight && clear(),
                    4 => (straight || diagonal) && clear(),
                    _ => wide == 1,
                }
        }

        fn attackers(&self, to: (usize, usize), white: bool) -> Vec<(usize, (usize, usize))> {
            let all = (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
            let mut found: Vec<_> = all
                .filter(|&(file, rank)| self.squares[file][rank].is_some_and(|(_, its)| its == white))
                .filter(|&from| self.attacks(from, to))
                .map(|from| (self.squares[from.0][from.1].unwrap().0, from))
                .collect();
            // Among equals the one on the lowest rank takes first, there the one nearest to the left.
            found.sort_unstable_by_key(|&(piece, (file, rank))| (piece, rank, file));
            found
        }

        /// The best that `white` gets by taking on `to`, or by not doing so.
        fn taking(&self, to: (usize, usize), white: bool) -> i32 {
            let Some(&(piece, from)) = self.attackers(to, white).first() else { return 0 };
            let mut next = self.clone();
            next.squares[to.0][to.1] = next.squares[from.0][from.1].take();
            if piece == 5 && !next.attackers(to, !white).is_empty() {
                return 0;
            }
            let taken = VALUES[self.squares[to.0][to.1].unwrap().0];
            (taken - next.taking(to, !white)).max(0)
        }

        pub fn exchange(position: &Position, play: Move) -> i32 {
            let mut board = Plain::new(position);
            let square = |square: cozy_chess::Square| (square as usize % 8, square as usize / 8);
            let (from, to) = (square(play.from), square(play.to));
            let (piece, white) = board.squares[from.0][from.1].take().unwrap();
            let mut taken = board.squares[to.0][to.1];
            if taken.is_some_and(|(_, its)| its == white) {
                return 0; // castling
            }
            if piece == 0 && from.0 != to.0 && taken.is_none() {
                taken = board.squares[to.0][from.1].take();
            }
            let standing = play.promotion.map_or(piece, |promotion| promotion as usize);
            board.squares[to.0][to.1] = Some((standing, white));
            let gain = taken.map_or(0, |(taken, _)| VALUES[taken]) + VALUES[standing] - VALUES[piece];
            gain - board.taking(to, !white)
        }
    }
}

/// What a mate is worth that the quiescence search sees.
const SEEN_MATE: i32 = 900_000;

/// The quiescence search as its module defines it, without alpha and beta, ordering or shortcuts.
fn reference(chess: &Chess, position: &Position, ply: i32, last: Option<u8>) -> i32 {
    let board = position.board();
    let over = chess.over(&fresh(position), &mut MoveBuf::new());
    let in_check = !board.checkers().is_empty();
    let stuck = !board.generate_moves(|_| true);
    if over == Some(Score::ZERO) && !stuck {
        return 0;
    }
    let mut all = Vec::new();
    board.generate_moves(|list| {
        all.extend(list);
        false
    });
    let child = |play: Move| -reference(chess, &chess.play(position, play), ply + 1, Some(play.to as u8));
    if in_check && ply < 3 {
        return all.into_iter().map(child).max().unwrap_or(ply - SEEN_MATE);
    }
    let stand = chess.static_evaluation(position).get();
    if ply >= 24 {
        return stand;
    }
    let men = board.occupied().len();
    let gaining = all.into_iter().filter(|&play| {
        let after = chess.play(position, play);
        let queen = play.promotion.is_none_or(|piece| piece == Piece::Queen);
        let noisy = after.board().occupied().len() < men || play.promotion.is_some();
        let here = ply < 3 || last == Some(play.to as u8);
        noisy && queen && here && exchange_value(position, play) >= 0
    });
    gaining.map(child).max().map_or(stand, |best| best.max(stand))
}

/// The position with a clock of zero.
fn fresh(position: &Position) -> Position {
    let mut board = position.board().clone();
    board.set_halfmove_clock(0);
    Position::new(board)
}

#[test]
fn exchanges_that_are_known() {
    let cases = [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 950 - 100 - 950),
        ("4k3/8/4q3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
        ("4k3/8/3r4/3p4/3K4/8/8/8 w - - 0 1", "d4d5", 100),
    ];
    for (fen, uci, value) in cases {
        let position = position(fen);
        let Ok(play) = parse_uci(&position, uci) else { continue };
        assert_eq!(exchange_value(&position, play), value, "{fen} {uci}");
    }
}

#[test]
fn the_weights_are_complete() {
    let chess = Chess::new();
    let weights = chess.weights();
    assert_eq!(weights.pairs().len(), LEN);
    assert_eq!(&ChessWeights::parse(&weights.to_string()).unwrap(), weights);
    assert_eq!(GROUPS.iter().map(|group| group.len).sum::<usize>(), LEN);
    assert_eq!(ChessWeights::new(&[]).pairs(), &[WeightPair::default(); LEN]);
    let text = weights.to_string();
    let wrong = [
        (text.replacen("tempo.eg", "tempi.eg", 1), "the name of a group with `.mg` or `.eg`"),
        (text.replacen("tempo.eg", "tempo.mg", 1), "each line once"),
        (text.lines().skip(1).map(|line| format!("{line}\n")).collect(), "a line `material.mg`"),
        (text.replacen("material.mg ", "material.mg 9999 ", 1), "a number from -3000 to 3000"),
        (text.replacen("material.mg ", "material.mg 1 ", 1), "the end of the line"),
        ("material.mg 1 2".to_owned(), "5 numbers"),
        (format!("{text}grain 0"), "a number from 1 to 100"),
    ];
    for (text, expected) in wrong {
        assert_eq!(ChessWeights::parse(&text).unwrap_err().expected, expected);
    }
}

#[test]
fn material_decides() {
    let chess = Chess::new();
    let worth = |text: &str| chess.evaluate(&position(text)).get();
    assert!(worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -700);
    assert!(worth("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1") > 100);
    assert!(worth("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1").abs() < 20, "two knights do not win");
    // The pawn is protected, the knight hangs.
    assert!(worth("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1") > 500);
    assert!(worth("4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1") > 800);
}

#[test]
fn promotions_against_a_lone_king_are_seen() {
    let chess = Chess::new();
    for fen in [
        "4k3/8/1q6/2q5/8/6n1/6Kp/8 w - - 6 26",
        "1kn5/3n4/8/8/5K2/6N1/5p2/7n b - - 3 9",
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let position = position(fen);
        assert_eq!(chess.evaluate(&position).get(), reference(&chess, &position, 0, None), "{fen}");
    }
    assert!(chess.evaluate(&position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")).get() > 500);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn exchanges_are_those_of_the_reference(position in any_position()) {
        for play in moves(&position) {
            prop_assert_eq!(exchange_value(&position, play), plain::Plain::exchange(&position, play), "{:?}", play);
        }
    }

    #[test]
    fn the_evaluation_is_the_same_for_both_colours(position in any_position()) {
        let chess = Chess::new();
        let mirrored = position.mirrored();
        prop_assert_eq!(chess.static_evaluation(&position), chess.static_evaluation(&mirrored));
        prop_assert_eq!(chess.evaluate(&position), chess.evaluate(&mirrored));
    }

    #[test]
    fn the_evaluation_is_the_same_on_both_wings(position in any_position()) {
        let mut builder = BoardBuilder::from_board(position.board());
        builder.castle_rights = [CastleRights::EMPTY; 2];
        builder.en_passant = None;
        let without_rights = Position::new(builder.build().unwrap());
        let old = builder.clone();
        for square in Square::ALL {
            *builder.square_mut(square.flip_file()) = old.square(square);
        }
        let flipped = Position::new(builder.build().unwrap());
        let chess = Chess::new();
        prop_assert_eq!(chess.static_evaluation(&without_rights), chess.static_evaluation(&flipped));
        prop_assert_eq!(chess.static_evaluation(&without_rights), chess.static_evaluation(&position));
        prop_assert_eq!(chess.evaluate(&without_rights), chess.evaluate(&flipped));
    }

    #[test]
    fn evaluations_are_rounded_to_the_grain(position in any_position(), grain in 1..=100) {
        let weights = Chess::new().weights().clone();
        let exact = Chess::new().with_weights(weights.clone().with_grain(1)).static_evaluation(&position).get();
        let rounded = Chess::new().with_weights(weights.with_grain(grain)).static_evaluation(&position).get();
        prop_assert_eq!(rounded % grain, 0);
        prop_assert!((rounded - exact).abs() <= grain / 2, "{exact} becomes {rounded}");
    }

    #[test]
    fn the_trace_is_what_is_evaluated(position in any_position()) {
        let chess = Chess::new().with_weights(Chess::new().weights().clone().with_grain(1));
        let trace = trace(&position);
        let (mut middle, mut end) = (0.0, 0.0);
        for &(feature, count) in &trace.features {
            let pair = chess.weights().pairs()[usize::from(feature)];
            middle += f32::from(pair.middlegame) * f32::from(count);
            end += f32::from(pair.endgame) * f32::from(count);
        }
        let mixed = middle * trace.middlegame + end * (1.0 - trace.middlegame);
        let white = mixed * if mixed > 0.0 { trace.scale.0 } else { trace.scale.1 };
        let mover = if format!("{position:?}").contains(" w ") { white } else { -white };
        let evaluated = chess.static_evaluation(&position).get() as f32;
        prop_assert!((mover - evaluated).abs() <= 1.01, "{mover} and {evaluated}");
    }

    #[test]
    fn quiescence_is_its_own_definition(position in any_position()) {
        let chess = Chess::new();
        if chess.over(&fresh(&position), &mut MoveBuf::new()).is_none() {
            let value = chess.evaluate(&position);
            prop_assert_eq!(value.get(), reference(&chess, &position, 0, None));
            prop_assert_eq!(value, chess.evaluate(&position.clone()));
            if position.board().checkers().is_empty() {
                prop_assert!(value >= chess.static_evaluation(&position));
            }
            prop_assert!(value.get().abs() < chess.win_threshold().get());
            prop_assert_eq!(Chess::new().without_quiescence().evaluate(&position), chess.static_evaluation(&position));
        }
    }
}
