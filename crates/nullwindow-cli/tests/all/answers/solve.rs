use super::{json, json_and_code, refused, text};
use nullwindow::{Evaluator, Game, MoveBuf, Score};
use nullwindow_games::Notation;
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::{Othello, solve};
use nullwindow_games::tic_tac_toe::TicTacToe;
use serde_json::Value;

const FIELDS: &str = "game position value move line line_complete depth leaves leaf_visits interior total passes seconds \
                      algorithm threads bounds scale proven words estimate";
/// Nine empty squares, from a tournament game.
const OTHELLO: &str =
    "f5d6c3d3c4f4c5b3c2b4e3e6c6g4f6b6g6g5f3d7f7c7a3g3a4e7b5f2e2a5h3h4h5e1f8h6h7d2h2b1f1g1d8e8c8b7d1c1a8a7g7";
const CONNECT4: &str = "2132141557322421674152753375633";
/// Two kings mate one with a rook in two moves.
const CHESS: &str = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
/// White's last man is caught.
const CHECKERS: &str = "B:W29:B26,K18";

/// Plays the line, and returns the final score for the player who moves at the root.
fn end_of_line<G: Notation + Evaluator>(game: &G, position: &str, answer: &Value) -> Score {
    let root = game.parse_position(position).expect("a position");
    let mut now = root.clone();
    for name in answer["line"].as_array().expect("a line") {
        let play = game.parse_move(&now, name.as_str().expect("a move")).expect("a legal move");
        now = game.play(&now, play);
    }
    let over = game.over(&now, &mut MoveBuf::new()).expect("the line goes to the end of the game");
    over.flip_if(game.mover(&now) != game.mover(&root))
}

fn solved(game: &str, position: &str, more: &[&str]) -> Value {
    let args = [&["solve", game, "--position", position, "--table", "16M"], more].concat();
    let answer = json(&args).remove(0);
    assert_eq!((&answer["proven"], &answer["line_complete"]), (&true.into(), &true.into()), "{args:?}");
    assert_eq!(answer["move"], answer["line"][0], "{args:?}");
    answer
}

#[test]
fn the_line_goes_to_the_end_and_keeps_the_value() {
    let connect4 = solved("connect4", CONNECT4, &[]);
    assert_eq!(connect4["value"], 1);
    assert_eq!(end_of_line(&ConnectFour::standard(), CONNECT4, &connect4), Score::new(1));
    let board = Othello::new().parse_position(OTHELLO).unwrap();
    let othello = solved("othello", OTHELLO, &[]);
    assert_eq!(othello["value"], solve(&board).get());
    assert_eq!(end_of_line(&Othello::new(), OTHELLO, &othello), solve(&board));
    for heaps in ["3,4,5", "1,2,3", "7,9,2 second"] {
        let nim = solved("nim", heaps, &[]);
        let game = Nim::new(&[1]).unwrap();
        let value = game.value_by_xor(&game.parse_position(heaps).unwrap());
        assert_eq!((&nim["value"], end_of_line(&game, heaps, &nim)), (&value.get().into(), value), "{heaps}");
    }
    let draw = solved("tictactoe", "---------", &[]);
    assert_eq!((&draw["value"], end_of_line(&TicTacToe, "---------", &draw)), (&0.into(), Score::ZERO));
}

/// A win is worth one less for every ply of the line.
#[test]
fn wins_by_distance_have_lines_of_that_length() {
    let mate = solved("chess", CHESS, &[]);
    assert_eq!((&mate["value"], &mate["words"]), (&(1_000_000 - 3).into(), &"White mates in 2".into()));
    assert_eq!(mate["line"].as_array().unwrap().len(), 3);
    assert_eq!(end_of_line(&Chess::new(), CHESS, &mate), Score::new(1_000_000));
    let lost = solved("chess", "7k/8/5KR1/8/8/8/8/8 b - - 0 1", &[]);
    assert_eq!((&lost["value"], &lost["words"]), (&(4 - 1_000_000).into(), &"White mates in 2".into()));
    let caught = solved("checkers", CHECKERS, &[]);
    let plies = i64::try_from(caught["line"].as_array().unwrap().len()).unwrap();
    assert_eq!(caught["value"], 1_000_000 - plies);
    assert_eq!(end_of_line(&Checkers::new(), CHECKERS, &caught), Score::new(1_000_000));
}

