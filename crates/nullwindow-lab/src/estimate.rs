//! How long the rest of a run will take.
//!
//! Cells of the same subject, method and depth cost about the same, whatever the position. For kinds that have not come up
//! yet a rough guess by subject and depth stands in, set right by how the guesses of the nearest kinds did: those of the
//! same subject and depth, then of the same subject, then all.

use crate::{Cell, Method};
use std::collections::HashMap;
use std::time::Duration;

/// What makes cells alike.
type CellKind = (String, Option<u32>, Method);

/// Nothing is said before so many seconds,
const MIN_SECONDS: f64 = 3.0;
/// and before this part of the run is done,
const MIN_SHARE: f64 = 0.02;
/// or so many seconds have gone.
const MAX_SILENCE: f64 = 20.0;
/// In so many seconds what is said comes two thirds nearer to what is now thought.
const SMOOTHING: f64 = 10.0;

/// Times of the searches done, and counts of those to come.
#[derive(Clone, Debug)]
pub(crate) struct Estimate {
    kinds: HashMap<CellKind, CellTimes>,
    jobs: f64,
    /// What was said last, and when, in seconds.
    last_estimate: Option<(f64, f64)>,
}

/// Cells of a kind, or of several.
#[derive(Clone, Copy, Debug, Default)]
struct CellTimes {
    left: u32,
    done: u32,
    /// What those that are done took.
    seconds: f64,
    /// What was guessed for them.
    guessed: f64,
}

impl CellTimes {
    fn add(&mut self, other: &CellTimes) {
        self.done += other.done;
        self.seconds += other.seconds;
        self.guessed += other.guessed;
    }

    /// How many times as long as guessed they took.
    fn ratio(&self) -> Option<f64> {
        (self.done > 0).then(|| self.seconds / self.guessed)
    }
}

fn kind(cell: &Cell) -> CellKind {
    (cell.subject.clone(), cell.depth, cell.method)
}

/// A rough guess, in seconds, before anything is known. What matters is how kinds compare.
fn guess(subject: &str, depth: Option<u32>) -> f64 {
    let depth = f64::from(depth.unwrap_or(9));
    match subject {
        "checkers" => 2e-6 * 2f64.powf(depth),
        "chess" => 4e-5 * 5f64.powf(depth),
        // Of a tree of width w and depth d about w^(3d/4) leaves are visited.
        _ => match shape(subject) {
            Some((width, depth)) => 1e-6 * width.powf(0.75 * depth),
            None => 7e-6 * 3f64.powf(depth),
        },
    }
}

/// Width and depth of a family of trees: 8 and 4 of `uniform 8x4`.
fn shape(subject: &str) -> Option<(f64, f64)> {
    let (width, depth) = subject.split(' ').find_map(|word| word.split_once('x'))?;
    Some((width.parse().ok()?, depth.parse().ok()?))
}

impl Estimate {
    pub(crate) fn new(jobs: u32) -> Estimate {
        Estimate { kinds: HashMap::new(), jobs: f64::from(jobs.max(1)), last_estimate: None }
    }

    /// Counts a search that is to come.
    pub(crate) fn expect(&mut self, cell: &Cell) {
        self.kinds.entry(kind(cell)).or_default().left += 1;
    }

    pub(crate) fn done(&mut self, cell: &Cell, time: Duration) {
        let tally = self.kinds.entry(kind(cell)).or_default();
        tally.left = tally.left.saturating_sub(1);
        tally.done += 1;
        tally.seconds += time.as_secs_f64();
        tally.guessed += guess(&cell.subject, cell.depth);
    }

    /// The time left when so much has gone; none as long as there is too little to tell by. It is smoothed.
    pub(crate) fn left(&mut self, gone: Duration) -> Option<Duration> {
        let gone = gone.as_secs_f64();
        let (spent, rest) = self.rest()?;
        // Searches under way are counted with the rest, but a part of them is done.
        let under_way = (self.jobs * gone - spent).clamp(0.0, 0.9 * rest);
        let now = (rest - under_way) / self.jobs;
        let left = match self.last_estimate {
            None if gone < MIN_SECONDS || gone < MAX_SILENCE && gone < MIN_SHARE * (gone + now) => return None,
            None => now,
            Some((last_estimate, at)) => {
                let expected = (last_estimate - (gone - at)).max(0.0);
                now + (expected - now) * (-(gone - at) / SMOOTHING).exp()
            }
        };
        self.last_estimate = Some((left, gone));
        Duration::try_from_secs_f64(left).ok()
    }

