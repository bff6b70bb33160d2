//! Findings on made-up rows: every number by hand, every claim in both directions.

use nullwindow_lab::finding::{self, Answer, Finding, TableMark};
use nullwindow_lab::plan::{Plan, PlanForm};
use nullwindow_lab::{Question, Row, Stop};

fn find(plan: &Plan, form: PlanForm, rows: &[Row]) -> Finding {
    finding::find(plan, form, rows, Stop::NEVER).unwrap()
}

/// A plan of two games, two positions each, to depth 2; claims are added to it.
fn plan(rest: &str) -> Plan {
    let text = format!(
        r#"name = "made-up"
title = "Made up"
question = "?"
paper = "!"
setup = "None."
refuted = "Never."

[favourite]
algorithm = "mtd-f"
base = "aspiration"
y = "leaves"

[[searches]]
subjects = ["checkers", "chess"]
algorithms = ["aspiration(4)", "mtd-f"]
positions = 2
depth = 2
step = 1
entries = 16
{rest}"#
    );
    Plan::parse("made-up.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn row(subject: &str, place: u32, algorithm: &str, depth: u32, leaves: u64) -> Row {
    Row {
        subject: subject.to_owned(),
        place,
        algorithm: algorithm.to_owned(),
        depth: Some(depth),
        step: Some(1),
        entries: Some(16),
        value: Some(7),
        leaves: Some(leaves),
        leaf_visits: leaves,
        total: 2 * leaves,
        passes: 3,
        ..Row::default()
    }
}

/// Leaves in sum at depth 2: checkers 90 of 100 and 220 of 200, chess 80 of 100 and 160 of 200.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (subject, place, base, other) in
        [("checkers", 1, 100, 90), ("checkers", 2, 200, 220), ("chess", 1, 100, 80), ("chess", 2, 200, 160)]
    {
        rows.push(row(subject, place, "aspiration(4)", 1, 10));
        rows.push(row(subject, place, "aspiration(4)", 2, base - 10));
        rows.push(row(subject, place, "mtd-f", 1, 20));
        rows.push(row(subject, place, "mtd-f", 2, other - 20));
    }
    rows
}

/// The answer to one claim, and what was measured.
fn answer(claim: &str, rows: &[Row]) -> (Answer, String) {
    let finding = find(&plan(&format!("\n[[claims]]\ntext = \"it\"\n{claim}\n")), PlanForm::Full, rows);
    let verdict = &finding.verdicts[0];
    (verdict.answer, verdict.measured.clone())
}

fn text(finding: &Finding, table: usize, row: usize, column: usize) -> &str {
    &finding.tables[table].rows[row][column].text
}

const RATIO: &str = "kind = \"ratio\"\nalgorithm = \"mtd-f\"\nbase = \"aspiration\"";

#[test]
fn ratios_are_of_cumulative_sums() {
    let (answered, measured) = answer(&format!("{RATIO}\nmost = 1.04"), &rows());
    assert_eq!(answered, Answer::Holds);
    // 310 / 300 and 240 / 300; left over of checkers: -13.33 and 13.33, so the error is 18.86 * sqrt 2 / 300.
    assert!(
        measured.contains("checkers at depth 2 1.033 ±0.089 (2 cases, 0.900 to 1.100, above 1 in 1)"),
        "{measured}"
    );
    assert!(measured.contains("chess at depth 2 0.800 ±0.000 (2 cases, 0.800 to 0.800, above 1 in 0)"), "{measured}");
}

