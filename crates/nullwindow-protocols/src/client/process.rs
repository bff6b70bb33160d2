//! An engine as a process: lines in, lines out, and a limit for every answer.

use super::ClientError;
use crate::LineReader;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time that an engine gets to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running engine. It is told to quit, and killed if it does not, when it is dropped.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl EngineProcess {
    /// Starts a command: a program and its arguments, separated by blanks; quotation marks keep an argument together.
    ///
    /// # Errors
    /// If there is no command, or it cannot be started.
    pub fn start(command: &str) -> Result<EngineProcess, ClientError> {
        let words = split_command(command);
        let Some((program, arguments)) = words.split_first() else {
            return Err(ClientError::Start("there is no command".to_owned()));
        };
        let mut command = Command::new(program);
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C in a terminal goes to its whole process group: an engine that it ended would have lost the game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn().map_err(|error| ClientError::Start(format!("{program}: {error}")))?;
        let (sender, lines) = channel();
        let output = child.stdout.take();
        // The thread ends with the output of the process.
        std::thread::spawn(move || {
            let Some(output) = output else { return };
            let mut reader = LineReader::new(BufReader::new(output));
            while let Ok(Some(line)) = reader.next_line() {
                if sender.send(line.text).is_err() {
                    return;
                }
            }
        });
        Ok(EngineProcess { input: child.stdin.take(), child, lines })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        let Some(input) = &mut self.input else { return Err(ClientError::Ended) };
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|_| ClientError::Ended)
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// If the engine has ended, or there is no line before the deadline.
    pub fn line(&mut self, deadline: Instant) -> Result<String, ClientError> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ClientError::NoAnswer,
            RecvTimeoutError::Disconnected => ClientError::Ended,
        })
    }

    /// Waits for a line that `wanted` accepts, and returns what it makes of the line.
    ///
    /// # Errors
    /// As [`EngineProcess::line`].
    pub fn until<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(found) = wanted(self.line(deadline)?.trim()) {
                return Ok(found);
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // All three protocols end with this word, and with the end of the input.
        let _ = self.send("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Splits a command at blanks. Single and double quotation marks keep blanks.
#[must_use]
pub fn split_command(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in command.chars() {
        match (quote, character) {
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), close) if open == close => quote = None,
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            (_, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks() {
        assert_eq!(split_command("stockfish"), ["stockfish"]);
        assert_eq!(split_command("  a -b 'c d' \"e'f\" x\"\"y "), ["a", "-b", "c d", "e'f", "xy"]);
        assert_eq!(split_command("a ''"), ["a", ""]);
        assert_eq!(split_command(" \t"), [""; 0]);
    }

    #[test]
    fn processes_that_end_or_never_were_are_errors() {
        assert!(matches!(EngineProcess::start("/nowhere/engine"), Err(ClientError::Start(_))));
        assert!(matches!(EngineProcess::start(" "), Err(ClientError::Start(_))));
        let mut cat = EngineProcess::start("cat").unwrap();
        cat.send("hello").unwrap();
        let soon = Duration::from_secs(5);
        assert_eq!(cat.until(soon, |line| (line == "hello").then_some(1)), Ok(1));
        assert_eq!(cat.line(Instant::now()), Err(ClientError::NoAnswer));
        let mut ended = EngineProcess::start("true").unwrap();
        assert_eq!(ended.until(soon, |_| Some(())), Err(ClientError::Ended));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_interrupt_of_this_process_does_not_reach_the_engine() {
        let mut shell = EngineProcess::start("sh -c 'cat /proc/$$/stat'").unwrap();
        // The number and the name of the process, its state, its parent, and its group.
        let group = shell.until(Duration::from_secs(5), |line| line.split(' ').nth(4).map(str::to_owned));
        assert_eq!(group, Ok(shell.child.id().to_string()));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_split(text in "\\PC{0,40}") {
            let words = split_command(&text);
            assert!(words.iter().map(String::len).sum::<usize>() <= text.len());
        }
    }
}
