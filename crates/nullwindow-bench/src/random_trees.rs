//! Compares all forms of SSS* with Alpha-Beta on uniform random trees with independent leaves.
//!
//! All algorithms search in generation order and without an observer; leaves are counted in a separate run. For each
//! seed the algorithms are timed in alternating rounds. Ratios are computed within a round, and the tables show their
//! medians over all rounds and seeds. The allocation of tables is not timed.

use crate::sheet::{Sheet, SheetCell, SheetFormat, target, targets};
use nullwindow::memory::{ExactMap, Memory, Table};
use nullwindow::observe::{Counters, Observer};
use nullwindow::trees::UniformTree;
use nullwindow::{AnyAlgorithm, Depth, Order, Search};
use std::fmt;
use std::time::Instant;

/// The parameters of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomTreePlan {
    /// The number of trees of each shape.
    pub seeds: u8,
    /// The number of timed searches per tree.
    pub rounds: u8,
    /// The output format.
    pub format: SheetFormat,
}

impl Default for RandomTreePlan {
    fn default() -> RandomTreePlan {
        RandomTreePlan { seeds: 9, rounds: 5, format: SheetFormat::Text }
    }
}

/// The memory of a search: none, an exact map, or a table that stores leaves or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ForestMemory {
    Nothing,
    Everything,
    Table { leaves: bool },
}

/// An algorithm with its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SearchForm {
    algorithm: AnyAlgorithm,
    memory: ForestMemory,
}

/// The result of one search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct ForestRun {
    value: Option<i32>,
    leaves: u64,
    seconds: f64,
}

impl SearchForm {
    fn new(name: &str, memory: ForestMemory) -> SearchForm {
        SearchForm { algorithm: name.parse().unwrap_or_else(|error| panic!("{error}")), memory }
    }

    /// Returns all forms, Alpha-Beta first.
    fn all() -> Vec<SearchForm> {
        let lists = ["alphabeta", "sss*", "dual*", "sss-2", "rec-sss*", "rec-dual*", "ps*(2)"];
        let memories =
            [ForestMemory::Everything, ForestMemory::Table { leaves: false }, ForestMemory::Table { leaves: true }];
        let lists = lists.into_iter().map(|name| SearchForm::new(name, ForestMemory::Nothing));
        lists.chain(memories.map(|memory| SearchForm::new("mtd+inf", memory))).collect()
    }

    fn time(self, tree: &UniformTree) -> ForestRun {
        self.observed_by(tree, ())
    }

    fn count(self, tree: &UniformTree) -> ForestRun {
        self.observed_by(tree, Counters::new())
    }

    fn observed_by<O: Observer<UniformTree>>(self, tree: &UniformTree, observer: O) -> ForestRun {
        let search = Search::new(tree).with_order(Order::GENERATED).with_observer(observer);
        match self.memory {
            ForestMemory::Nothing => self.run(tree, search),
            ForestMemory::Everything => self.run(tree, search.with_memory(ExactMap::new())),
            ForestMemory::Table { leaves } => {
                let table = Table::with_bytes(16 << 20).unwrap_or_else(|error| panic!("{error}"));
                // Page faults of a new table must not count as search time.
                table.prefault();
                let least = Depth::plies(u32::from(!leaves));
                self.run(tree, search.with_memory(table.with_min_depth(least)))
            }
        }
    }

    fn run<M, O>(self, tree: &UniformTree, mut search: Search<'_, UniformTree, M, O>) -> ForestRun
    where
        M: Memory<UniformTree>,
        O: Observer<UniformTree>,
    {
        // Wall time: a search may take less than the resolution of the CPU clock.
        let start = Instant::now();
        let outcome = search.run(&self.algorithm, &tree.root(), Depth::END);
        let seconds = start.elapsed().as_secs_f64();
        let value = outcome.value().map(nullwindow::Score::get);
        ForestRun { value, leaves: outcome.counts.cost.leaf_visits, seconds }
    }
}

impl fmt::Display for SearchForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.memory {
            ForestMemory::Nothing => self.algorithm.fmt(f),
            ForestMemory::Everything => write!(f, "{}, exact map", self.algorithm),
            ForestMemory::Table { leaves: false } => write!(f, "{}, table", self.algorithm),
            ForestMemory::Table { leaves: true } => write!(f, "{}, table with leaves", self.algorithm),
        }
    }
}

