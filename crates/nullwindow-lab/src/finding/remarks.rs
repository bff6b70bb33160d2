//! The cases where the favourite loses.

use super::data::{Data, Spot};
use super::number::{Asked, Way};
use super::words;
use crate::plan::Plan;
use std::collections::BTreeSet;

/// So many of the worst positions are named.
const WORST: usize = 3;

/// For every subject: where the favourite needed more than the base line, and by how much.
pub(super) fn remarks(plan: &Plan, data: &Data<'_>) -> Vec<String> {
    let Some(favourite) = &plan.file.favourite else { return Vec::new() };
    let remark = |subject: &String| {
        let asked = Asked {
            way: Way::Relative,
            subject,
            algorithm: favourite.algorithm.as_ref(),
            base: Some(favourite.base.as_ref()),
            y: favourite.y,
        };
        let depth = *asked.depths(data).last()?;
        let (offset, cumulative) = (favourite.offset, favourite.cumulative);
        of_subject(&asked, data, Spot { depth, entries: None, offset, ply: None, cumulative })
    };
    let said: Vec<(&String, Option<String>)> =
        data.subjects.iter().filter_map(|subject| Some((subject, remark(subject)?))).collect();
    let never: Vec<String> =
        said.iter().filter(|(_, lost)| lost.is_none()).map(|(subject, _)| (*subject).clone()).collect();
    let mut remarks: Vec<String> = said.into_iter().filter_map(|(_, lost)| lost).collect();
    if !never.is_empty() {
        let (algorithm, base) = (favourite.algorithm.as_ref(), favourite.base.as_ref());
        let y = favourite.y.words();
        remarks.push(format!(
            "In no case at the greatest depth does {algorithm} need more {y} than {base}: {}.",
            words::list(&never)
        ));
    }
    remarks
}

/// None without rows; else what is lost, or none if nothing is.
fn of_subject(asked: &Asked<'_>, data: &Data<'_>, spot: Spot) -> Option<Option<String>> {
    let lost = lost(asked, data, spot);
    let number = asked.at(data, spot)?;
    let depths = asked.depths(data).into_iter().filter(|&depth| depth < spot.depth);
    let shallow = in_sum(asked, data, depths.map(|depth| (depth.to_string(), Spot { depth, ..spot })));
    let sizes = sizes(asked, data);
    let smaller = sizes.iter().rev().skip(1).rev();
    let small = in_sum(asked, data, smaller.map(|&size| (words::entries(size), Spot { entries: Some(size), ..spot })));
    if lost.is_empty() && shallow.is_empty() && small.is_empty() {
        return Some(None);
    }
    let table = match sizes.last() {
        Some(&largest) if sizes.len() > 1 => format!(" with {} entries", words::entries(largest)),
        _ => String::new(),
    };
    let guess = spot
        .offset
        .map(|offset| {
            if offset == 0 { ", begun at the value,".to_owned() } else { format!(", begun {offset:+} off the value,") }
        })
        .unwrap_or_default();
    let (y, base, at) = (asked.y.words(), asked.base?, place(spot));
    let counts = format!("{} of {} cases", lost.len(), number.count);
    let mut said =
        format!("{}: {}{guess} needs more {y} than {base} in {counts}{at}{table}", asked.subject, asked.algorithm);
    if !lost.is_empty() {
        said += &format!(", most in {}", words::list(&worst(asked, data, lost)));
    }
    said += ".";
    if !shallow.is_empty() {
        said += &format!(" In sum it needs more{table} at depth {}.", words::list(&shallow));
    }
    if !small.is_empty() {
        said += &format!(" In sum it needs more{at} with tables of {} entries.", words::list(&small));
    }
    Some(Some(said))
}

/// The depth, and whether the iteration alone is meant.
fn place(spot: Spot) -> String {
    let at = words::at_depth(spot.depth);
    if spot.cumulative || at.is_empty() { at } else { format!("{at}, that iteration alone") }
}

/// The sizes of table that both were searched with.
fn sizes(asked: &Asked<'_>, data: &Data<'_>) -> BTreeSet<u64> {
    let of =
        |name: &str| data.rows(asked.subject, name).iter().filter_map(|row| row.entries).collect::<BTreeSet<u64>>();
    &of(asked.algorithm) & &of(asked.base.unwrap_or_default())
}

/// Of these spots those where more is needed in sum, and by how much.
fn in_sum(asked: &Asked<'_>, data: &Data<'_>, spots: impl Iterator<Item = (String, Spot)>) -> Vec<String> {
    let more = spots.filter_map(|(name, spot)| {
        let number = asked.at(data, spot)?;
        (number.value > 1.0).then(|| format!("{name} ({})", words::percent(number.value)))
    });
    more.collect()
}

/// Positions on which the favourite needs more, with the ratio.
fn lost(asked: &Asked<'_>, data: &Data<'_>, spot: Spot) -> Vec<(u32, f64)> {
    let ratios = asked.pairs(data, spot).into_iter().map(|(place, cost, base)| (place, cost / base));
    ratios.filter(|(_, ratio)| *ratio > 1.0).collect()
}

/// The worst of them: number, ratio, and what stands on the board.
fn worst(asked: &Asked<'_>, data: &Data<'_>, mut lost: Vec<(u32, f64)>) -> Vec<String> {
    lost.sort_by(|a, b| b.1.total_cmp(&a.1));
    let rows = data.rows(asked.subject, asked.algorithm);
    let name = |&(place, ratio): &(u32, f64)| {
        let position = rows.iter().find(|row| row.place == place).map_or("", |row| row.position.as_str());
        let board = if position.is_empty() || position.starts_with("seed ") { "" } else { position };
        let colon = if board.is_empty() { "" } else { ": " };
        format!("number {place} ({}{colon}{board})", words::percent(ratio))
    };
    lost.iter().take(WORST).map(name).collect()
}
