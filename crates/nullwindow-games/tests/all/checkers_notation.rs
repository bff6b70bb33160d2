//! Checkers on paper: positions, moves and games, read and written.

use nullwindow::{Game, MoveBuf, Player};
use nullwindow_games::checkers::{Checkers, PdnResult, PlayedGame, Position, read_games};
use nullwindow_games::{Notation, ParseError};
use proptest::prelude::*;

/// Moves of four games of the American Checker Federation's collection.
const GAMES: [&str; 4] = [
    "10-15 23-19 7-10 22-18 15x22 25x18 11-15 18x11 8x15 21-17 9-14 17-13 4-8 29-25 8-11 27-23 11-16 24-20 15x24 \
     20x11 3-7 28x19 7x16 25-21 2-7 32-28 7-11 26-22 5-9 30-26 10-15 19x10 6x15 13x6 1x10 22-18 15x22 26x17 11-15 \
     17-13 15-19 13-9 19x26 31x22 10-15 9-6 14-18 22-17 15-19 6-2 19-24 28x19 1/2-1/2",
    "10-15 23-19 7-10 22-17 11-16 26-23 8-11 17-14 9x18 23x14x7 3x10 25-22 16x23 27x18 4-8 30-26 10-14 18x9 5x14 \
     24-20 15-18 22x15 11x18 32-27 8-11 29-25 6-9 26-22 18-23 27x18 14x23 22-18 2-6 28-24 6-10 24-19 1-5 25-22 \
     9-13 21-17 5-9 19-15 10x19 17-14 23-26 14x5 26-30 18-14 11-15 5-1 30-25 1-5 25x18x9 5x14 19-24 14-10 15-18 \
     10-15 18-22 15-19 24-28 20-16 22-25 16-11 25-30 11-8 30-25 8-4 25-22 19-23 13-17 4-8 17-21 8-11 28-32 11-15 \
     21-25 23-26 22-17 26-30 25-29 15-19 17-14 19-24 14-18 24-20 18-23 20-24 32-28 24-20 23-27 31x24 28x19 20-16 \
     19-23 16-20 23-27 30-26 29-25 26-31 27-23 20-24 25-22 24-28 12-16 28-32 16-19 31-27 23-18 32-28 19-23 28-32 \
     22-17 1-0",
    "9-13 24-20 10-15 28-24 5-9 23-18 6-10 21-17 12-16 25-21 16-19 17-14 10x17 21x14x5 19x28 18-14 15-18 22x15 \
     11x18 29-25 7-11 25-21 11-15 14-9 8-11 21-17 13x22 26x17 18-23 27x18 15x22 17-13 4-8 9-6 2x9 13x6 1x10 5-1 \
     10-14 1-6 14-17 6-9 17-21 9-14 22-25 14-18 25-29 18-22 3-7 31-27 7-10 27-23 8-12 23-18 12-16 22-17 29-25 \
     18-14 25-22 14x7 22x13 7-3 1/2-1/2",
    "10-14 22-18 6-10 25-22 11-15 18x11 8x15 29-25 1-6 24-20 7-11 22-17 3-7 28-24 14-18 23x14 9x18 17-14 10x17 \
     21x14 18-22 26x17 6-9 30-26 9x18 24-19 15x24 26-23 2-6 23x14 6-9 32-28 9x18 28x19 5-9 17-14 9-13 19-16 12x19 \
     27-23 18x27 31x24x15x8 4x11 25-22 11-15 20-16 0-1",
];

fn error(text: &str) -> ParseError {
    Checkers::new().parse_position(text).expect_err(text)
}

/// A position that comes up when moves are chosen by `dice` from the start, and the moves to it.
fn wander(dice: &[u8]) -> PlayedGame {
    let game = Checkers::new();
    let mut played = PlayedGame::new();
    let mut position = played.start;
    for &die in dice {
        let mut moves = MoveBuf::new();
        if game.moves(&position, &mut moves).is_some() {
            break;
        }
        let play = moves.iter().nth(usize::from(die) % moves.len()).expect("within the list");
        played.moves.push(play);
        position = game.play(&position, play);
    }
    played
}

