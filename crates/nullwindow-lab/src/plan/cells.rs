//! Enumerates the searches of a plan, one cell at a time.
//!
//! A block of a plan asks for every combination of its lists. A cell is computed from the number of its combination,
//! and duplicates are found by looking up its fields in the lists of earlier blocks. Neither a list nor a set of cells
//! is built, so memory grows with the lists, not with their product.

use super::grammar::SearchBlock;
use super::values::{Entries, Instances, OneOrMany, Plies};
use super::{Plan, PlanError, PlanForm};
use crate::{Cell, Method};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// The maximum number of searches in one form of a plan.
///
/// Every search is stored with its rows in a transaction. The built-in plans are far below the limit. A larger number is
/// more likely a mistake, such as a list of seeds in place of a list of depths, than an experiment.
pub const MAX_SEARCHES: u64 = 1_000_000;

/// The lists of a block in one form. In the quick form the keys of its quick table take precedence.
struct BlockLists<'s> {
    subjects: &'s [Spanned<String>],
    algorithms: &'s [Method],
    instances: &'s Instances,
    depths: &'s [Plies],
    entries: Option<&'s [Entries]>,
    offsets: Option<&'s [i32]>,
}

impl<'s> BlockLists<'s> {
    fn of(searches: &'s SearchBlock, form: PlanForm) -> BlockLists<'s> {
        let quick = (form == PlanForm::Quick).then_some(&searches.quick);
        let entries = quick.and_then(|quick| quick.entries.as_ref()).or(searches.entries.as_ref());
        BlockLists {
            subjects: quick.and_then(|quick| quick.subjects.as_deref()).unwrap_or(&searches.subjects),
            algorithms: quick.and_then(|quick| quick.algorithms.as_deref()).unwrap_or(&searches.algorithms),
            instances: quick.and_then(|quick| quick.positions.as_ref()).unwrap_or(&searches.positions),
            depths: &quick.and_then(|quick| quick.depth.as_ref()).unwrap_or(&searches.depth).0,
            entries: entries.map(|OneOrMany(list)| list.as_slice()),
            offsets: quick.and_then(|quick| quick.offsets.as_deref()).or(searches.offsets.as_deref()),
        }
    }

    /// Returns the lengths of the lists, whose product is the number of cells.
    fn counts(&self) -> [(&'static str, usize); 6] {
        [
            ("subjects", self.subjects.len()),
            ("algorithms", self.algorithms.len()),
            ("positions", self.instances.0.len()),
            ("depths", self.depths.len()),
            ("table sizes", self.entries.map_or(1, <[Entries]>::len)),
            ("offsets", self.offsets.map_or(1, <[i32]>::len)),
        ]
    }

    /// Returns the number of cells, or `None` if it does not fit into 64 bits.
    fn product(&self) -> Option<u64> {
        // Sorted, so that an empty list comes first: zero times any product is zero, and nothing overflows.
        let mut counts = self.counts().map(|(_, count)| count as u64);
        counts.sort_unstable();
        counts.into_iter().try_fold(1, u64::checked_mul)
    }
}

/// Rejects a plan with a form of more than [`MAX_SEARCHES`] searches. They are counted as products, not enumerated.
pub(super) fn check_size(plan: &Plan) -> Result<(), PlanError> {
    for form in [PlanForm::Quick, PlanForm::Full] {
        let blocks = || plan.file.searches.iter().map(|searches| BlockLists::of(searches, form));
        let total = blocks().try_fold(0u64, |sum, block| sum.checked_add(block.product()?));
        if total.is_some_and(|total| total <= MAX_SEARCHES) {
            continue;
        }
        let largest = blocks().max_by_key(|block| block.product().unwrap_or(u64::MAX));
        let span = largest.as_ref().and_then(|block| block.subjects.first()).map_or(0..0, Spanned::span);
        let factors = largest.iter().flat_map(BlockLists::counts).filter(|(_, count)| *count != 1);
        let factors: Vec<String> = factors.map(|(what, count)| format!("{count} {what}")).collect();
        let total = total.map_or_else(|| format!("more than {}", u64::MAX), |total| total.to_string());
        let message = format!(
            "the {form} form of plan '{}' asks for {total} searches, and {MAX_SEARCHES} is the limit; the largest block \
             has {}: shorten a list, or split the plan",
            plan.name(),
            factors.join(" x ")
        );
        return Err(PlanError::at(&plan.file_name, &plan.text, span, message));
    }
    Ok(())
}

/// A list without duplicates, with fast lookup.
#[derive(Debug)]
struct UniqueList<T> {
    values: Vec<T>,
    set: HashSet<T>,
}

impl<T: Copy + Eq + Hash> UniqueList<T> {
    fn new(values: impl IntoIterator<Item = T>) -> UniqueList<T> {
        let mut set = HashSet::new();
        let values = values.into_iter().filter(|value| set.insert(*value)).collect();
        UniqueList { values, set }
    }

    /// Returns the list, or the single value `None` if there is no list.
    fn optional<U>(list: Option<impl Iterator<Item = U>>) -> UniqueList<T>
    where
        T: From<Option<U>>,
    {
        match list {
            None => UniqueList::new([T::from(None)]),
            Some(list) => UniqueList::new(list.map(|value| T::from(Some(value)))),
        }
    }

    fn has(&self, value: T) -> bool {
        // For short lists a linear scan is faster than hashing the value.
        if self.values.len() <= 8 { self.values.contains(&value) } else { self.set.contains(&value) }
    }

    fn len(&self) -> usize {
        self.values.len()
    }
}

/// The combinations of one block.
#[derive(Debug)]
struct CellBlock {
    subjects: Vec<String>,
    instances: Vec<u32>,
    /// The instances with their indices in `instances`, sorted by instance.
    index: Vec<(u32, usize)>,
    depths: UniqueList<Option<u32>>,
    entries: UniqueList<Option<u64>>,
    methods: UniqueList<Method>,
    offsets: UniqueList<Option<i32>>,
    step: Option<u32>,
    distinct: bool,
    windowed_leaves: bool,
}

/// The fields of a cell, with the subject borrowed.
struct CellParts<'b> {
    subject: &'b str,
    instance: u32,
    method: Method,
    depth: Option<u32>,
    entries: Option<u64>,
    offset: Option<i32>,
    windowed_leaves: bool,
}

impl CellBlock {
    fn of(searches: &SearchBlock, form: PlanForm) -> CellBlock {
        let chosen = BlockLists::of(searches, form);
        let names = chosen.subjects.iter().map(|subject| subject.as_ref().as_str());
        let subjects = UniqueList::new(names).values.into_iter().map(str::to_owned).collect();
        // The usual list 1, 2, 3 ... has no duplicates to remove.
        let rising = chosen.instances.0.is_sorted_by(|a, b| a < b);
        let instances = if rising {
            chosen.instances.0.clone()
        } else {
            UniqueList::new(chosen.instances.0.iter().copied()).values
        };
        let mut index: Vec<(u32, usize)> = instances.iter().enumerate().map(|(at, &instance)| (instance, at)).collect();
        if !rising {
            index.sort_unstable();
        }
        CellBlock {
            subjects,
            instances,
            index,
            depths: UniqueList::new(chosen.depths.iter().map(|&Plies(depth)| depth)),
            entries: UniqueList::optional(chosen.entries.map(|list| list.iter().map(|&Entries(entries)| entries))),
            methods: UniqueList::new(chosen.algorithms.iter().copied()),
            offsets: UniqueList::optional(chosen.offsets.map(|list| list.iter().copied())),
            step: searches.step,
            distinct: searches.distinct,
            windowed_leaves: searches.windowed_leaves,
        }
    }

