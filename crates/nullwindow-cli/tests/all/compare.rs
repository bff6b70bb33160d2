//! The command `compare`, as the README and its help promise it.

use crate::common::{csv, fails, json, nullwindow, prints};
use serde_json::Value;
use std::collections::HashSet;

/// The fields that every search has.
const FIELDS: [&str; 11] = [
    "algorithm",
    "position",
    "depth",
    "value",
    "move",
    "leaves",
    "leaf_visits",
    "interior",
    "total",
    "passes",
    "seconds",
];

fn has_fields(searches: &[Value]) {
    for search in searches {
        for field in FIELDS {
            assert!(search.get(field).is_some(), "no {field} in {search}");
        }
        let [leaves, visits, interior, total] =
            ["leaves", "leaf_visits", "interior", "total"].map(|field| search[field].as_u64().expect(field));
        assert!(leaves <= visits && visits + interior <= total, "{search}");
        assert!(search["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{search}");
        assert_eq!(search["agree"], true, "{search}");
    }
}

fn by<'v>(searches: &'v [Value], algorithm: &str) -> &'v Value {
    searches.iter().find(|search| search["algorithm"] == algorithm).expect(algorithm)
}

#[test]
fn a_game_has_one_object_a_search() {
    let searches = json(&["compare", "othello", "--depth", "4", "--positions", "2"]);
    has_fields(&searches);
    let algorithms: HashSet<&str> = searches.iter().map(|search| search["algorithm"].as_str().unwrap()).collect();
    let positions: HashSet<&str> = searches.iter().map(|search| search["position"].as_str().unwrap()).collect();
    assert_eq!((algorithms.len(), positions.len(), searches.len()), (20, 2, 40));
    for search in &searches {
        assert_eq!((&search["game"], &search["depth"]), (&"othello".into(), &4.into()));
        let iterations = search["iterations"].as_array().unwrap();
        let depths: Vec<u64> = iterations.iter().map(|each| each["depth"].as_u64().unwrap()).collect();
        assert_eq!(depths, [1, 2, 3, 4], "{search}");
        let sum: u64 = iterations.iter().map(|each| each["total"].as_u64().unwrap()).sum();
        assert_eq!(search["total"], sum, "{search}");
    }
    for position in searches.chunks(20) {
        let value = &by(position, "alphabeta")["value"];
        let exact = position.iter().filter(|search| !search["value"].is_null());
        assert!(exact.clone().count() >= 18 && exact.clone().all(|search| search["value"] == *value));
        assert_eq!(by(position, "aspiration")["relative"]["leaves"], 1.0);
        let visits = |name| by(position, name)["leaves"].as_u64().unwrap();
        assert!(visits("sss*") == visits("sss-2") && visits("sss*") == visits("rec-sss*"));
    }
}

#[test]
fn leaves_of_a_tree_come_in_the_order_of_their_first_visit() {
    let algorithms = "sss*,mtd+inf";
    let small = json(&["compare", "--tree", "((41 5) (12 90))", "--algorithms", algorithms, "--leaves"]);
    has_fields(&small);
    for search in &small {
        assert_eq!((&search["value"], &search["move"], &search["depth"]), (&12.into(), &"1".into(), &2.into()));
        assert_eq!(search["position"], "((41 5) (12 90))");
        assert_eq!(search["leaf_sequence"], serde_json::json!([0, 2, 1, 3]));
    }
    let pearl = json(&["compare", "--tree", "pearl", "--algorithms", "sss*,mtd+inf,alphabeta,minimax", "--leaves"]);
    assert_eq!(by(&pearl, "sss*")["leaf_sequence"], serde_json::json!([0, 2, 8, 10, 1, 11, 12, 13]));
    assert_eq!(by(&pearl, "sss*")["leaf_sequence"], by(&pearl, "mtd+inf")["leaf_sequence"]);
    assert_eq!(by(&pearl, "minimax")["leaf_sequence"].as_array().unwrap().len(), 16);
    assert_eq!(by(&pearl, "alphabeta")["leaves"], 12);
    assert!(json(&["compare", "--tree", "pearl"]).iter().all(|search| search.get("leaf_sequence").is_none()));
}

