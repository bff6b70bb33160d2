//! Findings on made-up rows: every number by hand, every claim in both directions.

use nullwindow_lab::finding::{self, Answer, Finding, TableMark, VerdictCounts};
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

fn row(subject: &str, instance: u32, algorithm: &str, depth: u32, leaves: u64) -> Row {
    Row {
        subject: subject.to_owned(),
        instance,
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
    for (subject, instance, base, other) in
        [("checkers", 1, 100, 90), ("checkers", 2, 200, 220), ("chess", 1, 100, 80), ("chess", 2, 200, 160)]
    {
        rows.push(row(subject, instance, "aspiration(4)", 1, 10));
        rows.push(row(subject, instance, "aspiration(4)", 2, base - 10));
        rows.push(row(subject, instance, "mtd-f", 1, 20));
        rows.push(row(subject, instance, "mtd-f", 2, other - 20));
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

/// Costs per position of MTD(f) in a game, where the baseline has 100 on each.
fn costs(subject: &str, costs: &[u64]) -> Vec<Row> {
    let both = |(instance, &cost): (u32, &u64)| {
        [row(subject, instance, "aspiration(4)", 2, 100), row(subject, instance, "mtd-f", 2, cost)]
    };
    (1..).zip(costs).flat_map(both).collect()
}

/// The made-up plan with this many positions.
fn wide_plan(positions: usize, rest: &str) -> Plan {
    let text = plan(rest).text().replacen("positions = 2", &format!("positions = {positions}"), 1);
    Plan::parse("wide.toml", &text).unwrap()
}

/// The answer to a claim about chess, where MTD(f) costs 80, 90 and 100 percent.
fn three_positions(limits: &str) -> Answer {
    let plan = wide_plan(3, &format!("\n[[claims]]\ntext = \"it\"\n{RATIO}\nsubjects = [\"chess\"]\n{limits}\n"));
    find(&plan, PlanForm::Full, &costs("chess", &[80, 90, 100])).verdicts[0].answer
}

#[test]
fn ratios_are_means_over_positions_of_cumulative_costs() {
    let (answered, measured) = answer(&format!("{RATIO}\nmost = 1.04"), &rows());
    assert_eq!(answered, Answer::Undecided);
    // 0.9 and 1.1: deviation 0.1414, error 0.1. Two comparisons: t = tan(0.975 * 90 degrees) = 25.452 at 97.5 %.
    let checkers =
        "checkers at depth 2 1.000 ±0.100 (2 cases, 0.900 to 1.100, above 1 in 1), interval -1.545 to 3.545: undecided";
    assert!(measured.contains(checkers), "{measured}");
    let chess =
        "chess at depth 2 0.800 ±0.000 (2 cases, 0.800 to 0.800, above 1 in 0), interval 0.800 to 0.800: confirmed";
    assert!(measured.contains(chess), "{measured}");
}

#[test]
fn the_whole_interval_decides() {
    // Mean 0.9, error 0.057735, t = 4.302653 for two degrees of freedom: 0.651586 to 1.148414.
    assert_eq!(three_positions("most = 1.2"), Answer::Confirmed);
    assert_eq!(three_positions("most = 1.0"), Answer::Undecided);
    assert_eq!(three_positions("most = 0.65"), Answer::Refuted);
    assert_eq!(three_positions("least = 0.6"), Answer::Confirmed);
    assert_eq!(three_positions("least = 1.2"), Answer::Refuted);
    assert_eq!(three_positions("least = 0.6\nmost = 1.2"), Answer::Confirmed);
    assert_eq!(three_positions("least = 0.85\nmost = 0.95"), Answer::Undecided);
    assert_eq!(three_positions("least = 1.2\nmost = 1.3"), Answer::Refuted);
}

#[test]
fn the_borderline_is_the_end_of_the_interval() {
    assert_eq!(three_positions("most = 1.14842"), Answer::Confirmed);
    assert_eq!(three_positions("most = 1.14841"), Answer::Undecided);
    assert_eq!(three_positions("least = 1.14841"), Answer::Undecided);
    assert_eq!(three_positions("least = 1.14842"), Answer::Refuted);
    // Without spread the interval is a point, and a limit belongs to the claim.
    assert_eq!(answer(&format!("{RATIO}\nmost = 0.8\nsubjects = [\"chess\"]"), &rows()).0, Answer::Confirmed);
    assert_eq!(answer(&format!("{RATIO}\nmost = 0.799\nsubjects = [\"chess\"]"), &rows()).0, Answer::Refuted);
}

#[test]
fn one_position_decides_nothing() {
    let one = costs("chess", &[50]);
    let (answered, measured) = answer(&format!("{RATIO}\nmost = 1.0"), &one);
    assert_eq!(answered, Answer::Undecided);
    assert!(measured.ends_with("too few positions for an interval"), "{measured}");
}

#[test]
fn several_subjects_make_one_verdict() {
    let claim = |limits: &str, chess: &[u64]| {
        let plan = wide_plan(3, &format!("\n[[claims]]\ntext = \"it\"\n{RATIO}\n{limits}\n"));
        let rows = [costs("checkers", &[80, 90, 100]), costs("chess", chess)].concat();
        let finding = find(&plan, PlanForm::Full, &rows);
        (finding.verdicts[0].answer, finding.verdicts[0].cases.iter().map(|case| case.answer).collect::<Vec<Answer>>())
    };
    // At 97.5 % t is 6.205347: 0.541734 to 1.258266 in checkers. Chess has no spread.
    assert_eq!(claim("most = 1.3", &[50; 3]), (Answer::Confirmed, vec![Answer::Confirmed; 2]));
    assert_eq!(claim("most = 1.0", &[50; 3]), (Answer::Undecided, vec![Answer::Undecided, Answer::Confirmed]));
    assert_eq!(claim("most = 1.0", &[200; 3]), (Answer::Refuted, vec![Answer::Undecided, Answer::Refuted]));
    assert_eq!(claim("most = 1.3", &[200; 3]), (Answer::Refuted, vec![Answer::Confirmed, Answer::Refuted]));
    // One is enough.
    assert_eq!(claim("most = 1.3\nany = true", &[200; 3]).0, Answer::Confirmed);
    assert_eq!(claim("most = 1.0\nany = true", &[200; 3]).0, Answer::Undecided);
    assert_eq!(claim("most = 0.5\nany = true", &[200; 3]).0, Answer::Refuted);
}

#[test]
fn more_comparisons_need_wider_intervals() {
    let claim = format!("\n[[claims]]\ntext = \"it\"\n{RATIO}\nsubjects = [\"chess\"]\nmost = 1.15\n");
    let rows = costs("chess", &[80, 90, 100]);
    let one = find(&wide_plan(3, &claim), PlanForm::Full, &rows);
    assert_eq!((one.comparisons, one.verdicts[0].answer), (1, Answer::Confirmed));
    assert_eq!(one.verdicts[0].level(), Some(0.95));
    // With two, the level is 97.5 %, t = 6.205347, and the upper end 1.258266.
    let two = find(&wide_plan(3, &claim.repeat(2)), PlanForm::Full, &rows);
    assert_eq!(
        (two.comparisons, two.verdicts[0].answer, two.verdicts[1].answer),
        (2, Answer::Undecided, Answer::Undecided)
    );
    let interval = two.verdicts[0].cases[0].interval.unwrap();
    assert!((interval.high - 1.258_266).abs() < 1e-6 && (interval.low - 0.541_734).abs() < 1e-6, "{interval:?}");
    // The same for two findings of one report.
    let mut report = [one.clone(), one];
    finding::judge(&mut report);
    assert_eq!((report[1].comparisons, report[1].verdicts[0].answer), (2, Answer::Undecided));
    let text = VerdictCounts::of(&report).level_text();
    assert!(text.starts_with("Each interval at 97.5 %: Bonferroni over 2 comparisons"), "{text}");
}

#[test]
fn self_checks_are_no_claims() {
    let claim = format!("\n[[claims]]\ntext = \"it\"\n{RATIO}\nsubjects = [\"chess\"]\n");
    let claims = [0.4, 1.0, 1.4].map(|most| format!("{claim}most = {most}\n")).concat();
    let mut rows = costs("chess", &[80, 90, 100]);
    // Three comparisons: t = 7.648841 at 98.333 %, so 0.458394 to 1.341606.
    let finding = find(&wide_plan(3, &claims), PlanForm::Full, &rows);
    let counts = VerdictCounts::of(&[finding]);
    assert_eq!(counts.to_string(), "1 of 3 claims confirmed, 1 refuted, 1 undecided; 1 self-check passed");
    rows[0].value = Some(8);
    let failed = VerdictCounts::of(&[find(&wide_plan(3, ""), PlanForm::Full, &rows)]);
    assert_eq!(failed.to_string(), "0 of 0 claims confirmed, 0 refuted, 0 undecided; 0 self-checks passed, 1 failed");
}

#[test]
fn exact_claims_are_counted() {
    let share = "kind = \"share\"\nalgorithm = \"mtd-f\"\nbase = \"aspiration\"\nmost = 0.0\nsubjects =";
    assert_eq!(answer(&format!("{share} [\"chess\"]"), &rows()).0, Answer::Confirmed);
    let (answered, measured) = answer(&format!("{share} [\"checkers\"]"), &rows());
    assert_eq!(answered, Answer::Refuted);
    assert_eq!(measured, "checkers at depth 2 0.500 ±0.354 (1 of 2 cases)");
    // The mean of 0.9 and 1.1 is 1, but neither is.
    assert_eq!(answer(&format!("{RATIO}\nleast = 1\nmost = 1\nsubjects = [\"checkers\"]"), &rows()).0, Answer::Refuted);
    assert_eq!(answer(&format!("{RATIO}\nleast = 1\nmost = 1"), &costs("chess", &[100, 100])).0, Answer::Confirmed);
    let finding = find(&plan(&format!("\n[[claims]]\ntext = \"it\"\n{share} [\"chess\"]")), PlanForm::Full, &rows());
    assert_eq!((finding.comparisons, finding.verdicts[0].level()), (0, None));
}

#[test]
fn only_a_clear_best_is_marked() {
    let view = "\n[[views]]\ntitle = \"Leaves\"\nkind = \"relative\"\nbase = \"aspiration\"\n";
    let text = wide_plan(3, view).text().replacen("\"mtd-f\"]", "\"mtd-f\", \"tt-alphabeta\"]", 1);
    let plan = Plan::parse("best.toml", &text).unwrap();
    let marks = |others: [u64; 3]| {
        let other = (1..).zip(others).map(|(instance, cost)| row("chess", instance, "tt-alphabeta", 2, cost));
        let rows: Vec<Row> = costs("chess", &[80, 90, 100]).into_iter().chain(other).collect();
        let finding = find(&plan, PlanForm::Full, &rows);
        [1, 2].map(|column| finding.tables[0].rows[0][column].mark)
    };
    // Differences -0.10, -0.11 and -0.10: mean -0.103333, error 0.003333, upper end -0.088991.
    assert_eq!(marks([90, 101, 110]), [Some(TableMark::Best), None]);
    // -0.01, -0.04 and +0.01: the mean is lower, by less than its error.
    assert_eq!(marks([81, 94, 99]), [None, None]);
    assert_eq!(marks([80, 90, 100]), [None, None]);
}

#[test]
fn series_that_no_claim_is_about_are_muted() {
    let view = "\n[[views]]\ntitle = \"Leaves\"\nkind = \"mean\"\n";
    let claim = "\n[[claims]]\ntext = \"it\"\nkind = \"mean\"\nalgorithm = \"mtd-f\"\nmost = 1\n";
    let text = plan(&format!("{view}{claim}")).text().replacen("\"mtd-f\"]", "\"mtd-f\", \"negascout\"]", 1);
    let rows = [rows(), vec![row("chess", 1, "negascout", 2, 100)]].concat();
    let finding = find(&Plan::parse("muted.toml", &text).unwrap(), PlanForm::Full, &rows);
    let series = &finding.charts[0].panels[1].series;
    let muted: Vec<(&str, bool)> = series.iter().map(|series| (series.name.as_str(), series.muted)).collect();
    // Aspiration NegaScout is the baseline of the favourite.
    assert_eq!(muted, [("aspiration", false), ("mtd-f", false), ("negascout", true)]);
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
    assert!(answered == Answer::Undecided && measured.contains("7.750"), "{measured}");
    // Nothing was searched on the second position: nothing is to be compared.
    rows.iter_mut().filter(|row| row.instance == 2 && row.algorithm == "mtd-f").for_each(|row| row.leaves = Some(0));
    let (answered, measured) = answer(&claim, &rows);
    assert!(answered == Answer::Undecided && measured.contains("0.500 (1 case,"), "{measured}");
}

#[test]
fn without_rows_nothing_is_known() {
    let (answered, measured) = answer(&format!("{RATIO}\nmost = 1.0"), &[]);
    assert_eq!((answered, measured.as_str()), (Answer::Undecided, "no rows to decide it"));
    let only_base: Vec<Row> = rows().into_iter().filter(|row| row.algorithm != "mtd-f").collect();
    assert_eq!(answer(&format!("{RATIO}\nmost = 1.0"), &only_base).0, Answer::Undecided);
}

#[test]
fn an_iteration_alone_and_every_depth() {
    // Alone at depth 2: checkers 70 / 90 and 200 / 190, chess 60 / 90 and 140 / 190.
    let (_, measured) = answer(&format!("{RATIO}\nmost = 1.0\ncumulative = false"), &rows());
    assert!(measured.contains("depth 2 0.915") && measured.contains("depth 2 0.702"), "{measured}");
    // At depth 1 the ratio is 2 in both games.
    assert_eq!(answer(&format!("{RATIO}\nmost = 1.04\nat = \"every\""), &rows()).0, Answer::Refuted);
    let chess = "subjects = [\"chess\"]";
    assert_eq!(answer(&format!("{RATIO}\nmost = 2.0\nat = \"every\"\n{chess}"), &rows()).0, Answer::Confirmed);
}

#[test]
fn means_over_positions_and_iterations() {
    let mut rows = rows();
    for row in rows.iter_mut().filter(|row| row.depth == Some(2) && row.instance == 1) {
        row.passes = 9;
    }
    let mean = "kind = \"mean\"\nalgorithm = \"mtd-f\"\ny = \"passes\"\ncumulative = false";
    // At depth 2: 9 and 3. Over all depths: (3 + 9) / 2 = 6 and 3.
    let (answered, measured) = answer(&format!("{mean}\nmost = 6.0\nsubjects = [\"chess\"]"), &rows);
    assert_eq!(answered, Answer::Undecided);
    assert!(measured.contains("chess at depth 2 6 ±3.000 (2 cases, 3 to 9)"), "{measured}");
    let (_, measured) = answer(&format!("{mean}\nmost = 6.0\nat = \"all\"\nsubjects = [\"chess\"]"), &rows);
    assert!(measured.contains("4.500 ±1.500"), "{measured}");
    // All have three calls at depth 1.
    let depth_1: Vec<Row> = rows.into_iter().filter(|row| row.depth == Some(1)).collect();
    assert_eq!(answer(&format!("{mean}\nmost = 2.9"), &depth_1).0, Answer::Refuted);
}

#[test]
fn shares_count_searches_that_need_more() {
    let share = "kind = \"share\"\nalgorithm = \"mtd-f\"\nbase = \"aspiration\"\ncumulative = false\nat = \"all\"";
    // More at depth 1 twice, at depth 2 once in checkers (200 of 190), never in chess.
    let (answered, measured) = answer(&format!("{share}\nleast = 0.6"), &rows());
    assert_eq!(answered, Answer::Undecided);
    // Checkers has 1 of 2 and 2 of 2 by position: residuals -0.5 and 0.5, variance 2 * 0.5 / 16, which is that of
    // 0.1875 / 0.0625 = 3 trials. In chess positions do not differ, and each search counts.
    assert!(measured.contains("checkers over all depths 0.750 ±0.250 (3 of 4 cases)"), "{measured}");
    assert!(measured.contains("chess over all depths 0.500 ±0.250 (2 of 4 cases)"), "{measured}");
}

#[test]
fn a_share_falls_beyond_its_error_or_not() {
    let falling = |order: &str, checkers: u64, chess: u64| {
        let claim = "kind = \"falling\"\nalgorithm = \"mtd-f\"\nbase = \"aspiration\"\nsubjects =";
        let plan = wide_plan(20, &format!("\n[[claims]]\ntext = \"it\"\n{claim} [{order}]\n"));
        let rows = [costs("checkers", &[checkers; 20]), costs("chess", &[chess; 20])].concat();
        find(&plan, PlanForm::Full, &rows).verdicts[0].clone()
    };
    // From 20 of 20 to 0 of 20: 0.025^(1/20) = 0.831566, so both ends are 0.168434 from their shares.
    let falls = falling("\"checkers\", \"chess\"", 110, 90);
    assert_eq!(falls.answer, Answer::Confirmed);
    let upper = -1.0 + 0.168_434 * 2f64.sqrt();
    assert!((falls.cases[0].interval.unwrap().high - upper).abs() < 1e-5, "{falls:?}");
    assert_eq!(falling("\"chess\", \"checkers\"", 110, 90).answer, Answer::Refuted);
    // Equal shares neither fall nor rise beyond their error.
    assert_eq!(falling("\"checkers\", \"chess\"", 90, 90).answer, Answer::Undecided);
}

#[test]
fn the_best_of_all() {
    let best = "kind = \"best\"\nmost = 1.0\nalgorithm =";
    let (answered, measured) = answer(&format!("{best} \"mtd-f\""), &rows());
    assert_eq!(answered, Answer::Undecided);
    assert!(measured.contains("checkers at depth 2 to aspiration(4) 1.000 ±0.100"), "{measured}");
    assert_eq!(answer(&format!("{best} \"mtd-f\"\nsubjects = [\"chess\"]"), &rows()).0, Answer::Confirmed);
    assert_eq!(answer(&format!("{best} \"aspiration\"\nsubjects = [\"chess\"]"), &rows()).0, Answer::Refuted);
}

#[test]
fn values_that_disagree_are_told_loudly() {
    let quiet = find(&plan(""), PlanForm::Full, &rows());
    let last = quiet.self_checks.last().unwrap();
    assert_eq!(
        (last.answer, last.measured.as_str()),
        (Answer::Confirmed, "the same value in all of 8 positions and depths")
    );
    assert!(!quiet.remarks.iter().any(|remark| remark.contains("DISAGREE")));

    let mut rows = rows();
    rows[1].value = Some(8);
    let loud = find(&plan(""), PlanForm::Full, &rows);
    assert_eq!(loud.self_checks.last().unwrap().answer, Answer::Refuted);
    let said = "checkers 1 at depth 2: aspiration(4) says 8, mtd-f says 7";
    assert!(loud.remarks[0].starts_with("VALUES DISAGREE") && loud.remarks[0].contains(said), "{}", loud.remarks[0]);

    // Bounds that hold the value are no disagreement, bounds that exclude it are.
    (rows[1].value, rows[1].lower, rows[1].upper) = (None, Some(7), None);
    assert_eq!(find(&plan(""), PlanForm::Full, &rows).self_checks.last().unwrap().answer, Answer::Confirmed);
    rows[1].lower = Some(8);
    assert_eq!(find(&plan(""), PlanForm::Full, &rows).self_checks.last().unwrap().answer, Answer::Refuted);
}

#[test]
fn the_cases_where_the_favourite_loses() {
    let mut boards = rows();
    boards.iter_mut().for_each(|row| row.position = "a board".to_owned());
    let finding = find(&plan(""), PlanForm::Full, &boards);
    let expected = "checkers: mtd-f needs more leaves than aspiration in 1 of 2 cases at depth 2, most in number 2 (+10.0 %: a board). On average it needs more at depth 1 (+100.0 %).";
    assert_eq!(finding.remarks[0], expected);
    let expected = "chess: mtd-f needs more leaves than aspiration in 0 of 2 cases at depth 2. On average it needs more at depth 1 (+100.0 %).";
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
    assert!(remark.ends_with("On average it needs more at depth 2 with tables of 2^3 (+700.0 %) entries."), "{remark}");
}

#[test]
fn a_case_has_its_numbers() {
    let plan = plan(&format!("\n[[claims]]\ntext = \"it\"\n{RATIO}\nmost = 2.0\n"));
    let case = &find(&plan, PlanForm::Full, &rows()).verdicts[0].cases[0];
    assert_eq!((case.subject.as_str(), case.depth, case.n, case.above), ("checkers", Some(2), 2, Some(1)));
    assert!((case.value - 1.0).abs() < 1e-9 && (case.se.unwrap() - 0.1).abs() < 1e-9);
    assert_eq!((case.min, case.max), (Some(0.9), Some(1.1)));
    let json = serde_json::to_value(case).unwrap();
    assert_eq!((&json["answer"], &json["level"]), (&"undecided".into(), &0.975.into()));
    assert!((json["interval"][1].as_f64().unwrap() - 3.545).abs() < 1e-3, "{json}");
}

#[test]
fn the_best_case_is_enough_if_the_claim_says_so() {
    let (answered, measured) = answer(&format!("{RATIO}\nmost = 0.8\nany = true"), &rows());
    assert_eq!(answered, Answer::Confirmed);
    assert!(measured.starts_with("the best of 2 is chess at depth 2 0.800"), "{measured}");
    let (answered, measured) = answer(&format!("{RATIO}\nleast = 1.1\nany = true"), &rows());
    assert_eq!(answered, Answer::Undecided);
    assert!(measured.starts_with("the best of 2 is checkers at depth 2 1.000"), "{measured}");
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
    assert_eq!(text(&finding, 0, 0, 1), "1.000");
    assert_eq!(finding.tables[1].rows[0][1].mark, Some(TableMark::Worse));
    assert!(finding.tables[0].digest && !finding.tables[1].digest);
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
    assert_eq!(verdict.answer, Answer::Refuted);
    assert_eq!(verdict.measured, "1 of 2 figures; apart are ordered 8x4 r1 ps*(2) 30 (ours 20)");
    assert_eq!(
        find(&trees(&format!("{claim}0.5")), PlanForm::Full, &tree_rows()).verdicts[0].answer,
        Answer::Confirmed
    );
    let none = tree_rows().into_iter().map(|row| Row { leaf_visits: 99, ..row }).collect::<Vec<Row>>();
    assert_eq!(find(&trees(&format!("{claim}0.9")), PlanForm::Full, &none).verdicts[0].answer, Answer::Refuted);
}

#[test]
fn lists_beside_their_formulas() {
    let rest = "\n[[views]]\ntitle = \"Lists\"\nkind = \"sizes\"\n\n[[claims]]\ntext = \"it\"\nkind = \"sizes\"\nleast = 1.0\nmost = 1.0\n";
    let finding = find(&trees(rest), PlanForm::Full, &tree_rows());
    assert_eq!(finding.verdicts[0].answer, Answer::Confirmed);
    assert_eq!(finding.tables[0].rows[1][2].note.as_deref(), Some("formula 5"));
    let mut rows = tree_rows();
    rows[7].backup = 6;
    let finding = find(&trees(rest), PlanForm::Full, &rows);
    assert_eq!(
        (finding.verdicts[0].answer, finding.tables[0].rows[1][2].mark),
        (Answer::Refuted, Some(TableMark::Worse))
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
positions = 3
depth = 1
offsets = [-5, 0, 5]
[[searches]]
subjects = ["chess"]
algorithms = ["aspiration"]
positions = 3
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
    let guess = |offset: Option<i32>, instance: u32, leaves: u64| Row {
        offset,
        step: None,
        entries: None,
        ..row("chess", instance, if offset.is_some() { "mtd-f" } else { "aspiration" }, 1, leaves)
    };
    let answers = |below: [u64; 3], above: [u64; 3]| {
        let at = [(None, [100; 3]), (Some(-5), below), (Some(0), [80, 90, 100]), (Some(5), above)];
        let rows = at.into_iter().flat_map(|(offset, leaves)| {
            (1..).zip(leaves).map(move |(instance, leaves)| guess(offset, instance, leaves))
        });
        let finding = find(&plan, PlanForm::Full, &rows.collect::<Vec<Row>>());
        (finding.verdicts.iter().map(|verdict| verdict.answer).collect::<Vec<Answer>>(), finding)
    };
    // Four comparisons, one per guess and one of the second claim: t = 8.860209 at 98.75 %. Below, every difference is
    // -0.1. Above, they are -0.10, -0.11 and -0.10: mean -0.103333, error 0.003333, upper end -0.073799.
    let (answered, finding) = answers([90, 100, 110], [90, 101, 110]);
    assert_eq!((answered, finding.comparisons), (vec![Answer::Confirmed, Answer::Undecided], 4));
    let measured = &finding.verdicts[0].measured;
    let expected = "chess at depth 1 best in the range at +0 (0.900), best outside at -5 (1.000), difference -0.100 ±0.000, interval -0.100 to -0.100";
    assert_eq!(measured, expected);
    assert_eq!(finding.verdicts[0].cases[0].value, 0.0);
    assert_eq!(finding.charts[0].panels[0].x.categories, ["-5", "+0", "+5"]);
    assert!((finding.charts[0].panels[0].series[0].points[2].y - 301.0 / 300.0).abs() < 1e-9);
    // Above, -0.10, -0.15 and -0.10: mean -0.116667, error 0.016667, upper end 0.031003. The lowest is at the value
    // still, but not beyond the error.
    assert_eq!(answers([90, 100, 110], [90, 105, 110]).0[0], Answer::Undecided);
    // Below it is lower by 0.1 on every position.
    assert_eq!(answers([70, 80, 90], [90, 101, 110]).0[0], Answer::Refuted);
}

#[test]
fn every_plan_that_ships_makes_a_finding_of_nothing() {
    for plan in Plan::built_in() {
        let finding = find(&plan, PlanForm::Quick, &[]);
        assert_eq!(finding.missing, plan.cells(PlanForm::Quick).count());
        assert!(finding.verdicts.iter().all(|verdict| verdict.answer == Answer::Undecided), "{}", plan.name());
        assert!(finding.tables.is_empty() && finding.charts.is_empty(), "{}", plan.name());
    }
}