    /// Returns the number of cells per position and subject.
    fn per_instance(&self) -> usize {
        self.depths.len() * self.entries.len() * self.methods.len() * self.offsets.len()
    }

    fn len(&self) -> usize {
        self.subjects.len() * self.instances.len() * self.per_instance()
    }

    /// Returns the combination with this number. Offsets vary fastest, then methods, entries, depths, instances, subjects.
    fn parts(&self, number: usize) -> CellParts<'_> {
        let (rest, offset) = (number / self.offsets.len(), number % self.offsets.len());
        let (rest, method) = (rest / self.methods.len(), rest % self.methods.len());
        let (rest, entries) = (rest / self.entries.len(), rest % self.entries.len());
        let (rest, depth) = (rest / self.depths.len(), rest % self.depths.len());
        let (subject, instance) = (rest / self.instances.len(), rest % self.instances.len());
        CellParts {
            subject: &self.subjects[subject],
            instance: self.instances[instance],
            method: self.methods.values[method],
            depth: self.depths.values[depth],
            entries: self.entries.values[entries],
            offset: self.offsets.values[offset],
            windowed_leaves: self.windowed_leaves,
        }
    }

    fn index_of(&self, instance: u32) -> Option<usize> {
        let found = self.index.binary_search_by_key(&instance, |(instance, _)| *instance).ok()?;
        Some(self.index[found].1)
    }

