//! Formats numbers and names.

use super::data::{END, PlanRows, depth};
use super::number::Number;
use crate::Measure;
use crate::stats::Interval;

/// Formats a number with about three significant digits.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 1000.0 => thousands(value),
        _ if value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.01 => format!("{value:.3}"),
        _ => format!("{value:.2e}"),
    }
}

/// Groups the digits of a large number in threes.
fn thousands(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

/// Formats a ratio or a share with three decimals.
pub(super) fn ratio(value: f64) -> String {
    if value.abs() >= 100.0 { number(value) } else { format!("{value:.3}") }
}

/// Formats a standard error.
pub(super) fn error(value: f64) -> String {
    if value >= 1.0 { format!("±{}", number(value)) } else { format!("±{value:.3}") }
}

/// Formats the standard error of a number after a blank; a single case has none.
pub(super) fn error_of(number: &Number) -> String {
    if number.count > 1 { format!(" {}", error(number.error)) } else { String::new() }
}

/// Formats an interval: `0.912 to 1.034`.
pub(super) fn interval(interval: Interval) -> String {
    format!("{} to {}", ratio(interval.low), ratio(interval.high))
}

/// Formats a level with two significant digits of what it leaves out: `99.904 %`.
pub(super) fn level(level: f64) -> String {
    let rest = 100.0 * (1.0 - level);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few digits")]
    let digits = (1.0 - rest.log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{:.digits$}", 100.0 - rest);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} %")
}

/// Formats a difference with its sign.
pub(super) fn signed(value: f64) -> String {
    format!("{value:+.3}")
}

/// Formats the deviation of a ratio from 1: `+4.2 %`.
pub(super) fn percent(ratio: f64) -> String {
    format!("{:+.1} %", 100.0 * (ratio - 1.0))
}

/// Formats a depth; empty for the end of the game.
pub(super) fn at_depth(depth: u32) -> String {
    if depth == END { String::new() } else { format!(" at depth {depth}") }
}

/// Formats a number of entries, as a power of two if it is one.
pub(super) fn entries(entries: u64) -> String {
    if entries.is_power_of_two() { format!("2^{}", entries.trailing_zeros()) } else { entries.to_string() }
}

/// Formats a count with its noun.
pub(super) fn many(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// Joins names with commas and "and".
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

/// Returns the name of an algorithm without its parameter, if the plan has only one of that family.
pub(super) fn short(data: &PlanRows<'_>, subject: &str, algorithm: &str) -> String {
    let family = algorithm.split_once('(').map_or(algorithm, |(family, _)| family);
    let clash = data.algorithms_of(subject).any(|other| other != algorithm && crate::plan::matches(family, other));
    // The number of partitions of PS* is never left out: it changes the algorithm.
    if clash || family == "ps*" { algorithm.to_owned() } else { family.to_owned() }
}

/// Returns the axis label of a measure.
pub(super) fn axis(y: Measure) -> String {
    match y {
        Measure::Seconds => "time (s)".to_owned(),
        _ => y.label().to_owned(),
    }
}

/// Describes the measurements: positions and depths of each subject, and table sizes.
pub(super) fn measured(data: &PlanRows<'_>) -> String {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for subject in &data.subjects {
        let rows: Vec<_> = data.all().filter(|row| &row.subject == subject).collect();
        let instances: std::collections::BTreeSet<u32> = rows.iter().map(|row| row.instance).collect();
        let Some(deepest) = rows.iter().map(|row| depth(row)).max() else { continue };
        let what = match deepest {
            END => many(instances.len(), "tree"),
            depth => format!("{} to depth {depth}", many(instances.len(), "position")),
        };
        match parts.iter_mut().find(|(known, _)| *known == what) {
            Some((_, subjects)) => subjects.push(subject.clone()),
            None => parts.push((what, vec![subject.clone()])),
        }
    }
    let parts: Vec<String> = parts.into_iter().map(|(what, subjects)| format!("{} {what}", list(&subjects))).collect();
    let mut tables: Vec<u64> = data.all().filter_map(|row| row.entries).collect();
    tables.sort_unstable();
    tables.dedup();
    let tables = match tables.as_slice() {
        [] => String::new(),
        [one] => format!(", tables of {} entries", entries(*one)),
        [first, .., last] => format!(", tables of {} to {} entries", entries(*first), entries(*last)),
    };
    format!(
        "Measured here: {}; {}{tables}.{}",
        parts.join("; "),
        many(data.searches, "search").replace("searchs", "searches"),
        parameters(data)
    )
}

/// Lists the parameters that the short names of tables and charts stand for.
fn parameters(data: &PlanRows<'_>) -> String {
    let of_subject = |subject: &String| {
        let names = data.algorithms_of(subject).filter(|name| short(data, subject, name) != **name).cloned();
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("{} in {subject}", list(&names)))
    };
    let each: Vec<String> = data.subjects.iter().filter_map(of_subject).collect();
    if each.is_empty() { String::new() } else { format!(" Windows and steps: {}.", each.join("; ")) }
}
