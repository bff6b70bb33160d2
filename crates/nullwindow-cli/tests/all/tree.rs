//! The command `tree`, and every command of docs/tutorials/students.md.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn nullwindow() -> Command {
    let mut command = Command::cargo_bin("nullwindow").unwrap();
    command.env("COLUMNS", "100").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

fn tree(arguments: &[&str]) -> Command {
    let mut command = nullwindow();
    command.arg("tree").args(arguments);
    command
}

fn json(arguments: &[&str]) -> Value {
    let output = tree(arguments).arg("--json").assert().success().stderr(is_empty()).get_output().stdout.clone();
    serde_json::from_slice(&output).expect("one object")
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The words of a command line, with single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_command_of_the_page_prints_what_stands_there() {
    let page = std::fs::read_to_string(docs().join("tutorials/students.md")).unwrap();
    let blocks: Vec<&str> =
        page.split("```console\n$ ").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 10);
    for block in blocks {
        let (line, expected) = block.split_once('\n').unwrap();
        let words = words(line);
        let output = nullwindow().args(&words[1..]).output().unwrap();
        let printed = [output.stdout, output.stderr].concat();
        assert_eq!(String::from_utf8(printed).unwrap(), expected, "$ {line}");
    }
}

#[test]
fn the_pictures_of_the_page_are_what_its_commands_draw() {
    let page = std::fs::read_to_string(docs().join("tutorials/students.md")).unwrap();
    let commands: Vec<&str> = page.lines().filter(|line| line.contains("--svg docs/")).collect();
    assert_eq!(commands.len(), 3);
    let here = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(here.path().join("docs/images")).unwrap();
    for line in commands {
        let words = words(line);
        nullwindow().current_dir(&here).args(&words[1..]).assert().success();
        let file = words.last().unwrap();
        let (drawn, kept) = (here.path().join(file), docs().parent().unwrap().join(file));
        let same = std::fs::read_to_string(drawn).unwrap() == std::fs::read_to_string(&kept).unwrap();
        assert!(same, "{line} draws another picture than {}", kept.display());
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let help = tree(&["--help"]).assert().success().get_output().stdout.clone();
    let help = String::from_utf8(help).unwrap();
    let here = tempfile::tempdir().unwrap();
    let examples: Vec<&str> =
        help.lines().map(str::trim_start).filter(|line| line.starts_with("nullwindow tree")).collect();
    assert_eq!(examples.len(), 7);
    for example in examples {
        // What it is for stands behind two blanks.
        let line = example.split("  ").next().unwrap();
        nullwindow().current_dir(&here).args(&words(line)[1..]).assert().success();
    }
    assert!(here.path().join("fig.svg").exists());
}

#[test]
fn json_has_the_papers_facts() {
    let drawing = json(&["pearl", "-a", "sss*"]);
    assert_eq!((&drawing["value"], &drawing["leaves"], &drawing["passes"]), (&35.into(), &8.into(), &4.into()));
    assert_eq!(drawing["move"], "1");
    let answers: Vec<i64> =
        drawing["pictures"].as_array().unwrap().iter().map(|p| p["answer"].as_i64().unwrap()).collect();
    assert_eq!(answers, [41, 36, 35, 35]);
    let open = drawing["pictures"][0]["open"].as_array().unwrap();
    let first: Vec<_> = open.iter().map(|e| (e["name"].as_str().unwrap(), e["merit"].as_i64().unwrap())).collect();
    assert_eq!(first, [("e", 41), ("m", 36), ("k", 34), ("g", 12)]);
    let (nodes, states) = (drawing["nodes"].as_array().unwrap(), drawing["pictures"][3]["states"].as_array().unwrap());
    assert_eq!((nodes.len(), states.len()), (31, 31));
    let r = nodes.iter().position(|node| node["name"] == "r").unwrap();
    assert_eq!((&nodes[r]["kind"], &nodes[r]["path"]), (&"min".into(), &serde_json::json!([1, 1, 1])));
    assert_eq!((&states[r]["cut"], &states[r]["visit"]), (&true.into(), &Value::Null));
    assert!(drawing.get("steps").is_none());
    assert_eq!(json(&["pearl", "--pass", "2"])["pictures"].as_array().unwrap().len(), 1);
    assert!(!json(&["pearl", "-a", "dual*", "--steps"])["steps"].as_array().unwrap().is_empty());
}

/// Every algorithm has steps, and lists and walks explain themselves.
#[test]
fn steps_have_windows_reasons_and_rules() {
    for algorithm in nullwindow::AnyAlgorithm::NAMES {
        let drawing = json(&["pearl", "-a", algorithm, "--steps"]);
        let (lists, walk) = (drawing["steps"].as_array(), drawing["walk"].as_array());
        assert!(lists.is_some() != walk.is_some(), "{algorithm}");
        assert!(json(&["pearl", "-a", algorithm]).get("walk").is_none(), "only on request");
    }
    let drawing = json(&["trends", "-a", "alphabeta", "--steps"]);
    let walk = drawing["walk"].as_array().unwrap();
    let cut = walk.iter().find(|step| step["event"] == "cutoff").unwrap();
    assert_eq!(
        (&cut["node"], &cut["ply"], &cut["value"], &cut["from"]),
        (&"e".into(), &2.into(), &80.into(), &"b".into())
    );
    assert_eq!(
        (&cut["text"], &cut["skipped"]),
        (&"cuts off k: g = 80 >= beta = 12, from (b) at ply 1".into(), &serde_json::json!(["k"]))
    );
    let step = &json(&["pearl", "-a", "sss*", "--steps"])["steps"][0];
    assert_eq!((&step["case"], &step["rule"]), (&6.into(), &"live MAX node: all its sons enter, live at h".into()));
    let text =
        |algorithm| String::from_utf8(tree(&["pearl", "-a", algorithm, "--steps"]).output().unwrap().stdout).unwrap();
    for algorithm in ["sss*", "dual*", "ps*(2)"] {
        let text = text(algorithm);
        assert!((1..=6).all(|case| text.contains(&format!("\ncase {case}: "))), "{text}");
    }
    let text = text("mtd+inf");
    let stored = "\n    [c]    (40, 41)  stored f+ = 41\n";
    assert!(text.contains("pass 2, step by step: is it 41 or more?") && text.contains(stored), "{text}");
    let reason = "stored f+ = 12 <= alpha = 35, from the query";
    assert!(text.contains(reason), "{text}");
    // One pass is shown alone.
    let one = tree(&["pearl", "--steps", "--pass", "2"]).output().unwrap().stdout;
    let one = String::from_utf8(one).unwrap();
    assert!(one.contains("pass 2, step by step") && !one.contains("pass 3, step by step"), "{one}");
}

#[test]
fn csv_has_a_line_for_every_node_and_pass() {
    let output = tree(&["(4 5)", "-a", "alphabeta", "--csv"]).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.lines().count(), 4);
    assert!(text.starts_with("pass,name,path,kind,value,visit,"));
    assert!(text.contains("1,a2,1,leaf,5,3,"));
}

