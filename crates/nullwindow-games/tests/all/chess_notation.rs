//! What people write of chess: FEN, EPD, SAN, UCI, PGN, and what is wrong with what they write.

use super::chess_common::{moves, position, wander};
use nullwindow::{Game, MoveBuf, Player};
use nullwindow_games::chess::{
    Chess, Epd, Move, Operand, PgnResult, format_fen, format_san, format_uci, parse_fen, parse_san, parse_uci, read_pgn,
};
use nullwindow_games::{Notation, ParseError};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const PASSING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// The first game of the match at Philadelphia, 1996; the test set is taken from it.
const DEEP_BLUE: &str = "[Event \"Match\"]\n[White \"Deep Blue\"]\n[Black \"Kasparov\"]\n\n\
    1.e4 c5 2.c3 d5 3.exd5 Qxd5 4.d4 Nf6 5.Nf3 Bg4 6.Be2 e6 7.h3 Bh5 8.O-O Nc6 9.Be3 cxd4 10.cxd4 Bb4 11.a3 Ba5\n\
    12.Nc3 Qd6 13.Nb5 Qe7 14.Ne5 Bxe2 15.Qxe2 O-O 16.Rac1 Rac8 17.Bg5 Bb6 18.Bxf6 gxf6 19.Nc4 Rfd8 20.Nxb6 axb6\n\
    21.Rfd1 f5 22.Qe3 Qf6 23.d5 Rxd5 24.Rxd5 exd5 25.b3 Kh8 26.Qxb6 Rg8 27.Qc5 d4 28.Nd6 f4 29.Nxb7 Ne5 30.Qd5 f3\n\
    31.g3 Nd3 32.Rc7 Re8 33.Nd6 Re1+ 34.Kh2 Nxf2 35.Nxf7+ Kg7 36.Ng5+ Kh6 37.Rxh7+ 1-0\n";

fn at(result: Result<impl std::fmt::Debug, ParseError>) -> (usize, String) {
    let error = result.expect_err("an error");
    (error.character, error.expected.into_owned())
}