/// Runs the comparison and prints its tables.
pub fn run(plan: &RandomTreePlan) {
    let mut goals = targets();
    for (width, depth) in [(8, 8), (24, 4)] {
        let rows = compare(*plan, width, depth);
        table(width, depth, &rows).print(plan.format);
        // The targets limit the time relative to Alpha-Beta.
        for (name, limit) in [("sss*", 4.0), ("rec-sss*", 1.2)] {
            let row = rows.iter().find(|row| row.form == SearchForm::new(name, ForestMemory::Nothing));
            let time = row.map_or(f64::NAN, |row| row.time);
            target(&mut goals, format!("w={width} d={depth}: time, {name} to alphabeta"), time, limit);
        }
    }
    growth(*plan).print(plan.format);
    goals.print(plan.format);
}

/// The medians of one form over all trees of a shape; ratios are to Alpha-Beta.
struct FormResult {
    form: SearchForm,
    agrees: bool,
    leaves: f64,
    leaf_ratio: f64,
    milliseconds: f64,
    time: f64,
}

fn tree(width: u16, depth: u8, seed: u8) -> UniformTree {
    UniformTree::new(width, depth).unwrap_or_else(|error| panic!("{error}")).with_seed(u64::from(seed))
}

#[allow(clippy::cast_precision_loss, reason = "leaf counts are below 2^53")]
fn compare(plan: RandomTreePlan, width: u16, depth: u8) -> Vec<FormResult> {
    let forms = SearchForm::all();
    let mut samples: Vec<FormSamples> = forms.iter().map(|_| FormSamples::default()).collect();
    for seed in 0..plan.seeds {
        let tree = tree(width, depth, seed);
        // Counts do not vary between rounds, so one run per tree is enough.
        let counted: Vec<ForestRun> = forms.iter().map(|form| form.count(&tree)).collect();
        for (sample, run) in samples.iter_mut().zip(&counted) {
            sample.disagreements += u32::from(run.value != counted[0].value);
            sample.leaves.push(run.leaves as f64);
            sample.leaf_ratios.push(run.leaves as f64 / counted[0].leaves as f64);
        }
        for _ in 0..plan.rounds {
            let timed: Vec<ForestRun> = forms.iter().map(|form| form.time(&tree)).collect();
            for (sample, run) in samples.iter_mut().zip(&timed) {
                sample.disagreements += u32::from(run.value != counted[0].value);
                sample.milliseconds.push(run.seconds * 1e3);
                // Within one round a slow phase of the machine affects both times.
                sample.times.push(run.seconds / timed[0].seconds);
            }
        }
    }
    let rows = forms.into_iter().zip(samples).map(|(form, sample)| FormResult {
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
struct FormSamples {
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

fn table(width: u16, depth: u8, rows: &[FormResult]) -> Sheet {
    let columns = ["algorithm", "agrees", "leaves", "leaves/ab", "ms", "time/ab"];
    let mut sheet = Sheet::new(format!("uniform random trees, w={width} d={depth}"), &columns);
    for row in rows {
        sheet.row([
            row.form.to_string().into(),
            row.agrees.into(),
            SheetCell::Real(row.leaves, 0),
            SheetCell::Real(row.leaf_ratio, 2),
            SheetCell::Real(row.milliseconds, 2),
            SheetCell::Real(row.time, 2),
        ]);
    }
    sheet
}

/// Measures nanoseconds per visited leaf at several depths. A leaf must not become more expensive as the lists grow.
#[allow(clippy::cast_precision_loss, reason = "leaf counts are below 2^53")]
fn growth(plan: RandomTreePlan) -> Sheet {
    let forms = ["alphabeta", "sss*", "rec-sss*"].map(|name| SearchForm::new(name, ForestMemory::Nothing));
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
                SheetCell::Count(u64::from(depth)),
                agrees.into(),
                SheetCell::Count(leaves / trees.len() as u64),
                SheetCell::Real(seconds * 1e3 / trees.len() as f64, 2),
                SheetCell::Real(seconds * 1e9 / leaves as f64, 1),
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
            for row in compare(RandomTreePlan { seeds: 5, rounds: 1, format: SheetFormat::Text }, width, depth) {
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