    /// Returns the numbers of the cells of one position of one subject.
    fn numbers(&self, subject: usize, instance: usize) -> Range<usize> {
        let first = (subject * self.instances.len() + instance) * self.per_instance();
        first..first + self.per_instance()
    }

    /// Returns whether the block has this combination at any depth.
    fn has_but_depth(&self, parts: &CellParts<'_>, step: Option<u32>) -> bool {
        self.step == step
            && self.windowed_leaves == parts.windowed_leaves
            && self.subjects.iter().any(|subject| subject == parts.subject)
            && self.methods.has(parts.method)
            && self.entries.has(parts.entries)
            && self.offsets.has(parts.offset)
            && self.index_of(parts.instance).is_some()
    }

    fn has(&self, parts: &CellParts<'_>, step: Option<u32>, distinct: bool) -> bool {
        self.distinct == distinct && self.depths.has(parts.depth) && self.has_but_depth(parts, step)
    }

    fn cell(&self, parts: &CellParts<'_>) -> Cell {
        Cell {
            subject: parts.subject.to_owned(),
            instance: parts.instance,
            method: parts.method,
            depth: parts.depth,
            step: self.step,
            entries: parts.entries,
            offset: parts.offset,
            distinct: self.distinct,
            threads: 1,
            windowed_leaves: self.windowed_leaves,
        }
    }
}

/// The cells of one form of a plan, without duplicates, computed on demand.
#[derive(Debug)]
pub(crate) struct Cells {
    blocks: Vec<CellBlock>,
    /// The last requested instance (position or seed) of every subject, or `None` for all instances.
    last: Option<HashMap<String, u32>>,
}

/// The fields of a row that identify its search; see [`Cells::matching`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowSearch<'r> {
    pub subject: &'r str,
    pub instance: u32,
    pub method: Method,
    pub step: Option<u32>,
    pub entries: Option<u64>,
    pub offset: Option<i32>,
    pub windowed_leaves: bool,
}

impl Cells {
    /// Returns the cells of a plan. With `first`, only the first N instances of every subject.
    pub fn of(plan: &Plan, form: PlanForm, first: Option<u32>) -> Arc<Cells> {
        let blocks = plan.file.searches.iter().map(|searches| CellBlock::of(searches, form));
        // `CellBlock::parts` divides by the lengths of the lists, so no list may be empty.
        let blocks: Vec<CellBlock> = blocks.filter(|block| block.len() > 0).collect();
        let last = first.map(|first| last_instances(&blocks, first as usize));
        Arc::new(Cells { blocks, last })
    }

    fn wants(&self, subject: &str, instance: u32) -> bool {
        self.last.as_ref().is_none_or(|last| last.get(subject).is_some_and(|&last| instance <= last))
    }

    /// Returns whether this is a cell of the plan.
    #[cfg(any(test, feature = "store"))]
    pub fn contains(&self, cell: &Cell) -> bool {
        let parts = CellParts {
            subject: &cell.subject,
            instance: cell.instance,
            method: cell.method,
            depth: cell.depth,
            entries: cell.entries,
            offset: cell.offset,
            windowed_leaves: cell.windowed_leaves,
        };
        // Plans have no key for threads.
        cell.threads == 1
            && self.wants(&cell.subject, cell.instance)
            && self.blocks.iter().any(|block| block.has(&parts, cell.step, cell.distinct))
    }

    /// Returns the cell with a number in a block, or `None` if an earlier block has it.
    fn cell(&self, block: usize, number: usize) -> Option<Cell> {
        let (earlier, this) = (&self.blocks[..block], &self.blocks[block]);
        let parts = this.parts(number);
        let known = earlier.iter().any(|block| block.has(&parts, this.step, this.distinct));
        (!known && self.wants(parts.subject, parts.instance)).then(|| this.cell(&parts))
    }

