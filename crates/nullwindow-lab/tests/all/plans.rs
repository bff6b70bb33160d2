//! Plans: what ships parses, what is wrong is named by file, line and key.

use nullwindow_lab::plan::{MAX_SEARCHES, Plan, PlanForm};
use std::collections::HashSet;
use std::time::{Duration, Instant};

const SMALL: &str = r#"name = "small"
title = "A small plan"
question = "Which?"
paper = "This one."
setup = "As is."
refuted = "By the other."

[[searches]]
subjects = ["othello"]
algorithms = ["aspiration(4)", "mtd-f"]
positions = 3
depth = 4
step = 1
entries = "2^10"
quick = { positions = [2], depth = 2 }

[[views]]
title = "Leaves"
kind = "relative"
base = "aspiration"

[[claims]]
text = "It is better"
kind = "ratio"
algorithm = "mtd-f"
base = "aspiration"
most = 1.0
"#;

/// The message for the small plan with `from` replaced by `to`.
fn message(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    Plan::parse("my.toml", &SMALL.replacen(from, to, 1)).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn every_shipped_plan_parses() {
    let names: Vec<String> = Plan::built_in().iter().map(|plan| plan.name().to_owned()).collect();
    let expected = "leaves total drivers table-size first-guess guess-shift convergence best-move ordering phased growing-partitions open-price \
         minimal dominance artificial";
    assert_eq!(names.join(" "), expected);
}

#[test]
fn files_that_ship_have_no_errors() {
    for entry in std::fs::read_dir("plans").unwrap() {
        let path = entry.unwrap().path();
        // Plans of matches have a directory and a grammar of their own.
        if path.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        if let Err(error) = Plan::parse(&path.display().to_string(), &text) {
            panic!("{error}");
        }
    }
}

#[test]
fn quick_forms_are_small_and_full_ones_as_in_the_papers() {
    for plan in Plan::built_in() {
        let [quick, full] = [PlanForm::Quick, PlanForm::Full].map(|form| plan.cells(form).collect::<Vec<_>>());
        assert!((30..6000).contains(&quick.len()), "{}: {} quick", plan.name(), quick.len());
        assert!(full.len() > quick.len() && full.len() < 20_000, "{}: {} full", plan.name(), full.len());
        let unique: HashSet<String> = full.iter().map(ToString::to_string).collect();
        assert_eq!(unique.len(), full.len(), "{}: a search twice", plan.name());
        let instances: HashSet<u32> = full.iter().map(|cell| cell.instance).collect();
        assert!(instances.len() >= 20, "{}", plan.name());
    }
}

#[test]
fn plans_share_their_searches() {
    let of = |name: &str| -> HashSet<String> {
        Plan::named(name).unwrap().cells(PlanForm::Quick).map(|cell| cell.to_string()).collect()
    };
    let leaves = of("leaves");
    assert_eq!(leaves, of("total"));
    for name in ["convergence", "best-move", "ordering", "dominance"] {
        assert!(of(name).is_subset(&leaves), "{name}");
    }
    assert!(of("artificial").intersection(&leaves).count() >= 3 * 6 * 5);
}

#[test]
fn cells_are_every_combination() {
    let plan = Plan::parse("my.toml", SMALL).unwrap();
    let cells: Vec<String> = plan.cells(PlanForm::Full).map(|cell| cell.to_string()).collect();
    assert_eq!(cells.len(), 6);
    assert_eq!(cells[0], "othello 1 aspiration(4) depth 4 step 1 entries 1024");
    assert_eq!(cells[5], "othello 3 mtd-f depth 4 step 1 entries 1024");
    let quick: Vec<String> = plan.cells(PlanForm::Quick).map(|cell| cell.to_string()).collect();
    let expected =
        ["othello 2 aspiration(4) depth 2 step 1 entries 1024", "othello 2 mtd-f depth 2 step 1 entries 1024"];
    assert_eq!(quick, expected);
}

#[test]
fn a_game_of_the_users_takes_part() {
    let plan = Plan::named("leaves").unwrap().with("kalah", 7);
    assert_eq!(plan.subjects(), ["checkers", "othello", "chess", "kalah"]);
    let kalah: Vec<_> = plan.cells(PlanForm::Quick).filter(|cell| cell.subject == "kalah").collect();
    assert_eq!(kalah.len(), 9 * 20);
    assert!(kalah.iter().all(|cell| cell.depth == Some(7) && cell.step == Some(1)));
    assert_ne!(plan.hash(), Plan::named("leaves").unwrap().hash());
}

#[test]
fn the_hash_is_fnv() {
    let plan = Plan::parse("my.toml", SMALL).unwrap();
    let by_hand = SMALL
        .bytes()
        .fold(14_695_981_039_346_656_037u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211));
    assert_eq!(plan.hash(), by_hand);
}

