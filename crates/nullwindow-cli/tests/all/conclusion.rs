//! The conclusion of `compare`, first guesses and time limits.

use crate::common::{fails, json, prints};

#[test]
fn a_comparison_ends_with_a_sentence() {
    let text = prints(&["compare", "--uniform", "4x4", "--seeds", "30", "-a", "aspiration,sss*"]);
    let text = text.replace('\n', " ");
    // Known from the papers: on independent leaves SSS* visits far fewer.
    assert!(text.contains("sss* visited 0.") && text.contains(" of aspiration's leaves; "), "{text}");
    assert!(text.contains(" ± ") && text.contains("times as fast as"), "{text}");
    let same = prints(&["compare", "--uniform", "3x3", "--seeds", "5", "-a", "sss*,mtd+inf"]).replace('\n', " ");
    assert!(same.contains("leaves: no difference beyond the error, mtd+inf visited 1.00 ± 0.00 of sss*'s"), "{same}");
    let one = prints(&["compare", "--tree", "pearl", "-a", "aspiration,sss*"]).replace('\n', " ");
    assert!(one.contains("undecided: a single position gives no error"), "{one}");
    let alone = prints(&["compare", "--tree", "pearl", "-a", "sss*"]);
    assert!(!alone.contains("visited") && !alone.contains("fastest"), "{alone}");
}

#[test]
fn the_last_object_has_the_conclusion() {
    let searches = json(&["compare", "nim", "2", "3", "-a", "aspiration,alphabeta"]);
    assert!(searches[0].get("conclusion").is_none());
    let conclusion = &searches[1]["conclusion"];
    assert_eq!((&conclusion["base"], &conclusion["positions"]), (&"aspiration".into(), &1.into()));
    assert_eq!(conclusion["algorithms"][0]["leaves"]["verdict"], "undecided");
    let searches = json(&["compare", "--uniform", "4x4", "--seeds", "30", "-a", "aspiration,sss*"]);
    let share = &searches[1]["conclusion"]["algorithms"][0];
    assert_eq!((&share["algorithm"], &share["leaves"]["verdict"]), (&"sss*".into(), &"below".into()));
    let means: Vec<f64> = searches.iter().map(|search| search["mean"]["leaves"].as_f64().unwrap()).collect();
    assert!((share["leaves"]["value"].as_f64().unwrap() - means[1] / means[0]).abs() < 1e-9);
    let ends: Vec<f64> = (0..2).map(|end| share["leaves"]["interval"][end].as_f64().unwrap()).collect();
    assert!(ends[0] < means[1] / means[0] && means[1] / means[0] < ends[1]);
}

#[test]
fn a_guess_changes_the_work_and_not_the_value() {
    let searches =
        |more: &[&str]| json(&[&["compare", "chess", "-n", "1", "-d", "3", "-a", "mtd-f,mtd+inf"], more].concat());
    let (own, given) = (searches(&[]), searches(&["--guess", "-3000"]));
    assert_eq!(own[0]["value"], given[0]["value"]);
    assert!(own[0]["passes"].as_u64() < given[0]["passes"].as_u64(), "MTD(f) starts far away");
    assert_eq!(own[1]["passes"], given[1]["passes"], "MTD(+inf) has no guess");
    assert!(fails(2, &["compare", "chess", "--guess", "much"]).contains("an integer from"));
}

#[test]
fn a_time_limit_compares_depths() {
    let args = ["compare", "connect4", "--time", "0.05", "-n", "2", "-a", "aspiration,mtd-f"];
    let searches = json(&args);
    for search in &searches {
        let iterations = search["iterations"].as_array().unwrap();
        assert_eq!(search["depth"], iterations.last().unwrap()["depth"]);
        assert_eq!((&search["time_limit"], &search["leaves"]), (&0.05.into(), &serde_json::Value::Null));
        assert_eq!(search["agree"], true);
    }
    assert!(searches[3]["conclusion"]["algorithms"][0]["depth_difference"]["value"].is_number());
    let text = prints(&args);
    assert!(text.contains("searched for 50 ms each") && text.contains("depth"), "{text}");
    assert!(fails(2, &["compare", "--tree", "pearl", "--time", "1"]).contains("--time"));
}