#[test]
fn wrong_fen_is_told_where_and_why() {
    let wrong = [
        ("", 1, "eight ranks of squares"),
        ("8/8/8/4k3/8/4K3/8 w - - 0 1", 18, "eight ranks, not 7"),
        ("8/8/8/4k3/8/4K3/8/8/8 w - - 0 1", 20, "eight ranks, not more"),
        ("8/8/8/4k3/8/4K3/8/8/ w - - 0 1", 20, "eight ranks, not more"),
        ("8/8/8/4k4/8/4K3/8/8 w - - 0 1", 9, "8 squares in rank 5, not more"),
        ("8/8/8/4k2/8/4K3/8/8 w - - 0 1", 10, "8 squares in rank 5, not 7"),
        ("8/8/8/44/8/4K3/8/8 w - - 0 1", 8, "one digit for empty squares"),
        ("8/8/8/4k3/8/4K3/8/9 w - - 0 1", 19, "one of `PNBRQKpnbrqk`, `1` to `8` or `/`"),
        ("8/8/8/4x3/8/4K3/8/8 w - - 0 1", 8, "one of `PNBRQKpnbrqk`, `1` to `8` or `/`"),
        ("8/8/8/8/8/4K3/8/8 w - - 0 1", 1, "one black king, not 0"),
        ("8/8/8/4k3/8/4KK2/8/8 w - - 0 1", 1, "one white king, not 2"),
        ("8/8/8/4k3/8/PPPPPPPP/P3K3/8 w - - 0 1", 1, "at most 8 white pawns, not 9"),
        ("nnnnnnnn/nnnnnnnn/8/4k3/8/4K3/8/8 w - - 0 1", 1, "at most 16 black men, not 17"),
        ("8/8/8/4k3/8/4K3/8/P7 w - - 0 1", 19, "no pawn on the first or last rank"),
        ("8/8/8/4k3/8/4K3/8/8", 20, "the side to move, `w` or `b`"),
        ("8/8/8/4k3/8/4K3/8/8 W - - 0 1", 21, "the side to move, `w` or `b`"),
        ("8/8/8/4k3/4R3/4K3/8/8 w - - 0 1", 23, "a side to move whose opponent is not in check"),
        ("8/8/8/4k3/4K3/8/8/8 w - - 0 1", 1, "kings that do not stand side by side"),
        ("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", 1, "at most two men that give check"),
        ("8/8/8/4k3/8/4K3/8/8 w", 22, "castling rights, such as `KQkq` or `-`"),
        ("8/8/8/4k3/8/4K3/8/8 w X - 0 1", 23, "one of `KQkq`, or `-` alone"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", 28, "each castling right once"),
        ("r3k2r/8/8/8/8/8/8/R3K3 w Qkq- - 0 1", 29, "one of `KQkq`, or `-` alone"),
        ("r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", 26, "a right whose king and rook are at home"),
        ("8/8/8/4k3/8/4K3/8/8 w -", 24, "a square to take in passing, or `-`"),
        ("8/8/8/4k3/8/4K3/8/8 w - e3 0 1", 25, "a square of rank 6, or `-`"),
        ("8/8/8/4k3/8/4K3/8/8 w - e66 0 1", 25, "a square of rank 6, or `-`"),
        ("8/8/8/4k3/8/4K3/8/8 w - e6 0 1", 25, "the square behind a pawn that has just made a double step"),
        ("8/8/8/4k3/8/4K3/8/8 w - - x 1", 27, "plies since the last capture or pawn move, from 0 to 100"),
        ("8/8/8/4k3/8/4K3/8/8 w - - 101 1", 27, "plies since the last capture or pawn move, from 0 to 100"),
        ("8/8/8/4k3/8/4K3/8/8 w - - +1 1", 27, "plies since the last capture or pawn move, from 0 to 100"),
        ("8/8/8/4k3/8/4K3/8/8 w - - 0", 28, "the number of the move, from 0 to 65535"),
        ("8/8/8/4k3/8/4K3/8/8 w - - 0 65536", 29, "the number of the move, from 0 to 65535"),
        ("8/8/8/4k3/8/4K3/8/8 w - - 0 1 2", 31, "the end of the line"),
    ];
    for (text, character, expected) in wrong {
        assert_eq!(at(parse_fen(text)), (character, expected.to_owned()), "{text}");
    }
    assert_eq!(parse_fen("8/8/8/4k3/8/4K3/8/8 w - - 3 0"), parse_fen("8/8/8/4k3/8/4K3/8/8 w - - 3 1"));
    assert_eq!(parse_fen("8/8/8/4k3/8/4K3/8/8 w - -"), parse_fen("8/8/8/4k3/8/4K3/8/8 w - - 0 1"));
}

#[test]
fn positions_are_read_in_every_form() {
    let chess = Chess::new();
    let start = chess.start();
    assert_eq!(format_fen(&start), START);
    for text in [START, "startpos", "", "  ", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"] {
        assert_eq!(position(text), start, "{text}");
    }
    let open = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for text in [
        "1. e4 e5 2. Nf3 Nc6",
        "1.e4 e5 2.Nf3 Nc6",
        "e4 e5 Nf3 Nc6",
        "e2e4 e7e5 g1f3 b8c6",
        "startpos moves e2e4 e7e5 g1f3 b8c6",
        "1. e4 1... e5 2. Nf3 2...Nc6",
    ] {
        assert_eq!(format_fen(&position(text)), open, "{text}");
    }
    let epd = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; bm Bb5;");
    assert_eq!(format_fen(&epd), open);
    assert_eq!(at(chess.parse_position("1. e4 e5 2. Ne4")), (13, "a legal move".to_owned()));
    assert_eq!(at(chess.parse_position("hello")).0, 3);
    assert_eq!(at(chess.parse_position("1. e4 4455323")).0, 9);
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        assert_eq!(format_fen(&position(&format!("1. e4 e5 2. Nf3 Nc6 {result}"))), open, "{result}");
        assert_eq!(position(result), start, "{result}");
        assert_eq!(at(chess.parse_position(&format!("1. e4 {result} e5"))), (8 + result.len(), "the end".to_owned()));
    }
    let clocks = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 bm Bb5;";
    assert_eq!(format_fen(&position(clocks)), open);
}