#[test]
fn trees_come_from_names_texts_files_standard_input_and_seeds() {
    for name in ["pearl", "pspb96-fig-3", "PEARL"] {
        assert!(json(&[name])["position"].as_str().unwrap().contains("101 80"), "{name}");
    }
    for name in ["trends", "dbp96-fig-1"] {
        assert!(json(&[name])["position"].as_str().unwrap().contains("99 80"), "{name}");
    }
    let here = tempfile::tempdir().unwrap();
    let file = here.path().join("small.txt");
    std::fs::write(&file, "(1\n (2 3))\n").unwrap();
    let drawing = json(&[file.to_str().unwrap()]);
    assert_eq!((&drawing["title"], &drawing["value"]), (&"small.txt".into(), &2.into()));
    tree(&["-"]).write_stdin("(1 2)").assert().success().stdout(contains("value 2"));
    tree(&["7"]).assert().success().stdout(contains("value 7"));
    let random = json(&["--uniform", "3x3", "--seed", "7"]);
    assert_eq!(random["all_leaves"], 27);
    assert_ne!(random["position"], json(&["--uniform", "3x3", "--seed", "8"])["position"]);
    assert_eq!(random["position"], json(&["--uniform", "3x3", "--seed", "7", "-a", "sss*"])["position"]);
}

