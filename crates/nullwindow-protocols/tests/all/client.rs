//! A client in memory.

use nullwindow_engine::{Catalogue, Engine};
use nullwindow_protocols::{Hub, JsonLines, LineOutput, Protocol, Reaction, Uci};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The time after which a test fails instead of waiting.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client: sends lines and collects those of the engine.
pub struct Client<P> {
    protocol: P,
    lines: Receiver<String>,
}

fn output() -> (LineOutput, Receiver<String>) {
    let (sender, lines) = channel();
    let sender = std::sync::Mutex::new(sender);
    let write = move |line: &str| {
        assert!(!line.contains('\n'), "two lines in one: {line}");
        let _ = sender.lock().unwrap().send(line.to_owned());
    };
    (LineOutput::new(write), lines)
}

fn engine(game: &str) -> Arc<dyn Engine> {
    Catalogue::shipped().engine(game).unwrap()
}

impl Client<Uci> {
    pub fn of_uci() -> Client<Uci> {
        let (output, lines) = output();
        Client { protocol: Uci::new(engine("chess"), output).unwrap().expect("chess has UCI"), lines }
    }
}

impl Client<Hub> {
    pub fn of_hub() -> Client<Hub> {
        let (output, lines) = output();
        Client { protocol: Hub::new(engine("checkers"), output).unwrap().expect("checkers has Hub"), lines }
    }
}

impl Client<JsonLines> {
    pub fn of_lines(game: &str) -> Client<JsonLines> {
        let (output, lines) = output();
        Client { protocol: JsonLines::new(engine(game), output).unwrap(), lines }
    }
}

impl<P: Protocol> Client<P> {
    pub fn send(&mut self, line: &str) -> Reaction {
        self.protocol.line(line)
    }

    /// Returns the lines up to the first that contains a text.
    pub fn until(&self, part: &str) -> Vec<String> {
        let (mut lines, end) = (Vec::new(), Instant::now() + PATIENCE);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("no {part} after {lines:#?}"));
            let is_last = line.contains(part);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Sends a line and returns the answer up to the first line that contains a text.
    pub fn ask(&mut self, line: &str, part: &str) -> Vec<String> {
        self.send(line);
        self.until(part)
    }

    /// Returns the lines that have arrived.
    pub fn arrived(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }
}