#[test]
fn positions_are_read_leniently() {
    let game = Checkers::new();
    let start = game.start();
    for text in [
        "B:W21-32:B1-12",
        " B : W 21-32 : B 1-12 . ",
        "b:b1-12:w21,22-31,32",
        "B:B1,2,3,4,5,6,7,8,9,10,11,12:W21,22,23,24,25,26,27,28,29,30,31,32.",
        "B:W21-32:B1-12:H0:F1",
        "\u{feff}B:W21-32:B1-12",
        "\u{feff} B:W21-32:B1-12",
        "",
        "*",
    ] {
        assert_eq!(game.parse_position(text).as_ref(), Ok(&start), "{text}");
    }
    assert_eq!(
        game.format_position(&start).len(),
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12".len()
    );
    let kings = game.parse_position("W:WK1-3,30:BK32:H7").expect("a position");
    assert_eq!(kings.kings(Player::Second), 0b111);
    assert_eq!(kings.men(Player::Second), 1 << 29);
    assert_eq!(kings.plies_without_progress(), 7);
}

#[test]
fn wrong_positions_are_named() {
    for (text, place, expected) in [
        ("B:W21-32", 9, "`:W` and `:B`"),
        ("B:W33:B1", 4, "a square from 1 to 32"),
        ("B:W0:B1", 4, "a square from 1 to 32"),
        ("B:W21,,22:B1", 7, "a square from 1 to 32"),
        ("B:W1:BK9", 4, "a king"),
        ("B:W21:B29", 8, "a king"),
        ("B:W21,21:B1", 7, "holds nothing yet"),
        ("B:W22-21:B1", 4, "rises"),
        ("B:W21:B21", 8, "holds nothing yet"),
        ("B:WK1-13:B24", 4, "at most 12"),
        ("B:W21:W22", 7, "each once"),
        ("B;W21", 2, "`:`"),
        ("B:W21:B1:H256", 11, "up to 255"),
        ("9-14 22-18 9-14", 12, "a legal move"),
        ("9-14 22", 6, "a move such as"),
        ("1 1 1", 1, "a move such as"),
        ("11-15 22- 1-5", 7, "a move such as"),
        ("X:W18:B1", 1, "a move such as `11-15`, or `B:` or `W:`"),
        ("9-14 [Event \"x\"]", 6, "a move"),
        ("9-14 * 22-18", 8, "nothing behind the result"),
        ("\u{feff}B:W33:B1", 5, "a square from 1 to 32"),
        ("9-14 22-xx", 9, "a square"),
        ("[Event \"x\"]", 1, "a move"),
        ("{never ends", 1, "`}`"),
    ] {
        let error = error(text);
        assert!(error.character == place && error.expected.contains(expected), "{text}: {error}");
    }
}

#[test]
fn moves_are_read_leniently() {
    let game = Checkers::new();
    let position = game.parse_position("1. 11-15 22-18 2. 15x22").expect("moves");
    for text in ["25x18", "25-18", "25X18", "25:18", "26x17", " 25x18", "25x18 \n"] {
        let play = game.parse_move(&position, text).expect(text);
        assert_eq!(game.format_move(&position, play), text.trim().replace(['-', 'X', ':'], "x"));
    }
    for text in
        ["", " ", "x", "25", "25-", "25x18x", "25x19", "025x18", "25x18 1", "99-1", "1-2-3-4-5-6-7-8-9-10-11-12-13-14"]
    {
        assert!(game.parse_move(&position, text).is_err(), "{text}");
    }
}

#[test]
fn wrong_moves_are_named() {
    let game = Checkers::new();
    for (text, place, found) in [("", 1, ""), ("  ", 3, ""), (" 25", 2, "25"), (" 9-14-", 2, "9-14-"), (" 9-y", 4, "y")]
    {
        let error = game.parse_move(&game.start(), text).expect_err(text);
        assert_eq!((error.character, error.found.as_str()), (place, found), "{text:?}: {error}");
    }
    let error = game.play_all("11-15 1 ").expect_err("one square");
    assert_eq!(error.to_string(), "character 7: expected a move such as `11-15` or `15x22`, found `1`");
}

