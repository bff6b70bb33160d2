//! `solve`, `analyze`, `trace`, `proof` and `verify`, from end to end; how `perft` and `check` end.

mod analyze;
mod endings;
mod files;
mod help;
mod judge;
mod proof;
mod selective;
mod solve;
mod trace;

use assert_cmd::Command;
use serde_json::Value;
use std::process::{Child, Output};

/// The program.
fn nullwindow(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("nullwindow").expect("the program is built");
    command.args(args);
    command
}

/// Runs it to its end.
fn run(args: &[&str]) -> Output {
    nullwindow(args).output().expect("the program runs")
}

/// Returns the output and the exit code.
fn text(args: &[&str]) -> (String, String, i32) {
    let output = run(args);
    let utf8 = |bytes| String::from_utf8(bytes).expect("text");
    (utf8(output.stdout), utf8(output.stderr), output.status.code().expect("an exit code"))
}

/// The objects that it writes with `--json`, which has to go well.
fn json(args: &[&str]) -> Vec<Value> {
    let (out, err, code) = json_and_code(args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    out
}

fn json_and_code(args: &[&str]) -> (Vec<Value>, String, i32) {
    let (out, err, code) = text(&[args, &["--json"]].concat());
    let objects = out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")));
    (objects.collect(), err, code)
}

/// It ends with 2, says all of this on standard error, and nothing on standard output.
fn refused(args: &[&str], says: &[&str]) {
    let (out, err, code) = text(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    for part in says {
        assert!(err.contains(part), "{args:?}: no '{part}' in {err}");
    }
}

/// Ctrl-C, as soon as the program listens to it.
#[cfg(target_os = "linux")]
fn interrupt(child: &Child) {
    use std::time::{Duration, Instant};
    let start = Instant::now();
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).map(str::trim);
        caught.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask >> 1 & 1 == 1)
    };
    while !listens() {
        assert!(start.elapsed() < Duration::from_secs(60), "the program does not listen to signals");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300)); // into the search
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
}

/// Starts it, with its output to be read.
#[cfg(target_os = "linux")]
fn start(args: &[&str]) -> Child {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("nullwindow"));
    let pipe = std::process::Stdio::piped;
    command.args(args).stdout(pipe()).stderr(pipe()).spawn().expect("the program starts")
}