#[test]
fn a_claim_holds_in_part_or_not_at_all() {
    assert_eq!(answer(&format!("{RATIO}\nmost = 1.0"), &rows()).0, Answer::Partly);
    assert_eq!(answer(&format!("{RATIO}\nleast = 1.2"), &rows()).0, Answer::Fails);
    assert_eq!(answer(&format!("{RATIO}\nleast = 1.2\nsubjects = [\"chess\"]"), &rows()).0, Answer::Fails);
    assert_eq!(answer(&format!("{RATIO}\nmost = 0.7\nsubjects = [\"checkers\"]"), &rows()).0, Answer::Fails);
    assert_eq!(answer(&format!("{RATIO}\nmost = 0.7\nsubjects = [\"chess\"]"), &rows()).0, Answer::Partly);
    let (_, measured) = answer(&format!("{RATIO}\nmost = 0.7"), &rows());
    assert!(measured.starts_with("in the right direction, but by less than claimed, in 1 of 2; "), "{measured}");
    assert_eq!(answer(&format!("{RATIO}\nmost = 0.8\nsubjects = [\"chess\"]"), &rows()).0, Answer::Holds);
    assert_eq!(answer(&format!("{RATIO}\nleast = 0.81\nmost = 0.9\nsubjects = [\"chess\"]"), &rows()).0, Answer::Fails);
}

#[test]
fn in_direction_means_by_more_than_chance() {
    // 290 / 300 in checkers: 0.967 +-0.044.
    let mut rows = rows();
    rows.iter_mut().filter(|row| row.leaves == Some(200)).for_each(|row| row.leaves = Some(180));
    assert_eq!(answer(&format!("{RATIO}\nmost = 0.7\nsubjects = [\"checkers\"]"), &rows).0, Answer::Fails);
}

#[test]
fn times_by_their_median_and_nothing_by_nothing() {
    let claim = RATIO.to_owned() + "\ny = \"seconds\"\nmost = 1.0\ncumulative = false\nsubjects = [\"chess\"]";
    let mut rows = rows();
    for (row, seconds) in
        rows.iter_mut().filter(|row| row.subject == "chess" && row.depth == Some(2)).zip([1.0, 0.5, 2.0, 30.0])
    {
        row.seconds = seconds;
    }
    // 0.5 and 15: the median is 7.75, where the sums have 10.2.
    let (answered, measured) = answer(&claim, &rows);
    assert!(answered == Answer::Fails && measured.contains("7.750"), "{measured}");
    // Nothing was searched on the second position: nothing is to be compared.
    rows.iter_mut().filter(|row| row.place == 2 && row.algorithm == "mtd-f").for_each(|row| row.leaves = Some(0));
    let (answered, measured) = answer(&claim, &rows);
    assert!(answered == Answer::Holds && measured.contains("0.500 (1 case,"), "{measured}");
}

#[test]
fn without_rows_nothing_is_known() {
    let (answered, measured) = answer(&format!("{RATIO}\nmost = 1.0"), &[]);
    assert_eq!((answered, measured.as_str()), (Answer::Unknown, "no rows to tell by"));
    let only_base: Vec<Row> = rows().into_iter().filter(|row| row.algorithm != "mtd-f").collect();
    assert_eq!(answer(&format!("{RATIO}\nmost = 1.0"), &only_base).0, Answer::Unknown);
}

#[test]
fn an_iteration_alone_and_every_depth() {
    // Alone at depth 2: checkers (70 + 200) / (90 + 190), chess (60 + 140) / (90 + 190).
    let (_, measured) = answer(&format!("{RATIO}\nmost = 1.0\ncumulative = false"), &rows());
    assert!(measured.contains("depth 2 0.964") && measured.contains("depth 2 0.714"), "{measured}");
    // At depth 1 the ratio is 2 in both games.
    assert_eq!(answer(&format!("{RATIO}\nmost = 1.04\nat = \"every\""), &rows()).0, Answer::Partly);
    assert_eq!(answer(&format!("{RATIO}\nmost = 2.0\nat = \"every\""), &rows()).0, Answer::Holds);
}

