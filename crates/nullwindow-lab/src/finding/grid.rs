//! Views over an axis: a table and a panel per subject, or one over all subjects.

use super::data::{PlanRows, RowFilter};
use super::number::{Number, NumberKind, NumberQuery};
use super::{Chart, ResultTable, TableCell, TableMark, formatting, summary};
use crate::plan::grammar::{PlanView, ViewKind, XAxis};
use crate::plan::{Plan, matches};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// A view with its rows and subjects.
pub(super) struct ViewGrid<'a> {
    pub plan: &'a Plan,
    pub view: &'a PlanView,
    pub data: &'a PlanRows<'a>,
    pub kind: NumberKind,
    pub base: Option<&'a str>,
    pub subjects: Vec<&'a str>,
}

/// A tick of the axis: its name, its x coordinate, and its rows.
pub(super) struct Tick {
    pub name: String,
    pub x: f64,
    pub filter: RowFilter,
}

impl<'a> ViewGrid<'a> {
    pub fn new(plan: &'a Plan, view: &'a PlanView, data: &'a PlanRows<'a>) -> ViewGrid<'a> {
        let kind = match view.kind {
            ViewKind::Relative => NumberKind::Relative,
            ViewKind::Share => NumberKind::Share,
            _ => NumberKind::Mean,
        };
        let base = view.base.as_ref().map(|base| base.as_ref().as_str()).filter(|_| kind != NumberKind::Mean);
        let all = data.subjects.iter().map(String::as_str);
        let subjects = match &view.subjects {
            Some(named) => all.filter(|subject| named.iter().any(|name| name.as_ref() == subject)).collect(),
            None => all.collect(),
        };
        ViewGrid { plan, view, data, kind, base, subjects }
    }

    /// Builds the tables and the chart of the view.
    pub fn show(&self) -> (Vec<ResultTable>, Chart) {
        let tabulated = self.view.x != XAxis::Ply;
        let mut chart = Chart { title: self.view.title.clone(), id: self.id(), tabulated, ..Chart::default() };
        if self.view.x == XAxis::Subject {
            chart.panels.push(self.subjects_panel());
            return (vec![self.summary()], chart);
        }
        let (mut tables, mut most) = (Vec::new(), 0);
        for subject in &self.subjects {
            let ticks = self.ticks(subject);
            if ticks.is_empty() {
                continue;
            }
            most = most.max(ticks.len());
            tables.push(self.table(subject, &ticks));
            chart.panels.push(self.panel(subject, &ticks));
        }
        // The summary is a row of each of the other tables. If they have no other row, it replaces them.
        match self.view.x {
            XAxis::Ply => tables.clear(),
            XAxis::Depth if most <= 1 => tables = vec![self.summary()],
            XAxis::Depth | XAxis::Entries => tables.insert(0, ResultTable { digest: true, ..self.summary() }),
            XAxis::Offset | XAxis::Subject => tables.insert(0, self.summary()),
        }
        (tables, chart)
    }

    fn id(&self) -> String {
        let y = serde_json::to_value(self.view.y).ok();
        let y = y.as_ref().and_then(|y| y.as_str()).unwrap_or_default().to_owned();
        let kind = format!("{:?}-by-{:?}", self.view.kind, self.view.x).to_lowercase();
        format!("{}-{y}-{kind}", self.plan.name())
    }

    pub fn query<'s>(&'s self, subject: &'s str, algorithm: &'s str) -> NumberQuery<'s> {
        NumberQuery { kind: self.kind, subject, algorithm, base: self.base, y: self.view.y }
    }

    /// Returns the algorithms shown for a subject, each with its short name. The baseline is left out.
    pub fn algorithms(&self, subject: &str) -> Vec<(String, String)> {
        let named =
            |named: &Vec<Spanned<String>>, algorithm: &str| named.iter().any(|name| matches(name.as_ref(), algorithm));
        let wanted = |algorithm: &&String| self.view.algorithms.as_ref().is_none_or(|list| named(list, algorithm));
        let not_base = |algorithm: &&String| self.base.is_none_or(|base| !matches(base, algorithm));
        let shown = self.data.algorithms_of(subject).filter(wanted).filter(not_base);
        shown.map(|algorithm| (formatting::short(self.data, subject, algorithm), algorithm.clone())).collect()
    }

    /// Returns the short names of algorithms over all subjects.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (name, _) in self.subjects.iter().flat_map(|subject| self.algorithms(subject)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the algorithm with this short name on a subject.
    fn named(&self, subject: &str, name: &str) -> Option<String> {
        self.algorithms(subject).into_iter().find(|(short, _)| short == name).map(|(_, algorithm)| algorithm)
    }

    fn deepest(&self, subject: &str) -> Option<u32> {
        let depths = |(_, algorithm): &(String, String)| self.query(subject, algorithm).depths(self.data);
        self.algorithms(subject).iter().map(depths).reduce(|all, depths| &all | &depths)?.last().copied()
    }

    pub fn filter(&self, subject: &str) -> Option<RowFilter> {
        let depth = self.deepest(subject)?;
        Some(RowFilter { depth, entries: None, offset: None, ply: None, cumulative: self.view.cumulative })
    }

    fn ticks(&self, subject: &str) -> Vec<Tick> {
        let Some(filter) = self.filter(subject) else { return Vec::new() };
        let algorithms = self.algorithms(subject);
        let rows = || algorithms.iter().flat_map(|(_, algorithm)| self.data.rows(subject, algorithm));
        match self.view.x {
            XAxis::Depth => {
                let depths: BTreeSet<u32> = algorithms
                    .iter()
                    .flat_map(|(_, algorithm)| self.query(subject, algorithm).depths(self.data))
                    .collect();
                depths
                    .into_iter()
                    .map(|depth| Tick {
                        name: depth.to_string(),
                        x: f64::from(depth),
                        filter: RowFilter { depth, ..filter },
                    })
                    .collect()
            }
            XAxis::Entries => {
                let sizes: BTreeSet<u64> = rows().filter_map(|row| row.entries).collect();
                sizes
                    .into_iter()
                    .map(|size| Tick {
                        name: formatting::entries(size),
                        x: float(size),
                        filter: RowFilter { entries: Some(size), ..filter },
                    })
                    .collect()
            }
            XAxis::Offset => {
                let offsets: BTreeSet<i32> = rows().filter_map(|row| row.offset).collect();
                let tick = |(i, offset): (usize, i32)| Tick {
                    name: format!("{offset:+}"),
                    x: float(i as u64),
                    filter: RowFilter { offset: Some(offset), ..filter },
                };
                offsets.into_iter().enumerate().map(tick).collect()
            }
            XAxis::Ply => {
                let plies = rows().map(|row| row.cuts.len()).max().unwrap_or(0);
                (0..plies)
                    .map(|ply| Tick {
                        name: ply.to_string(),
                        x: float(ply as u64),
                        filter: RowFilter { ply: Some(ply), ..filter },
                    })
                    .collect()
            }
            XAxis::Subject => Vec::new(),
        }
    }

    /// Returns the label of the x axis.
    pub fn along(&self) -> &'static str {
        match self.view.x {
            XAxis::Depth => "depth",
            XAxis::Entries => "entries",
            XAxis::Offset => "first guess minus value",
            XAxis::Subject => "subject",
            XAxis::Ply => "ply from the root",
        }
    }

    /// Builds the summary table: one line per subject, at its greatest depth.
    fn summary(&self) -> ResultTable {
        let names = self.names();
        let mut columns = vec!["subject".to_owned()];
        columns.extend(names.clone());
        let rows = self.subjects.iter().filter_map(|subject| {
            let filter = self.filter(subject)?;
            let numbers: Vec<Option<Number>> = names.iter().map(|name| self.number(subject, name, filter)).collect();
            let most = numbers.iter().flatten().map(|number| number.count).max()?;
            let what = if self
                .data
                .rows(subject, &self.algorithms(subject).first()?.1)
                .iter()
                .any(|row| row.depth.is_some())
            {
                "position"
            } else {
                "tree"
            };
            let head = format!(
                "{subject}, {}{}",
                formatting::many(most, what),
                formatting::at_depth(filter.depth).replace(" at", ",")
            );
            Some(self.line(head, &names, &numbers, self.best(subject, &names, filter)))
        });
        let end = if self.view.x == XAxis::Subject { String::new() } else { ", at the greatest depth".to_owned() };
        let caption = format!("{}{end}", self.view.title);
        ResultTable { caption, columns, rows: rows.collect(), ..ResultTable::default() }
    }

    pub fn number(&self, subject: &str, name: &str, filter: RowFilter) -> Option<Number> {
        self.query(subject, &self.named(subject, name)?).at(self.data, filter)
    }

    fn table(&self, subject: &str, ticks: &[Tick]) -> ResultTable {
        let (names, whole): (Vec<String>, Vec<String>) = self.algorithms(subject).into_iter().unzip();
        let mut columns = vec![self.along().to_owned()];
        columns.extend(whole);
        let line = |tick: &Tick| {
            let numbers: Vec<Option<Number>> =
                names.iter().map(|name| self.number(subject, name, tick.filter)).collect();
            self.line(tick.name.clone(), &names, &numbers, self.best(subject, &names, tick.filter))
        };
        ResultTable {
            caption: format!("{}: {subject}", self.view.title),
            columns,
            rows: ticks.iter().map(line).collect(),
            ..ResultTable::default()
        }
    }

    /// Returns the algorithm that is better than every other beyond the error, if there is one.
    ///
    /// The error is that of the paired differences, at a level of 95 % for the whole row (Bonferroni).
    fn best<'n>(&self, subject: &str, names: &'n [String], filter: RowFilter) -> Option<&'n str> {
        if self.kind != NumberKind::Relative {
            return None;
        }
        let each = names.iter().filter_map(|name| {
            let algorithm = self.named(subject, name)?;
            let query = self.query(subject, &algorithm);
            Some((name, query.at(self.data, filter)?.value, query.ratios(self.data, filter)))
        });
        let mut each: Vec<_> = each.collect();
        each.sort_by(|a, b| a.1.total_cmp(&b.1));
        let ((name, _, ratios), others) = each.split_first().filter(|(_, others)| !others.is_empty())?;
        let (query, level) = (self.query(subject, name), summary::level(others.len()));
        let is_better = |other: &BTreeMap<u32, f64>| {
            let difference = query.difference(ratios, other).and_then(|difference| difference.interval(level));
            difference.is_some_and(|difference| difference.high < 0.0)
        };
        others.iter().all(|(.., other)| is_better(other)).then_some(name.as_str())
    }

    fn line(&self, head: String, names: &[String], numbers: &[Option<Number>], best: Option<&str>) -> Vec<TableCell> {
        let mut line = vec![TableCell { text: head, ..TableCell::default() }];
        line.extend(names.iter().zip(numbers).map(|(name, number)| {
            let Some(number) = number else { return TableCell { text: "–".to_owned(), ..TableCell::default() } };
            let text = if self.kind == NumberKind::Mean {
                formatting::number(number.value)
            } else {
                formatting::ratio(number.value)
            };
            let note = (number.count > 1 && number.error > 0.0).then(|| formatting::error(number.error));
            let best = (best == Some(name)).then_some(TableMark::Best);
            let worse = (self.is_favourite(name) && number.value > 1.0).then_some(TableMark::Worse);
            TableCell { text, number: Some(number.value), note, mark: worse.or(best) }
        }));
        line
    }

    fn is_favourite(&self, name: &str) -> bool {
        let favourite = self.plan.file.favourite.as_ref();
        self.kind == NumberKind::Relative
            && favourite.is_some_and(|favourite| {
                favourite.algorithm.as_ref() == name && self.base.is_some_and(|base| base == favourite.base.as_ref())
            })
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(super) fn float(number: u64) -> f64 {
    number as f64
}
