//! Jobs as a pure function, and as lines.

use crate::{NEVER, SHIPPED, changed, run};
use nullwindow_jobs::{Job, JobLines};
use nullwindow_protocols::LineOutput;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

fn job(text: &str) -> Job {
    text.parse().unwrap()
}

/// The id is part of the format: ledgers and queues keep it.
#[test]
fn the_id_is_pinned_and_depends_on_the_content_alone() {
    let plain = job(r#"{"game":"connect4","position":"44444"}"#);
    assert_eq!(plain.id(), PINNED);
    let spelled =
        r#"{"threads":1,"table":4194304,"position":"44444","moves":[],"algorithm":"mtd-f","game":"connect4"}"#;
    assert_eq!(job(spelled).id(), plain.id());
    let others = [
        r#"{"game":"connect4 7x7","position":"44444"}"#,
        r#"{"game":"connect4","position":"4444"}"#,
        r#"{"game":"connect4","position":"4444","moves":["4"]}"#,
        r#"{"game":"connect4","position":"44444","algorithm":"negascout"}"#,
        r#"{"game":"connect4","position":"44444","depth":8}"#,
        r#"{"game":"connect4","position":"44444","at_least":0}"#,
        r#"{"game":"connect4","position":"44444","nodes":1000}"#,
        r#"{"game":"connect4","position":"44444","seconds":1.0}"#,
        r#"{"game":"connect4","position":"44444","table":65536}"#,
        r#"{"game":"connect4","position":"44444","threads":2}"#,
    ];
    let mut ids: Vec<String> = others.map(|text| job(text).id()).to_vec();
    ids.push(plain.id());
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), others.len() + 1, "every field is part of the id");
}

