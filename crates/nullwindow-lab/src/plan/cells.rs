//! Enumerates the searches of a plan, one cell at a time.
//!
//! A block of a plan asks for every combination of its lists. A cell is computed from the number of its combination,
//! and duplicates are found by looking up its fields in the lists of earlier blocks. Neither a list nor a set of cells
//! is built, so memory grows with the lists, not with their product.

use super::grammar::SearchBlock;
use super::values::{Entries, OneOrMany, Places, Plies};
use super::{Plan, PlanError, PlanForm};
use crate::{Cell, Method};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// The maximum number of searches in one form of a plan.
///
/// A search with one small row takes about 0.5 KiB of an SQLite file and, in a transaction of its own, 0.1 ms of
/// CPU time: a plan at the limit writes half a gigabyte or more. The largest built-in plan has fewer than 20,000
/// searches. A larger number is more likely a mistake, such as a list of seeds in place of a list of depths, than an
/// experiment.
pub const MOST_SEARCHES: u64 = 1_000_000;

/// The lists of a block in one form. In the quick form the keys of its quick table take precedence.
struct BlockLists<'s> {
    subjects: &'s [Spanned<String>],
    algorithms: &'s [Method],
    places: &'s Places,
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
            places: quick.and_then(|quick| quick.positions.as_ref()).unwrap_or(&searches.positions),
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
            ("positions", self.places.0.len()),
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

