//! The program, run as a user runs it.
#![allow(dead_code, reason = "not every test needs all of it")]

use assert_cmd::Command;
use serde_json::Value;

/// The program with these arguments, in surroundings that say nothing of colours and widths.
pub fn nullwindow(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nullwindow"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command.args(args);
    command
}

/// Returns the output of a successful run.
pub fn prints(args: &[&str]) -> String {
    let output = nullwindow(args).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// Returns the JSON output, one object per line.
pub fn json(args: &[&str]) -> Vec<Value> {
    let text = prints(&[args, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Returns the CSV output: the column names and the lines.
pub fn csv(args: &[&str]) -> (Vec<String>, Vec<Vec<String>>) {
    let text = prints(&[args, &["--csv"]].concat());
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let list = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let header = list(reader.headers().expect("a header"));
    (header, reader.records().map(|record| list(&record.expect("a record"))).collect())
}

/// Returns the error message of a run that fails with this code and prints no result.
pub fn fails(code: i32, args: &[&str]) -> String {
    let output = nullwindow(args).assert().code(code).stdout("").get_output().stderr.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// The words of a command line, as a shell takes them apart: quotation marks, comments, and what is written to a file
/// left out.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for character in line.chars() {
        match character {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '#' | '>' if !quoted => break,
            ' ' if !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}