#[test]
fn uniform_trees_tell_leaves_too() {
    let one = json(&["compare", "--uniform", "3x4", "--algorithms", "sss*,mtd+inf,minimax", "--leaves"]);
    has_fields(&one);
    assert_eq!(by(&one, "sss*")["leaf_sequence"], by(&one, "mtd+inf")["leaf_sequence"]);
    assert_eq!(by(&one, "minimax")["leaf_sequence"], serde_json::json!((0..81).collect::<Vec<u64>>()));
    assert!(by(&one, "sss*")["value"].is_i64() && by(&one, "sss*")["move"].is_string());
    let some = json(&["compare", "--uniform", "3x3", "--seeds", "4", "--algorithms", "sss*,mtd+inf", "--leaves"]);
    assert_eq!(some[0]["leaf_sequence"], some[1]["leaf_sequence"]);
    assert_eq!(some[0]["leaf_sequence"].as_array().unwrap().len(), 4);
}

/// The mean of leaves is where section 4 of the notes on the algorithms has it, within four standard errors.
fn near(searches: &[Value], algorithm: &str, expected: f64) {
    let search = by(searches, algorithm);
    let (mean, error) = (search["mean"]["leaves"].as_f64().unwrap(), search["se"]["leaves"].as_f64().unwrap());
    assert!(error > 0.0 && (mean - expected).abs() < 4.0 * error, "{algorithm}: {mean} ± {error}, not {expected}");
}

#[test]
fn means_over_ordered_trees_are_those_of_the_paper() {
    let algorithms = "sss*,ps*(2),alphabeta";
    let searches = json(&["compare", "--uniform", "8x4", "--order", "2", "--seeds", "100", "--algorithms", algorithms]);
    has_fields(&searches);
    assert_eq!(searches.len(), 3);
    near(&searches, "sss*", 288.0);
    near(&searches, "ps*(2)", 288.0);
    near(&searches, "alphabeta", 432.0);
    for search in &searches {
        assert_eq!((&search["position"], &search["seeds"]), (&"uniform 8x4 order 2".into(), &100.into()));
        for count in ["leaves", "leaf_visits", "interior", "total", "passes", "seconds"] {
            assert!(search["mean"][count].is_number() && search["se"][count].is_number(), "{count} in {search}");
        }
        let sum = search["leaves"].as_f64().unwrap();
        assert!((sum / 100.0 - search["mean"]["leaves"].as_f64().unwrap()).abs() < 1e-6);
    }
    let first = json(&["compare", "--uniform", "8x4", "--order", "1", "--seeds", "60", "--algorithms", algorithms]);
    near(&first, "sss*", 426.0);
    near(&first, "alphabeta", 716.0);
    let likely = ["--uniform", "24x4", "--order", "2", "--prob", "0.9", "--seeds", "10", "--algorithms", "sss*"];
    near(&json(&[&["compare"], &likely[..]].concat()), "sss*", 4573.0);
}

#[test]
fn means_over_independent_leaves_are_known() {
    let searches = json(&["compare", "--uniform", "8x4", "--seeds", "200", "--algorithms", "sss*,ps*(2),alphabeta"]);
    near(&searches, "sss*", 685.0);
    near(&searches, "ps*(2)", 927.0);
    near(&searches, "alphabeta", 988.0);
}

#[test]
fn seeds_are_seeds_wherever_they_begin() {
    let leaves = |first: &str, seeds: &str| {
        let args = ["compare", "--uniform", "4x4", "--seed", first, "--seeds", seeds, "--algorithms", "alphabeta"];
        json(&args)[0]["leaves"].as_u64().unwrap()
    };
    assert_eq!(leaves("1", "3"), leaves("1", "1") + leaves("2", "2"));
    assert_ne!(leaves("1", "1"), leaves("2", "1"));
}

