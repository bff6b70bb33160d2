//! The maximum list sizes of SSS* and PS*, beside the formulas of \[SM86\] section 3.4:
//!
//! ```text
//! OPEN   = (w/k)^ceil(d/2)
//! BACKUP = sum over j = 0 .. floor((d-1)/2) of (w/k)^j
//! ```

use super::data::PlanRows;
use super::{ResultTable, TableCell, TableMark, formatting};
use crate::plan::grammar::PlanView;

/// The measured list sizes of an algorithm on a tree, with the formulas' values.
pub(super) struct ListSizes {
    pub subject: String,
    pub algorithm: String,
    pub open: (u64, u64),
    /// `None` for SSS*, which has no BACKUP list.
    pub backup: Option<(u64, u64)>,
}

impl ListSizes {
    /// Returns the ratio of measured size to formula of the list that deviates most.
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn furthest(&self) -> f64 {
        let ratio = |(measured, formula): (u64, u64)| measured as f64 / formula as f64;
        let open = ratio(self.open);
        self.backup.map(ratio).filter(|backup| (backup - 1.0).abs() > (open - 1.0).abs()).unwrap_or(open)
    }
}

/// Returns width and depth of a subject such as `ordered 8x4 r2`.
fn shape(subject: &str) -> Option<(u64, u32)> {
    subject.split_whitespace().find_map(|word| {
        let (width, depth) = word.split_once('x')?;
        Some((width.parse().ok()?, depth.parse().ok()?))
    })
}

/// Returns the number of partitions of a list algorithm: 1 for SSS*.
fn partitions(algorithm: &str) -> Option<u64> {
    match algorithm {
        "sss*" => Some(1),
        _ => algorithm.strip_prefix("ps*(")?.strip_suffix(')')?.parse().ok(),
    }
}

/// Returns the list sizes of every list algorithm on every tree.
pub(super) fn sizes(data: &PlanRows<'_>) -> Vec<ListSizes> {
    let mut sizes = Vec::new();
    for subject in &data.subjects {
        for algorithm in data.algorithms_of(subject) {
            let (Some((width, depth)), Some(k)) = (shape(subject), partitions(algorithm)) else { continue };
            let rows = data.rows(subject, algorithm);
            // The formulas assume partitions of equal size.
            if !width.is_multiple_of(k) {
                continue;
            }
            let most = |list: fn(&crate::Row) -> u64| rows.iter().map(|row| list(row)).max().unwrap_or(0);
            let backup: u64 = (0..=(depth.saturating_sub(1)) / 2).map(|level| (width / k).pow(level)).sum();
            sizes.push(ListSizes {
                subject: subject.clone(),
                algorithm: algorithm.clone(),
                open: (most(|row| row.open), (width / k).pow(depth.div_ceil(2))),
                backup: (algorithm != "sss*").then(|| (most(|row| row.backup), backup)),
            });
        }
    }
    sizes
}

/// Builds the table of list sizes.
pub(super) fn show(view: &PlanView, data: &PlanRows<'_>) -> ResultTable {
    let columns = ["search", "OPEN", "BACKUP"].map(str::to_owned).to_vec();
    let rows = sizes(data).into_iter().map(|sizes| {
        let head = TableCell { text: format!("{}, {}", sizes.subject, sizes.algorithm), ..TableCell::default() };
        vec![head, entry(Some(sizes.open)), entry(sizes.backup)]
    });
    ResultTable { caption: view.title.clone(), columns, rows: rows.collect(), ..ResultTable::default() }
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn entry(list: Option<(u64, u64)>) -> TableCell {
    let Some((measured, formula)) = list else { return TableCell { text: "–".to_owned(), ..TableCell::default() } };
    TableCell {
        text: formatting::number(measured as f64),
        number: Some(measured as f64),
        note: Some(format!("formula {formula}")),
        mark: (measured != formula).then_some(TableMark::Worse),
    }
}