#[test]
fn moves_are_written_as_players_do() {
    let cases = [
        (KIWIPETE, "e1g1", "O-O"),
        (KIWIPETE, "e1c1", "O-O-O"),
        (KIWIPETE, "e1d1", "Kd1"),
        (KIWIPETE, "e5f7", "Nxf7"),
        (KIWIPETE, "d5e6", "dxe6"),
        ("6k1/8/8/8/8/8/R6R/4K3 w - - 0 1", "a2d2", "Rad2"),
        ("6k1/8/R7/8/8/8/R7/4K3 w - - 0 1", "a2a4", "R2a4"),
        ("8/1k6/8/Q6Q/8/8/8/Q3K3 w - - 0 1", "a5e5", "Qa5e5"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", "axb8=R+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        // A pinned knight needs no distinction from the free one.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ];
    for (fen, uci, san) in cases {
        let position = position(fen);
        let play = parse_uci(&position, uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
        assert_eq!(format_san(&position, play), san, "{fen}");
        assert_eq!(format_uci(&position, play), uci, "{fen}");
        assert_eq!(parse_san(&position, san), Ok(play), "{fen}");
    }
}

#[test]
fn moves_are_read_leniently() {
    let kiwipete = position(KIWIPETE);
    for text in ["O-O", "0-0", "o-o", "O-O+", "0-0!?", "e1g1", "e1h1"] {
        assert_eq!(format_uci(&kiwipete, Chess::new().parse_move(&kiwipete, text).unwrap()), "e1g1", "{text}");
    }
    let passing = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6", "exd6e.p.", "exd6ep", "e5xd6", "e5d6", "ed6", "e5:d6", "exd6+", "exd6#??"] {
        assert_eq!(format_uci(&passing, Chess::new().parse_move(&passing, text).unwrap()), "e5d6", "{text}");
    }
    let promotion = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["a8=Q", "a8Q", "a8=Q+", "a8=q", "a7a8q", "a7-a8=Q"] {
        assert_eq!(format_uci(&promotion, Chess::new().parse_move(&promotion, text).unwrap()), "a7a8q", "{text}");
    }
    let start = position("startpos");
    for text in [" Nf3", "g1f3\t", " Nf3 \n", "Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "Nf3!"] {
        assert_eq!(format_uci(&start, Chess::new().parse_move(&start, text).unwrap()), "g1f3", "{text}");
    }
    for text in
        ["", "N", "e", "e9", "i4", "Nf3f", "nf3", "4e", "e4=Q", "O-O", "a8=K", "e2e5", "e2e4q", "Bf1", "é4", "--"]
    {
        assert!(Chess::new().parse_move(&start, text).is_err(), "{text}");
    }
    let sought = "a move in SAN, such as `Nf3`, `exd5` or `O-O`".to_owned();
    for text in ["rubbish", "q", "=Q"] {
        assert_eq!(at(parse_san(&start, text)), (1, sought.clone()), "{text}");
    }
    assert_eq!(at(Chess::new().parse_move(&start, "  rubbish")), (3, sought));
    assert_eq!(at(parse_san(&promotion, "a8=K")), (4, "one of `NBRQ` at the end".to_owned()));
    assert!(parse_san(&promotion, "a8").is_err(), "a promotion names its piece");
    assert!(parse_uci(&promotion, "a7a8").is_err());
}

#[test]
fn epd_keeps_clocks_that_no_operation_tells() {
    for (line, fields) in [
        ("6k1/8/8/8/8/8/8/K6R w - - 7 40 bm Rh2;", 6),
        ("6k1/8/8/8/8/8/8/K6R w - - 0 2", 6),
        ("6k1/8/8/8/8/8/8/K6R w - - 0 1 bm Rh2;", 4),
        ("6k1/8/8/8/8/8/8/K6R w - - hmvc 7; fmvn 40;", 4),
        ("6k1/8/8/8/8/8/8/K6R w - - 3 9 hmvc 7;", 6),
    ] {
        let epd = Epd::parse(line).unwrap();
        let written = epd.to_string();
        assert_eq!(Epd::parse(&written).as_ref(), Ok(&epd), "{written}");
        let clocks = written.split(' ').nth(4).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(if clocks { 6 } else { 4 }, fields, "{written}");
    }
}

#[test]
fn epd_keeps_its_operations() {
    let line = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5 Be5+; am Bg4; id \"A name; with a mark\"; acd 12; noop;";
    let epd = Epd::parse(line).unwrap();
    assert_eq!(epd.to_string(), line);
    assert_eq!(epd.id(), Some("A name; with a mark"));
    let names = |moves: Vec<Move>| moves.iter().map(|&play| format_san(epd.position(), play)).collect::<Vec<_>>();
    assert_eq!(names(epd.best_moves().unwrap()), ["f5", "Be5+"]);
    assert_eq!(names(epd.avoid_moves().unwrap()), ["Bg4"]);
    assert_eq!(epd.operands("acd"), Some(&[Operand::Word("12".to_owned())][..]));
    assert_eq!(epd.operands("noop"), Some(&[][..]));
    assert_eq!(epd.operands("dm"), None);
    let more = epd.with("c0", &[Operand::Text("two words".to_owned())]).unwrap();
    assert_eq!(more.to_string(), format!("{line} c0 \"two words\";"));
    assert!(more.clone().with("two words", &[]).is_err());
    assert!(more.clone().with("c1", &[Operand::Text("a \" mark".to_owned())]).is_err());
    assert!(more.with("c1", &[Operand::Word(String::new())]).is_err());
    let four = "8/8/8/4k3/8/4K3/8/8 w - -";
    assert_eq!(at(Epd::parse(&format!("{four} bm Kd3"))), (33, "`;` behind an operation".to_owned()));
    assert_eq!(at(Epd::parse(&format!("{four} id \"x;"))), (33, "`\"` at the end of a text".to_owned()));
    assert_eq!(at(Epd::parse(&format!("{four} ;"))), (27, "an opcode, such as `bm` or `id`".to_owned()));
    assert_eq!(at(Epd::parse(&format!("{four} id x; hmvc 200;"))).0, 33);
    assert_eq!(format_fen(Epd::parse(&format!("{four} 7 40 bm Kd2;")).unwrap().position()), format!("{four} 7 40"));
    assert_eq!(Epd::parse(&format!("{four} 7 40")).unwrap().operations(), []);
    assert_eq!(at(Epd::parse(&format!("{four} 101 1 bm Kd2;"))).0, 27);
    assert_eq!(
        at(Epd::parse(&format!("{four} 0 bm Kd2;"))),
        (29, "the number of the move, from 0 to 65535".to_owned())
    );
    assert_eq!(at(Epd::parse(&format!("{four} 0"))).0, 28);
    assert!(Epd::parse(&format!("{four} bm Ke9;")).unwrap().best_moves().is_err());
}

#[test]
fn pgn_passes_over_what_is_no_move() {
    let text = "\u{feff}% a line to skip\n[Event \"A \\\"quoted\\\" name\"]\n[Result \"1-0\"]\n\n\
        1. e4 {a comment (with brackets) [and more]} e5 $1 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6!?\n\
        ; a comment to the end of the line 3. Zz9\n3.Bb5 a6 1-0\n\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 *\n[White \"N\"]\n\n1. d4 d5\n[White \"M\"]\n0-1";
    let games: Vec<_> = read_pgn(text).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 4);
    assert_eq!(games[0].tag("Event"), Some("A \"quoted\" name"));
    assert_eq!(games[0].moves.len(), 6);
    assert_eq!(games[0].result, PgnResult::Win(Player::First));
    assert_eq!(format_fen(&games[1].end(&Chess::new())), "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!((games[2].moves.len(), games[2].result), (2, PgnResult::Unknown));
    assert_eq!((games[3].moves.len(), games[3].result), (0, PgnResult::Win(Player::Second)));
}

#[test]
fn wrong_pgn_is_told_where_and_the_next_game_follows() {
    let text = "[White \"A\"]\n\n1. e4 e5\n2. Nf4 Nc6 1-0\n\n[White \"B\"]\n\n1. d4 1-0\n";
    let games: Vec<_> = read_pgn(text).collect();
    let error = games[0].as_ref().unwrap_err();
    assert_eq!(error.to_string(), "line 4, character 4: expected a legal move, found `Nf4`");
    assert_eq!(games[1].as_ref().unwrap().tag("White"), Some("B"));
    for (text, character) in
        [("1. e4 {open", 7), ("1. e4 (1. d4", 13), ("1. e4 )", 7), ("[White A]", 1), ("[\"x\"]", 1), ("]", 1)]
    {
        let error = read_pgn(text).next().unwrap().unwrap_err();
        assert_eq!((error.line, error.character), (Some(1), character), "{text}");
    }
    assert!(read_pgn("").next().is_none());
    for (text, line, character) in [
        ("[FEN \"8/8 w\"] e4 *", 1, 10),
        ("[White \"A\"]\n  [FEN  \"8/8/8/4k3/8/4K3/8/8 W - - 0 1\"]", 2, 30),
        ("[FEN \"8\\/8 w\"] e4 *", 1, 11),
        ("[FEN \"\"]", 1, 7),
    ] {
        let error = read_pgn(text).next().unwrap().unwrap_err();
        assert_eq!((error.line, error.character), (Some(line), character), "{text}");
    }
}

#[test]
fn the_test_set_is_a_game() {
    let game = read_pgn(DEEP_BLUE).next().unwrap().unwrap();
    assert_eq!(game.moves.len(), 73);
    let chess = Chess::new();
    let set = chess.test_set();
    assert_eq!(set.len(), 20);
    let mut now = game.start.clone();
    for (ply, &play) in game.moves.iter().enumerate() {
        if let Some(test) = ply.checked_sub(20).and_then(|place| set.get(place)) {
            assert_eq!(position(test.position), now, "{}", test.source);
        }
        now = chess.play(&now, play);
    }
}

#[test]
fn pictures() {
    let chess = Chess::new();
    let picture = chess.draw(&position("1. f3 e5 2. g4 Qh4#"));
    assert_eq!(
        picture,
        "8 r n b . k b n r\n7 p p p p . p p p\n6 . . . . . . . .\n5 . . . . p . . .\n4 . . . . . . P q\n\
         3 . . . . . P . .\n2 P P P P P . . P\n1 R N B Q K B N R\n  a b c d e f g h\nthe game is over: Black has won by mate"
    );
}

/// Everything that reads a text, on any text: nothing may panic.
fn read_all(text: &str) {
    let chess = Chess::new();
    let start = chess.start();
    let _ = parse_fen(text);
    let _ = chess.parse_position(text);
    let _ = chess.parse_move(&start, text);
    let _ = parse_san(&start, text);
    let _ = parse_uci(&start, text);
    if let Ok(epd) = Epd::parse(text) {
        let _ = (epd.best_moves(), epd.avoid_moves());
        assert_eq!(Epd::parse(&epd.to_string()).unwrap().operations(), epd.operations());
    }
    let games = read_pgn(text).take(1000).filter(Result::is_ok).count();
    assert!(games <= text.len());
}

#[test]
fn long_lines_are_refused_quickly() {
    let parts = [
        "8",
        "/",
        "k",
        "1. ",
        "e4 ",
        "Nf3 Nf6 Ng1 Ng8 ",
        "(",
        ")",
        "{",
        "} ",
        "[A \"b\"] ",
        "[",
        "\"",
        "é",
        "; ",
        "- ",
        "\n",
        "O-O ",
    ];
    for part in parts {
        let long = part.repeat(100_000 / part.len());
        read_all(&long);
        read_all(&format!("{START}{long}"));
        read_all(&format!("8/8/8/4k3/8/4K3/8/8 w - - {long}"));
        read_all(&format!("1. e4 {long}"));
    }
}

/// A valid text of some kind.
fn valid() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(START.to_owned()),
        Just(KIWIPETE.to_owned()),
        Just(PASSING.to_owned()),
        Just("8/8/8/4k3/8/4K3/8/8 w - - bm Kd3; id \"x y\"; c0 \"z\";".to_owned()),
        Just("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O".to_owned()),
        Just(DEEP_BLUE.to_owned()),
        Just("exd6e.p.+".to_owned()),
        Just("a7a8q".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        read_all(&text);
    }

    #[test]
    fn any_text_of_chess_letters_is_read_or_refused(text in "[a-hA-HkqrnbpKQRNBPOox0-9 /=+#.;\"{}()\\[\\]\n-]{0,120}") {
        read_all(&text);
    }

    #[test]
    fn damaged_texts_are_read_or_refused(text in valid(), damage in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..3_u8), 1..4)) {
        let mut chars: Vec<char> = text.chars().collect();
        for (place, letter, kind) in damage {
            let place = place.index(chars.len());
            match kind {
                0 => chars[place] = letter,
                1 => chars.insert(place, letter),
                _ if chars.len() > 1 => { chars.remove(place); }
                _ => {}
            }
        }
        read_all(&chars.into_iter().collect::<String>());
    }

    #[test]
    fn what_is_written_is_read_back(
        root in prop::sample::select(vec![START, KIWIPETE, PROMOTIONS, PASSING]),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let chess = Chess::new();
        let position = wander(root, &choices);
        prop_assert_eq!(&parse_fen(&format_fen(&position)).unwrap(), &position);
        prop_assert_eq!(&chess.parse_position(&chess.format_position(&position)).unwrap(), &position);
        prop_assert_eq!(&position.mirrored().mirrored(), &position);
        let all = moves(&position);
        let mut names: Vec<String> = all.iter().map(|&play| format_san(&position, play)).collect();
        for (&play, name) in all.iter().zip(&names) {
            prop_assert_eq!(parse_san(&position, name), Ok(play));
            prop_assert_eq!(parse_san(&position, name.trim_end_matches(['+', '#'])), Ok(play));
            prop_assert_eq!(parse_uci(&position, &format_uci(&position, play)), Ok(play));
            prop_assert_eq!(chess.parse_move(&position, name), Ok(play));
            prop_assert_eq!(chess.parse_move(&position, &format_uci(&position, play)), Ok(play));
            let after = chess.play(&position, play);
            prop_assert_eq!(name.ends_with(['+', '#']), !after.board().checkers().is_empty());
            prop_assert_eq!(name.ends_with('#'), name.ends_with(['+', '#']) && !after.board().generate_moves(|_| true));
        }
        names.sort();
        names.dedup();
        prop_assert_eq!(names.len(), all.len(), "two moves of one name");
        let epd = Epd::new(position.clone()).with("id", &[Operand::Text("a b".to_owned())]).unwrap();
        let again = Epd::parse(&epd.to_string()).unwrap();
        prop_assert_eq!(again.id(), Some("a b"));
    }

    #[test]
    fn games_are_read_back(choices in prop::collection::vec(any::<u16>(), 0..80)) {
        let chess = Chess::new();
        let (mut position, mut text, mut played) = (chess.start(), String::new(), Vec::new());
        for (ply, choice) in choices.iter().enumerate() {
            let all = moves(&position);
            if all.is_empty() { break }
            let play = all[usize::from(*choice) % all.len()];
            if ply % 2 == 0 { text.push_str(&format!("{}. ", ply / 2 + 1)); }
            text.push_str(&format!("{} {{x}} ", format_san(&position, play)));
            position = chess.play(&position, play);
            played.push(play);
        }
        text.push('*');
        let game = read_pgn(&text).next().unwrap().unwrap();
        prop_assert_eq!(&game.moves, &played);
        prop_assert_eq!(game.end(&chess), position);
    }
}