#[test]
fn means_over_positions_and_iterations() {
    let mut rows = rows();
    for row in rows.iter_mut().filter(|row| row.depth == Some(2) && row.place == 1) {
        row.passes = 9;
    }
    let mean = "kind = \"mean\"\nalgorithm = \"mtd-f\"\ny = \"passes\"\ncumulative = false";
    // At depth 2: 9 and 3. Over all depths: (3 + 9) / 2 = 6 and 3.
    let (answered, measured) = answer(&format!("{mean}\nmost = 6.0\nsubjects = [\"chess\"]"), &rows);
    assert_eq!(answered, Answer::Holds);
    assert!(measured.contains("chess at depth 2 6 ±3.000 (2 cases, 3 to 9)"), "{measured}");
    let (_, measured) = answer(&format!("{mean}\nmost = 6.0\nat = \"all\"\nsubjects = [\"chess\"]"), &rows);
    assert!(measured.contains("4.500 ±1.500"), "{measured}");
    assert_eq!(answer(&format!("{mean}\nmost = 4.4\nat = \"all\""), &rows).0, Answer::Fails);
}

#[test]
fn shares_count_searches_that_need_more() {
    let share = "kind = \"share\"\nalgorithm = \"mtd-f\"\nbase = \"aspiration\"\ncumulative = false\nat = \"all\"";
    // More at depth 1 twice, at depth 2 once in checkers (200 of 190), never in chess.
    let (answered, measured) = answer(&format!("{share}\nleast = 0.6"), &rows());
    assert_eq!(answered, Answer::Partly);
    assert!(measured.contains("checkers over all depths 0.750 ±0.217 (3 of 4 cases)"), "{measured}");
    assert!(measured.contains("chess over all depths 0.500 ±0.250 (2 of 4 cases)"), "{measured}");
    let falling = share.replace("share", "falling");
    assert_eq!(answer(&format!("{falling}\nsubjects = [\"checkers\", \"chess\"]"), &rows()).0, Answer::Holds);
    let (answered, measured) = answer(&format!("{falling}\nsubjects = [\"chess\", \"checkers\"]"), &rows());
    assert_eq!(answered, Answer::Fails);
    // The errors are 0.2165 and 0.25.
    assert!(measured.ends_with("; from the first to the last +0.250 ±0.331"), "{measured}");
    // Equal shares do not fall.
    let mut equal = rows();
    equal.iter_mut().filter(|row| row.leaves == Some(200)).for_each(|row| row.leaves = Some(180));
    assert_eq!(answer(&format!("{falling}\nsubjects = [\"checkers\", \"chess\"]"), &equal).0, Answer::Fails);
}

#[test]
fn the_best_of_all() {
    let best = "kind = \"best\"\nmost = 1.0\nalgorithm =";
    let (answered, measured) = answer(&format!("{best} \"mtd-f\""), &rows());
    assert_eq!(answered, Answer::Partly);
    assert!(measured.contains("of the best other, aspiration(4)"), "{measured}");
    assert_eq!(answer(&format!("{best} \"mtd-f\"\nsubjects = [\"chess\"]"), &rows()).0, Answer::Holds);
    assert_eq!(answer(&format!("{best} \"aspiration\"\nsubjects = [\"chess\"]"), &rows()).0, Answer::Fails);
}

#[test]
fn values_that_disagree_are_told_loudly() {
    let quiet = find(&plan(""), PlanForm::Full, &rows());
    let last = quiet.verdicts.last().unwrap();
    assert_eq!(
        (last.answer, last.measured.as_str()),
        (Answer::Holds, "the same value in all of 8 positions and depths")
    );
    assert!(!quiet.remarks.iter().any(|remark| remark.contains("DISAGREE")));

    let mut rows = rows();
    rows[1].value = Some(8);
    let loud = find(&plan(""), PlanForm::Full, &rows);
    assert_eq!(loud.verdicts.last().unwrap().answer, Answer::Fails);
    let said = "checkers 1 at depth 2: aspiration(4) says 8, mtd-f says 7";
    assert!(loud.remarks[0].starts_with("VALUES DISAGREE") && loud.remarks[0].contains(said), "{}", loud.remarks[0]);

    // Bounds that hold the value are no disagreement, bounds that exclude it are.
    (rows[1].value, rows[1].lower, rows[1].upper) = (None, Some(7), None);
    assert_eq!(find(&plan(""), PlanForm::Full, &rows).verdicts.last().unwrap().answer, Answer::Holds);
    rows[1].lower = Some(8);
    assert_eq!(find(&plan(""), PlanForm::Full, &rows).verdicts.last().unwrap().answer, Answer::Fails);
}

