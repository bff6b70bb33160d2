//! Every table fits the width of the terminal, and a narrow one loses no data.

use crate::common::nullwindow;
use unicode_width::UnicodeWidthStr;

fn printed(arguments: &[&str], width: usize) -> String {
    let output = nullwindow(arguments).env("COLUMNS", width.to_string()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.is_empty(), "{arguments:?}");
    text
}

/// Checks that no line is wider than the terminal, at two usual widths.
fn fits(arguments: &[&str]) {
    for width in [80, 40] {
        let text = printed(arguments, width);
        for line in text.lines() {
            assert!(line.width() <= width, "{arguments:?} at {width}: {line:?} has {}\n{text}", line.width());
        }
    }
}

#[test]
fn comparisons_fit() {
    fits(&["compare", "chess", "--depth", "2", "-n", "1"]);
    fits(&["compare", "othello", "--depth", "2", "-n", "2", "--algorithms", "alphabeta,mtd-f,ps*(2)"]);
    fits(&["compare", "--uniform", "4x4", "--seeds", "3"]);
    fits(&["compare", "--tree", "pearl", "--leaves"]);
}

#[test]
fn counts_checks_and_measurements_fit() {
    fits(&["perft", "chess", "--depth", "3"]);
    fits(&["perft", "checkers", "--depth", "4", "--divide"]);
    fits(&["check", "nim", "1", "2", "3"]);
    fits(&["bench", "--group", "trees"]);
}

#[test]
fn the_iterations_of_an_analysis_fit() {
    fits(&["analyze", "chess", "--depth", "2"]);
    let text = printed(&["analyze", "chess", "--depth", "2"], 80);
    assert!(text.contains("depth     value         nodes      speed     time  best play"), "{text}");
}

#[test]
fn the_table_of_all_moves_fits() {
    let text = printed(&["solve", "tictactoe", "--position", "XOX-O----", "--all-moves"], 40);
    let table: Vec<&str> =
        text.split("\nmove").nth(1).expect("a table").lines().take_while(|line| !line.is_empty()).collect();
    assert!(table.len() > 5 && table.iter().all(|line| line.width() <= 40), "{text}");
}

#[test]
fn trees_and_their_steps_fit() {
    for algorithm in ["alphabeta", "negascout", "mtd+inf", "sss*", "dual*", "sss-2", "ps*(2)"] {
        fits(&["tree", "pearl", "-a", algorithm, "--passes", "--steps"]);
    }
}

#[test]
fn the_laboratory_fits() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("lab.db");
    let db = db.to_str().unwrap();
    fits(&["lab", "list", "--db", db]);
    fits(&["lab", "run", "growing-partitions", "phased", "--positions", "2", "--db", db]);
    fits(&["lab", "show", "growing-partitions", "phased", "--db", db]);
}

/// The words of a table do not depend on its width.
#[test]
fn a_narrow_table_has_all_the_data() {
    let arguments = ["perft", "checkers", "--depth", "4", "--divide"];
    assert_eq!(printed(&arguments, 40), printed(&arguments, 200));
    let words = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort();
        words.dedup();
        words
    };
    let arguments = ["tree", "trends", "-a", "alphabeta", "--steps", "--solution"];
    let (narrow, wide) = (words(&printed(&arguments, 40)), words(&printed(&arguments, 200)));
    let steps = |words: Vec<String>| words.into_iter().filter(|word| word.is_ascii()).collect::<Vec<_>>();
    let (narrow, wide) = (steps(narrow), steps(wide));
    let missing: Vec<&String> = wide.iter().filter(|word| !narrow.contains(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let compared = printed(&["compare", "--tree", "pearl"], 40);
    for heading in ["algorithm", "value", "move", "leaves", "nodes", "time", "rel"] {
        assert!(compared.contains(heading), "{heading}: {compared}");
    }
    assert!(compared.matches("mtd-f").count() > 1, "each part names its rows: {compared}");
}

#[test]
fn a_pipe_has_eighty_columns() {
    let text = String::from_utf8(nullwindow(&["lab", "list"]).output().unwrap().stdout).unwrap();
    let widest = text.lines().map(UnicodeWidthStr::width).max().unwrap();
    assert!((60..=80).contains(&widest), "{widest}: {text}");
}
