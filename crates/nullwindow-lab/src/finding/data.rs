//! The rows of one plan, by subject and algorithm.

use crate::plan::{Form, Plan, matches};
use crate::{Cell, Measure, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What tells the iterations of one search from those of another.
type Search<'r> = (&'r str, u32, &'r str, Option<u32>, Option<u64>, Option<i32>);

/// The depth of a search to the end of the game.
pub(super) const END: u32 = u32::MAX;

/// The rows that belong to a plan, each once.
pub(super) struct Data<'r> {
    /// Subjects in the plan's order.
    pub subjects: Vec<String>,
    /// Algorithms in the plan's order.
    pub algorithms: Vec<String>,
    /// Searches of the plan without a row.
    pub missing: usize,
    /// Searches with at least one.
    pub searches: usize,
    rows: BTreeMap<String, BTreeMap<String, Vec<&'r Row>>>,
}

/// Which rows of an algorithm are meant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spot {
    /// At this depth.
    pub depth: u32,
    /// With so many entries; none for the largest table.
    pub entries: Option<u64>,
    /// With this first guess; none for that of deepening.
    pub offset: Option<i32>,
    /// At this ply only, of what is counted by ply.
    pub ply: Option<usize>,
    /// All iterations up to the depth, or that iteration alone.
    pub cumulative: bool,
}

impl<'r> Data<'r> {
    pub fn of(plan: &Plan, form: Form, rows: &'r [Row]) -> Data<'r> {
        let cells = plan.cells(form);
        let mut wanted: HashMap<Search<'_>, Vec<&Cell>> = HashMap::new();
        let methods: HashMap<_, String> = cells.iter().map(|cell| (cell.method, cell.method.to_string())).collect();
        for cell in &cells {
            let name = methods[&cell.method].as_str();
            let search = (cell.subject.as_str(), cell.place, name, cell.step, cell.entries, cell.offset);
            wanted.entry(search).or_default().push(cell);
        }
        let mut data =
            Data { subjects: Vec::new(), algorithms: Vec::new(), missing: 0, searches: 0, rows: BTreeMap::new() };
        for cell in &cells {
            push_new(&mut data.subjects, &cell.subject);
            push_new(&mut data.algorithms, &methods[&cell.method]);
        }
        data.algorithms = by_family(&data.algorithms);
        let found = data.take(rows, &wanted);
        data.searches = found.len();
        data.missing = cells.len() - found.len();
        data
    }

    /// Takes the rows that are wanted, and says which cells they answer.
    fn take<'c>(&mut self, rows: &'r [Row], wanted: &HashMap<Search<'_>, Vec<&'c Cell>>) -> HashSet<&'c Cell> {
        let (mut seen, mut found) = (HashSet::new(), HashSet::new());
        for row in rows {
            let search = search(row);
            let of = |cell: &&&Cell| {
                row.depth == cell.depth || (cell.step.is_some() && depth(row) < cell.depth.unwrap_or(END))
            };
            let told_apart = |cell: &&&Cell| row.leaves.is_some() || !cell.distinct;
            let cells: Vec<&Cell> =
                wanted.get(&search).into_iter().flatten().filter(of).filter(told_apart).copied().collect();
            if cells.is_empty() || !seen.insert((search, row.depth)) {
                continue;
            }
            found.extend(cells.into_iter().filter(|cell| row.depth == cell.depth || row.settled));
            let subject = self.rows.entry(row.subject.clone()).or_default();
            subject.entry(row.algorithm.clone()).or_default().push(row);
        }
        found
    }

    /// All rows, by subject and algorithm.
    pub fn all(&self) -> impl Iterator<Item = &'r Row> {
        self.rows.values().flat_map(BTreeMap::values).flatten().copied()
    }

    /// The algorithm that a name means on a subject.
    pub fn resolve(&self, subject: &str, name: &str) -> Option<&str> {
        let searched = self.rows.get(subject)?;
        let exact = searched.get_key_value(name).map(|(algorithm, _)| algorithm);
        exact.or_else(|| searched.keys().find(|algorithm| matches(name, algorithm))).map(String::as_str)
    }

    /// The algorithms that a subject was searched with, in the plan's order.
    pub fn searched(&self, subject: &str) -> impl Iterator<Item = &String> {
        let rows = self.rows.get(subject);
        self.algorithms.iter().filter(move |algorithm| rows.is_some_and(|rows| rows.contains_key(*algorithm)))
    }

    /// The rows of an algorithm on a subject.
    pub fn rows(&self, subject: &str, name: &str) -> &[&'r Row] {
        let rows = || self.rows.get(subject)?.get(self.resolve(subject, name)?);
        rows().map_or(&[], Vec::as_slice)
    }

    /// A number for each position.
    pub fn sample(&self, subject: &str, name: &str, y: Measure, spot: Spot) -> BTreeMap<u32, f64> {
        let mut by_place: BTreeMap<u32, Vec<&Row>> = BTreeMap::new();
        for row in settings(self.rows(subject, name), spot) {
            by_place.entry(row.place).or_default().push(row);
        }
        let number = |(place, rows): (u32, Vec<&Row>)| number(&rows, y, spot).map(|number| (place, number));
        by_place.into_iter().filter_map(number).collect()
    }

    /// The depths at which all of these have rows.
    pub fn depths(&self, subject: &str, names: &[&str]) -> BTreeSet<u32> {
        let depths = |name: &&str| self.rows(subject, name).iter().map(|row| depth(row)).collect::<BTreeSet<u32>>();
        names.iter().map(depths).reduce(|all, depths| &all & &depths).unwrap_or_default()
    }
}