#[test]
fn a_finished_game_has_no_moves() {
    for (text, ending) in [
        ("W:W:B1", "Black has won, White has no pieces"),
        ("B:W32:B", "White has won, Black has no pieces"),
        ("W:W12:B3,8", "Black has won, White cannot move"),
        ("B:W9,14:B5:H80", "White has won, Black cannot move"),
        ("W:WK1:BK32:H80", "drawn, too long without progress"),
    ] {
        let game = Checkers::new();
        let position = game.parse_position(text).expect(text);
        let last = game.draw(&position).lines().last().map(str::to_owned).expect("a line");
        assert!(last.starts_with(&format!("the game is over: {ending}; b, w men")), "{last}");
        let error = game.parse_move(&position, " 1-5").expect_err(text);
        assert_eq!(error.to_string(), "character 2: expected no move, because the game is over, found `1-5`");
    }
    let position = Checkers::new().parse_position("W:WK1:BK32:H9").expect("a position");
    let game = Checkers::new().with_record(&[position, position], &position);
    assert!(game.draw(&position).contains("\nthe game is over: drawn by repetition; "));
    assert!(game.parse_move(&position, "1-5").is_err());
}

#[test]
fn a_result_alone_is_a_game() {
    for (text, count) in
        [("* * *", 3), ("*", 1), ("1-0 *", 2), ("", 0), (" {nothing} ; *", 0), ("9-14", 1), ("9-14 * {x}", 1)]
    {
        assert_eq!(read_games(text).filter(Result::is_ok).count(), count, "{text}");
    }
}

#[test]
fn tags_are_kept_as_they_come() {
    let text = "[FEN \"W:W30:BK3\"] [Event \"a\"] [Event \"b\"] [FEN \"W:W29:BK3\"] 29-25 *";
    let game = read_games(text).next().expect("a game").expect("legal");
    assert_eq!((game.tags.len(), game.moves.len()), (4, 1));
}

#[test]
fn tournament_games_replay() {
    for (text, result) in GAMES.iter().map(|text| text.rsplit_once(' ').expect("a result")) {
        let whole = format!("{text} {result}");
        let games: Vec<_> = read_games(&whole).collect::<Result<_, _>>().expect(text);
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].moves.len(), text.split(' ').count());
        assert_eq!(games[0].result.to_string(), result);
        assert_eq!(read_games(&games[0].to_string()).collect::<Vec<_>>(), [Ok(games[0].clone())]);
        for text in [text, &whole] {
            assert_eq!(Checkers::new().parse_position(text).as_ref(), Ok(games[0].positions().last().expect("one")));
        }
    }
}

#[test]
fn games_with_everything() {
    let text = "[Event \"Open\"]\n[White \"A; B\"]\n\n1. 11-15 {good} 22-18! 2. 15x22 $1 (2. 8-11 (2... 9-13) {)} 18-14) 25-18 ; x\n\
        0-1\n\n[Event \"Second\"] [FEN \"W:W30:BK3.\"]\n1... 30-26 *\n11-15 1/2-1/2\n\n[Event \"Open end\"]\n9-14\n";
    let games: Vec<PlayedGame> = read_games(text).collect::<Result<_, _>>().expect("four games");
    let short: Vec<(usize, usize, PdnResult)> = games.iter().map(|g| (g.tags.len(), g.moves.len(), g.result)).collect();
    let expected =
        [(2, 4, PdnResult::WhiteWins), (2, 1, PdnResult::Unknown), (0, 1, PdnResult::Draw), (1, 1, PdnResult::Unknown)];
    assert_eq!(short, expected);
    assert_eq!(games[0].tags[1], ("White".to_owned(), "A; B".to_owned()));
    assert_eq!(games[1].start.mover(), Player::Second);
    let from_windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(read_games(&from_windows).collect::<Result<Vec<_>, _>>(), Ok(games));
}

