use super::{refused, text};
use nullwindow::memory::ExactMap;
use nullwindow::observe::Trace;
use nullwindow::trees::ExplicitTree;
use nullwindow::{AnyAlgorithm, Depth, Order, Search};
use serde_json::Value;

fn lines(args: &[&str], expected: i32) -> Vec<Value> {
    let (out, err, code) = text(args);
    assert_eq!(code, expected, "{args:?}: {err}");
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Between its first and its last line, a trace is what the library's own observer writes of the same search.
#[test]
fn a_trace_of_a_tree_is_the_search() {
    let tree: ExplicitTree = ExplicitTree::PSPB96_FIG_3.parse().unwrap();
    for algorithm in AnyAlgorithm::NAMES {
        let (out, _, code) = text(&["trace", "--tree", "pearl", "--algorithm", algorithm]);
        assert_eq!(code, 0, "{algorithm}");
        let all: Vec<&str> = out.lines().collect();
        let mut search =
            Search::new(&tree).with_memory(ExactMap::new()).with_order(Order::GENERATED).with_observer(Trace::new());
        let outcome = search.run(&algorithm.parse::<AnyAlgorithm>().unwrap(), &tree.root(), Depth::END);
        let trace = search.into_observer().to_string();
        assert_eq!(all[1..all.len() - 1].join("\n"), trace.trim_end(), "{algorithm}");
        let end: Value = serde_json::from_str(all[all.len() - 1]).unwrap();
        assert!(end["move"] == "1" || end["value"].is_null(), "sons are counted from 0: {end}");
        assert_eq!(end["value"].as_i64(), outcome.value().map(|value| value.get().into()), "{algorithm}");
    }
}

/// The walk of a trace can be followed: plies fit together, and every node that is expanded is left.
#[test]
fn a_trace_of_a_game_can_be_replayed() {
    let args = ["trace", "connect4", "--position", "4455", "--depth", "3", "--algorithm", "mtd-f"];
    let all = lines(&args, 0);
    let head = &all[0];
    assert_eq!((&head["event"], &head["game"], &head["depth"]), (&"search".into(), &"connect4".into(), &3.into()));
    assert_eq!((&head["position"], &head["algorithm"]), (&"4455".into(), &"mtd-f".into()));
    assert_eq!(head["version"], env!("CARGO_PKG_VERSION"));
    let (mut open, mut leaves, mut passes) = (Vec::new(), 0, 0);
    for event in &all[1..all.len() - 1] {
        let ply = event["ply"].as_u64().unwrap_or_default();
        match event["event"].as_str().unwrap() {
            "enter" => assert_eq!((open.len() as u64, &event["depth"]), (ply, &(3 - ply).into()), "{event}"),
            "expand" => open.push(ply),
            "leave" => assert_eq!(open.pop(), Some(ply), "{event}"),
            "leaf" => leaves += 1,
            "pass" => passes += 1,
            _ => {}
        }
    }
    let end = all.last().unwrap();
    assert!(open.is_empty());
    assert_eq!((&end["leaf_visits"], &end["passes"], &end["complete"]), (&leaves.into(), &passes.into(), &true.into()));
}

#[test]
fn files_and_limits() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("search.jsonl");
    let (out, _, code) = text(&["trace", "othello", "--depth", "2", "--out", file.to_str().unwrap()]);
    assert_eq!((out.as_str(), code), ("", 0));
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.lines().last().unwrap().contains(r#""event":"end","complete":true"#));
    let (out, err, code) = text(&["trace", "othello", "--depth", "6", "--limit", "100"]);
    assert_eq!((out.lines().count(), code), (102, 1));
    assert!(out.lines().last().unwrap().contains(r#""complete":false"#), "{out}");
    assert!(err.contains("cut off after 100 events") && err.contains("--limit"), "{err}");
    // A limit that is just enough cuts nothing off.
    let whole = lines(&["trace", "--tree", "(1 2)"], 0).len() - 2;
    assert_eq!(lines(&["trace", "--tree", "(1 2)", "--limit", &whole.to_string()], 0).len(), whole + 2);
    lines(&["trace", "--tree", "(1 2)", "--limit", &(whole - 1).to_string()], 1);
}

#[test]
fn wrong_input_is_refused() {
    refused(&["trace"], &["GAME", "--tree"]);
    refused(&["trace", "--tree", "((1 2)"], &["tree"]);
    refused(&["trace", "--tree", "perl"], &["pearl"]);
    refused(&["trace", "chess", "--tree", "pearl"], &["--tree"]);
    refused(&["trace", "chess", "--depth", "end"], &["infinite lines of play"]);
    refused(&["trace", "--tree", "pearl", "--csv"], &["--csv"]);
    refused(&["trace", "chess", "--depth", "1000"], &["254"]);
    let (_, err, code) = text(&["trace", "--tree", "pearl", "--out", "/no/such/directory/file"]);
    assert!(code == 1 && err.contains("/no/such/directory/file"), "{err}");
}

/// The text of a trace has a line for every line of JSON, in the same order, with the names of `tree`.
#[test]
fn text_has_the_same_events_with_the_names_of_tree() {
    for algorithm in AnyAlgorithm::NAMES {
        let args = ["trace", "--tree", "pearl", "--algorithm", algorithm];
        let json = lines(&args, 0);
        let (out, err, code) = text(&[&args[..], &["--text"]].concat());
        assert_eq!((err.as_str(), code), ("", 0), "{algorithm}");
        let names: Vec<&str> = out.lines().map(|line| line.split_ascii_whitespace().next().unwrap()).collect();
        let events: Vec<&str> = json.iter().map(|event| event["event"].as_str().unwrap()).collect();
        assert_eq!(names, events, "{algorithm}");
    }
    let (out, ..) = text(&["trace", "--tree", "pearl", "--algorithm", "alphabeta", "--text"]);
    assert!(out.starts_with("search  alphabeta, to the end, tree ("), "{out}");
    assert!(out.contains("\nleaf            e        f = 41\n"), "{out}");
    let cuts: Vec<&str> = out.lines().filter(|line| line.contains("cutoff")).collect();
    let expected =
        ["[b2]         cutoff: g = 80 >= beta = 12, from (b)", "[p]          cutoff: g = 36 >= beta = 35, from (h)"];
    assert_eq!(cuts, expected.map(|cut| format!("leave       {cut} at ply 1")));
    assert!(out.lines().last().unwrap().starts_with("end     value 35, move 1, "), "{out}");
    let (out, ..) = text(&["trace", "--tree", "pearl", "--algorithm", "sss*", "--text"]);
    assert!(
        out.contains("\ntake    (e,live,+inf)  case 4: live leaf: it enters, solved at min(h, f)\nput     (e,41)\n"),
        "{out}"
    );
}

/// Nodes of a game have the names of their moves, and trees that are too large to draw the numbers of theirs.
#[test]
fn text_of_games_and_large_trees() {
    let args = ["trace", "tictactoe", "--depth", "2", "--algorithm", "alphabeta", "--text"];
    let (out, _, code) = text(&args);
    assert_eq!(code, 0);
    assert!(out.contains("\nenter   [root]           (-inf, +inf)\n"), "{out}");
    assert!(out.lines().any(|line| line.starts_with("enter     (")), "the other player moves: {out}");
    assert!(out.contains("cutoff: g = "), "{out}");
    let leaves = vec!["1"; 300].join(" ");
    let (out, _, code) = text(&["trace", "--tree", &format!("(({leaves}) 2)"), "--algorithm", "alphabeta", "--text"]);
    assert!(code == 0 && out.contains("\nenter     (0)"), "{out}");
    refused(&["trace", "--tree", "pearl", "--text", "--json"], &["--text", "--json"]);
    let (out, _, code) = text(&["trace", "othello", "--depth", "4", "--limit", "10", "--text"]);
    assert_eq!((out.lines().count(), code), (12, 1));
    assert!(out.ends_with("cut off\n"), "{out}");
}