#[test]
fn an_unknown_key_has_its_line_and_the_nearest_one() {
    let said = message("algorithms =", "algoritms =");
    assert!(
        said.starts_with("my.toml:10: algoritms: there is no 'algoritms' here; did you mean 'algorithms'?"),
        "{said}"
    );
    let said = message("refuted =", "refutes =");
    assert!(said.starts_with("my.toml:6: refutes: ") && said.contains("'refuted'"), "{said}");
    let said = message("depth = 2 }", "dept = 2 }");
    assert!(said.starts_with("my.toml:15: quick: ") && said.contains("did you mean 'depth'"), "{said}");
}

#[test]
fn an_unknown_algorithm_has_its_line_and_the_nearest_one() {
    let said = message("\"mtd-f\"]", "\"mtd-g\"]");
    assert!(said.starts_with("my.toml:10: algorithms: ") && said.contains("did you mean 'mtd-f'"), "{said}");
    let said = message("\"mtd-f\"]", "\"ps*(0)\"]");
    assert!(said.starts_with("my.toml:10: algorithms: ") && said.contains("partitions"), "{said}");
}

#[test]
fn what_is_not_searched_cannot_be_shown_or_claimed() {
    let said = message("algorithm = \"mtd-f\"", "algorithm = \"mtd-bi\"");
    assert!(said.starts_with("my.toml:25: algorithm: ") && said.contains("searches no algorithm 'mtd-bi'"), "{said}");
    assert!(said.contains("did you mean 'mtd-f'"), "{said}");
    let said = message("base = \"aspiration\"", "subjects = [\"otello\"]\nbase = \"aspiration\"");
    assert!(said.starts_with("my.toml:20: subjects: ") && said.contains("did you mean 'othello'"), "{said}");
    let said = message("kind = \"relative\"\nbase = \"aspiration\"", "kind = \"relative\"");
    assert!(said.starts_with("my.toml:18: title: ") && said.contains("needs a base"), "{said}");
    let said = message("most = 1.0", "at = \"every\"");
    assert!(said.starts_with("my.toml:23: text: ") && said.contains("least"), "{said}");
}

#[test]
fn a_wrong_word_has_its_line_and_the_nearest_one() {
    let said = message("kind = \"relative\"", "kind = \"relativ\"");
    assert!(said.starts_with("my.toml:19: kind: there is no 'relativ' here; did you mean 'relative'?"), "{said}");
}

#[test]
fn wrong_values_and_broken_toml_have_their_line() {
    let said = message("depth = 4", "depth = 0");
    assert!(said.starts_with("my.toml:12: depth: ") && said.contains("1 to 254"), "{said}");
    let said = message("\"2^10\"", "\"2^64\"");
    assert!(said.starts_with("my.toml:14: entries: ") && said.contains("2^21"), "{said}");
    let said = message("positions = 3", "positions = -3");
    assert!(said.starts_with("my.toml:11: positions: "), "{said}");
    let said = message("question = \"Which?\"", "question = \"Which?");
    assert!(said.starts_with("my.toml:3: question: "), "{said}");
    let said = message("title = \"A small plan\"\n", "");
    assert!(said.contains("title"), "{said}");
}

#[test]
fn numbers_that_nothing_can_hold_against_are_refused() {
    let said = message("most = 1.0", "most = nan");
    assert!(said.starts_with("my.toml:27: most: ") && said.contains("NaN"), "{said}");
    let said = message("most = 1.0", "most = 1.0\nleast = 2.0");
    assert!(said.starts_with("my.toml:28: least: ") && said.contains("nothing can hold"), "{said}");
    let said = message("most = 1.0", "most = 1.0\nband = [2.0, 1.0]");
    assert!(said.starts_with("my.toml:28: band: "), "{said}");
    for none in ["positions = 0", "positions = []", "seeds = 0"] {
        let said = message("positions = 3", none);
        assert!(said.starts_with("my.toml:11: ") && said.contains("from 1"), "{said}");
    }
    assert!(message("positions = 3\n", "").contains("`seeds`"));
}

#[test]
fn a_name_is_for_files_and_commands() {
    for name in ["Small", "a b", "../up", ""] {
        let said = message("\"small\"", &format!("\"{name}\""));
        assert!(said.starts_with("my.toml:1: name: ") && said.contains("hyphens"), "{said}");
    }
}