#[test]
fn the_object_has_the_fields_that_help_promises() {
    let answer = solved("connect4", CONNECT4, &[]);
    let names: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(names, FIELDS.split_whitespace().collect::<Vec<_>>());
    assert_eq!(answer["bounds"], serde_json::json!({ "lower": 1, "upper": 1 }));
    assert_eq!(
        (&answer["depth"], &answer["threads"], &answer["algorithm"]),
        (&Value::Null, &1.into(), &"mtd-f".into())
    );
    let count = |name: &str| answer[name].as_u64().expect("a count");
    assert!(count("leaves") > 0 && count("leaves") <= count("leaf_visits"));
    assert!(count("leaf_visits") + count("interior") <= count("total") && count("passes") > 0);
    let (csv, _, code) = text(&["solve", "connect4", "--position", CONNECT4, "--table", "1M", "--csv"]);
    assert_eq!((csv.lines().count(), code), (2, 0), "{csv}");
    assert!(csv.starts_with("game,position,value,move,line,"), "{csv}");
}

#[test]
fn every_algorithm_and_any_number_of_threads_find_the_value() {
    for algorithm in ["alphabeta", "negascout", "mtd+inf", "mtd-bi", "aspiration"] {
        let answer = solved("connect4", CONNECT4, &["--algorithm", algorithm]);
        assert_eq!((&answer["value"], &answer["algorithm"]), (&1.into(), &algorithm.into()));
    }
    let one = solved("othello", OTHELLO, &[]);
    for threads in ["2", "3", "7"] {
        for (game, position, alone) in
            [("othello", OTHELLO, &one["value"]), ("chess", CHESS, &999_997.into()), ("connect4", CONNECT4, &1.into())]
        {
            let answer = solved(game, position, &["--threads", threads, "--all-moves"]);
            assert_eq!((&answer["value"], &answer["leaves"]), (alone, &Value::Null), "{game}, {threads} threads");
        }
    }
}

/// Fourteen empty squares, from the same game.
#[test]
fn threads_find_the_value_and_the_move_of_one() {
    let earlier = &OTHELLO[..OTHELLO.len() - 10];
    for algorithm in ["mtd-f", "mtd+inf", "negascout", "tt-alphabeta"] {
        let answer = |threads| {
            let answer = solved("othello", earlier, &["--algorithm", algorithm, "--threads", threads]);
            (answer["value"].clone(), answer["move"].clone(), answer["threads"].to_string())
        };
        let (value, best, _) = answer("1");
        assert_eq!(answer("2"), (value, best, "2".to_owned()), "{algorithm}");
    }
}

#[test]
fn without_memory_there_is_one_thread_and_that_is_told() {
    let args = ["connect4", "--position", CONNECT4, "--algorithm", "alphabeta", "--threads", "2"];
    let (answers, err, code) = json_and_code(&[&["solve"], &args[..]].concat());
    assert_eq!((code, err.lines().count(), &answers[0]["threads"]), (0, 1, &1.into()), "{err}");
    assert!(err.contains("one thread") && err.contains("alphabeta"), "{err}");
    let (answers, err, code) = json_and_code(&[&["analyze", "--depth", "3"], &args[..]].concat());
    assert_eq!((code, err.lines().count(), &answers[0]["threads"]), (0, 1, &1.into()), "{err}");
    let (_, err, _) = json_and_code(&[&["solve", "--quiet"], &args[..]].concat());
    assert_eq!(err, "");
}

#[test]
fn the_same_search_has_the_same_counts() {
    let counts =
        || ["leaf_visits", "interior", "total", "passes"].map(|name| solved("othello", OTHELLO, &[])[name].clone());
    assert_eq!(counts(), counts());
}

#[test]
fn every_move_has_its_value() {
    let answer = solved("othello", OTHELLO, &["--all-moves"]);
    let game = Othello::new();
    let board = game.parse_position(OTHELLO).unwrap();
    let moves = answer["moves"].as_array().unwrap();
    let mut legal = MoveBuf::new();
    game.moves(&board, &mut legal);
    assert_eq!(moves.len(), legal.len());
    assert_eq!(moves[0]["value"], answer["value"]);
    for root_move in moves {
        let play = game.parse_move(&board, root_move["move"].as_str().unwrap()).unwrap();
        let child = board.play(play);
        let value = solve(&child).flip_if(child.mover() != board.mover());
        assert_eq!(root_move["value"], value.get(), "{}", root_move["move"]);
    }
    // In chess only what is decided is proven.
    let mate = solved("chess", CHESS, &["--all-moves"]);
    let proven = |value: i64| {
        mate["moves"].as_array().unwrap().iter().find(|each| each["value"] == value).unwrap()["proven"].clone()
    };
    assert_eq!(proven(999_997), true);
    assert!(mate["moves"].as_array().unwrap().iter().any(|each| each["proven"] == false));
}