fn push_new(list: &mut Vec<String>, name: &str) {
    if !list.iter().any(|known| known == name) {
        list.push(name.to_owned());
    }
}

/// Algorithms of one name side by side, by their numbers.
fn by_family(algorithms: &[String]) -> Vec<String> {
    let family = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    let number = |name: &str| name.split(['(', ')']).nth(1).and_then(|number| number.parse::<i32>().ok());
    let first = |name: &str| algorithms.iter().position(|other| family(other) == family(name));
    let mut sorted = algorithms.to_vec();
    sorted.sort_by_key(|name| (first(name), number(name)));
    sorted
}

fn search(row: &Row) -> Search<'_> {
    (&row.subject, row.place, &row.algorithm, row.step, row.entries, row.offset)
}

/// The depth of a row; [`END`] if it went to the end of the game.
pub(super) fn depth(row: &Row) -> u32 {
    row.depth.unwrap_or(END)
}

/// The rows with the table and the first guess that are meant. An algorithm that was searched with one table only, or
/// without a first guess, is the same wherever it is asked for.
fn settings<'r>(rows: &[&'r Row], spot: Spot) -> Vec<&'r Row> {
    let any = |test: &dyn Fn(&Row) -> bool| rows.iter().any(|row| test(row));
    let largest =
        rows.iter().map(|row| row.entries.unwrap_or(u64::MAX)).max().map(|most| (most < u64::MAX).then_some(most));
    let entries = match spot.entries {
        Some(_) if any(&|row| row.entries == spot.entries) => Some(spot.entries),
        Some(_) => any(&|row| row.entries.is_none()).then_some(None),
        None => largest,
    };
    let offset = match spot.offset {
        Some(_) if any(&|row| row.offset == spot.offset) => spot.offset,
        _ => None,
    };
    let meant = |row: &&&Row| entries == Some(row.entries) && row.offset == offset;
    rows.iter().filter(meant).copied().collect()
}

/// The number of one position.
fn number(rows: &[&Row], y: Measure, spot: Spot) -> Option<f64> {
    let last = rows.iter().find(|row| depth(row) == spot.depth);
    if let Some(ply) = spot.ply {
        let number = y.of_cuts(last?.cuts.get(ply).into_iter());
        return number.is_finite().then_some(number);
    }
    if !spot.cumulative || !y.adds_up() || last.is_some_and(|row| row.step.is_none()) {
        return last.map(|row| y.of(row)).filter(|number| number.is_finite());
    }
    let behind: Vec<&&Row> = rows.iter().filter(|row| depth(row) <= spot.depth).collect();
    let reached = last.is_some() || behind.iter().any(|row| row.settled);
    reached.then(|| behind.iter().map(|row| y.of(row)).sum())
}
