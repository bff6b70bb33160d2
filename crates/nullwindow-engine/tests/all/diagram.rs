//! Boards as data through `dyn Engine`.

use crate::common::engine;
use nullwindow_engine::{Catalogue, DiagramPiece, EngineError, PieceShape, PositionText};
use serde_json::{Value, json};

/// The engines with boards, and moves from the start.
const BOARDS: [(&str, &[&str]); 6] = [
    ("chess", &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]),
    ("othello", &["f5", "d6", "c3"]),
    ("checkers", &["11-15", "23-19", "8-11", "22-17"]),
    ("connect4", &["4", "4", "3"]),
    ("connect4 8x7", &["8", "8"]),
    ("tictactoe", &["5", "1"]),
];

fn played(moves: &[&str]) -> PositionText {
    PositionText { text: None, moves: moves.iter().map(|&play| play.to_owned()).collect() }
}

#[test]
fn moves_and_set_ups_agree_with_the_engine() {
    for (name, moves) in BOARDS {
        let engine = engine(name);
        for count in 0..=moves.len() {
            let position = played(&moves[..count]);
            let description = engine.diagram(&position).unwrap().unwrap();
            let (diagram, board) = (&description.diagram, engine.board(&position).unwrap());
            let names: Vec<&str> = description.moves.iter().map(|play| &*play.name).collect();
            assert_eq!(names, board.moves, "{name}");
            let all = description.moves.iter().flat_map(|play| &play.cells).chain(&description.last);
            assert!(all.into_iter().all(|&cell| !diagram.cells[cell].name.is_empty()), "{name}");
            assert_eq!(description.last.is_empty(), count == 0, "{name}");
            let text = engine.compose(&diagram.contents(), board.first_player_moves).unwrap();
            let again = engine.diagram(&PositionText::from(&*text)).unwrap().unwrap();
            assert_eq!(again.diagram, *diagram, "{name}: {text}");
            assert_eq!(engine.svg(&position), Ok(None), "{name}");
        }
    }
}

#[test]
fn the_last_move_is_shown_where_the_moves_end() {
    let last = |name: &str, moves: &[&str]| {
        let description = engine(name).diagram(&played(moves)).unwrap().unwrap();
        let names = description.last.iter().map(|&cell| description.diagram.cells[cell].name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(last("chess", &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]), "e1 g1");
    assert_eq!(last("connect4", &["4", "4"]), "4.2");
    assert_eq!(last("checkers", &["11-15"]), "11 15");
}

#[test]
fn games_without_a_board_have_none() {
    for name in ["nim", "uniform 3x4", "tree ((41 5) (12 90))"] {
        assert_eq!(engine(name).diagram(&PositionText::start()), Ok(None), "{name}");
        assert!(matches!(engine(name).compose(&[], true), Err(EngineError::Compose(_))), "{name}");
    }
    let names = Catalogue::shipped().names().len();
    assert_eq!(names, 6, "a new game belongs into one of these lists");
}

#[test]
fn wrong_set_ups_and_texts_are_errors() {
    let chess = engine("chess");
    let error = chess.compose(&[None; 64], true).unwrap_err();
    assert_eq!(error.to_string(), "expected one white king, not 0");
    assert!(chess.diagram(&played(&["e5"])).is_err_and(|error| matches!(error, EngineError::Move { .. })));
    assert!(chess.diagram(&PositionText::from("8/8")).is_err());
}

/// Draws by rule have moves, as in [`Engine::played`](nullwindow_engine::Engine::played).
#[test]
fn a_drawn_game_can_go_on() {
    let bare = PositionText::from("8/8/8/4k3/8/8/8/4K3 w - - 0 1");
    assert_eq!(engine("chess").diagram(&bare).unwrap().unwrap().moves.len(), 5);
}

#[test]
fn descriptions_are_written_as_flat_json() {
    let start = |name: &str| {
        let description = engine(name).diagram(&PositionText::start()).unwrap().unwrap();
        serde_json::to_value(description).unwrap()
    };
    let chess = start("chess");
    let fields: Vec<&String> = chess.as_object().unwrap().keys().collect();
    let mut expected = vec!["columns", "rows", "look", "cells", "moves", "files", "ranks", "pieces", "last"];
    expected.sort_unstable();
    let mut sorted = fields.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    assert_eq!((&chess["columns"], &chess["look"], &chess["last"]), (&json!(8), &json!("chequered"), &json!([])));
    assert_eq!(chess["cells"][0], json!({"name": "a8", "piece": {"shape": "rook", "first": false}, "shade": false}));
    assert_eq!(chess["cells"][20], json!({"name": "e6", "piece": null, "shade": false}));
    assert_eq!(chess["pieces"][5], json!({"shape": "pawn", "first": true, "name": "white pawn"}));
    assert_eq!(chess["ranks"][0], json!("8"));
    let moves = chess["moves"].as_array().unwrap();
    assert!(moves.contains(&json!({"name": "e4", "cells": [52, 36]})), "{moves:?}");
    assert_eq!(start("checkers")["cells"][0], json!({"name": "", "piece": null, "shade": false}));
    let looks = ["othello", "connect4", "tictactoe"].map(|name| start(name)["look"].clone());
    assert_eq!(looks, ["felt", "slots", "lines"].map(Value::from));
    let king = DiagramPiece { shape: "crowned".parse().unwrap(), first: true };
    assert_eq!(king, DiagramPiece::first(PieceShape::Crowned));
}