#[test]
fn games_are_written_as_players_do() {
    let text = "[Event \"x\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n";
    let game = read_games(text).next().expect("a game").expect("legal");
    assert_eq!(game.to_string(), text);
    let text = "[FEN \"W:WK3,30:BK10\"]\n1... 30-26 2. 10-6 26-23 *\n\n";
    let game = read_games(text).next().expect("a game").expect("legal");
    assert_eq!(game.to_string(), text);
    let long = PlayedGame { result: PdnResult::Draw, ..wander(&[0; 120]) }.to_string();
    assert!(long.lines().count() > 5 && long.lines().all(|line| line.len() <= 80), "{long}");
}

#[test]
fn a_wrong_game_is_named_and_does_not_hide_the_next() {
    let text = "9-14 22-18 1-0\n9-14 22-18 9-14 1-0\n11-15 *\n[Event \"x]\n1. 11-15 *\n[FEN \"B:W77:B1\"]\n*\n11-16 (";
    let games: Vec<_> = read_games(text).collect();
    let errors: Vec<String> = games.iter().filter_map(|game| game.as_ref().err()).map(ToString::to_string).collect();
    assert_eq!(games.len(), 6, "{games:?}");
    assert_eq!(
        errors,
        [
            "line 2, character 12: expected a legal move, found `9-14`",
            "line 4, character 1: expected a tag such as `[Event \"Open\"]`, found `[Event`",
            "line 6, character 10: expected a square from 1 to 32, found `77:B1`",
            "line 8, character 7: expected `)` behind a variation, found `(`",
        ]
    );
}

#[test]
fn the_picture_shows_every_square() {
    let game = Checkers::new();
    let picture = game.draw(&game.parse_position("W:WK1,30:B2,K32:H3").expect("a position"));
    let lines: Vec<&str> = picture.split('\n').collect();
    assert!(lines.len() == 9 && lines.iter().all(|line| line.trim_end() == *line), "{picture:?}");
    assert_eq!(lines[0], "  W   b   .   .    1- 4");
    assert_eq!(lines[7], ".   w   .   B     29-32");
    assert_eq!(lines[8], "White to move; b, w men, B, W kings; 3 plies without progress");
}

#[test]
fn the_test_set_is_legal() {
    let game = Checkers::new();
    let set = game.test_set();
    assert_eq!(set.len(), 20);
    for test in set {
        let position = game.parse_position(test.position).expect(test.position);
        assert!(game.over(&position, &mut MoveBuf::new()).is_none() && !test.source.is_empty());
    }
}

#[test]
fn long_lines_are_refused_quickly() {
    let game = Checkers::new();
    for unit in [
        "9",
        "9-14 ",
        "B:W",
        "K1,",
        "(",
        "{",
        "[",
        "x",
        "1.",
        "$",
        "é",
        "\u{a0}",
        "9-14 22-18 ",
        "\n",
        "]\n",
        "a\n",
        "[A \"\"]\n(",
    ] {
        let text = unit.repeat(100_000 / unit.len());
        for text in [text.clone(), format!("B:W21:B{text}"), format!("9-14 {text}")] {
            let _ = game.parse_position(&text);
            let _ = game.parse_move(&game.start(), &text);
            let _ = read_games(&text).count();
        }
    }
}

#[test]
fn a_complete_path_names_its_own_capture() {
    let game = Checkers::new();
    let position = game.parse_position("W:WK30:B10,11,18,19,26,27").expect("a position");
    let captures = |text| game.parse_move(&position, text).expect(text).captures();
    assert_eq!(captures("30x23x32"), 2);
    assert_eq!(captures("30x23x14x7x16x23x32"), 6);
    // A part of the squares suffices where it fits only one of them.
    assert_eq!(captures("30x7x32"), 6);
    assert!(game.parse_move(&position, "30x32").is_err());
}