#[test]
fn positions_of_chess960_are_read_and_written() {
    let chess = Chess::new();
    // Rooks on b and g; X-FEN and Shredder-FEN mean the same.
    let start = "brnqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBRN";
    let position = parse_fen(&format!("{start} w KQkq - 0 1")).unwrap();
    assert_eq!(parse_fen(&format!("{start} w GBgb - 0 1")).as_ref(), Ok(&position));
    assert_eq!(chess.format_position(&position), format!("{start} w GBgb - 0 1"));
    // At home the letters of chess are written.
    let home = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(chess.format_position(&parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").unwrap()), home);
    for text in ["4k3/8/8/8/8/8/8/R3K2R w B - 0 1", "4k3/8/8/8/8/4K3/8/R6R w KQ - 0 1"] {
        assert_eq!(at(parse_fen(text)), (25, "a right whose king and rook are at home".to_owned()), "{text}");
    }
}

#[test]
fn castling_of_chess960_is_written_so_that_it_is_read_again() {
    let chess = Chess::new();
    for text in [
        "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1",
        "5k2/8/8/8/8/8/8/1R2K1R1 w GB - 0 1",
        "6k1/8/8/8/8/8/8/RK5R w HA - 0 1",
        "6k1/8/8/8/8/8/8/4KR2 w F - 0 1",
    ] {
        let position = chess.parse_position(text).unwrap();
        let mut moves = MoveBuf::new();
        assert!(chess.moves(&position, &mut moves).is_none());
        for play in moves.iter() {
            let forms = [chess.format_uci_move(&position, play), chess.format_uci960_move(&position, play)];
            for name in forms.into_iter().flatten().chain([chess.format_move(&position, play)]) {
                assert_eq!(chess.parse_move(&position, &name), Ok(play), "{name} in {text}");
            }
        }
    }
}
