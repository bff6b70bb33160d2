//! Checks that all algorithms found the same values, the premise of every verdict.

use super::data::PlanRows;
use super::{Answer, Verdict};
use crate::Row;
use std::collections::BTreeMap;

/// A position of a subject at a depth.
type PositionKey<'r> = (&'r str, u32, Option<u32>);

/// Returns the self-check, and a remark if values disagree.
pub(super) fn self_check(data: &PlanRows<'_>) -> (Verdict, Option<String>) {
    let mut by: BTreeMap<PositionKey<'_>, Vec<&Row>> = BTreeMap::new();
    for row in data.all() {
        by.entry((&row.subject, row.instance, row.depth)).or_default().push(row);
    }
    // A position that was searched once has nothing to agree with.
    let compared = by.values().filter(|rows| rows.len() > 1).count();
    let wrong: Vec<String> =
        by.values().take_while(|_| !data.is_stopped()).filter_map(|rows| disagreement(rows)).collect();
    let answer = match (compared, wrong.len()) {
        (0, _) => Answer::Undecided,
        (_, 0) => Answer::Confirmed,
        _ => Answer::Refuted,
    };
    let measured = match answer {
        Answer::Undecided => "no position was searched twice to the same depth".to_owned(),
        Answer::Confirmed => format!("the same value in all of {compared} positions and depths"),
        _ => format!("{} of {compared} disagree, such as {}", wrong.len(), wrong[0]),
    };
    let shout = (!wrong.is_empty()).then(|| {
        let some: Vec<&str> = wrong.iter().take(5).map(String::as_str).collect();
        format!("VALUES DISAGREE, so nothing here can be trusted: {}", some.join("; "))
    });
    let claim = "All algorithms find the same values".to_owned();
    (Verdict { claim, answer, measured, ..Verdict::default() }, shout)
}

/// Describes two searches that contradict each other.
fn disagreement(rows: &[&Row]) -> Option<String> {
    let mut rows = rows.to_vec();
    rows.sort_by(|a, b| a.algorithm.cmp(&b.algorithm));
    // Bounds contradict each other too: a lower bound must not exceed an upper bound.
    let low = |row: &Row| row.value.or(row.lower).unwrap_or(i32::MIN);
    let high = |row: &Row| row.value.or(row.upper).unwrap_or(i32::MAX);
    let highest = rows.iter().max_by_key(|row| low(row))?;
    let lowest = rows.iter().min_by_key(|row| high(row))?;
    if low(highest) <= high(lowest) {
        return None;
    }
    let depth = highest.depth.map(|depth| format!(" at depth {depth}")).unwrap_or_default();
    Some(format!(
        "{} {}{depth}: {} says {}, {} says {}",
        highest.subject,
        highest.instance,
        highest.algorithm,
        low(highest),
        lowest.algorithm,
        high(lowest)
    ))
}