    /// The seconds of all searches done, and those of the searches to come; none before the first is done.
    fn rest(&self) -> Option<(f64, f64)> {
        let mut same_depth: HashMap<(&str, Option<u32>), CellTimes> = HashMap::new();
        let mut same_subject: HashMap<&str, CellTimes> = HashMap::new();
        let mut all = CellTimes::default();
        for ((subject, depth, _), tally) in &self.kinds {
            same_depth.entry((subject, *depth)).or_default().add(tally);
            same_subject.entry(subject).or_default().add(tally);
            all.add(tally);
        }
        // One subject says little of another: no more than how fast the machine is.
        let of_all = all.ratio()?.clamp(0.25, 25.0);
        let seconds = self.kinds.iter().map(|((subject, depth, _), tally)| {
            let at_depth = same_depth.get(&(subject.as_str(), *depth)).and_then(CellTimes::ratio);
            let of_subject = same_subject.get(subject.as_str()).and_then(CellTimes::ratio);
            let guess = guess(subject, *depth) * at_depth.or(of_subject).unwrap_or(of_all);
            // The guess counts as one search more: the first of a kind may be far from the others.
            f64::from(tally.left) * (tally.seconds + guess) / f64::from(tally.done + 1)
        });
        Some((all.seconds, seconds.sum()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(subject: &str, depth: u32, place: u32) -> Cell {
        Cell {
            subject: subject.to_owned(),
            place,
            method: Method::MinimalTree,
            depth: Some(depth),
            step: None,
            entries: None,
            offset: None,
            distinct: false,
            threads: 1,
        }
    }

    fn expecting(cells: &[Cell], jobs: u32) -> Estimate {
        let mut estimate = Estimate::new(jobs);
        cells.iter().for_each(|cell| estimate.expect(cell));
        estimate
    }

    fn near(left: Option<Duration>, seconds: f64) {
        let left = left.expect("an estimate").as_secs_f64();
        assert!((left / seconds - 1.0).abs() < 0.01, "{left}, not {seconds}");
    }

    #[test]
    fn the_rest_takes_as_long_as_its_like_did() {
        let cells: Vec<Cell> =
            (1..=4).flat_map(|place| [cell("a", 3, place), cell("a", 9, place), cell("a", 5, place)]).collect();
        let mut estimate = expecting(&cells, 2);
        assert_eq!(estimate.left(Duration::from_secs(100)), None, "nothing is known");
        estimate.done(&cells[0], Duration::from_secs(1));
        assert_eq!(estimate.left(Duration::from_secs(1)), None, "too soon");
        estimate.done(&cells[1], Duration::from_secs(729));
        // Three of one second, three of 729, and four of nine, as the others say of depth 5.
        near(estimate.left(Duration::from_secs(365)), f64::from(3 + 3 * 729 + 4 * 9) / 2.0);
        for cell in &cells[2..] {
            estimate.done(cell, Duration::from_secs(1));
        }
        assert!(estimate.left(Duration::from_secs(1000)).unwrap() < Duration::from_secs(1));
    }

    /// Cheap searches come first, dear ones of another subject later: the estimate foresees them.
    #[test]
    fn the_estimate_does_not_jump_when_another_subject_begins() {
        let cheap = (1..=200).map(|place| cell("uniform 8x6", 6, place));
        let cells: Vec<Cell> = cheap.chain((1..=200).map(|place| cell("chess", 6, place))).collect();
        let mut estimate = expecting(&cells, 1);
        let (mut gone, total) = (0.0, 200.0 * 0.012 + 200.0 * 0.9);
        for cell in &cells {
            let time = if cell.subject == "chess" { 0.9 } else { 0.012 };
            gone += time;
            estimate.done(cell, Duration::from_secs_f64(time));
            if let Some(left) = estimate.left(Duration::from_secs_f64(gone)) {
                let all = gone + left.as_secs_f64();
                assert!((total / 2.0..total * 2.0).contains(&all), "after {gone} s: {all} s, not {total} s");
            }
        }
    }

    #[test]
    fn a_surprise_is_taken_in_slowly() {
        let cells: Vec<Cell> = (1..=100).map(|place| cell("a", 3, place)).collect();
        let mut estimate = expecting(&cells, 1);
        for (cell, gone) in cells[..10].iter().zip(1..) {
            estimate.done(cell, Duration::from_secs(1));
            estimate.left(Duration::from_secs(gone));
        }
        near(estimate.left(Duration::from_secs(10)), 90.0);
        estimate.done(&cells[10], Duration::from_secs(20));
        let after = estimate.left(Duration::from_millis(10_100)).unwrap().as_secs();
        assert!((89..100).contains(&after), "{after}");
    }
}
