//! Declares and sets the options of a UCI engine. Clients find them by name, so they are spelled as in other engines.

use super::Uci;
use crate::output::shortened;
use nullwindow::AnyAlgorithm;
use nullwindow_engine::{EngineError, MoveNotation, SessionOptions};
use std::time::Duration;

/// The text of `UCI_EngineAbout`.
const ABOUT: &str = "Nullwindow: every fixed-depth algorithm as calls of one null-window test";
/// The default size of the table in MiB.
const HASH: u64 = 64;
/// The largest numbers that options accept: sizes in MiB, threads, lines, milliseconds.
const MOST_HASH: u64 = 1 << 16;
const MOST_THREADS: u16 = 256;
const MOST_LINES: u16 = 256;
const MOST_OVERHEAD: u64 = 5000;

/// Returns the declarations of all options.
pub(super) fn declarations() -> Vec<String> {
    let usual = SessionOptions::default();
    let names: Vec<String> = algorithms().map(|algorithm| format!(" var {algorithm}")).collect();
    let overhead = usual.move_overhead.as_millis();
    vec![
        format!("option name Algorithm type combo default {}{}", usual.algorithm, names.concat()),
        format!("option name Selective type check default {}", usual.selective),
        format!("option name Hash type spin default {HASH} min 1 max {MOST_HASH}"),
        "option name Clear Hash type button".to_owned(),
        format!("option name Threads type spin default {} min 1 max {MOST_THREADS}", usual.threads),
        format!("option name MultiPV type spin default {} min 1 max {MOST_LINES}", usual.multi_pv),
        "option name Ponder type check default false".to_owned(),
        format!("option name Move Overhead type spin default {overhead} min 0 max {MOST_OVERHEAD}"),
        "option name UCI_Chess960 type check default false".to_owned(),
        "option name UCI_AnalyseMode type check default false".to_owned(),
        format!("option name UCI_EngineAbout type string default {ABOUT}"),
    ]
}

/// Returns the algorithms that can play: those that find a best move.
fn algorithms() -> impl Iterator<Item = AnyAlgorithm> {
    AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_best_move)
}

impl Uci {
    /// Sets an option. A number out of range becomes the nearest one; any other wrong value changes nothing.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let text = value.unwrap_or_default();
        let number =
            |least: u64, most: u64| text.parse::<i64>().ok().map(|n| u64::try_from(n).unwrap_or(0).clamp(least, most));
        let small = |most: u16| number(1, most.into()).and_then(|number| u16::try_from(number).ok());
        if let Some(is_known) = self.set_strength(name, text) {
            if !is_known {
                self.refuse(name, text);
            }
            return Ok(());
        }
        let session = &mut self.session;
        let is_known = match name.to_ascii_lowercase().as_str() {
            "algorithm" => change(text.parse().ok().filter(AnyAlgorithm::finds_best_move), |algorithm| {
                session.set_options(|options| options.algorithm = algorithm);
            }),
            "selective" => change(boolean(text), |on| session.set_options(|options| options.selective = on)),
            "hash" => match number(1, MOST_HASH) {
                Some(megabytes) => {
                    session.set_table_bytes(megabytes << 20)?;
                    true
                }
                None => false,
            },
            "clear hash" => {
                session.clear_table();
                true
            }
            "threads" => {
                change(small(MOST_THREADS), |threads| session.set_options(|options| options.threads = threads))
            }
            "multipv" => change(small(MOST_LINES), |lines| session.set_options(|options| options.multi_pv = lines)),
            "move overhead" => change(number(0, MOST_OVERHEAD), |overhead| {
                session.set_options(|options| options.move_overhead = Duration::from_millis(overhead));
            }),
            "uci_chess960" => change(boolean(text), |on| {
                let notation = if on { MoveNotation::Uci960 } else { MoveNotation::Uci };
                session.set_options(|options| options.notation = notation);
            }),
            // The client decides when to ponder and what to analyse; the engine searches the same way.
            "ponder" | "uci_analysemode" => boolean(text).is_some(),
            "uci_engineabout" => true,
            _ => {
                self.say(&format!("there is no option '{}'", shortened(name)));
                return Ok(());
            }
        };
        if !is_known {
            self.refuse(name, text);
        }
        Ok(())
    }

    fn refuse(&self, name: &str, value: &str) {
        self.say(&format!("'{}' is no value of {}", shortened(value), shortened(name)));
    }
}

/// Applies a value, if it is one, and returns whether it is.
fn change<T>(value: Option<T>, apply: impl FnOnce(T)) -> bool {
    value.map(apply).is_some()
}

pub(super) fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}