#[test]
fn the_cases_where_the_favourite_loses() {
    let mut boards = rows();
    boards.iter_mut().for_each(|row| row.position = "a board".to_owned());
    let finding = find(&plan(""), PlanForm::Full, &boards);
    let expected = "checkers: mtd-f needs more leaves than aspiration in 1 of 2 cases at depth 2, most in number 2 (+10.0 %: a board). In sum it needs more at depth 1 (+100.0 %).";
    assert_eq!(finding.remarks[0], expected);
    let expected = "chess: mtd-f needs more leaves than aspiration in 0 of 2 cases at depth 2. In sum it needs more at depth 1 (+100.0 %).";
    assert_eq!(finding.remarks[1], expected);
    let deep: Vec<Row> = rows().into_iter().filter(|row| row.depth == Some(2) && row.subject == "chess").collect();
    let expected = "In no case at the greatest depth does mtd-f need more leaves than aspiration: chess.";
    assert_eq!(find(&plan(""), PlanForm::Full, &deep).remarks, [expected]);
}

#[test]
fn the_favourite_loses_in_an_iteration_and_with_a_small_table() {
    let alone = plan("").text().replacen("y = \"leaves\"", "y = \"leaves\"\ncumulative = false", 1);
    let alone = Plan::parse("alone.toml", &alone).unwrap();
    // Alone at depth 2 checkers has 70 of 90 and 200 of 190.
    let remarks = find(&alone, PlanForm::Full, &rows()).remarks;
    let expected = "in 1 of 2 cases at depth 2, that iteration alone, most in number 2 (+5.3 %).";
    assert!(remarks[0].contains(expected), "{}", remarks[0]);

    let sizes = Plan::parse("sizes.toml", &plan("").text().replacen("entries = 16", "entries = [8, 16]", 1)).unwrap();
    let small = rows().into_iter().map(|row| Row {
        entries: Some(8),
        leaves: row.leaves.map(|leaves| if row.algorithm == "mtd-f" { 10 * leaves } else { leaves }),
        ..row
    });
    let both: Vec<Row> = rows().into_iter().chain(small).collect();
    let remark = &find(&sizes, PlanForm::Full, &both).remarks[1];
    let expected = "chess: mtd-f needs more leaves than aspiration in 0 of 2 cases at depth 2 with 2^4 entries.";
    assert!(remark.starts_with(expected), "{remark}");
    // 2400 of 300.
    assert!(remark.ends_with("In sum it needs more at depth 2 with tables of 2^3 (+700.0 %) entries."), "{remark}");
}

#[test]
fn a_verdict_within_error_says_so_and_has_its_numbers() {
    let of = |claim: &str| {
        let plan = plan(&format!("\n[[claims]]\ntext = \"it\"\n{claim}\n"));
        find(&plan, PlanForm::Full, &rows()).verdicts[0].clone()
    };
    // 1.033 +-0.089 in checkers.
    let near = of(&format!("{RATIO}\nmost = 1.04"));
    assert_eq!((near.answer, near.doubtful, near.label().as_str()), (Answer::Holds, true, "holds, within error"));
    let far = of(&format!("{RATIO}\nmost = 2.0"));
    assert_eq!((far.doubtful, far.label().as_str()), (false, "holds"));
    let case = &far.cases[0];
    assert_eq!((case.subject.as_str(), case.depth, case.n, case.above), ("checkers", Some(2), 2, Some(1)));
    assert!((case.value - 310.0 / 300.0).abs() < 1e-9 && (case.se.unwrap() - 0.089).abs() < 1e-3);
    assert_eq!((case.min, case.max), (Some(0.9), Some(1.1)));
}