#[test]
fn one_position_shows_value_and_move() {
    let text =
        prints(&["compare", "connect4", "--position", "112233", "--depth", "3", "--algorithms", "aspiration,mtd-f"]);
    assert!(text.contains("1 position") && text.contains("depth 3") && text.contains("2^21 entries"), "{text}");
    assert_eq!(text.matches(" 4 ").count(), 2, "both find the win: {text}");
    assert!(text.ends_with("all values agree: yes\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80 && line == line.trim_end()), "{text}");
}

#[test]
fn the_table_fits_the_terminal() {
    for width in [80, 120] {
        let output =
            nullwindow(&["compare", "chess", "--depth", "2", "-n", "3"]).env("COLUMNS", width.to_string()).output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= width && text.contains('█'), "{widest} of {width}:\n{text}");
    }
}

#[test]
fn csv_has_the_same_figures_as_json() {
    let args = ["compare", "nim", "1", "2", "3", "--algorithms", "minimax,mtd-f"];
    let (header, lines) = csv(&args);
    let searches = json(&args);
    assert_eq!(lines.len(), searches.len());
    for field in ["algorithm", "position", "value", "move", "leaves", "total"] {
        let column = header.iter().position(|name| name == field).expect(field);
        for (line, search) in lines.iter().zip(&searches) {
            assert_eq!(line[column], search[field].to_string().trim_matches('"'), "{field}");
        }
    }
    let (header, _) = csv(&["compare", "--uniform", "2x2", "--seeds", "2", "--algorithms", "sss*"]);
    assert!(header.iter().any(|name| name == "mean.leaves") && header.iter().any(|name| name == "se.total"));
}

#[test]
fn positions_come_from_files_of_every_kind() {
    let directory = tempfile::tempdir().unwrap();
    let read = |game: &str, text: &str| {
        let path = directory.path().join("positions");
        std::fs::write(&path, text).unwrap();
        let args = ["compare", game, "--file", path.to_str().unwrap(), "--depth", "1", "--algorithms", "mtd-f"];
        json(&args).iter().map(|search| search["position"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let epd = "# two positions\n\n6k1/8/8/8/8/8/8/K6R w - - bm Rh2; id \"a rook\";\n6k1/8/8/8/8/8/8/KR6 w - - 0 1\n";
    assert_eq!(read("chess", epd), ["6k1/8/8/8/8/8/8/K6R w - - 0 1", "6k1/8/8/8/8/8/8/KR6 w - - 0 1"]);
    let pgn = "[White \"N. N.\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"N. N.\"]\n\n1. d4 *\n";
    assert_eq!(read("chess", pgn).len(), 2);
    let pdn = "[Event \"Open\"]\n\n1. 11-15 23-19 2. 8-11 1-0\n";
    assert_eq!(read("checkers", pdn).len(), 1);
    let problems = "40 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38\nf5d6c3\n";
    assert_eq!(read("othello", problems).len(), 2);
    assert_eq!(read("connect4", "4455\n44 \n").len(), 2);
}

#[test]
fn positions_come_from_standard_input() {
    let args = ["compare", "connect4", "--file", "-", "--depth", "2", "--algorithms", "mtd-f", "--json"];
    let output = nullwindow(&args).write_stdin("44\n45\n").assert().success().get_output().stdout.clone();
    assert_eq!(String::from_utf8(output).unwrap().lines().count(), 2);
}

#[test]
fn wrong_names_are_told_with_the_nearest() {
    assert!(fails(2, &["compare", "otello"]).contains("did you mean 'othello'"));
    let text = fails(2, &["compare", "nim", "--algorithms", "mtd-f,alfabeta"]);
    assert!(text.contains("'alfabeta'") && text.contains("did you mean 'alphabeta'"), "{text}");
    assert!(!fails(2, &["compare", "nim", "--algorithms", "foo"]).contains("did you mean"));
    assert!(fails(2, &["compare", "othello", "chess"]).contains("one game at a time"));
    assert!(fails(2, &["compare", "--tree", "perl"]).contains("did you mean 'pearl'"));
    assert!(fails(2, &["compare", "nim", "--algorithms", "ps*(x)"]).contains("partitions"));
}

#[test]
fn errors_in_the_input_name_its_location() {
    assert!(fails(2, &["compare", "connect4", "--position", "44x"]).contains("character 3"));
    assert!(fails(2, &["compare", "--tree", "((1 2) (3"]).contains("column 10"));
    assert!(fails(2, &["compare", "--uniform", "8y4"]).contains("width and a depth"));
    assert!(fails(2, &["compare", "--uniform", "8x4", "--order", "9"]).contains("between 1 and the width 8"));
    assert!(fails(2, &["compare", "--uniform", "8x4", "--prob", "1.5"]).contains("probability"));
    assert!(fails(2, &["compare", "nim", "--table", "12Q"]).contains("not a size"));
    assert!(fails(2, &["compare", "chess", "--file", "no such file"]).contains("no such file"));
    assert!(fails(2, &["compare", "--order", "2"]).contains("--uniform"));
    assert!(fails(2, &["compare", "--correlated", "4x4", "--order", "2"]).contains("--correlated"));
    assert!(fails(2, &["compare", "--uniform", "99999999x9"]).contains("at most 65535"));
    assert!(fails(2, &["compare", "--uniform", "8x4", "--order", "0"]).contains("--uniform 8x4 --order 0: "));
    assert!(fails(2, &["compare", "nim", "--table", "1"]).contains("--table"));
    assert!(fails(2, &["compare", "chess", "--depth", "300", "--step", "300"]).contains("1..=254"));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("columns.txt");
    std::fs::write(&path, "44\n\n4x\n").unwrap();
    let text = fails(2, &["compare", "connect4", "--file", path.to_str().unwrap()]);
    assert!(text.contains("columns.txt") && text.contains("line 3, character 2"), "{text}");
}

#[test]
fn threads_find_the_values_and_moves_of_one() {
    let algorithms = "alphabeta,aspiration,mtd-f,mtd+inf";
    let args = ["compare", "othello", "--depth", "6", "-n", "2", "--algorithms", algorithms, "--json"];
    let searches = |threads: &str| -> (Vec<Value>, String) {
        let output = nullwindow(&args).args(["--threads", threads]).assert().success().get_output().clone();
        let text = String::from_utf8(output.stdout).unwrap();
        let searches = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        (searches, String::from_utf8(output.stderr).unwrap())
    };
    let ((alone, silence), (together, note)) = (searches("1"), searches("2"));
    assert_eq!(silence, "");
    assert!(note.lines().count() == 1 && note.contains("one thread") && note.contains("alphabeta"), "{note}");
    assert_eq!(alone.len(), together.len());
    for (one, two) in alone.iter().zip(&together) {
        assert_eq!((&one["algorithm"], &one["value"], &one["move"]), (&two["algorithm"], &two["value"], &two["move"]));
        assert_eq!((&one["threads"], &two["leaves"]), (&1.into(), &Value::Null));
        assert_eq!(two["threads"], if two["algorithm"] == "alphabeta" { 1 } else { 2 });
        assert!(two["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0) && two["relative"]["total"].is_number());
    }
    // In a line that has room for the whole title.
    let trees = ["compare", "--correlated", "6x6", "--seeds", "2", "-a", "mtd-f,mtd+inf", "--threads", "2"];
    let trees = String::from_utf8(nullwindow(&trees).env("COLUMNS", "100").output().unwrap().stdout).unwrap();
    assert!(trees.contains(", 2 threads") && trees.contains(" -  ") && trees.ends_with("yes\n"), "{trees}");
    assert!(fails(2, &["compare", "--tree", "pearl", "--leaves", "--threads", "2"]).contains("--threads"));
}

#[test]
fn a_table_of_any_size_gives_the_same_values() {
    let values = |size: &str| {
        let args =
            ["compare", "checkers", "-n", "1", "--depth", "5", "--algorithms", "aspiration,mtd-f", "--table", size];
        json(&args).iter().map(|search| search["value"].as_i64().unwrap()).collect::<HashSet<_>>()
    };
    assert_eq!(values("4"), values("1M"));
    assert_eq!(values("4").len(), 1);
}