    /// Iterates in the order of the plan: block by block, in each block subject by subject.
    pub fn in_order(self: &Arc<Self>) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        let cells = Arc::clone(self);
        (0..cells.blocks.len()).flat_map(move |block| {
            let cells = Arc::clone(&cells);
            (0..cells.blocks[block].len()).filter_map(move |number| cells.cell(block, number))
        })
    }

    /// Iterates instance by instance: all cells of one instance, of any subject, come before the next instance.
    pub fn by_instance(self: &Arc<Self>) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        let cells = Arc::clone(self);
        self.instances().into_iter().flat_map(move |instance| {
            let cells = Arc::clone(&cells);
            (0..cells.blocks.len()).flat_map(move |block| cells.at_instance(block, instance))
        })
    }

    /// Iterates over the cells of one instance in a block.
    fn at_instance(self: &Arc<Self>, block: usize, instance: u32) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        let cells = Arc::clone(self);
        let subjects = 0..cells.blocks[block].subjects.len();
        cells.blocks[block].index_of(instance).into_iter().flat_map(move |index| {
            let cells = Arc::clone(&cells);
            subjects.clone().flat_map(move |subject| {
                let (cells, this) = (Arc::clone(&cells), &cells.blocks[block]);
                let wanted = cells.wants(&this.subjects[subject], instance);
                let numbers = if wanted { this.numbers(subject, index) } else { 0..0 };
                numbers.filter_map(move |number| cells.cell(block, number))
            })
        })
    }

    /// Returns the requested instances in ascending order.
    fn instances(&self) -> Vec<u32> {
        let mut instances: Vec<u32> = Vec::new();
        for block in &self.blocks {
            let wants = |instance| block.subjects.iter().any(|subject| self.wants(subject, instance));
            let wanted = |&&instance: &&u32| self.last.is_none() || wants(instance);
            instances.extend(block.instances.iter().filter(wanted));
        }
        instances.sort_unstable();
        instances.dedup();
        instances
    }

    /// Returns the subjects in the order of the plan.
    pub fn subjects(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        self.blocks.iter().flat_map(|block| &block.subjects).filter(|subject| seen.insert(*subject)).cloned().collect()
    }

    /// Returns the methods in the order of the plan.
    pub fn methods(&self) -> Vec<Method> {
        UniqueList::new(self.blocks.iter().flat_map(|block| block.methods.values.iter().copied())).values
    }

    /// Returns the cells, at any depth, that ask for this search.
    pub fn matching(&self, search: RowSearch<'_>) -> Vec<Cell> {
        let RowSearch { subject, instance, method, step, entries, offset, windowed_leaves } = search;
        let mut matching: Vec<Cell> = Vec::new();
        if !self.wants(subject, instance) {
            return matching;
        }
        let mut parts = CellParts { subject, instance, method, depth: None, entries, offset, windowed_leaves };
        for block in &self.blocks {
            if block.has_but_depth(&parts, step) {
                for &depth in &block.depths.values {
                    parts.depth = depth;
                    matching.push(block.cell(&parts));
                }
            }
        }
        matching
    }
}

