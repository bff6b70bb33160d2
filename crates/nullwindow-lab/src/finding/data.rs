//! The rows of a plan, by subject and algorithm.

use crate::plan::{Cells, Plan, PlanForm, RowSearch, matches};
use crate::{Interrupted, Measure, Method, Row, Stop};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The key of a search, which all of its iterations share.
type SearchKey<'r> = (&'r str, u32, &'r str, Option<u32>, Option<u64>, Option<i32>, bool);

/// The depth of a search to the end of the game.
pub(super) const END: u32 = u32::MAX;

/// The rows of a plan, without duplicates.
pub(super) struct PlanRows<'r> {
    /// Subjects in the plan's order.
    pub subjects: Vec<String>,
    /// Algorithms in the plan's order.
    pub algorithms: Vec<String>,
    /// The number of searches without a row.
    pub missing: usize,
    /// The number of searches with a row.
    pub searches: usize,
    rows: BTreeMap<String, BTreeMap<String, Vec<&'r Row>>>,
    /// The stop request. After it there are no rows, so every computation over them ends soon; [`find`](super::find)
    /// discards the result.
    stop: Stop<'r>,
}

/// Selects rows of an algorithm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RowFilter {
    /// The depth.
    pub depth: u32,
    /// The number of table entries, or `None` for the largest table.
    pub entries: Option<u64>,
    /// The offset of the first guess, or `None` for the guess of deepening.
    pub offset: Option<i32>,
    /// The ply, for measures that are counted per ply.
    pub ply: Option<usize>,
    /// True to sum all iterations up to the depth, false for that iteration only.
    pub cumulative: bool,
}

impl<'r> PlanRows<'r> {
    /// Selects the rows of a plan. Of two rows of the same search the first is taken.
    pub fn of(
        plan: &Plan,
        form: PlanForm,
        rows: impl Iterator<Item = &'r Row>,
        stop: Stop<'r>,
    ) -> Result<PlanRows<'r>, Interrupted> {
        let cells = Cells::of(plan, form, None);
        let methods: HashMap<String, Method> =
            cells.methods().into_iter().map(|method| (method.to_string(), method)).collect();
        let algorithms: Vec<String> = cells.methods().iter().map(ToString::to_string).collect();
        let mut data = PlanRows {
            subjects: cells.subjects(),
            algorithms: by_family(&algorithms),
            missing: 0,
            searches: 0,
            rows: BTreeMap::new(),
            stop,
        };
        data.searches = data.take(rows, &cells, &methods)?;
        for _ in cells.in_order() {
            stop.check()?;
            data.missing += 1;
        }
        data.missing -= data.searches;
        Ok(data)
    }

    /// Adds the rows that belong to the plan, and returns the number of cells they answer.
    fn take(
        &mut self,
        rows: impl Iterator<Item = &'r Row>,
        cells: &Cells,
        methods: &HashMap<String, Method>,
    ) -> Result<usize, Interrupted> {
        let (mut seen, mut found) = (HashSet::new(), HashSet::new());
        for row in rows {
            self.stop.check()?;
            let Some(&method) = methods.get(&row.algorithm) else { continue };
            let Row { instance, step, entries, offset, windowed_leaves, .. } = *row;
            let subject = &row.subject;
            let mut matching =
                cells.matching(RowSearch { subject, instance, method, step, entries, offset, windowed_leaves });
            matching.retain(|cell| {
                // A deepening search passes through every smaller depth, so its early iterations answer shallower
                // cells.
                let reached = row.depth == cell.depth || (step.is_some() && depth(row) < cell.depth.unwrap_or(END));
                reached && (row.leaves.is_some() || !cell.distinct)
            });
            // Several cells may ask for a row, but it counts once.
            if matching.is_empty() || !seen.insert((search(row), row.depth)) {
                continue;
            }
            found.extend(matching.into_iter().filter(|cell| row.depth == cell.depth || row.settled));
            let subject = self.rows.entry(row.subject.clone()).or_default();
            subject.entry(row.algorithm.clone()).or_default().push(row);
        }
        Ok(found.len())
    }

    /// Iterates over all rows, by subject and algorithm.
    pub fn all(&self) -> impl Iterator<Item = &'r Row> {
        let rows = self.rows.values().flat_map(BTreeMap::values).flatten().copied();
        rows.take_while(|_| !self.stop.is_requested())
    }

    /// Returns whether a stop was requested. Loops over derived data check it.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// Returns the algorithm that a name means on a subject.
    pub fn resolve(&self, subject: &str, name: &str) -> Option<&str> {
        let searched = self.rows.get(subject)?;
        let exact = searched.get_key_value(name).map(|(algorithm, _)| algorithm);
        exact.or_else(|| searched.keys().find(|algorithm| matches(name, algorithm))).map(String::as_str)
    }

    /// Iterates over the algorithms that searched a subject, in the plan's order.
    pub fn algorithms_of(&self, subject: &str) -> impl Iterator<Item = &String> {
        let rows = self.rows.get(subject);
        self.algorithms.iter().filter(move |algorithm| rows.is_some_and(|rows| rows.contains_key(*algorithm)))
    }

    /// Returns the rows of an algorithm on a subject.
    pub fn rows(&self, subject: &str, name: &str) -> &[&'r Row] {
        if self.stop.is_requested() {
            return &[];
        }
        let rows = || self.rows.get(subject)?.get(self.resolve(subject, name)?);
        rows().map_or(&[], Vec::as_slice)
    }

    /// Returns the measure of each position.
    pub fn sample(&self, subject: &str, name: &str, y: Measure, filter: RowFilter) -> BTreeMap<u32, f64> {
        let mut by_instance: BTreeMap<u32, Vec<&Row>> = BTreeMap::new();
        for row in settings(self.rows(subject, name), filter) {
            by_instance.entry(row.instance).or_default().push(row);
        }
        let number = |(instance, rows): (u32, Vec<&Row>)| number(&rows, y, filter).map(|number| (instance, number));
        by_instance.into_iter().filter_map(number).collect()
    }

    /// Returns the depths at which all of these algorithms have rows.
    pub fn depths(&self, subject: &str, names: &[&str]) -> BTreeSet<u32> {
        let depths = |name: &&str| self.rows(subject, name).iter().map(|row| depth(row)).collect::<BTreeSet<u32>>();
        names.iter().map(depths).reduce(|all, depths| &all & &depths).unwrap_or_default()
    }
}

