//! Declares and sets the parameters of a Hub engine.

use super::format::quoted;
use super::{Hub, HubFrame};
use crate::output::{one_line, shortened};
use nullwindow::AnyAlgorithm;
use nullwindow_engine::{Session, SessionOptions};
use std::time::Duration;

/// The name of the only variant, as clients spell it.
const VARIANT: &str = "english";
/// The ranges of numbers: MiB, threads, milliseconds.
const TABLE: (u64, u64) = (1, 1 << 16);
const THREADS: (u64, u64) = (1, 256);
const OVERHEAD: (u64, u64) = (0, 5000);

/// Returns the declarations of all parameters.
pub(super) fn declarations() -> Vec<String> {
    let usual = SessionOptions::default();
    let one_of = |name: &str, value: &str, values: &str| {
        format!("param name={name} value={value} type=enum values={}", quoted(values))
    };
    let number = |name: &str, value: u64, (min, max): (u64, u64)| {
        format!("param name={name} value={value} type=int min={min} max={max}")
    };
    let algorithms = AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_best_move);
    let names: Vec<String> = algorithms.map(|algorithm| algorithm.to_string()).collect();
    let overhead = u64::try_from(usual.move_overhead.as_millis()).unwrap_or(0);
    vec![
        one_of("variant", VARIANT, VARIANT),
        one_of("frame", "auto", "auto plain turned"),
        one_of("algorithm", &usual.algorithm.to_string(), &names.join(" ")),
        number("hash", Session::USUAL_TABLE >> 20, TABLE),
        number("threads", usual.threads.into(), THREADS),
        number("move-overhead", overhead, OVERHEAD),
    ]
}

impl Hub {
    /// Sets a parameter, or returns the reason why it stays as it is.
    pub(super) fn set_param(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = |expected: &str| format!("{name}: expected {expected}, found '{}'", shortened(value));
        let number = |(min, max): (u64, u64)| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| wrong(&format!("a number from {min} to {max}")))
        };
        let session = &mut self.session;
        match name {
            "variant" if value == VARIANT => {}
            "variant" => return Err(wrong(VARIANT)),
            "frame" => {
                self.chosen_frame = match value {
                    "auto" => None,
                    "plain" => Some(HubFrame::Plain),
                    "turned" => Some(HubFrame::Turned),
                    _ => return Err(wrong("auto, plain or turned")),
                }
            }
            "algorithm" => {
                let algorithm = value.parse().ok().filter(AnyAlgorithm::finds_best_move);
                let algorithm = algorithm.ok_or_else(|| wrong("an algorithm that finds a move"))?;
                session.set_options(|options| options.algorithm = algorithm);
            }
            "hash" => session.set_table_bytes(number(TABLE)? << 20).map_err(|error| one_line(&error))?,
            "threads" => {
                let threads = u16::try_from(number(THREADS)?).unwrap_or(u16::MAX);
                session.set_options(|options| options.threads = threads);
            }
            "move-overhead" => {
                let overhead = Duration::from_millis(number(OVERHEAD)?);
                session.set_options(|options| options.move_overhead = overhead);
            }
            _ => return Err(format!("there is no parameter '{}'", shortened(name))),
        }
        Ok(())
    }
}
