//! The examples of the help texts do what they say.

use super::{nullwindow, text};

/// Words as a shell reads them: quotation marks hold blanks together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words
}

#[test]
fn examples_run() {
    let directory = tempfile::tempdir().unwrap();
    for command in ["solve", "analyze", "trace", "proof", "verify"] {
        let (help, _, code) = text(&[command, "--help"]);
        assert_eq!(code, 0);
        let examples = help.split("Examples:").nth(1).expect("examples");
        let lines: Vec<&str> = examples.lines().filter_map(|line| line.trim().strip_prefix("nullwindow ")).collect();
        assert!(lines.len() >= 2, "{help}");
        for line in lines {
            let words = words(line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = nullwindow(&words).current_dir(&directory).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && !output.stdout.is_empty(), "{line}: {err}");
        }
    }
}
