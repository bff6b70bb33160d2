//! The rules of chess: counts of moves, the end of the game, and keys.

use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Score, Window};
use nullwindow_games::chess::{Chess, MATE, Position};
use nullwindow_games::{Notation, Perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(text: &str) -> Position {
    Chess::new().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn over(chess: &Chess, position: &Position) -> Option<Score> {
    chess.over(position, &mut MoveBuf::new())
}

/// The published counts of the usual perft positions.
#[test]
fn perft() {
    let counts: [(&str, &[u64]); 8] = [
        ("startpos", &[1, 20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
        (KIWIPETE, &[1, 48, 2_039, 97_862, 4_085_603, 193_690_690]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[1, 14, 191, 2_812, 43_238, 674_624, 11_030_083]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[1, 6, 264, 9_467, 422_333, 15_833_292]),
        ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &[1, 6, 264, 9_467, 422_333, 15_833_292]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[1, 44, 1_486, 62_379, 2_103_487, 89_941_194]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[1, 46, 2_079, 89_890, 3_894_594, 164_075_551],
        ),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", &[1, 24, 496, 9_483, 182_838, 3_605_103, 71_179_139]),
    ];
    let chess = Chess::new();
    for (text, counts) in counts {
        let position = position(text);
        for (depth, &count) in (0..).zip(counts) {
            assert_eq!(chess.perft(&position, depth), count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn the_end_of_the_game() {
    let chess = Chess::new();
    let mated = Some(Score::new(-MATE));
    let drawn = Some(Score::ZERO);
    let ends = [
        ("1. f3 e5 2. g4 Qh4#", mated),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", drawn),       // stalemate
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", drawn),        // bare kings
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", drawn),       // a knight
        ("8/2b1b3/4k3/8/8/3K4/2BB4/8 w - - 0 1", None),  // bishops of both colours
        ("8/8/1b1bk3/8/8/3K4/3B1B2/8 w - - 0 1", drawn), // bishops of one colour
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", None),       // two knights can mate, though not by force
        ("8/8/4k3/8/8/3KP3/8/8 w - - 99 90", None),      // the last move of the fifty
        ("8/8/4k3/8/8/3KP3/8/8 w - - 100 90", drawn),    // fifty moves
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", mated),    // mate comes before fifty moves
    ];
    for (text, end) in ends {
        assert_eq!(over(&chess, &position(text)), end, "{text}");
    }
}

/// The end is told below the picture, and to whoever wants to play on.
#[test]
fn the_end_of_the_game_is_told() {
    let ends = [
        ("1. f3 e5 2. g4 Qh4#", "the game is over: Black has won by mate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", "the game is over: White has won by mate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "the game is over, drawn: stalemate"),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "the game is over, drawn: no mate is possible any more"),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 100 90", "the game is over, drawn: fifty moves"),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 99 90", "White to move"),
        ("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "Black to move, in check"),
    ];
    let chess = Chess::new();
    for (text, end) in ends {
        let picture = chess.draw(&position(text));
        assert_eq!(picture.lines().last(), Some(end), "{text}");
        assert!(picture.split('\n').all(|line| line == line.trim_end() && !line.is_empty()), "{picture}");
        if end.contains("over") {
            let error = chess.parse_move(&position(text), " Kd2").unwrap_err();
            assert_eq!(error.to_string(), format!("character 2: expected no move, as {end}, found `Kd2`"));
        }
    }
}

#[test]
fn positions_of_the_game_are_drawn_when_they_occur_again() {
    let chess = Chess::new();
    let mut game = vec![chess.start()];
    for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
        let last = &game[game.len() - 1];
        game.push(chess.play(last, chess.parse_move(last, text).unwrap()));
    }
    let now = game.pop().unwrap();
    let with = Chess::new().with_record(&game, &now);
    assert_eq!(over(&with, &now), None, "the current position, for the second time");
    let next = chess.play(&now, chess.parse_move(&now, "Ng8").unwrap());
    assert_eq!(over(&with, &next), Some(Score::ZERO), "the third time");
    assert!(with.draw(&next).ends_with("\nthe game is over, drawn: the same position for the third time"));
    assert!(with.parse_move(&next, "e4").is_err());
    assert_eq!(over(&chess, &next), None, "without the record");
    assert_ne!(with.key(&next), chess.key(&next), "a table must not be shared");
    // In a search the second time is enough, and a third time ends the game.
    let early = Chess::new().with_record(&game[..3], &game[3]);
    assert_eq!(over(&early, &game[4]), Some(Score::ZERO));
    game.push(now.clone());
    assert_eq!(over(&Chess::new().with_record(&game, &next), &next), Some(Score::ZERO));
    // What cannot come back needs no other key.
    let pawn = chess.play(&now, chess.parse_move(&now, "e5").unwrap());
    assert_eq!(with.key(&pawn), chess.key(&pawn));
    assert_eq!(Chess::new().with_record(&game, &pawn).key(&next), chess.key(&next), "nothing can be repeated");
}

#[test]
fn keys_know_what_the_rules_look_at() {
    let chess = Chess::new();
    let key = |text: &str| chess.key(&position(text));
    // A double step matters only if the pawn can be taken.
    assert_eq!(key("1. e4"), key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    let can = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_ne!(key(&format!("{can} e3 0 3")), key(&format!("{can} - 0 3")));
    // Both pawns would leave the rank and open it to the rook: the pawn may not take.
    let held = "8/8/8/8/k2pP2R/8/8/4K3 b - ";
    assert_eq!(key(&format!("{held}e3 0 1")), key(&format!("{held}- 0 1")));
    // The clock counts near the end, the number of the move never.
    let clock = |clock: u32| key(&format!("8/8/4k3/8/8/3KP3/8/8 w - - {clock} 90"));
    assert_eq!(clock(0), clock(35));
    assert_ne!(clock(35), clock(36));
    assert_ne!(clock(98), clock(99));
    assert_eq!(key("8/8/4k3/8/8/3KP3/8/8 w - - 0 90"), key("8/8/4k3/8/8/3KP3/8/8 w - - 0 1"));
    assert_ne!(key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), key("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1"));
    assert_ne!(key("8/8/4k3/8/8/3KP3/8/8 w - - 0 1"), key("8/8/4k3/8/8/3KP3/8/8 b - - 0 1"));
}

#[test]
fn quiescence_counts_its_nodes() {
    let chess = Chess::new();
    let mut nodes = 0;
    assert_eq!(
        chess.evaluate_within(&position(KIWIPETE), Window::FULL, &mut nodes),
        chess.evaluate(&position(KIWIPETE))
    );
    assert!(nodes > 0);
}