/// Rejects a plan with a form of more than [`MOST_SEARCHES`] searches. They are counted as products, not enumerated.
pub(super) fn check_size(plan: &Plan) -> Result<(), PlanError> {
    for form in [PlanForm::Quick, PlanForm::Full] {
        let blocks = || plan.file.searches.iter().map(|searches| BlockLists::of(searches, form));
        let total = blocks().try_fold(0u64, |sum, block| sum.checked_add(block.product()?));
        if total.is_some_and(|total| total <= MOST_SEARCHES) {
            continue;
        }
        let largest = blocks().max_by_key(|block| block.product().unwrap_or(u64::MAX));
        let span = largest.as_ref().and_then(|block| block.subjects.first()).map_or(0..0, Spanned::span);
        let factors = largest.iter().flat_map(BlockLists::counts).filter(|(_, count)| *count != 1);
        let factors: Vec<String> = factors.map(|(what, count)| format!("{count} {what}")).collect();
        let total = total.map_or_else(|| format!("more than {}", u64::MAX), |total| total.to_string());
        let message = format!(
            "the {form} form of plan '{}' asks for {total} searches, and {MOST_SEARCHES} is the limit; the largest block \
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
    places: Vec<u32>,
    /// The places with their indices in `places`, sorted by place.
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
    place: u32,
    method: Method,
    depth: Option<u32>,
    entries: Option<u64>,
    offset: Option<i32>,
    windowed_leaves: bool,
}

impl CellBlock {
    fn of(searches: &SearchBlock, form: PlanForm) -> CellBlock {
        let chosen = BlockLists::of(searches, form);
        let mut subjects: Vec<String> = Vec::new();
        for subject in chosen.subjects {
            if !subjects.contains(subject.as_ref()) {
                subjects.push(subject.as_ref().clone());
            }
        }
        // The usual list 1, 2, 3 ... has no duplicates to remove.
        let rising = chosen.places.0.is_sorted_by(|a, b| a < b);
        let places =
            if rising { chosen.places.0.clone() } else { UniqueList::new(chosen.places.0.iter().copied()).values };
        let mut index: Vec<(u32, usize)> = places.iter().enumerate().map(|(at, &place)| (place, at)).collect();
        index.sort_unstable();
        CellBlock {
            subjects,
            places,
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
    fn per_place(&self) -> usize {
        self.depths.len() * self.entries.len() * self.methods.len() * self.offsets.len()
    }

    fn len(&self) -> usize {
        self.subjects.len() * self.places.len() * self.per_place()
    }

    /// Returns the combination with this number. Offsets vary fastest, then methods, entries, depths, places, subjects.
    fn parts(&self, number: usize) -> CellParts<'_> {
        let (rest, offset) = (number / self.offsets.len(), number % self.offsets.len());
        let (rest, method) = (rest / self.methods.len(), rest % self.methods.len());
        let (rest, entries) = (rest / self.entries.len(), rest % self.entries.len());
        let (rest, depth) = (rest / self.depths.len(), rest % self.depths.len());
        let (subject, place) = (rest / self.places.len(), rest % self.places.len());
        CellParts {
            subject: &self.subjects[subject],
            place: self.places[place],
            method: self.methods.values[method],
            depth: self.depths.values[depth],
            entries: self.entries.values[entries],
            offset: self.offsets.values[offset],
            windowed_leaves: self.windowed_leaves,
        }
    }

    fn index_of(&self, place: u32) -> Option<usize> {
        let found = self.index.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(self.index[found].1)
    }

    /// Returns the numbers of the cells of one position of one subject.
    fn numbers(&self, subject: usize, place: usize) -> Range<usize> {
        let first = (subject * self.places.len() + place) * self.per_place();
        first..first + self.per_place()
    }

    /// Returns whether the block has this combination at any depth.
    fn has_but_depth(&self, parts: &CellParts<'_>, step: Option<u32>) -> bool {
        self.step == step
            && self.windowed_leaves == parts.windowed_leaves
            && self.subjects.iter().any(|subject| subject == parts.subject)
            && self.methods.has(parts.method)
            && self.entries.has(parts.entries)
            && self.offsets.has(parts.offset)
            && self.index_of(parts.place).is_some()
    }

    fn has(&self, parts: &CellParts<'_>, step: Option<u32>, distinct: bool) -> bool {
        self.distinct == distinct && self.depths.has(parts.depth) && self.has_but_depth(parts, step)
    }

    fn cell(&self, parts: &CellParts<'_>) -> Cell {
        Cell {
            subject: parts.subject.to_owned(),
            place: parts.place,
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
    /// The last requested place (position or seed) of every subject, or `None` for all places.
    last: Option<HashMap<String, u32>>,
}

/// The fields of a row that identify its search; see [`Cells::asking`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowSearch<'r> {
    pub subject: &'r str,
    pub place: u32,
    pub method: Method,
    pub step: Option<u32>,
    pub entries: Option<u64>,
    pub offset: Option<i32>,
    pub windowed_leaves: bool,
}

impl Cells {
    /// Returns the cells of a plan. With `first`, only the first N places of every subject.
    pub fn of(plan: &Plan, form: PlanForm, first: Option<u32>) -> Arc<Cells> {
        let blocks = plan.file.searches.iter().map(|searches| CellBlock::of(searches, form));
        // `CellBlock::parts` divides by the lengths of the lists, so no list may be empty.
        let blocks: Vec<CellBlock> = blocks.filter(|block| block.len() > 0).collect();
        let last = first.map(|first| last_places(&blocks, first as usize));
        Arc::new(Cells { blocks, last })
    }

    fn wants(&self, subject: &str, place: u32) -> bool {
        self.last.as_ref().is_none_or(|last| last.get(subject).is_some_and(|&last| place <= last))
    }

    /// Returns whether this is a cell of the plan.
    #[cfg(any(test, feature = "store"))]
    pub fn contains(&self, cell: &Cell) -> bool {
        let parts = CellParts {
            subject: &cell.subject,
            place: cell.place,
            method: cell.method,
            depth: cell.depth,
            entries: cell.entries,
            offset: cell.offset,
            windowed_leaves: cell.windowed_leaves,
        };
        // Plans have no key for threads.
        cell.threads == 1
            && self.wants(&cell.subject, cell.place)
            && self.blocks.iter().any(|block| block.has(&parts, cell.step, cell.distinct))
    }

    /// Returns the cell with a number in a block, or `None` if an earlier block has it.
    fn cell(&self, block: usize, number: usize) -> Option<Cell> {
        let (earlier, this) = (&self.blocks[..block], &self.blocks[block]);
        let parts = this.parts(number);
        let known = earlier.iter().any(|block| block.has(&parts, this.step, this.distinct));
        (!known && self.wants(parts.subject, parts.place)).then(|| this.cell(&parts))
    }

    /// Iterates in the order of the plan: block by block, in each block subject by subject.
    pub fn in_order(self: &Arc<Self>) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        let cells = Arc::clone(self);
        (0..cells.blocks.len()).flat_map(move |block| {
            let cells = Arc::clone(&cells);
            (0..cells.blocks[block].len()).filter_map(move |number| cells.cell(block, number))
        })
    }

    /// Iterates place by place: all cells of one place, of any subject, come before the next place.
    pub fn by_place(self: &Arc<Self>) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        let cells = Arc::clone(self);
        self.places().into_iter().flat_map(move |place| {
            let cells = Arc::clone(&cells);
            (0..cells.blocks.len()).flat_map(move |block| cells.at_place(block, place))
        })
    }

    /// Iterates over the cells of one place in a block.
    fn at_place(self: &Arc<Self>, block: usize, place: u32) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        let cells = Arc::clone(self);
        let subjects = 0..cells.blocks[block].subjects.len();
        cells.blocks[block].index_of(place).into_iter().flat_map(move |index| {
            let cells = Arc::clone(&cells);
            subjects.clone().flat_map(move |subject| {
                let (cells, this) = (Arc::clone(&cells), &cells.blocks[block]);
                let wanted = cells.wants(&this.subjects[subject], place);
                let numbers = if wanted { this.numbers(subject, index) } else { 0..0 };
                numbers.filter_map(move |number| cells.cell(block, number))
            })
        })
    }

    /// Returns the requested places in ascending order.
    fn places(&self) -> Vec<u32> {
        let mut places: Vec<u32> = Vec::new();
        for block in &self.blocks {
            let wanted = |&&place: &&u32| block.subjects.iter().any(|subject| self.wants(subject, place));
            places.extend(block.places.iter().filter(wanted));
        }
        places.sort_unstable();
        places.dedup();
        places
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
    pub fn asking(&self, search: RowSearch<'_>) -> Vec<Cell> {
        let RowSearch { subject, place, method, step, entries, offset, windowed_leaves } = search;
        let mut asking: Vec<Cell> = Vec::new();
        if !self.wants(subject, place) {
            return asking;
        }
        let mut parts = CellParts { subject, place, method, depth: None, entries, offset, windowed_leaves };
        for block in &self.blocks {
            if block.has_but_depth(&parts, step) {
                for &depth in &block.depths.values {
                    parts.depth = depth;
                    asking.push(block.cell(&parts));
                }
            }
        }
        asking
    }
}

/// Returns, for every subject, the last of its first `first` places.
fn last_places(blocks: &[CellBlock], first: usize) -> HashMap<String, u32> {
    let mut places: HashMap<&String, BTreeSet<u32>> = HashMap::new();
    for block in blocks {
        for subject in &block.subjects {
            // A place that is not among the first N of its block is not among the first N of all blocks together.
            let of_block = block.index.iter().take(first).map(|(place, _)| *place);
            places.entry(subject).or_default().extend(of_block);
        }
    }
    let last = |places: BTreeSet<u32>| places.into_iter().take(first).next_back().unwrap_or(0);
    places.into_iter().map(|(subject, places)| (subject.clone(), last(places))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks that share cells, with repeated values and places out of order; and an empty block.
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
                for &place in &chosen.places.0 {
                    for &Plies(depth) in chosen.depths {
                        for &entries in &entries {
                            for &method in chosen.algorithms {
                                for &offset in &offsets {
                                    let (subject, step) = (subject.as_ref().clone(), searches.step);
                                    let (distinct, threads, windowed_leaves) =
                                        (searches.distinct, 1, searches.windowed_leaves);
                                    #[rustfmt::skip]
                                    cells.push(Cell { subject, place, method, depth, step, entries, offset, distinct, threads, windowed_leaves });
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

    /// The oracle of `first`: keeps the cells of the first `most` places of every subject. Cells are in order of place.
    fn keep_first(most: usize, cells: &mut Vec<Cell>) {
        let mut places: HashMap<String, HashSet<u32>> = HashMap::new();
        cells.retain(|cell| {
            let places = places.entry(cell.subject.clone()).or_default();
            places.contains(&cell.place) || places.len() < most && places.insert(cell.place)
        });
    }

    #[test]
    fn cells_are_those_of_nested_loops_in_both_orders() {
        for plan in plans() {
            for form in [PlanForm::Quick, PlanForm::Full] {
                let mut expected = listed(&plan, form);
                assert!(plan.cells(form).eq(expected.iter().cloned()), "{} {form}", plan.name());
                expected.sort_by_key(|cell| cell.place);
                assert!(plan.cells_by_place(form).eq(expected.iter().cloned()), "{} {form} by place", plan.name());
                for first in [1, 2, 5] {
                    let mut some = expected.clone();
                    keep_first(first, &mut some);
                    let cells = Cells::of(&plan, form, Some(u32::try_from(first).unwrap()));
                    assert!(cells.by_place().eq(some.iter().cloned()), "{} {form}, first {first}", plan.name());
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
            let Cell { place, method, step, entries, offset, windowed_leaves, .. } = *cell;
            let subject = &cell.subject;
            let asking = cells.asking(RowSearch { subject, place, method, step, entries, offset, windowed_leaves });
            let same = |other: &&Cell| Cell { depth: cell.depth, distinct: cell.distinct, ..(*other).clone() } == *cell;
            let expected: HashSet<&Cell> = listed.iter().filter(same).collect();
            assert_eq!(asking.iter().collect::<HashSet<&Cell>>(), expected, "{cell}");
        }
    }
}
