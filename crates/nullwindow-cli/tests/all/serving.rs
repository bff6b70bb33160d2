//! Clients on standard input and output: engines end when their client does.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// A running engine.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Running {
    fn start(mut command: Command) -> Running {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Running { input: child.stdin.take(), child, lines }
    }

    fn send(&mut self, text: &[u8]) {
        self.input.as_mut().unwrap().write_all(text).unwrap();
    }

    fn until(&mut self, part: &str) -> String {
        self.lines.by_ref().map_while(Result::ok).find(|line| line.contains(part)).expect(part)
    }

    /// Waits for the end and returns the time that it took; the engine must succeed and write no errors.
    fn end(mut self) -> Duration {
        let start = Instant::now();
        drop(self.lines);
        let output = loop {
            match self.child.try_wait().unwrap() {
                None if start.elapsed() > Duration::from_secs(30) => {
                    self.child.kill().unwrap();
                    panic!("the engine does not end");
                }
                None => std::thread::sleep(Duration::from_millis(5)),
                Some(status) => break status,
            }
        };
        let time = start.elapsed();
        let mut errors = String::new();
        std::io::Read::read_to_string(&mut self.child.stderr.take().unwrap(), &mut errors).unwrap();
        assert!(output.success() && errors.is_empty(), "{output}: {errors}");
        time
    }
}

fn program() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_BIN_EXE_nullwindow"))
}

fn engine(args: &[&str]) -> Running {
    let mut command = Command::new(program());
    command.args(args);
    Running::start(command)
}

#[test]
fn the_end_of_input_ends_a_search() {
    for (args, go) in [
        (&["uci"][..], "position startpos\ngo infinite\n"),
        (&["uci"], "position startpos\ngo ponder wtime 1000 btime 1000\n"),
        (&["hub"], "level infinite\ngo analyze\n"),
        (&["hub"], "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\nlevel time=1\ngo ponder\n"),
        (&["serve-lines", "othello"], "{\"type\":\"go\",\"infinite\":true}\n"),
        (&["nboard"], "set depth 60\nhint 3\n"),
    ] {
        let mut engine = engine(args);
        engine.send(go.as_bytes());
        // NBoard has no word for the depth: its lines are those of a search.
        engine.until(if args == ["nboard"] { "search " } else { "depth" });
        engine.input = None;
        let time = engine.end();
        assert!(time < Duration::from_secs(1), "{args:?}: {time:?}");
    }
}

#[test]
fn a_count_in_the_background_ends_with_its_client() {
    let mut engine = engine(&["uci"]);
    engine.send(b"position startpos\ngo perft 9\nisready\n");
    engine.until("readyok");
    engine.input = None;
    assert!(engine.end() < Duration::from_secs(1));
}

#[test]
fn a_client_that_stops_reading_ends_the_engine() {
    let mut engine = engine(&["uci"]);
    engine.send(b"position startpos\ngo infinite\n");
    engine.until("depth 1 ");
    // The pipe to the client is closed, and its input stays open: the next iteration cannot be written.
    assert!(engine.end() < Duration::from_secs(10));
}

#[test]
fn half_lines_and_bytes_that_are_no_text_are_survived() {
    let mut engine = engine(&["uci"]);
    engine.send(b"\xff\xfe\x00\nposition startpos\n");
    engine.send(&vec![b'x'; 3 << 20]);
    engine.send(b"\nisready\n");
    engine.until("readyok");
    engine.send(b"go depth 1\n");
    engine.until("bestmove");
    engine.send(b"go infin");
    engine.input = None;
    assert!(engine.end() < Duration::from_secs(1));
}

#[test]
fn a_search_by_gtp_ends_with_its_client_and_answers() {
    let mut engine = engine(&["gtp", "--depth", "60"]);
    engine.send(b"name\ngenmove black\n");
    engine.until("= Nullwindow");
    std::thread::sleep(Duration::from_millis(100));
    engine.input = None;
    let start = Instant::now();
    let answer = engine.until("= ");
    assert!(start.elapsed() < Duration::from_secs(1) && answer.len() == 4, "{answer}");
    assert!(engine.end() < Duration::from_secs(1));
}

#[test]
fn a_script_for_gtp_is_answered_to_its_end() {
    let mut engine = engine(&["gtp", "--depth", "2"]);
    engine.send(b"1 genmove b\n2 genmove w\n\n# a comment\n3 quit\n");
    engine.until("=1 ");
    engine.until("=2 ");
    engine.until("=3");
    assert!(engine.end() < Duration::from_secs(1));
}

#[cfg(unix)]
#[test]
fn a_link_is_a_launcher() {
    let directory = tempfile::tempdir().unwrap();
    for (name, lines, answer) in [
        ("nullwindow-uci", "uci\nquit\n", "uciok"),
        ("nullwindow-gtp", "name\nquit\n", "= Nullwindow"),
        ("nullwindow-nboard", "nboard 2\nquit\n", "set myname Nullwindow"),
        ("nullwindow-hub", "hub\nquit\n", "wait"),
    ] {
        let link = directory.path().join(name);
        std::os::unix::fs::symlink(program(), &link).unwrap();
        let mut engine = Running::start(Command::new(&link));
        engine.send(lines.as_bytes());
        engine.until(answer);
        assert!(engine.end() < Duration::from_secs(1), "{name}");
    }
}

#[test]
fn lines_are_answered_while_the_input_is_open() {
    let mut engine = engine(&["lines", "connect4", "--table", "1M"]);
    for position in ["2132141557322421674152753375633", "21321415573224216741527533756334"] {
        engine.send(format!("{position}\n").as_bytes());
        assert!(engine.until(position).starts_with(&format!("{position} ")));
    }
    engine.input = None;
    assert!(engine.end() < Duration::from_secs(1));
}

#[test]
fn a_reader_that_goes_away_ends_the_lines() {
    let mut engine = engine(&["lines", "connect4", "--table", "1M"]);
    engine.send(b"2132141557322421674152753375633\n");
    engine.until(" 1");
    engine.send("2132141557322421674152753375633\n".repeat(1000).as_bytes());
    assert!(engine.end() < Duration::from_secs(10));
}

#[test]
fn wrong_lines_end_with_1_and_do_not_end_the_stream() {
    let mut command = assert_cmd::Command::new(program());
    let input = "44x\n2132141557322421674152753375633\n";
    let output = command.args(["lines", "connect4", "--table", "1M"]).write_stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("error: ") && lines[1] == "2132141557322421674152753375633 1", "{text}");
    assert!(output.stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_lines() {
    let mut engine = engine(&["lines", "connect4", "--table", "1M"]);
    engine.send(b"2132141557322421674152753375633\n\n");
    engine.until(" 1");
    let id = engine.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(engine.child.wait().unwrap().code(), Some(130));
}

#[test]
fn configurations_have_the_path_of_the_program() {
    for (client, part) in [
        ("xboard", "-fUCI"),
        ("cutechess", "\"protocol\": \"uci\""),
        ("nboard", "Command: "),
        ("quarry", "gtp"),
        ("pydraughts", "HubEngine("),
    ] {
        let output = Command::new(program()).args(["engine-config", client]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(part), "{client}: {text}");
        assert!(text.contains(std::fs::canonicalize(program()).unwrap().to_str().unwrap()), "{client}: {text}");
    }
    let output = Command::new(program()).args(["engine-config", "arena"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cutechess"));
}

#[test]
fn an_unknown_game_is_wrong_usage() {
    let output = Command::new(program()).args(["serve-lines", "otello"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("othello"));
}
