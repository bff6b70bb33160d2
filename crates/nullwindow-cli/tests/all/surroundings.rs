//! Colours, pipes, interruption: how the program behaves among others.

use crate::common::{nullwindow, prints};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const SHORT: [&str; 5] = ["compare", "--tree", "pearl", "--algorithms", "aspiration,sss*"];

fn with(name: &str, value: &str, more: &[&str]) -> String {
    let output = nullwindow(&[&SHORT[..], more].concat()).env(name, value).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn colours_are_for_terminals_and_for_who_asks() {
    let escape = '\x1b';
    assert!(!prints(&SHORT).contains(escape));
    assert!(with("CLICOLOR_FORCE", "1", &[]).contains(escape));
    assert!(with("TERM", "xterm", &["--color", "always"]).contains(escape));
    assert!(!with("CLICOLOR_FORCE", "1", &["--color", "never"]).contains(escape));
    assert!(!with("CLICOLOR_FORCE", "1", &["--json"]).contains(escape));
    assert!(!with("CLICOLOR_FORCE", "1", &["--csv", "--color", "always"]).contains(escape));
}

#[test]
fn errors_have_no_colours_in_a_pipe() {
    let output = nullwindow(&["compare", "otello"]).output().unwrap();
    assert!(!String::from_utf8(output.stderr).unwrap().contains('\x1b'));
}

/// As `| head` does: the reader goes away before anything is written.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    for more in [&["--json"][..], &["--csv"], &[]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nullwindow"))
            .args(["compare", "nim", "3", "4", "5"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{more:?}");
        assert_eq!(output.status.code(), Some(0), "{more:?}");
    }
}

/// What was measured before Ctrl-C is written whole, and the program ends with 130.
#[cfg(unix)]
#[test]
fn an_interrupted_comparison_keeps_what_it_has() {
    // The first position is won at once, the second would take hours.
    let mut child = Command::new(env!("CARGO_BIN_EXE_nullwindow"))
        .args(["compare", "connect4", "--depth", "40", "--position", "112233", "--position", "1"])
        .args(["--algorithms", "mtd-f", "--jobs", "1", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().expect("the first position").unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&first).unwrap()["position"], "112233");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert!(lines.next().is_none(), "the second position was not completed");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// People see how much of it there is. `timeout` sends its signal twice at once; that counts once.
#[cfg(unix)]
#[test]
fn an_interrupted_table_states_its_progress() {
    let child = Command::new(env!("CARGO_BIN_EXE_nullwindow"))
        .args(["compare", "connect4", "--depth", "40", "--position", "112233", "--position", "1"])
        .args(["--algorithms", "mtd-f", "--jobs", "1", "--table", "1M"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2)); // into the second position, which would take hours
    let kill = format!("kill -INT {0}; sleep 0.1; kill -INT {0}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("interrupted: 1 of 2 positions") && text.contains("all values agree: yes"), "{text}");
}

#[test]
fn programs_get_nothing_but_results() {
    for format in ["--json", "--csv"] {
        let output = nullwindow(&[&SHORT[..], &[format]].concat()).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
    nullwindow(&["compare", "nim", "--json", "--csv"]).assert().code(2);
}
