//! Every form of SSS* on uniform random trees with independent leaves, relative to Alpha-Beta.
//!
//! All search in the order of generation and without an observer; leaves are counted in a run of their
//! own. For each seed the algorithms take turns, round after round; a ratio is that of one round, and
//! the median of all rounds and seeds is shown. Making a table is not timed.

use crate::sheet::{Cell, Format, Sheet, target, targets};
use nullwindow::memory::{ExactMap, Memory, Table};
use nullwindow::observe::{Counters, Observer};
use nullwindow::trees::UniformTree;
use nullwindow::{AnyAlgorithm, Depth, Order, Search};
use std::fmt;
use std::time::Instant;

/// What to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many trees of each shape.
    pub seeds: u8,
    /// How often each search is timed.
    pub rounds: u8,
    /// How to write the results.
    pub format: Format,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { seeds: 9, rounds: 5, format: Format::Text }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Remember {
    Nothing,
    Everything,
    Table { leaves: bool },
}

/// A way of searching a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Form {
    algorithm: AnyAlgorithm,
    remember: Remember,
}

/// One search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Run {
    value: Option<i32>,
    leaves: u64,
    seconds: f64,
}

impl Form {
    fn new(name: &str, remember: Remember) -> Form {
        Form { algorithm: name.parse().unwrap_or_else(|error| panic!("{error}")), remember }
    }

    /// The forms, Alpha-Beta first.
    fn all() -> Vec<Form> {
        let lists = ["alphabeta", "sss*", "dual*", "sss-2", "rec-sss*", "rec-dual*", "ps*(2)"];
        let memories = [Remember::Everything, Remember::Table { leaves: false }, Remember::Table { leaves: true }];
        let lists = lists.into_iter().map(|name| Form::new(name, Remember::Nothing));
        lists.chain(memories.map(|memory| Form::new("mtd+inf", memory))).collect()
    }

    fn time(self, tree: &UniformTree) -> Run {
        self.observed_by(tree, ())
    }

    fn count(self, tree: &UniformTree) -> Run {
        self.observed_by(tree, Counters::new())
    }

    fn observed_by<O: Observer<UniformTree>>(self, tree: &UniformTree, observer: O) -> Run {
        let search = Search::new(tree).order(Order::GENERATED).observer(observer);
        match self.remember {
            Remember::Nothing => self.run(tree, search),
            Remember::Everything => self.run(tree, search.memory(ExactMap::new())),
            Remember::Table { leaves } => {
                let table = Table::with_bytes(16 << 20).unwrap_or_else(|error| panic!("{error}"));
                table.prefault();
                let least = Depth::plies(u32::from(!leaves));
                self.run(tree, search.memory(table.with_min_depth(least)))
            }
        }
    }

