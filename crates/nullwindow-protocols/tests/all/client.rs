//! A client in memory.

use nullwindow_engine::{Catalogue, Engine};
use nullwindow_protocols::gtp::GtpOptions;
use nullwindow_protocols::{Gtp, Hub, JsonLines, LineOutput, NBoard, Protocol, Reaction, Uci};
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

impl Client<Gtp> {
    /// Returns a client of an engine that searches a few plies deep.
    pub fn of_gtp() -> Client<Gtp> {
        let mut options = GtpOptions::default();
        (options.depth, options.move_time) = (Some(3), None);
        Client::of_gtp_with(options)
    }

    pub fn of_gtp_with(options: GtpOptions) -> Client<Gtp> {
        let (output, lines) = output();
        Client { protocol: Gtp::new(engine("othello"), options, output).unwrap().expect("Othello has GTP"), lines }
    }
}

impl Client<NBoard> {
    pub fn of_nboard() -> Client<NBoard> {
        let (output, lines) = output();
        Client { protocol: NBoard::new(engine("othello"), 1, output).unwrap().expect("Othello has NBoard"), lines }
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
        self.until_where(part, |line| line.contains(part))
    }

    /// Returns the lines up to the first that is this one.
    pub fn until_line(&self, whole: &str) -> Vec<String> {
        self.until_where(whole, |line| line == whole)
    }

    /// Returns the lines up to the first that starts with a text.
    pub fn until_line_starting(&self, start: &str) -> Vec<String> {
        self.until_where(start, |line| line.starts_with(start))
    }

    fn until_where(&self, sought: &str, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let (mut lines, end) = (Vec::new(), Instant::now() + PATIENCE);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("no '{sought}' after {lines:#?}"));
            let is_last = is_last(&line);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Closes the input and returns the lines that arrive until the engine has ended.
    pub fn end(self) -> Vec<String> {
        drop(self.protocol);
        self.lines.iter().collect()
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