/// Returns, for every subject, the last of its first `first` instances.
fn last_instances(blocks: &[CellBlock], first: usize) -> HashMap<String, u32> {
    let mut instances: HashMap<&String, BTreeSet<u32>> = HashMap::new();
    for block in blocks {
        for subject in &block.subjects {
            // A instance that is not among the first N of its block is not among the first N of all blocks together.
            let of_block = block.index.iter().take(first).map(|(instance, _)| *instance);
            instances.entry(subject).or_default().extend(of_block);
        }
    }
    let last = |instances: BTreeSet<u32>| instances.into_iter().take(first).next_back().unwrap_or(0);
    instances.into_iter().map(|(subject, instances)| (subject.clone(), last(instances))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks that share cells, with repeated values and instances out of order; and an empty block.
    const OVERLAPPING: &str = r#"name = "overlapping"
title = ""
question = ""
paper = ""
setup = ""
refuted = ""

[[searches]]
subjects = ["othello", "chess", "othello"]
algorithms = ["mtd-f", "negascout", "mtd-f"]
positions = [7, 2, 9, 2]
depth = [3, "end", 3]
entries = ["2^10", 1024, 4]
quick = { positions = [4, 1], depth = 2 }

[[searches]]
subjects = ["chess", "uniform 2x2"]
algorithms = ["negascout", "minimal-tree"]
positions = 8
depth = ["end", 5]
entries = 4

[[searches]]
subjects = ["chess"]
algorithms = ["mtd-f"]
positions = [1, 9, 3]
depth = 5
offsets = [1, -1, 1]

[[searches]]
subjects = ["chess"]
algorithms = []
positions = 3
"#;

    fn plans() -> Vec<Plan> {
        let overlapping = Plan::parse("overlapping.toml", OVERLAPPING).unwrap_or_else(|error| panic!("{error}"));
        Plan::built_in().into_iter().chain([overlapping]).collect()
    }

    /// The oracle: nested loops, and a set of the cells seen.
    fn listed(plan: &Plan, form: PlanForm) -> Vec<Cell> {
        let mut cells = Vec::new();
        for searches in &plan.file.searches {
            let chosen = BlockLists::of(searches, form);
            let entries =
                chosen.entries.map_or(vec![None], |list| list.iter().map(|entries| Some(entries.0)).collect());
            let offsets = chosen.offsets.map_or(vec![None], |list| list.iter().copied().map(Some).collect());
            for subject in chosen.subjects {
                for &instance in &chosen.instances.0 {
                    for &Plies(depth) in chosen.depths {
                        for &entries in &entries {
                            for &method in chosen.algorithms {
                                for &offset in &offsets {
                                    let (subject, step) = (subject.as_ref().clone(), searches.step);
                                    let (distinct, threads, windowed_leaves) =
                                        (searches.distinct, 1, searches.windowed_leaves);
                                    #[rustfmt::skip]
                                    cells.push(Cell { subject, instance, method, depth, step, entries, offset, distinct, threads, windowed_leaves });
                                }
                            }
                        }
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        cells.retain(|cell| seen.insert(cell.clone()));
        cells
    }

    /// The oracle of `first`: keeps the cells of the first `most` instances of every subject. Cells are in order of instance.
    fn keep_first(most: usize, cells: &mut Vec<Cell>) {
        let mut instances: HashMap<String, HashSet<u32>> = HashMap::new();
        cells.retain(|cell| {
            let instances = instances.entry(cell.subject.clone()).or_default();
            instances.contains(&cell.instance) || instances.len() < most && instances.insert(cell.instance)
        });
    }

    #[test]
    fn cells_are_those_of_nested_loops_in_both_orders() {
        for plan in plans() {
            for form in [PlanForm::Quick, PlanForm::Full] {
                let mut expected = listed(&plan, form);
                assert!(plan.cells(form).eq(expected.iter().cloned()), "{} {form}", plan.name());
                expected.sort_by_key(|cell| cell.instance);
                assert!(
                    plan.cells_by_instance(form).eq(expected.iter().cloned()),
                    "{} {form} by instance",
                    plan.name()
                );
                for first in [1, 2, 5] {
                    let mut some = expected.clone();
                    keep_first(first, &mut some);
                    let cells = Cells::of(&plan, form, Some(u32::try_from(first).unwrap()));
                    assert!(cells.by_instance().eq(some.iter().cloned()), "{} {form}, first {first}", plan.name());
                    let kept: HashSet<&Cell> = some.iter().collect();
                    assert!(expected.iter().all(|cell| cells.contains(cell) == kept.contains(cell)));
                }
            }
        }
    }

    #[test]
    fn cells_are_found_by_what_a_row_says() {
        let plan = &plans()[12];
        let (listed, cells) = (listed(plan, PlanForm::Full), Cells::of(plan, PlanForm::Full, None));
        for cell in &listed {
            let Cell { instance, method, step, entries, offset, windowed_leaves, .. } = *cell;
            let subject = &cell.subject;
            let matching =
                cells.matching(RowSearch { subject, instance, method, step, entries, offset, windowed_leaves });
            let same = |other: &&Cell| Cell { depth: cell.depth, distinct: cell.distinct, ..(*other).clone() } == *cell;
            let expected: HashSet<&Cell> = listed.iter().filter(same).collect();
            assert_eq!(matching.iter().collect::<HashSet<&Cell>>(), expected, "{cell}");
        }
    }
}
