//! Declares and sets the options of the JSON lines.

use super::message::OptionDeclaration;
use crate::output::{one_line, shortened};
use nullwindow::AnyAlgorithm;
use nullwindow_engine::{Session, SessionOptions};
use serde_json::Value;
use std::time::Duration;

/// The range of the size of the table in MiB.
const TABLE: (u64, u64) = (1, 1 << 16);
/// The range of the number of threads and of best moves.
const COUNT: (u64, u64) = (1, 256);
/// The range of the overhead of a move in milliseconds.
const OVERHEAD: (u64, u64) = (0, 5000);

/// Returns the declarations of all options.
pub(super) fn declarations() -> Vec<OptionDeclaration> {
    let usual = SessionOptions::default();
    let number = |name, default: u64, (min, max)| OptionDeclaration {
        name,
        default: default.into(),
        values: Vec::new(),
        min: Some(min),
        max: Some(max),
    };
    let names = AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_best_move);
    vec![
        OptionDeclaration {
            name: "algorithm",
            default: usual.algorithm.to_string().into(),
            values: names.map(|algorithm| algorithm.to_string()).collect(),
            min: None,
            max: None,
        },
        OptionDeclaration {
            name: "selective",
            default: usual.selective.into(),
            values: Vec::new(),
            min: None,
            max: None,
        },
        number("table", Session::USUAL_TABLE >> 20, TABLE),
        number("threads", usual.threads.into(), COUNT),
        number("multipv", usual.multi_pv.into(), COUNT),
        number("overhead", u64::try_from(usual.move_overhead.as_millis()).unwrap_or(0), OVERHEAD),
    ]
}

/// Sets an option, or returns the reason why it stays as it is.
pub(super) fn set(session: &mut Session, name: &str, value: &Value) -> Result<(), String> {
    let number = |(min, max): (u64, u64)| {
        let number = value.as_u64().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| format!("{name}: expected a number from {min} to {max}, found {}", shown(value)))
    };
    // `COUNT` ends below 65,536.
    let count = || number(COUNT).map(|count| u16::try_from(count).unwrap_or(u16::MAX));
    match name {
        "algorithm" => {
            let text = value.as_str().ok_or_else(|| format!("{name}: expected a text, found {}", shown(value)))?;
            let algorithm: AnyAlgorithm = text.parse().map_err(|error| one_line(&error))?;
            if !algorithm.finds_best_move() {
                return Err(format!("{algorithm} finds no best move"));
            }
            session.set_options(|options| options.algorithm = algorithm);
        }
        "selective" => {
            let on =
                value.as_bool().ok_or_else(|| format!("{name}: expected true or false, found {}", shown(value)))?;
            session.set_options(|options| options.selective = on);
        }
        "table" => session.set_table_bytes(number(TABLE)? << 20).map_err(|error| one_line(&error))?,
        "threads" => {
            let threads = count()?;
            session.set_options(|options| options.threads = threads);
        }
        "multipv" => {
            let lines = count()?;
            session.set_options(|options| options.multi_pv = lines);
        }
        "overhead" => {
            let overhead = Duration::from_millis(number(OVERHEAD)?);
            session.set_options(|options| options.move_overhead = overhead);
        }
        _ => {
            let names: Vec<&str> = declarations().iter().map(|option| option.name).collect();
            return Err(format!("there is no option '{}'; the options are {}", shortened(name), names.join(", ")));
        }
    }
    Ok(())
}

fn shown(value: &Value) -> String {
    shortened(&value.to_string())
}