#[test]
fn the_best_case_is_enough_if_the_claim_says_so() {
    let (answered, measured) = answer(&format!("{RATIO}\nmost = 0.8\nany = true"), &rows());
    assert_eq!(answered, Answer::Holds);
    assert!(measured.starts_with("the best of 2 is chess at depth 2 0.800"), "{measured}");
    assert_eq!(answer(&format!("{RATIO}\nleast = 1.0\nany = true"), &rows()).0, Answer::Holds);
    assert_eq!(answer(&format!("{RATIO}\nleast = 1.1\nany = true"), &rows()).0, Answer::Fails);
}

#[test]
fn charts_mark_what_a_paper_says_and_no_limits_of_ours() {
    let view = "\n[[views]]\ntitle = \"Leaves\"\nkind = \"relative\"\nbase = \"aspiration\"\n\n[[claims]]\ntext = \"it\"\nleast = 0.5\nmost = 0.9\n";
    let finding = find(&plan(&format!("{view}{RATIO}")), PlanForm::Full, &rows());
    assert!(finding.charts[0].panels.iter().all(|panel| panel.claims.is_empty()));
}

#[test]
fn rows_of_other_plans_are_passed_over_and_missing_ones_counted() {
    let mut rows = rows();
    let complete = find(&plan(""), PlanForm::Full, &rows);
    assert_eq!((complete.searches, complete.missing), (8, 0));
    assert!(
        complete.setup.ends_with("checkers and chess 2 positions to depth 2; 8 searches, tables of 2^4 entries. Windows and steps: aspiration(4) in checkers; aspiration(4) in chess."),
        "{}",
        complete.setup
    );

    rows.push(row("othello", 1, "mtd-f", 2, 1));
    rows.push(row("chess", 3, "mtd-f", 2, 1));
    rows.push(Row { entries: Some(32), ..row("chess", 1, "mtd-f", 2, 1_000_000) });
    rows.push(row("chess", 1, "mtd-f", 2, 1_000_000));
    rows.push(row("chess", 1, "mtd-f", 3, 1_000_000));
    assert_eq!(find(&plan(""), PlanForm::Full, &rows), complete);

    rows.retain(|row| row.depth == Some(1) || row.subject == "chess");
    let cut_short = find(&plan(""), PlanForm::Full, &rows);
    assert_eq!((cut_short.searches, cut_short.missing), (4, 4));
    rows.iter_mut().for_each(|row| row.settled = true);
    assert_eq!(find(&plan(""), PlanForm::Full, &rows).missing, 0, "a search that is settled early is complete");
}

#[test]
fn relative_views() {
    let view = "\n[[views]]\ntitle = \"Leaves\"\nkind = \"relative\"\nbase = \"aspiration\"\n\n[[claims]]\ntext = \"it\"\nmost = 0.9\nband = [0.8, 0.9]\n";
    let finding = find(&plan(&format!("{view}{RATIO}")), PlanForm::Full, &rows());
    assert_eq!(finding.tables.len(), 3);
    assert_eq!(finding.tables[0].columns, ["subject", "mtd-f"]);
    assert_eq!(text(&finding, 0, 0, 0), "checkers, 2 positions, depth 2");
    assert_eq!(text(&finding, 0, 0, 1), "1.033");
    assert_eq!(finding.tables[0].rows[0][1].mark, Some(TableMark::Worse));
    assert_eq!((text(&finding, 0, 1, 1), finding.tables[0].rows[1][1].mark), ("0.800", None));
    assert_eq!((text(&finding, 1, 0, 0), text(&finding, 1, 0, 1)), ("1", "2.000"));
    let panel = &finding.charts[0].panels[1];
    assert_eq!(
        (panel.title.as_str(), panel.series[0].name.as_str(), panel.series[1].name.as_str()),
        ("chess", "mtd-f", "aspiration")
    );
    assert_eq!((panel.series[0].points[1].x, panel.series[0].points[1].y), (2.0, 0.8));
    assert_eq!((panel.claims[0].low, panel.claims[0].high, panel.claims[0].x), (0.8, 0.9, None));
}