/// Groups algorithms of one family, sorted by their parameters.
fn by_family(algorithms: &[String]) -> Vec<String> {
    let family = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    let number = |name: &str| name.split(['(', ')']).nth(1).and_then(|number| number.parse::<i32>().ok());
    let first = |name: &str| algorithms.iter().position(|other| family(other) == family(name));
    let mut sorted = algorithms.to_vec();
    sorted.sort_by_key(|name| (first(name), number(name)));
    sorted
}

fn search(row: &Row) -> SearchKey<'_> {
    (&row.subject, row.instance, &row.algorithm, row.step, row.entries, row.offset, row.windowed_leaves)
}

/// Returns the depth of a row; [`END`] if it went to the end of the game.
pub(super) fn depth(row: &Row) -> u32 {
    row.depth.unwrap_or(END)
}

/// Returns the rows with the selected table size and first guess.
fn settings<'r>(rows: &[&'r Row], filter: RowFilter) -> Vec<&'r Row> {
    let any = |test: &dyn Fn(&Row) -> bool| rows.iter().any(|row| test(row));
    let largest =
        rows.iter().map(|row| row.entries.unwrap_or(u64::MAX)).max().map(|most| (most < u64::MAX).then_some(most));
    // An algorithm that was searched with one table size only, or without a first guess, matches every selection.
    let entries = match filter.entries {
        Some(_) if any(&|row| row.entries == filter.entries) => Some(filter.entries),
        Some(_) => any(&|row| row.entries.is_none()).then_some(None),
        None => largest,
    };
    let offset = match filter.offset {
        Some(_) if any(&|row| row.offset == filter.offset) => filter.offset,
        _ => None,
    };
    let meant = |row: &&&Row| entries == Some(row.entries) && row.offset == offset;
    rows.iter().filter(meant).copied().collect()
}

/// Returns the measure of one position.
fn number(rows: &[&Row], y: Measure, filter: RowFilter) -> Option<f64> {
    let last = rows.iter().find(|row| depth(row) == filter.depth);
    if let Some(ply) = filter.ply {
        let number = y.of_cuts(last?.cuts.get(ply).into_iter());
        return number.is_finite().then_some(number);
    }
    if !filter.cumulative || !y.adds_up() || last.is_some_and(|row| row.step.is_none()) {
        return last.map(|row| y.of(row)).filter(|number| number.is_finite());
    }
    let behind: Vec<&&Row> = rows.iter().filter(|row| depth(row) <= filter.depth).collect();
    // A search that was decided earlier has no rows of greater depths, and its sum is complete.
    let reached = last.is_some() || behind.iter().any(|row| row.settled);
    reached.then(|| behind.iter().map(|row| y.of(row)).sum())
}
