//! Requests and their answers: every type once, and refusals that name the wrong field.

use crate::ask::{ask, last, service};
use serde_json::{Value, json};

#[test]
fn the_greeting_lists_games_algorithms_and_trees() {
    let hello = last(&json!({"type": "hello"}));
    let names = |list: &str| -> Vec<String> {
        hello[list].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    for game in ["chess", "othello", "checkers", "connect4", "tictactoe", "nim"] {
        assert!(names("games").iter().any(|name| name == game), "{game}");
    }
    assert!(names("algorithms").iter().any(|name| name == "mtd+inf"));
    assert_eq!(names("trees"), ["pearl", "trends"]);
    // The page offers no algorithm without a title.
    assert!(hello["algorithms"].as_array().unwrap().iter().all(|entry| entry["title"] != "" && entry["source"] != ""));
}

#[test]
fn every_reply_carries_the_number_and_only_the_last_says_so() {
    let replies = ask(&json!({"id": 77, "type": "analyze", "game": "tictactoe", "depth": 3}));
    assert!(replies.len() > 3);
    assert!(replies.iter().all(|reply| reply["id"] == 77));
    let (end, before) = replies.split_last().unwrap();
    assert_eq!((&end["type"], &end["last"], &end["stopped"]), (&json!("done"), &json!(true), &json!(false)));
    assert!(before.iter().all(|reply| reply.get("last").is_none()));
}

#[test]
fn boards_have_moves_pictures_and_diagrams() {
    let board = last(&json!({"type": "board", "game": "chess", "moves": ["e2e4", "e5"]}));
    assert_eq!(board["notation"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    assert_eq!((&board["mover"], &board["first_moves"]), (&json!("White"), &json!(true)));
    assert_eq!(board["played"], json!(["e4", "e5"]));
    assert_eq!(board["diagram"]["cells"].as_array().unwrap().len(), 64);
    assert_eq!(board["diagram"]["moves"].as_array().unwrap().len(), board["moves"].as_array().unwrap().len());
    // A game without a board has a picture as text.
    let heap = last(&json!({"type": "board", "game": "nim"}));
    assert!(heap["diagram"].is_null() && !heap["picture"].as_str().unwrap().is_empty());
}

#[test]
fn the_end_of_a_game_has_words() {
    let mate = last(&json!({"type": "board", "game": "chess", "moves": ["f3", "e5", "g4", "Qh4#"]}));
    assert!(mate["over"].is_i64() && mate["moves"] == json!([]));
    assert_eq!(mate["result"], "Black wins");
    let four = last(&json!({"type": "board", "game": "connect4", "moves": ["1", "2", "1", "2", "1", "2", "1"]}));
    assert_eq!(four["result"], "x wins with 18 stones of x left, the winning one included");
    let over = last(&json!({"type": "analyze", "game": "chess", "moves": ["f3", "e5", "g4", "Qh4#"], "depth": 2}));
    assert_eq!((&over["type"], &over["field"]), (&json!("error"), &json!("position")));
}

#[test]
fn a_board_that_was_set_up_is_a_position() {
    for game in ["chess", "othello", "checkers", "connect4"] {
        let board = last(&json!({"type": "board", "game": game}));
        let cells: Vec<Value> =
            board["diagram"]["cells"].as_array().unwrap().iter().map(|cell| cell["piece"].clone()).collect();
        let composed = last(&json!({"type": "compose", "game": game, "cells": cells, "first_moves": true}));
        let again = last(&json!({"type": "board", "game": game, "position": composed["position"]}));
        assert_eq!(again["diagram"]["cells"], board["diagram"]["cells"], "{game}: {composed}");
    }
    let empty = last(&json!({"type": "compose", "game": "chess", "cells": vec![Value::Null; 64], "first_moves": true}));
    assert_eq!((&empty["type"], &empty["field"]), (&json!("error"), &json!("cells")));
}

#[test]
fn pasted_games_are_read() {
    let games = last(
        &json!({"type": "read", "game": "chess", "text": "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0"}),
    );
    assert_eq!(games["games"][0]["moves"], json!(["e4", "e5", "Nf3", "Nc6"]));
    assert_eq!((&games["games"][0]["result"], &games["games"][0]["players"][0]), (&json!("1-0"), &json!("A")));
    let wrong = last(&json!({"type": "read", "game": "chess", "text": "1. e9"}));
    assert_eq!(wrong["field"], "text");
}

#[test]
fn analyses_show_passes_iterations_and_all_moves() {
    let request = json!({"type": "analyze", "game": "othello", "depth": 4, "values": "all"});
    let replies = ask(&request);
    let of = |kind: &str| replies.iter().filter(|reply| reply["type"] == kind).collect::<Vec<_>>();
    assert!(of("pass").is_empty(), "bounds of single moves are not those of the root");
    let deepest = of("iteration").last().copied().unwrap().clone();
    assert_eq!(deepest["depth"], 4);
    assert_eq!(deepest["moves"].as_array().unwrap().len(), 4);
    assert_eq!(deepest["value"], deepest["moves"][0]["value"]);
    let passes = ask(&json!({"type": "analyze", "game": "othello", "depth": 4}));
    let (pass, end) = (passes.iter().rfind(|reply| reply["type"] == "pass").unwrap(), &deepest["value"]);
    assert_eq!((&pass["lower"], &pass["upper"]), (end, end), "the last pass decides");
}

#[test]
fn the_upper_tree_agrees_with_the_search_and_can_be_expanded() {
    let request = json!({"type": "upper", "game": "othello", "depth": 4, "plies": 1});
    let (tree, search) = (last(&request), ask(&json!({"type": "analyze", "game": "othello", "depth": 4})));
    let iteration = search.iter().rfind(|reply| reply["type"] == "iteration").unwrap();
    assert_eq!((&tree["value"], &tree["nodes"]), (&iteration["value"], &iteration["nodes"]));
    assert_eq!(tree["root"]["best"], iteration["best"]);
    let best = tree["root"]["children"].as_array().unwrap().iter().find(|child| child["move"] == iteration["best"]);
    assert!(best.unwrap()["children"].is_null(), "below the plies of the request");
    let below = last(&json!({"type": "upper", "game": "othello", "depth": 4, "plies": 1, "path": [iteration["best"]]}));
    assert_eq!((&below["root"]["below"], &below["root"]["move"]), (&best.unwrap()["below"], &iteration["best"]));
    assert!(!below["root"]["children"].as_array().unwrap().is_empty());
}

#[test]
fn a_solved_position_has_the_value_of_every_move() {
    let solved = last(&json!({"type": "solve", "game": "connect4", "position": "2132141557322421674152753375633"}));
    assert_eq!((&solved["solved"], &solved["value"]), (&json!(true), &json!(1)));
    assert!(solved["words"].as_str().unwrap().contains("wins"));
    assert!(solved["moves"].as_array().unwrap().len() > 1);
}

#[test]
fn games_are_judged_move_by_move() {
    let request = json!({"type": "judge", "game": "chess", "moves": ["f3", "e5", "g4", "Qh4#"], "depth": 2});
    let replies = ask(&request);
    let judged: Vec<&Value> = replies.iter().filter(|reply| reply["type"] == "judgement").collect();
    assert_eq!(judged.len(), 4);
    assert_eq!((&judged[2]["move"], &judged[2]["mark"]), (&json!("g4"), &json!("??")));
    // Values are those of the first player: Black mates.
    assert!(judged[3]["value_first"].as_i64().unwrap() < 0);
    assert_eq!(replies.last().unwrap()["type"], "done");
}

#[test]
fn the_engine_plays_legal_moves_at_every_level() {
    for elo in [None, Some(400), Some(1800)] {
        let request = json!({"type": "play", "game": "chess", "moves": ["e4"], "elo": elo, "seconds": 0.05, "seed": 7});
        let board = last(&json!({"type": "board", "game": "chess", "moves": ["e4"]}));
        let chosen = last(&request)["move"].clone();
        assert!(board["moves"].as_array().unwrap().contains(&chosen), "{chosen}");
    }
}

#[test]
fn refusals_name_the_wrong_field() {
    let wrong = [
        (json!({"type": "board", "game": "chess", "position": "8/8 w"}), "position"),
        (json!({"type": "board", "game": "chess", "moves": ["e5"]}), "moves"),
        (json!({"type": "board", "game": "ches"}), "game"),
        (json!({"type": "board", "game": "uniform 3x3"}), "game"),
        (json!({"type": "analyze", "game": "chess", "depth": 0}), "depth"),
        (json!({"type": "analyze", "game": "chess", "depth": 1000}), "depth"),
        (json!({"type": "analyze", "game": "chess", "seconds": 1e9}), "seconds"),
        (json!({"type": "analyze", "game": "chess", "seconds": -1}), "seconds"),
        (json!({"type": "analyze", "game": "chess", "table": 1_000_000}), "table"),
        (json!({"type": "analyze", "game": "chess", "algorithm": "alfa"}), "algorithm"),
        (json!({"type": "analyze", "game": "chess", "algorithm": "sss*", "selective": true}), "algorithm"),
        (json!({"type": "play", "game": "chess", "algorithm": "mt(0)"}), "algorithm"),
        (json!({"type": "board", "game": "nim", "moves": vec!["1"; 5000]}), "moves"),
    ];
    for (request, field) in wrong {
        let reply = last(&request);
        assert_eq!((&reply["type"], &reply["field"]), (&json!("error"), &json!(field)), "{request}: {reply}");
        assert!(!reply["message"].as_str().unwrap().is_empty());
    }
}

#[test]
fn requests_that_are_none_are_refused() {
    for text in ["", "x", "[]", "{}", "null", r#"{"type": "nothing"}"#, r#"{"type": "hello", "extra": 1}"#] {
        let mut replies = Vec::new();
        service().answer(text, &Default::default(), &mut |reply| replies.push(reply));
        // A request without fields ignores those that it does not know.
        let refused = replies.len() == 1 && replies[0].contains(r#""type":"error""#);
        assert!(refused || text.contains("extra"), "{text}: {replies:?}");
    }
}

#[test]
fn a_stopped_analysis_ends_at_once() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let mut replies = Vec::new();
    let request = r#"{"id": 1, "type": "analyze", "game": "chess", "depth": 30}"#;
    service().answer(request, &stop, &mut |reply| replies.push(reply));
    assert!(replies.last().unwrap().contains(r#""stopped":true"#), "{replies:?}");
}
