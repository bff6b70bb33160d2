//! Manual pages, and plans written for users.

use crate::common::{fails, nullwindow, prints};
use std::process::Command;

#[test]
fn there_is_a_page_for_every_command() {
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("man1");
    nullwindow(&["man", "--out", pages.to_str().unwrap()]).assert().success().stdout("");
    let names: Vec<String> =
        std::fs::read_dir(&pages).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    for name in
        ["nullwindow.1", "nullwindow-compare.1", "nullwindow-tree.1", "nullwindow-lab-run.1", "nullwindow-man.1"]
    {
        assert!(names.iter().any(|file| file == name), "{name} in {names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
    for name in names {
        let page = std::fs::read_to_string(pages.join(&name)).unwrap();
        let title = name.trim_end_matches(".1").to_uppercase();
        assert!(
            page.contains(&format!(".TH {title} 1")) || page.contains(&format!(".TH \"{title}\" 1")),
            "{name}: {page}"
        );
        for section in [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS"] {
            assert!(page.contains(section), "{name} has no {section}");
        }
    }
}

#[test]
fn a_page_is_rendered_with_its_examples_line_by_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("tree.1");
    let page = prints(&["man", "tree"]);
    assert!(page.contains(".SH EXAMPLES\n.nf\n"), "{page}");
    std::fs::write(&file, page).unwrap();
    // A machine without `man` has nothing to render with.
    let rendered = Command::new("man").arg("-l").arg(&file).env("MANWIDTH", "100").env("MANPAGER", "cat").output();
    let Ok(rendered) = rendered else { return };
    let text = String::from_utf8_lossy(&rendered.stdout).into_owned();
    assert!(text.contains("nullwindow tree trends -a sss-2 --svg fig.svg"), "{text}");
    assert!(text.contains("--steps") && text.contains("EXAMPLES"), "{text}");
}

#[test]
fn a_page_of_a_part_and_of_nothing() {
    assert!(prints(&["man", "lab", "run"]).contains("nullwindow\\-lab\\-run"));
    assert!(prints(&["man"]).contains("compare"));
    assert!(fails(2, &["man", "compair"]).contains("compair"));
    assert!(prints(&["man", "perft"]).contains("othello"), "the games of the program");
}

#[test]
fn a_shipped_plan_is_a_start_for_one_of_the_users_own() {
    let directory = tempfile::tempdir().unwrap();
    let (plan, db) = (directory.path().join("mine.toml"), directory.path().join("my.db"));
    let (plan, db) = (plan.to_str().unwrap(), db.to_str().unwrap());
    let text = prints(&["lab", "plan", "growing-partitions"]);
    assert!(text.starts_with("# The plan 'growing-partitions' of nullwindow"), "{text}");
    assert!(text.contains("lab run --plan my-growing-partitions.toml"), "{text}");
    nullwindow(&["lab", "plan", "growing-partitions", "--out", plan]).assert().success().stdout("");
    nullwindow(&["lab", "run", "--plan", plan, "--quick", "--positions", "1", "--db", db]).assert().success();
    nullwindow(&["lab", "show", "--plan", plan, "--db", db]).assert().success();
    assert!(fails(2, &["lab", "plan", "growing-partitions", "--out", plan]).contains("exists"));
    assert!(fails(2, &["lab", "plan", "leafs"]).contains("leaves"));
    // Every shipped plan can be copied: with its header it is the same plan.
    for line in prints(&["lab", "list", "--csv"]).lines().skip(1) {
        let name = line.split(',').next().unwrap();
        let text = prints(&["lab", "plan", name]);
        assert_eq!(nullwindow_lab::Plan::parse("copy.toml", &text).unwrap().name(), name);
    }
}
