//! Law: in any reachable position, every legal move is equal after it is written and read again, as SAN and as UCI; any
//! other text that parses is a legal move; no text causes a panic. The bytes select the moves that lead to the
//! position, and the text is parsed there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow::{Game, MoveBuf};
use nullwindow_fuzz::{error_law, move_law};
use nullwindow_games::Notation;
use nullwindow_games::chess::{Chess, format_san, format_uci, parse_san, parse_uci};
use std::sync::LazyLock;

static CHESS: LazyLock<Chess> = LazyLock::new(Chess::new);

fuzz_target!(|input: (&[u8], &str)| {
    let (choices, text) = input;
    let mut position = CHESS.start();
    let mut moves = MoveBuf::new();
    for choice in choices {
        moves = MoveBuf::new();
        if CHESS.moves(&position, &mut moves).is_some() {
            break;
        }
        let Some(play) = moves.iter().nth(usize::from(*choice) % moves.len()) else { break };
        position = CHESS.play(&position, play);
        moves = MoveBuf::new();
    }
    if CHESS.moves(&position, &mut moves).is_none() {
        for play in moves.iter() {
            let (san, uci) = (format_san(&position, play), format_uci(&position, play));
            assert_eq!(parse_san(&position, &san), Ok(play), "{san}");
            assert_eq!(parse_uci(&position, &uci), Ok(play), "{uci}");
        }
    }
    move_law(&*CHESS, &position, text);
    for read in [parse_san(&position, text), parse_uci(&position, text)] {
        match read {
            Ok(play) => assert!(position.board().is_legal(play), "{text:?} was read as {play:?}"),
            Err(error) => error_law(text, &error),
        }
    }
});