/// The names of games and algorithms have several spellings; a search has one id.
#[test]
fn spellings_of_one_search_have_one_id() {
    let canonical = job(r#"{"game":"tictactoe","position":"XOX-O----"}"#);
    for text in [
        r#"{"game":"TicTacToe","position":"XOX-O----"}"#,
        r#"{"game":"tictactoe","position":"XOX-O----","algorithm":"mtdf"}"#,
        r#"{"game":" tictactoe ","position":"XOX-O----","algorithm":" MTD-f"}"#,
    ] {
        let other = job(text);
        assert_ne!(other.id(), canonical.id(), "{text}");
        assert_eq!(other.canonical(&SHIPPED), canonical, "{text}");
        assert_eq!(run(&other).id, canonical.id(), "{text}");
    }
    assert_eq!(canonical.canonical(&SHIPPED), canonical);
    let unknown = job(r#"{"game":"go","algorithm":"x"}"#);
    assert_eq!(unknown.canonical(&SHIPPED), unknown);
    // The names of all algorithms are canonical, so that ids of jobs with them stay what they are.
    for name in nullwindow::AnyAlgorithm::NAMES {
        let named = job(&format!(r#"{{"game":"connect4 6x5","algorithm":"{name}"}}"#));
        assert_eq!(named.canonical(&SHIPPED), named);
    }
}

const PINNED: &str = "086432eab511aef0a104cff54cc08a7f";

#[test]
fn the_same_job_gives_the_same_result() {
    for text in [
        r#"{"game":"connect4","position":"4444432222554","table":4096}"#,
        r#"{"game":"connect4","position":"4444432222554","nodes":5000}"#,
        r#"{"game":"othello","depth":6}"#,
        r#"{"game":"chess","depth":3,"at_least":10}"#,
        r#"{"game":"checkers","depth":5,"algorithm":"sss*"}"#,
        r#"{"game":"uniform 3x6","position":"seed 4","depth":6}"#,
    ] {
        let (first, second) = (run(&job(text)), run(&job(text)));
        assert!(first.nodes > 0, "{text}");
        assert_eq!(changed(second, |result| result.seconds = first.seconds), first, "{text}");
    }
}

#[test]
fn tests_of_one_bound_agree_with_the_value() {
    for (game, position) in
        [("connect4 5x4", "33"), ("connect4", "4444432222554"), ("tictactoe", "X--------"), ("nim", "3,4,5")]
    {
        let mut whole = Job::new(game);
        whole.position = Some(position.to_owned());
        let value = run(&whole).value.unwrap();
        for gamma in value - 3..=value + 3 {
            let mut test = whole.clone();
            test.at_least = Some(gamma);
            let result = run(&test);
            let (lower, upper) = (result.lower.unwrap_or(i32::MIN), result.upper.unwrap_or(i32::MAX));
            assert!(result.complete && lower <= value && value <= upper, "{game} {position} {gamma}: {result:?}");
            assert!(
                if value >= gamma { lower >= gamma } else { upper < gamma },
                "{game} {position} {gamma}: {result:?}"
            );
        }
    }
}

#[test]
fn a_node_limit_stops_the_job_with_true_bounds() {
    let limited = run(&job(r#"{"game":"connect4","position":"444","at_least":1,"nodes":20000}"#));
    assert_eq!((limited.complete, limited.stopped.as_deref()), (false, Some("nodes")));
    assert!((20_000..30_000).contains(&limited.nodes), "{limited:?}");
    assert_eq!(limited.value, None);
}

#[test]
fn a_finished_game_has_its_score() {
    let over = run(&job(r#"{"game":"tictactoe","position":"XXXOO----"}"#));
    assert_eq!((over.complete, over.value, over.nodes), (true, Some(-5), 0));
    // Heuristic scores of Connect Four are a thousand times finer than exact ones.
    let over = run(&job(r#"{"game":"connect4","position":"1212121"}"#));
    assert_eq!((over.complete, over.value, over.nodes), (true, Some(-18), 0));
}

#[test]
fn a_set_flag_interrupts() {
    let stopped = job(r#"{"game":"connect4"}"#).run(&SHIPPED, &AtomicBool::new(true)).unwrap();
    assert_eq!((stopped.complete, stopped.stopped.as_deref()), (false, Some("interrupted")));
}

#[test]
fn wrong_jobs_say_what_is_wrong() {
    for (text, expected) in [
        (r#"{"position":"44"}"#, "missing field `game`"),
        (r#"{"game":"conect4"}"#, "connect4"),
        (r#"{"game":"connect4","position":"4444444"}"#, "connect4"),
        (r#"{"game":"connect4","moves":["9"]}"#, "'9'"),
        (r#"{"game":"connect4","algorithm":"alfabeta"}"#, "did you mean 'alphabeta'"),
        (r#"{"game":"connect4","depth":0}"#, "1 to 1000 plies"),
        (r#"{"game":"connect4","nodes":0}"#, "at least 1"),
        (r#"{"game":"connect4","seconds":-1}"#, "positive"),
        (r#"{"game":"connect4","seconds":1e300}"#, "positive"),
        (r#"{"game":"connect4","threads":0}"#, "1 to 256"),
        (r#"{"game":"connect4","at_least":2147483647}"#, "2000000000"),
        (r#"{"game":"connect4","table":18446744073709551615}"#, "table"),
        (r#"{"game":"connect4","algorithm":"mt"}"#, "does not find the value"),
        (r#"{"game":"connect4","depht":4}"#, "unknown field `depht`"),
        ("[]", "not a job: expected a JSON object"),
        (r#"["connect4","44444",[],"mtd-f",8,null,null,null,4096,1]"#, "not a job: expected a JSON object"),
        ("\"nim\"", "not a job: expected a JSON object"),
        ("", "not a job"),
        (r#"{"game":"chess"}"#, "give the job a depth, nodes or seconds"),
        (r#"{"game":"checkers","at_least":1}"#, "give the job a depth, nodes or seconds"),
    ] {
        let error = text.parse::<Job>().and_then(|job| job.run(&SHIPPED, &NEVER)).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// Any limit will do, and a finished game needs none.
#[test]
fn a_limit_ends_jobs_on_endless_games() {
    for limit in [r#""depth":2"#, r#""nodes":2000"#, r#""seconds":0.05"#] {
        let result = run(&job(&format!(r#"{{"game":"chess",{limit}}}"#)));
        assert!(result.nodes > 0, "{limit}");
    }
    let mated = run(&job(r#"{"game":"chess","moves":["f3","e5","g4","Qh4"]}"#));
    assert!(mated.complete && mated.value < Some(0), "{mated:?}");
}

fn lines(input: &str, workers: usize) -> Vec<serde_json::Value> {
    let written = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&written);
    let output = LineOutput::new(move |line| sink.lock().unwrap().push(line.to_owned()));
    JobLines::new(&SHIPPED).with_workers(workers).run(input.as_bytes(), &output, &NEVER).unwrap();
    written.lock().unwrap().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_wrong_line_gets_an_error_and_the_stream_continues() {
    let input = "{\"game\":\"tictactoe\"}\nnonsense\n{\"game\":\"tictactoe\",\"position\":\"?\"}\n{\"game\":\"nim\"}\n";
    for workers in [1, 3] {
        let answers = lines(input, workers);
        assert_eq!(answers.len(), 4);
        assert_eq!(answers[0]["value"], 0);
        assert_eq!((&answers[1]["line"], &answers[1]["id"]), (&2.into(), &serde_json::Value::Null));
        assert!(answers[1]["error"].as_str().unwrap().starts_with("not a job"));
        assert!(answers[2]["error"].as_str().unwrap().contains("tictactoe"), "{}", answers[2]);
        assert_eq!(answers[2]["id"], job(input.lines().nth(2).unwrap()).id());
        assert!(answers[3]["value"].is_i64() && answers[3]["error"].is_null());
    }
}

#[test]
fn blank_lines_are_skipped_and_counted() {
    for workers in [1, 3] {
        let answers = lines("\n{\"game\":\"nim\"}\n  \t\n\nnonsense\n\n", workers);
        assert_eq!(answers.len(), 2, "{answers:?}");
        assert!(answers[0]["value"].is_i64());
        assert_eq!(answers[1]["line"], 5);
    }
}

/// The id of a job that cannot be run is that of the same job in any other spelling.
#[test]
fn errors_have_the_id_of_the_canonical_job() {
    let canonical = job(r#"{"game":"tictactoe","position":"?"}"#);
    let answers = lines(r#"{"game":"TicTacToe","position":"?","algorithm":"mtdf"}"#, 1);
    assert_eq!(answers[0]["id"], canonical.id());
}