#[test]
fn views_by_ply() {
    let mut rows = rows();
    for row in &mut rows {
        // At ply 1: four nodes cut off, three by their first move, six moves.
        row.cuts = vec![[0, 0, 0], [4, 3, 6]];
    }
    let views = "\n[[views]]\ntitle = \"Moves\"\nkind = \"mean\"\nx = \"ply\"\ny = \"moves-at-cuts\"\n\n[[views]]\ntitle = \"First\"\nkind = \"mean\"\nx = \"ply\"\ny = \"first-move\"\n";
    let finding = find(&plan(views), PlanForm::Full, &rows);
    let moves = &finding.charts[0].panels[0].series[0].points;
    assert_eq!((moves.len(), moves[0].x, moves[0].y), (1, 1.0, 1.5));
    assert_eq!(finding.charts[1].panels[0].series[0].points[0].y, 0.75);
}

#[test]
fn bounds_question_by_question() {
    let mut rows = rows();
    let ask = |answer: i32, leaf_visits: u64| Question { answer, leaf_visits, ..Question::default() };
    for row in &mut rows {
        row.questions = vec![ask(20, 30), ask(7, 10)];
    }
    let finding = find(&plan("\n[[views]]\ntitle = \"Bounds\"\nkind = \"bounds\"\n"), PlanForm::Full, &rows);
    let line: Vec<&str> = finding.tables[0].rows[1].iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(line, ["checkers, mtd-f", "2", "20", "7", "75 %"]);
    let panel = &finding.charts[0].panels[0];
    assert_eq!(panel.title, "checkers, position 1 at depth 2");
    let points: Vec<(f64, f64)> = panel.series[1].points.iter().map(|point| (point.x, point.y)).collect();
    assert_eq!(points, [(1.0, 20.0), (2.0, 7.0)]);
}