#[test]
fn people_are_told_in_words() {
    let (out, _, code) = text(&["solve", "othello", "--position", OTHELLO, "--all-moves", "--table", "1M"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("a b c d e f g h") && out.contains("X wins by 20 discs") && out.contains("52. h8 53. a6 "),
        "{out}"
    );
    let (out, _, _) = text(&["solve", "connect4", "--position", CONNECT4, "--table", "1M"]);
    assert!(out.contains("+1: o wins with the last stone of o"), "{out}");
    assert!(out.contains("16... ") && !out.contains('\u{1b}'), "{out}");
    let (out, _, _) = text(&["solve", "tictactoe"]);
    assert!(out.contains("0: a draw"), "{out}");
    let (out, _, _) = text(&["solve", "chess", CHESS, "--all-moves", "--table", "1M"]);
    assert!(out.contains("#2: White mates in 2") && !out.contains("99999"), "{out}");
    let (out, _, _) = text(&["solve", "chess", "7k/8/5K2/8/8/8/6R1/8 b - - 0 40", "--table", "1M"]);
    assert!(out.contains("#-") && out.contains(": White mates in ") && out.contains("40... Kh7 41. "), "{out}");
    assert!(!out.contains("99999"), "{out}");
}

#[test]
fn what_cannot_be_solved_is_told_honestly() {
    let (answers, err, code) = json_and_code(&["solve", "chess", "--time", "0.3", "--table", "1M"]);
    assert_eq!((code, err.as_str()), (1, ""));
    let answer = &answers[0];
    assert_eq!(
        (&answer["value"], &answer["proven"], &answer["line"]),
        (&Value::Null, &false.into(), &serde_json::json!([]))
    );
    assert_eq!(answer["bounds"], serde_json::json!({ "lower": null, "upper": null }));
    assert!(answer["estimate"]["depth"].as_u64().is_some_and(|depth| depth > 0), "{answer}");
    let (out, _, code) = text(&["solve", "connect4", "--position", "44444", "--time", "0.2", "--table", "1M"]);
    assert_eq!(code, 1);
    assert!(out.contains("not solved: the time limit was reached"), "{out}");
    let time = ["solve", "connect4", "--position", "4444", "--time", "0.5", "--table", "1M"];
    let (answers, _, code) = json_and_code(&time);
    assert!(code == 1 && answers[0]["estimate"]["move"].is_string(), "{}", answers[0]);
    for algorithm in ["mt", "mtd-best"] {
        refused(&["solve", "tictactoe", "--algorithm", algorithm], &["does not find the value"]);
    }
}

/// One game, one scale: what differs is told.
#[test]
fn the_game_its_size_and_its_scale_are_told() {
    let won = "1122334";
    let told = |args: &[&str]| json(&[args, &["connect4", "8x7", "-p", &won[..6], "--table", "1M"]].concat()).remove(0);
    let (solved, analyzed, compared) =
        (told(&["solve"]), told(&["analyze", "-d", "1"]), told(&["compare", "-d", "1", "-a", "mtd-f"]));
    for answer in [&solved, &analyzed, &compared] {
        assert_eq!((&answer["game"], &answer["position"]), (&"connect4 8x7".into(), &won[..6].into()));
        assert_eq!(answer["value"].as_i64().unwrap() / answer["scale"].as_i64().unwrap(), 25, "{answer}");
    }
    assert_eq!((&solved["scale"], &analyzed["scale"]), (&1.into(), &1000.into()));
    assert_eq!(compared["bounds"], analyzed["bounds"]);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_tells_what_is_known() {
    let child = super::start(&["solve", "chess", "--threads", "2", "--table", "1M", "--json"]);
    super::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(answer["proven"], false);
}

#[test]
fn a_game_that_is_over_has_its_score() {
    let (out, _, code) = text(&["solve", "tictactoe", "--position", "XXXOO----"]);
    assert_eq!(code, 0);
    assert!(out.contains("-5: X wins with 4 squares left empty"), "{out}");
}

#[test]
fn wrong_input_is_refused() {
    refused(&["solve", "chss"], &["there is no game 'chss'", "'chess'"]);
    refused(&["solve", "connect4", "--position", "448"], &["--position: '448'", "character 3", "column from 1 to 7"]);
    refused(&["solve", "chess", "--position", "8/8/8"], &["--position"]);
    refused(&["solve", "nim", "--algorithm", "mtdx"], &["there is no algorithm 'mtdx'", "mtd-f"]);
    refused(&["solve", "nim", "--table", "lots"], &["lots"]);
    refused(&["solve", "nim", "--table", "99999G"], &["--table"]);
    refused(&["solve", "nim", "--time", "0"], &["seconds above 0"]);
    refused(&["solve", "nim", "--threads", "0"], &["--threads"]);
    refused(&["solve"], &["GAME"]);
    refused(&["solve", "othello", "-p", "--XO X"], &["'--XO X' is no position of othello"]);
}