/// A king between pieces on every other row has captures that share their ends, which games from the start rarely reach.
/// Programs write both ends of a capture and the captured squares.
#[test]
fn captured_squares_name_a_capture() {
    let game = Checkers::new();
    let position = game.parse_position("B:W17,25,K32:B14").unwrap();
    let play = game.parse_move(&position, "14x30").unwrap();
    assert_eq!(game.format_hub_move(&position, play).as_deref(), Some("14x30x17x25"));
    for same in ["14x30x17x25", "14x30x25x17", "14x21x30"] {
        assert_eq!(game.parse_move(&position, same), Ok(play), "{same}");
    }
    for wrong in ["14x30x17", "14x30x17x17", "14x30x17x32", "14x21x17", "14x30x25"] {
        assert!(game.parse_move(&position, wrong).is_err(), "{wrong}");
    }
    let start = game.start();
    let quiet = game.parse_move(&start, "11-15").unwrap();
    assert_eq!(game.format_hub_move(&start, quiet).as_deref(), Some("11-15"));
}

#[test]
fn captures_of_a_king_are_read_back() {
    let game = Checkers::new();
    let squares = [9, 10, 11, 12, 17, 18, 19, 20, 25, 26, 27, 28];
    for (king, pieces) in (29..=32).flat_map(|king| (1..1u32 << 12).map(move |pieces| (king, pieces))) {
        let pieces: Vec<String> =
            (0..12).filter(|bit| pieces >> bit & 1 == 1).map(|bit: usize| squares[bit].to_string()).collect();
        let text = format!("W:WK{king}:B{}", pieces.join(","));
        let position = game.parse_position(&text).expect("a position");
        let mut moves = MoveBuf::new();
        game.moves(&position, &mut moves);
        for play in moves.iter() {
            let written = game.format_move(&position, play);
            assert_eq!(game.parse_move(&position, &written), Ok(play), "{written} in {text}");
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(dice in prop::collection::vec(any::<u8>(), 0..150)) {
        let game = Checkers::new();
        let played = wander(&dice);
        let positions = played.positions();
        for (position, &play) in positions.iter().zip(&played.moves) {
            prop_assert_eq!(game.parse_move(position, &game.format_move(position, play)), Ok(play));
        }
        for position in &positions {
            prop_assert_eq!(&game.parse_position(&game.format_position(position)).unwrap(), position);
        }
        prop_assert_eq!(read_games(&played.to_string()).collect::<Vec<_>>(), [Ok(played.clone())]);
        let half = positions.len() / 2;
        let late = PlayedGame {
            start: positions[half],
            moves: played.moves[half..].to_vec(),
            result: PdnResult::Draw,
            tags: vec![("FEN".to_owned(), game.format_position(&positions[half]))],
        };
        let read = read_games(&late.to_string()).next().unwrap().unwrap();
        prop_assert_eq!((read.start, read.moves, read.result), (late.start, late.moves, late.result));
    }

    #[test]
    fn any_text_is_answered(text in "\\PC*") {
        let game = Checkers::new();
        let _ = game.parse_position(&text);
        let _ = game.parse_move(&game.start(), &text);
        let _ = read_games(&text).count();
    }

    #[test]
    fn damaged_texts_are_answered(
        which in 0..6usize,
        cuts in prop::collection::vec((any::<prop::sample::Index>(), "[0-9BWK:,.x \\-\\[\\](){}\"\n;$*é]{0,3}"), 1..6),
    ) {
        let game = Checkers::new();
        let mut text: Vec<char> = match which {
            0 => "B:W21,22,K32:B1-12:H3".to_owned(),
            1 => "[Event \"x\"]\n[FEN \"W:W30:BK3.\"]\n1... 30-26 {x} (1-2) *\n11-15 *\n".to_owned(),
            n => GAMES[n - 2].to_owned(),
        }.chars().collect();
        for (place, put) in cuts {
            let at = place.index(text.len() + 1).min(text.len());
            let end = (at + put.chars().count() / 2).min(text.len());
            text.splice(at..end, put.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.format_position(&position)), Ok(position));
        }
        for game in read_games(&text).flatten() {
            prop_assert_eq!(read_games(&game.to_string()).next().map(|read| read.unwrap().moves), Some(game.moves));
        }
        let position: Position = game.start();
        for word in text.split_whitespace() {
            let _ = game.parse_move(&position, word);
        }
    }
}
