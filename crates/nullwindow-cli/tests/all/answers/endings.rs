//! Exit codes when the reader goes away, and Ctrl-C.
#![cfg(target_os = "linux")]

use super::{interrupt, start, text};
use std::io::Read;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

/// On a quiet machine a command ends within 100 ms of Ctrl-C. Tests share the machine with others.
const SOON: Duration = Duration::from_secs(2);

/// Runs a command whose standard output is closed. It must not complain.
fn code_without_reader(args: &[&str]) -> Option<i32> {
    let mut child = start(args);
    drop(child.stdout.take());
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, "", "{args:?}");
    child.wait().unwrap().code()
}

/// The exit code is the answer, whether anything reads the text or not.
#[test]
fn answers_survive_a_reader_that_goes_away() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (good, bad, junk) = (file("good.proof"), file("bad.proof"), file("junk.proof"));
    assert_eq!(text(&["proof", "tictactoe", "--kind", "min", "--table", "1M", "--out", &good]).2, 0);
    let proof = std::fs::read_to_string(&good).unwrap();
    std::fs::write(&bad, proof.replacen("=0", "=1", 1)).unwrap();
    std::fs::write(&junk, "no proof").unwrap();
    for format in [None, Some("--json"), Some("--csv")] {
        let code = |args: &[&str]| code_without_reader(&args.iter().copied().chain(format).collect::<Vec<_>>());
        assert_eq!(code(&["verify", &good]), Some(0), "{format:?}");
        assert_eq!(code(&["verify", &bad]), Some(1), "{format:?}");
        assert_eq!(code(&["verify", &bad, &good]), Some(1), "{format:?}");
        assert_eq!(code(&["verify", &bad, &junk]), Some(2), "{format:?}");
        assert_eq!(code(&["perft", "tictactoe", "--depth", "3"]), Some(0), "{format:?}");
        assert_eq!(code(&["check", "nim", "1", "2"]), Some(0), "{format:?}");
        assert_eq!(code(&["solve", "connect4", "--time", "0.1", "--table", "1M"]), Some(1), "{format:?}");
        assert_eq!(code(&["solve", "nim", "1", "2", "--table", "1M"]), Some(0), "{format:?}");
    }
    assert_eq!(code_without_reader(&["trace", "othello", "--depth", "4", "--limit", "50", "--quiet"]), Some(1));
    assert_eq!(code_without_reader(&["trace", "othello", "--depth", "4"]), Some(0));
}

/// Sends Ctrl-C, and waits for the end, but not for long.
fn interrupted(mut child: Child, args: &[&str]) -> Output {
    interrupt(&child);
    let start = Instant::now();
    // Read meanwhile, so that the program never waits for its reader.
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).map(|_| bytes)
    });
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > SOON {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{args:?} still runs {SOON:?} after Ctrl-C");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{args:?}");
    Output { stdout: reader.join().unwrap().unwrap(), ..output }
}

/// Each of these would take minutes at least, the first ones within a single piece of their work.
#[test]
fn the_first_ctrl_c_ends_every_command_soon() {
    let heaps = ["255"; 8];
    let nim = [&["perft", "nim"][..], &heaps, &["--depth", "5", "--divide"]].concat();
    let commands: [&[&str]; 7] = [
        &["perft", "chess", "--depth", "12", "--divide"],
        &["perft", "othello", "--depth", "14", "--json"],
        &nim,
        &["proof", "connect4", "--table", "1M"],
        &["proof", "chess", "--depth", "20", "--table", "1M"],
        &["solve", "connect4", "--table", "1M", "--all-moves"],
        &["analyze", "othello", "--depth", "40", "--table", "1M", "--multipv", "3"],
    ];
    for args in commands {
        interrupted(start(args), args);
    }
}

/// The kit takes minutes over the first position.
#[test]
fn the_first_ctrl_c_ends_a_check_within_a_position() {
    let args = ["check", "chess", "--depth", "8"];
    interrupted(start(&args), &args);
}

/// What was traced until then is written, in whole lines.
#[test]
fn an_interrupted_trace_is_not_complete() {
    let args = ["trace", "chess", "--depth", "30", "--limit", "1000000000"];
    let output = interrupted(start(&args), &args);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.len() > 2 && lines[0]["event"] == "search", "{} lines", lines.len());
    let end = lines.last().unwrap();
    assert_eq!((&end["event"], &end["complete"]), (&"end".into(), &false.into()));
}

/// A certificate that never comes.
#[test]
fn ctrl_c_ends_a_wait_for_input() {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("nullwindow"));
    let pipe = std::process::Stdio::piped;
    let mut child = command.args(["verify", "-"]).stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    let stdin = child.stdin.take();
    interrupted(child, &["verify", "-"]);
    drop(stdin);
}