#[test]
fn a_subject_that_nobody_knows_has_its_line() {
    let plan = Plan::parse("my.toml", SMALL).unwrap();
    assert!(plan.check_subjects(|_| Ok::<(), String>(())).is_ok());
    let error = plan.check_subjects(|name| Err(format!("no game '{name}'"))).unwrap_err();
    assert_eq!(error.to_string(), "my.toml:9: subjects: no game 'othello'");
}

#[test]
fn an_unknown_plan_has_the_nearest_name() {
    let error = Plan::named("leafs").unwrap_err();
    assert_eq!(error.nearest, "leaves");
    assert!(error.to_string().contains("table-size"));
}

/// The small plan with this many combinations of a search: 2 algorithms, and lists of the other things.
fn sized(positions: usize, depths: usize, offsets: usize) -> String {
    let list = |count: usize| format!("{:?}", (1..=count).collect::<Vec<usize>>());
    let offsets = format!("offsets = {}\nstep = 1", list(offsets));
    let depths = format!("depth = {}\n", list(depths));
    let text = SMALL.replacen("positions = 3", &format!("positions = {positions}"), 1);
    text.replacen("depth = 4\n", &depths, 1).replacen("step = 1", &offsets, 1)
}

#[test]
fn a_plan_beyond_the_limit_is_refused_with_the_numbers_that_make_it() {
    let start = Instant::now();
    let said = Plan::parse("my.toml", &sized(1_000_000, 2, 2)).map(|_| ()).unwrap_err().to_string();
    assert!(said.starts_with("my.toml:9: subjects: the full form of plan 'small' asks for 8000000 searches"), "{said}");
    assert!(said.contains("2 algorithms x 1000000 positions x 2 depths x 2 offsets"), "{said}");
    assert!(said.contains("1000000 is the limit") && said.contains("split the plan"), "{said}");
    // 2 x 10^6 x 254 x 10^4 five times over: beyond the limit, whatever the size of a word.
    let block = sized(1_000_000, 254, 10_000);
    let (head, rest) = block.split_once("[[searches]]").unwrap();
    let (searches, views) = rest.split_once("[[views]]").unwrap();
    let many = format!("{head}{}[[views]]{views}", format!("[[searches]]{searches}").repeat(5));
    let said = Plan::parse("my.toml", &many).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains("asks for 25400000000000 searches"), "{said}");
    // A product that no machine word holds is an error like any other.
    let algorithms = format!("algorithms = [{}]", "\"mtd-f\", \"aspiration(4)\", ".repeat(3000));
    let huge = block.replacen("algorithms = [\"aspiration(4)\", \"mtd-f\"]", &algorithms, 1);
    let huge = huge.replacen("quick = { positions = [2], depth = 2 }", "", 1);
    let subjects = format!("subjects = [{}]", "\"othello\", ".repeat(3000));
    let huge = huge.replacen("subjects = [\"othello\"]", &subjects, 1);
    let said = Plan::parse("my.toml", &huge).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains("asks for more than 18446744073709551615 searches"), "{said}");
    assert!(start.elapsed() < Duration::from_secs(10), "nothing is enumerated");
}

#[test]
fn the_quick_form_has_the_same_limit_and_a_plan_that_grew_is_checked_again() {
    let quick = SMALL.replacen("positions = [2], depth = 2", "positions = 500001", 1);
    let said = Plan::parse("my.toml", &quick).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains("the quick form of plan 'small' asks for 1000002 searches"), "{said}");
    let most = Plan::parse("my.toml", &sized(500_000, 1, 1)).unwrap();
    let more = most.clone().with("chess", 3);
    assert!(most.check_size().is_ok() && more.check_size().is_err());
    assert!(nullwindow_lab::Lab::new().check(&[more]).is_err());
}

#[test]
fn the_cells_of_a_plan_at_the_limit_come_one_at_a_time() {
    let plan = Plan::parse("my.toml", &sized(500_000, 1, 1)).unwrap();
    let start = Instant::now();
    assert_eq!(plan.cells_by_instance(PlanForm::Full).nth(2).unwrap().instance, 2);
    assert_eq!(plan.cells(PlanForm::Full).nth(2).unwrap().instance, 2);
    assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
    assert_eq!(plan.cells(PlanForm::Full).count() as u64, MAX_SEARCHES);
    assert_eq!(plan.cells_by_instance(PlanForm::Full).count() as u64, MAX_SEARCHES);
}
