//! Estimates the time left in a run.
//!
//! Cells of the same subject, method and depth cost about the same, whatever the position. A kind that has no finished
//! cell yet is estimated by a rough guess from subject and depth. The guess is scaled by the ratio of measured to
//! guessed time of the nearest kinds: the same subject and depth, else the same subject, else all.

use crate::{Cell, Method};
use std::collections::HashMap;
use std::time::Duration;

/// The subject, depth and method of a cell. Cells of one kind are assumed to cost the same.
type CellKind = (String, Option<u32>, Method);

/// Seconds before the first estimate is shown.
const MIN_SECONDS: f64 = 3.0;
/// The share of the run that must be done before the first estimate is shown,
const MIN_SHARE: f64 = 0.02;
/// unless this many seconds have passed.
const MAX_SILENCE: f64 = 20.0;
/// The time constant of the smoothing, in seconds: the shown estimate moves two thirds of the way in this time.
const SMOOTHING: f64 = 10.0;

/// Times of the finished searches and counts of the pending ones.
#[derive(Clone, Debug)]
pub(crate) struct Estimate {
    kinds: HashMap<CellKind, CellTimes>,
    jobs: f64,
    /// The last estimate shown, and the elapsed seconds when it was shown.
    last_estimate: Option<(f64, f64)>,
}

/// Counts and times of the cells of one kind, or of several kinds.
#[derive(Clone, Copy, Debug, Default)]
struct CellTimes {
    left: u32,
    done: u32,
    /// The measured seconds of the finished cells.
    seconds: f64,
    /// The guessed seconds of the finished cells.
    guessed: f64,
}

impl CellTimes {
    fn add(&mut self, other: &CellTimes) {
        self.done += other.done;
        self.seconds += other.seconds;
        self.guessed += other.guessed;
    }

    /// Returns the ratio of measured to guessed time.
    fn ratio(&self) -> Option<f64> {
        (self.done > 0).then(|| self.seconds / self.guessed)
    }
}

fn kind(cell: &Cell) -> CellKind {
    (cell.subject.clone(), cell.depth, cell.method)
}

/// Guesses the seconds of a search before any is measured. Only the ratios between kinds matter.
fn guess(subject: &str, depth: Option<u32>) -> f64 {
    let depth = f64::from(depth.unwrap_or(9));
    match subject {
        // The base of the power is the rough growth of the time per ply.
        "checkers" => 2e-6 * 2f64.powf(depth),
        "chess" => 4e-5 * 5f64.powf(depth),
        // A search of a tree of width w and depth d visits about w^(3d/4) leaves.
        _ => match shape(subject) {
            Some((width, depth)) => 1e-6 * width.powf(0.75 * depth),
            None => 7e-6 * 3f64.powf(depth),
        },
    }
}

/// Returns width and depth of a tree family: 8 and 4 for `uniform 8x4`.
fn shape(subject: &str) -> Option<(f64, f64)> {
    let (width, depth) = subject.split(' ').find_map(|word| word.split_once('x'))?;
    Some((width.parse().ok()?, depth.parse().ok()?))
}

impl Estimate {
    pub(crate) fn new(jobs: u32) -> Estimate {
        Estimate { kinds: HashMap::new(), jobs: f64::from(jobs.max(1)), last_estimate: None }
    }

    /// Changes the number of parallel searches, as when machines join or leave a run.
    #[cfg(feature = "store")]
    pub(crate) fn set_jobs(&mut self, jobs: u32) {
        self.jobs = f64::from(jobs.max(1));
    }

    /// Counts a pending search.
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