#[test]
fn wrong_input_is_placed_and_ends_with_2() {
    let wrong = |arguments: &[&str], message: &str| {
        tree(arguments).assert().code(2).stdout(is_empty()).stderr(contains(message.to_owned()));
    };
    wrong(&["((41 5) (12 x))"], "column 13");
    wrong(&["((41 5) (12 x))"], "\n  ((41 5) (12 x))\n              ^\n");
    wrong(&["((41 5)"], "the text ends");
    wrong(&["()"], "has no sons");
    wrong(&[""], "the text ends");
    wrong(&["(1 2) 3"], "expected nothing more");
    wrong(&["perl"], "did you mean 'pearl'?");
    wrong(&["-a", "alfabeta"], "alphabeta");
    wrong(&["-a", "ps*(0)"], "ps*(2)");
    wrong(&["-a", "alphabeta", "--guess", "3"], "takes no first guess");
    wrong(&[std::env::temp_dir().to_str().unwrap()], "cannot read");
    wrong(&["--uniform", "8x4"], "4096 leaves");
    wrong(&["--uniform", "8"], "such as 3x4");
    wrong(&["--uniform", "0x4"], "width of at least 1");
    wrong(&["--pass", "9"], "no pass 9");
    wrong(&["--pass", "0"], "no pass 0");
    wrong(&["pearl", "--uniform", "2x2"], "cannot be used with");
    wrong(&["--svg", "-", "--json"], "standard output");
    wrong(&["--svg", "-", "--steps", "-a", "sss*"], "standard output");
    let here = tempfile::tempdir().unwrap();
    let file = here.path().join("broken.txt");
    std::fs::write(&file, "(1\n (2 ä))\n").unwrap();
    wrong(&[file.to_str().unwrap()], "line 2, column 5");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    tree(&["--svg", "/no/such/place.svg"]).assert().code(1).stderr(contains("cannot write /no/such/place.svg"));
}

#[test]
fn svg_goes_to_a_file_or_to_standard_output_and_nothing_else_does() {
    let here = tempfile::tempdir().unwrap();
    let file = here.path().join("a.svg");
    tree(&["--svg", file.to_str().unwrap()]).assert().success().stdout(is_empty()).stderr(contains("wrote"));
    let page = std::fs::read_to_string(&file).unwrap();
    tree(&["--svg", "-"]).assert().success().stdout(page.clone());
    assert!(page.starts_with("<svg") && page.ends_with("</svg>\n"));
    tree(&["--svg", file.to_str().unwrap(), "--json", "-q"])
        .assert()
        .success()
        .stdout(starts_with("{"))
        .stderr(is_empty());
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    tree(&["pearl"]).assert().success().stdout(contains("\u{1b}").not().and(contains("both").not()));
    tree(&["pearl", "--color", "always"]).assert().success().stdout(contains("\u{1b}[94m").and(contains("both")));
    let ascii = tree(&["pearl", "--ascii", "--passes"]).assert().success().get_output().stdout.clone();
    assert!(ascii.is_ascii());
}

#[test]
fn a_narrow_terminal_gets_one_node_a_line() {
    tree(&["pearl"]).env("COLUMNS", "60").assert().success().stdout(contains("├─ (b) ≤12  #2"));
}

#[test]
fn every_algorithm_draws_every_kind_of_tree() {
    for algorithm in nullwindow::AnyAlgorithm::NAMES {
        for text in ["pearl", "(+(1 2) 7-(3 +(4 5)) 9)", " -((1 5) (2 7) 9)", "3", "((((1))))"] {
            tree(&[text, "-a", algorithm, "--passes", "--names", "--svg", "-"]).assert().success();
        }
    }
}
