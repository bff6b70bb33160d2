//! The cases where the favourite loses.

use super::data::{PlanRows, RowFilter};
use super::formatting;
use super::number::{NumberKind, NumberQuery};
use crate::plan::Plan;
#[cfg(feature = "store")]
use crate::store::StoredRows;
use std::collections::BTreeSet;

/// The number of worst positions that a remark names.
const MAX_WORST: usize = 3;

/// Returns, for every subject, the cases in which the favourite costs more than the baseline.
pub(super) fn remarks(plan: &Plan, data: &PlanRows<'_>) -> Vec<String> {
    let Some(favourite) = &plan.file.favourite else { return Vec::new() };
    let remark = |subject: &String| {
        let query = NumberQuery {
            kind: NumberKind::Relative,
            subject,
            algorithm: favourite.algorithm.as_ref(),
            base: Some(favourite.base.as_ref()),
            y: favourite.y,
        };
        let depth = *query.depths(data).last()?;
        let (offset, cumulative) = (favourite.offset, favourite.cumulative);
        of_subject(&query, data, RowFilter { depth, entries: None, offset, ply: None, cumulative })
    };
    let remarked: Vec<(&String, Option<String>)> =
        data.subjects.iter().filter_map(|subject| Some((subject, remark(subject)?))).collect();
    let never: Vec<String> =
        remarked.iter().filter(|(_, lost)| lost.is_none()).map(|(subject, _)| (*subject).clone()).collect();
    let mut remarks: Vec<String> = remarked.into_iter().filter_map(|(_, lost)| lost).collect();
    if !never.is_empty() {
        let (algorithm, base) = (favourite.algorithm.as_ref(), favourite.base.as_ref());
        let y = favourite.y.label();
        remarks.push(format!(
            "In no case at the greatest depth does {algorithm} need more {y} than {base}: {}.",
            formatting::list(&never)
        ));
    }
    remarks
}

/// Returns the remark on rows of several settings, if there are any.
#[cfg(feature = "store")]
pub(super) fn on_settings(found: &StoredRows) -> Option<String> {
    let here = found.setting.as_ref()?;
    let others = found.other_settings.iter().map(|(setting, count)| format!("{count} from {setting}"));
    Some(format!(
        "Times are those of {} searches from {here}. The other searches add to counts of nodes, never to times: {}.",
        found.cells,
        others.collect::<Vec<String>>().join("; ")
    ))
}

/// Returns the remark on a subject: `None` without rows, `Some(None)` if the favourite never loses.
fn of_subject(query: &NumberQuery<'_>, data: &PlanRows<'_>, filter: RowFilter) -> Option<Option<String>> {
    let lost = lost(query, data, filter);
    let number = query.at(data, filter)?;
    let depths = query.depths(data).into_iter().filter(|&depth| depth < filter.depth);
    let shallow = on_average(query, data, depths.map(|depth| (depth.to_string(), RowFilter { depth, ..filter })));
    let sizes = sizes(query, data);
    // The largest table is that of the main comparison.
    let smaller = sizes.iter().rev().skip(1).rev();
    let small = on_average(
        query,
        data,
        smaller.map(|&size| (formatting::entries(size), RowFilter { entries: Some(size), ..filter })),
    );
    if lost.is_empty() && shallow.is_empty() && small.is_empty() {
        return Some(None);
    }
    let table = match sizes.last() {
        Some(&largest) if sizes.len() > 1 => format!(" with {} entries", formatting::entries(largest)),
        _ => String::new(),
    };
    let guess = filter
        .offset
        .map(|offset| {
            if offset == 0 { ", begun at the value,".to_owned() } else { format!(", begun {offset:+} off the value,") }
        })
        .unwrap_or_default();
    let (y, base, at) = (query.y.label(), query.base?, location(filter));
    let counts = format!("{} of {} cases", lost.len(), number.count);
    let mut text =
        format!("{}: {}{guess} needs more {y} than {base} in {counts}{at}{table}", query.subject, query.algorithm);
    if !lost.is_empty() {
        text += &format!(", most in {}", formatting::list(&worst(query, data, lost)));
    }
    text += ".";
    if !shallow.is_empty() {
        text += &format!(" On average it needs more{table} at depth {}.", formatting::list(&shallow));
    }
    if !small.is_empty() {
        text += &format!(" On average it needs more{at} with tables of {} entries.", formatting::list(&small));
    }
    Some(Some(text))
}

/// Describes the depth, and whether only that iteration is meant.
fn location(filter: RowFilter) -> String {
    let at = formatting::at_depth(filter.depth);
    if filter.cumulative || at.is_empty() { at } else { format!("{at}, that iteration alone") }
}

/// Returns the table sizes that both algorithms were searched with.
fn sizes(query: &NumberQuery<'_>, data: &PlanRows<'_>) -> BTreeSet<u64> {
    let of =
        |name: &str| data.rows(query.subject, name).iter().filter_map(|row| row.entries).collect::<BTreeSet<u64>>();
    &of(query.algorithm) & &of(query.base.unwrap_or_default())
}

/// Returns the selections for which the favourite costs more on average, with the excess.
fn on_average(
    query: &NumberQuery<'_>,
    data: &PlanRows<'_>,
    filters: impl Iterator<Item = (String, RowFilter)>,
) -> Vec<String> {
    let more = filters.filter_map(|(name, filter)| {
        let number = query.at(data, filter)?;
        (number.value > 1.0).then(|| format!("{name} ({})", formatting::percent(number.value)))
    });
    more.collect()
}

/// Returns the positions on which the favourite costs more, with the ratio.
fn lost(query: &NumberQuery<'_>, data: &PlanRows<'_>, filter: RowFilter) -> Vec<(u32, f64)> {
    let ratios = query.pairs(data, filter).into_iter().map(|(instance, cost, base)| (instance, cost / base));
    ratios.filter(|(_, ratio)| *ratio > 1.0).collect()
}

/// Describes the worst of them: number, ratio and position.
fn worst(query: &NumberQuery<'_>, data: &PlanRows<'_>, mut lost: Vec<(u32, f64)>) -> Vec<String> {
    lost.sort_by(|a, b| b.1.total_cmp(&a.1));
    let rows = data.rows(query.subject, query.algorithm);
    let name = |&(instance, ratio): &(u32, f64)| {
        let position = rows.iter().find(|row| row.instance == instance).map_or("", |row| row.position.as_str());
        let board = if position.is_empty() || position.starts_with("seed ") { "" } else { position };
        let colon = if board.is_empty() { "" } else { ": " };
        format!("number {instance} ({}{colon}{board})", formatting::percent(ratio))
    };
    lost.iter().take(MAX_WORST).map(name).collect()
}