    /// Returns the smoothed estimate of the time left after `gone`, or `None` while too little is known.
    pub(crate) fn left(&mut self, gone: Duration) -> Option<Duration> {
        let gone = gone.as_secs_f64();
        let (spent, rest) = self.rest()?;
        // A running search is counted as pending although part of it is done.
        let under_way = (self.jobs * gone - spent).clamp(0.0, 0.9 * rest);
        let now = (rest - under_way) / self.jobs;
        let left = match self.last_estimate {
            // Early estimates are the least reliable, so the first one waits.
            None if gone < MIN_SECONDS || gone < MAX_SILENCE && gone < MIN_SHARE * (gone + now) => return None,
            None => now,
            Some((last_estimate, at)) => {
                // Exponential smoothing. An estimate that jumps with every slow search is of no use to the reader.
                let expected = (last_estimate - (gone - at)).max(0.0);
                now + (expected - now) * (-(gone - at) / SMOOTHING).exp()
            }
        };
        self.last_estimate = Some((left, gone));
        Duration::try_from_secs_f64(left).ok()
    }

    /// Returns the seconds of all finished searches and those of all pending ones, or `None` before the first has
    /// finished.
    fn rest(&self) -> Option<(f64, f64)> {
        let mut same_depth: HashMap<(&str, Option<u32>), CellTimes> = HashMap::new();
        let mut same_subject: HashMap<&str, CellTimes> = HashMap::new();
        let mut all = CellTimes::default();
        for ((subject, depth, _), tally) in &self.kinds {
            same_depth.entry((subject, *depth)).or_default().add(tally);
            same_subject.entry(subject).or_default().add(tally);
            all.add(tally);
        }
        // The speed of one subject says little about another, except how fast the machine is. The clamp limits the
        // error.
        let of_all = all.ratio()?.clamp(0.25, 25.0);
        let seconds = self.kinds.iter().map(|((subject, depth, _), tally)| {
            let at_depth = same_depth.get(&(subject.as_str(), *depth)).and_then(CellTimes::ratio);
            let of_subject = same_subject.get(subject.as_str()).and_then(CellTimes::ratio);
            let guess = guess(subject, *depth) * at_depth.or(of_subject).unwrap_or(of_all);
            // The guess weighs as much as one search: the first of a kind may be far from the others.
            f64::from(tally.left) * (tally.seconds + guess) / f64::from(tally.done + 1)
        });
        Some((all.seconds, seconds.sum()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(subject: &str, depth: u32, instance: u32) -> Cell {
        Cell {
            subject: subject.to_owned(),
            instance,
            method: Method::MinimalTree,
            depth: Some(depth),
            step: None,
            entries: None,
            offset: None,
            distinct: false,
            threads: 1,
            windowed_leaves: false,
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
        let cells: Vec<Cell> = (1..=4)
            .flat_map(|instance| [cell("a", 3, instance), cell("a", 9, instance), cell("a", 5, instance)])
            .collect();
        let mut estimate = expecting(&cells, 2);
        assert_eq!(estimate.left(Duration::from_secs(100)), None, "nothing is known");
        estimate.done(&cells[0], Duration::from_secs(1));
        assert_eq!(estimate.left(Duration::from_secs(1)), None, "too soon");
        estimate.done(&cells[1], Duration::from_secs(729));
        // Three of one second, three of 729, and four of nine: the other depths scale the guess for depth 5.
        near(estimate.left(Duration::from_secs(365)), f64::from(3 + 3 * 729 + 4 * 9) / 2.0);
        for cell in &cells[2..] {
            estimate.done(cell, Duration::from_secs(1));
        }
        assert!(estimate.left(Duration::from_secs(1000)).unwrap() < Duration::from_secs(1));
    }

    /// Cheap searches run first, expensive ones of another subject later: the estimate accounts for them.
    #[test]
    fn the_estimate_does_not_jump_when_another_subject_begins() {
        let cheap = (1..=200).map(|instance| cell("uniform 8x6", 6, instance));
        let cells: Vec<Cell> = cheap.chain((1..=200).map(|instance| cell("chess", 6, instance))).collect();
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
        let cells: Vec<Cell> = (1..=100).map(|instance| cell("a", 3, instance)).collect();
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