/// A plan of trees with figures of a paper.
fn trees(rest: &str) -> Plan {
    let text = format!(
        r#"name = "trees"
title = "Trees"
question = "?"
paper = "!"
setup = "None."
refuted = "Never."
[[searches]]
subjects = ["ordered 8x4 r1"]
algorithms = ["sss*", "ps*(2)"]
seeds = 4
[[reported]]
source = "[SM86] Table 2"
subject = "ordered 8x4 r1"
trees = 4
values = {{ "sss*" = 10, "ps*(2)" = 30 }}
{rest}"#
    );
    Plan::parse("trees.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn tree(seed: u32, algorithm: &str, leaves: u64, open: u64, backup: u64) -> Row {
    let row = row("ordered 8x4 r1", seed, algorithm, 1, leaves);
    Row { depth: None, step: None, entries: None, leaves: None, open, backup, ..row }
}

/// SSS* has 9, 11, 13, 11: mean 11, deviation sqrt(8/3); PS*(2) has 20 each time.
fn tree_rows() -> Vec<Row> {
    let leaves = [9, 11, 13, 11];
    let sss = leaves.into_iter().zip(1..).map(|(leaves, seed)| tree(seed, "sss*", leaves, 64, 0));
    sss.chain((1..=4).map(|seed| tree(seed, "ps*(2)", 20, 16, 5))).collect()
}

#[test]
fn figures_of_a_paper_by_standard_errors() {
    let claim = "\n[[views]]\ntitle = \"Leaves\"\nkind = \"reported\"\n\n[[claims]]\ntext = \"it\"\nkind = \"reported\"\nleast = ";
    let finding = find(&trees(&format!("{claim}0.9")), PlanForm::Full, &tree_rows());
    // Errors 0.8165 each, 1.1547 together: z = 0.87. PS*(2) has no spread and is not 30.
    let entry = &finding.tables[0].rows[0][1];
    assert_eq!((entry.text.as_str(), entry.note.as_deref()), ("11", Some("±0.816, paper 10, z +0.9")));
    assert_eq!(entry.mark, None);
    assert_eq!(finding.tables[0].rows[1][1].mark, Some(TableMark::Worse));
    let verdict = &finding.verdicts[0];
    assert_eq!(verdict.answer, Answer::Partly);
    assert_eq!(verdict.measured, "1 of 2 figures; apart are ordered 8x4 r1 ps*(2) 30 (ours 20)");
    assert_eq!(find(&trees(&format!("{claim}0.5")), PlanForm::Full, &tree_rows()).verdicts[0].answer, Answer::Holds);
    let none = tree_rows().into_iter().map(|row| Row { leaf_visits: 99, ..row }).collect::<Vec<Row>>();
    assert_eq!(find(&trees(&format!("{claim}0.9")), PlanForm::Full, &none).verdicts[0].answer, Answer::Fails);
}

#[test]
fn lists_beside_their_formulas() {
    let rest = "\n[[views]]\ntitle = \"Lists\"\nkind = \"sizes\"\n\n[[claims]]\ntext = \"it\"\nkind = \"sizes\"\nleast = 1.0\nmost = 1.0\n";
    let finding = find(&trees(rest), PlanForm::Full, &tree_rows());
    assert_eq!(finding.verdicts[0].answer, Answer::Holds);
    assert_eq!(finding.tables[0].rows[1][2].note.as_deref(), Some("formula 5"));
    let mut rows = tree_rows();
    rows[7].backup = 6;
    let finding = find(&trees(rest), PlanForm::Full, &rows);
    assert_eq!(
        (finding.verdicts[0].answer, finding.tables[0].rows[1][2].mark),
        (Answer::Partly, Some(TableMark::Worse))
    );
}

#[test]
fn first_guesses_and_tables() {
    let text = r#"name = "guess"
title = "Guess"
question = "?"
paper = "!"
setup = "None."
refuted = "Never."
[[searches]]
subjects = ["chess"]
algorithms = ["mtd-f"]
positions = 1
depth = 1
offsets = [-5, 0, 5]
[[searches]]
subjects = ["chess"]
algorithms = ["aspiration"]
positions = 1
depth = 1
[[views]]
title = "Guess"
kind = "relative"
x = "offset"
base = "aspiration"
[[claims]]
text = "lowest"
kind = "lowest"
algorithm = "mtd-f"
base = "aspiration"
least = -1
most = 1
[[claims]]
text = "far"
kind = "ratio"
algorithm = "mtd-f"
base = "aspiration"
offset = 5
least = 1.0
"#;
    let plan = Plan::parse("guess.toml", text).unwrap_or_else(|error| panic!("{error}"));
    let guess = |offset: Option<i32>, leaves: u64| Row {
        offset,
        step: None,
        entries: None,
        ..row("chess", 1, if offset.is_some() { "mtd-f" } else { "aspiration" }, 1, leaves)
    };
    let rows =
        |at: [u64; 3]| vec![guess(None, 100), guess(Some(-5), at[0]), guess(Some(0), at[1]), guess(Some(5), at[2])];
    let finding = find(&plan, PlanForm::Full, &rows([130, 90, 140]));
    let answers: Vec<Answer> = finding.verdicts.iter().map(|verdict| verdict.answer).collect();
    assert_eq!(answers, [Answer::Holds, Answer::Holds, Answer::Holds]);
    assert_eq!(finding.verdicts[0].measured, "chess at depth 1 at +0 (0.900)");
    assert_eq!(finding.charts[0].panels[0].x.categories, ["-5", "+0", "+5"]);
    assert_eq!(finding.charts[0].panels[0].series[0].points[2].y, 1.4);
    let finding = find(&plan, PlanForm::Full, &rows([80, 90, 95]));
    let answers: Vec<Answer> = finding.verdicts.iter().map(|verdict| verdict.answer).collect();
    assert_eq!(answers, [Answer::Fails, Answer::Fails, Answer::Holds]);
}

#[test]
fn every_plan_that_ships_makes_a_finding_of_nothing() {
    for plan in Plan::built_in() {
        let finding = find(&plan, PlanForm::Quick, &[]);
        assert_eq!(finding.missing, plan.cells(PlanForm::Quick).count());
        assert!(finding.verdicts.iter().all(|verdict| verdict.answer == Answer::Unknown), "{}", plan.name());
        assert!(finding.tables.is_empty() && finding.charts.is_empty(), "{}", plan.name());
    }
}