    fn run<M, O>(self, tree: &UniformTree, mut search: Search<'_, UniformTree, M, O>) -> Run
    where
        M: Memory<UniformTree>,
        O: Observer<UniformTree>,
    {
        let start = Instant::now();
        let outcome = search.run(&self.algorithm, &tree.root(), Depth::END);
        let seconds = start.elapsed().as_secs_f64();
        let value = outcome.value().map(nullwindow::Score::get);
        Run { value, leaves: outcome.counts.cost.leaf_visits, seconds }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remember {
            Remember::Nothing => self.algorithm.fmt(f),
            Remember::Everything => write!(f, "{}, exact map", self.algorithm),
            Remember::Table { leaves: false } => write!(f, "{}, table", self.algorithm),
            Remember::Table { leaves: true } => write!(f, "{}, table with leaves", self.algorithm),
        }
    }
}

/// Runs the comparison and prints its tables.
pub fn run(plan: &Plan) {
    let mut goals = targets();
    for (width, depth) in [(8, 8), (24, 4)] {
        let rows = compare(*plan, width, depth);
        table(width, depth, &rows).print(plan.format);
        for (name, limit) in [("sss*", 4.0), ("rec-sss*", 1.2)] {
            let row = rows.iter().find(|row| row.form == Form::new(name, Remember::Nothing));
            let time = row.map_or(f64::NAN, |row| row.time);
            target(&mut goals, format!("w={width} d={depth}: time, {name} to alphabeta"), time, limit);
        }
    }
    growth(*plan).print(plan.format);
    goals.print(plan.format);
}

/// What became of one form on all trees of a shape; ratios are to Alpha-Beta.
struct Row {
    form: Form,
    agrees: bool,
    leaves: f64,
    leaf_ratio: f64,
    milliseconds: f64,
    time: f64,
}

fn tree(width: u16, depth: u8, seed: u8) -> UniformTree {
    UniformTree::new(width, depth).unwrap_or_else(|error| panic!("{error}")).seed(u64::from(seed))
}

#[allow(clippy::cast_precision_loss, reason = "leaf counts are below 2^53")]
fn compare(plan: Plan, width: u16, depth: u8) -> Vec<Row> {
    let forms = Form::all();
    let mut samples: Vec<Samples> = forms.iter().map(|_| Samples::default()).collect();
    for seed in 0..plan.seeds {
        let tree = tree(width, depth, seed);
        let counted: Vec<Run> = forms.iter().map(|form| form.count(&tree)).collect();
        for (sample, run) in samples.iter_mut().zip(&counted) {
            sample.disagreements += u32::from(run.value != counted[0].value);
            sample.leaves.push(run.leaves as f64);
            sample.leaf_ratios.push(run.leaves as f64 / counted[0].leaves as f64);
        }
        for _ in 0..plan.rounds {
            let timed: Vec<Run> = forms.iter().map(|form| form.time(&tree)).collect();
            for (sample, run) in samples.iter_mut().zip(&timed) {
                sample.disagreements += u32::from(run.value != counted[0].value);
                sample.milliseconds.push(run.seconds * 1e3);
                sample.times.push(run.seconds / timed[0].seconds);
            }
        }
    }
    let rows = forms.into_iter().zip(samples).map(|(form, sample)| Row {
        form,
        agrees: sample.disagreements == 0,
        leaves: median(sample.leaves),
        leaf_ratio: median(sample.leaf_ratios),
        milliseconds: median(sample.milliseconds),
        time: median(sample.times),
    });
    rows.collect()
}

#[derive(Default)]
struct Samples {
    disagreements: u32,
    leaves: Vec<f64>,
    leaf_ratios: Vec<f64>,
    milliseconds: Vec<f64>,
    times: Vec<f64>,
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

fn table(width: u16, depth: u8, rows: &[Row]) -> Sheet {
    let columns = ["algorithm", "agrees", "leaves", "leaves/ab", "ms", "time/ab"];
    let mut sheet = Sheet::new(format!("uniform random trees, w={width} d={depth}"), &columns);
    for row in rows {
        sheet.row([
            row.form.to_string().into(),
            row.agrees.into(),
            Cell::Real(row.leaves, 0),
            Cell::Real(row.leaf_ratio, 2),
            Cell::Real(row.milliseconds, 2),
            Cell::Real(row.time, 2),
        ]);
    }
    sheet
}

/// Nanoseconds for each leaf visited, as the tree grows deeper: lists must not make a leaf dearer.
#[allow(clippy::cast_precision_loss, reason = "leaf counts are below 2^53")]
fn growth(plan: Plan) -> Sheet {
    let forms = ["alphabeta", "sss*", "rec-sss*"].map(|name| Form::new(name, Remember::Nothing));
    let mut sheet = Sheet::new("growth, w=8", &["algorithm", "depth", "agrees", "leaves", "ms", "ns/leaf"]);
    for depth in [6, 8, 10] {
        let trees: Vec<UniformTree> = (0..plan.seeds.min(3)).map(|seed| tree(8, depth, seed)).collect();
        for form in forms {
            let (mut leaves, mut seconds, mut agrees) = (0, 0.0, true);
            for tree in &trees {
                let counted = form.count(tree);
                let times = (0..plan.rounds).map(|_| form.time(tree).seconds);
                leaves += counted.leaves;
                seconds += median(times.collect());
                agrees &= counted.value == forms[0].count(tree).value;
            }
            sheet.row([
                form.to_string().into(),
                Cell::Count(u64::from(depth)),
                agrees.into(),
                Cell::Count(leaves / trees.len() as u64),
                Cell::Real(seconds * 1e3 / trees.len() as f64, 2),
                Cell::Real(seconds * 1e9 / leaves as f64, 1),
            ]);
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_agree_and_none_visits_more_distinct_leaves() {
        for (width, depth) in [(3, 5), (4, 4), (2, 7)] {
            for row in compare(Plan { seeds: 5, rounds: 1, format: Format::Text }, width, depth) {
                assert!(row.agrees, "{} on w={width} d={depth}", row.form);
            }
        }
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!(median(Vec::new()).is_nan());
    }
}
