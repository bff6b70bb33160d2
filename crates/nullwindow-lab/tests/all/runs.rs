//! Runs: what goes to a sink, in which order, how much is under way at once, and what a stop leaves behind.

use nullwindow_lab::run::{MemorySink, OpenRun, RunError, RunOptions, RunSummary, Sink, SinkError};
use nullwindow_lab::store::{Setting, Store, StoreError};
use nullwindow_lab::{Cell, CellResult, Interrupted, Lab, Plan, PlanForm, Row, Stop, SubjectError};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A plan of small trees: 2 algorithms, this many seeds.
fn plan(name: &str, seeds: &str) -> Plan {
    let text = format!(
        r#"name = "{name}"
title = ""
question = ""
paper = ""
setup = ""
refuted = ""

[[searches]]
subjects = ["uniform 2x3", "uniform 3x2"]
algorithms = ["mtd-f", "alphabeta"]
seeds = {seeds}
"#
    );
    Plan::parse("small.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn cells(seeds: u32) -> impl Iterator<Item = Cell> + Clone {
    plan("small", &seeds.to_string()).cells_by_instance(PlanForm::Full)
}

fn jobs<'a>(jobs: u32) -> RunOptions<'a> {
    RunOptions::default().with_jobs(jobs)
}

/// Rows without what differs from run to run.
fn timeless(rows: &[Row]) -> Vec<Row> {
    let stored = |row: &Row| Row {
        seconds: 0.0,
        line: Vec::new(),
        line_movers: Vec::new(),
        moves: Vec::new(),
        decided: false,
        threads: 0,
        ..row.clone()
    };
    rows.iter().map(stored).collect()
}

#[test]
fn a_run_into_memory_gives_the_rows_of_a_run_into_a_store() {
    let (lab, plan) = (Lab::new(), plan("small", "5"));
    let directory = tempfile::tempdir().unwrap();
    let mut store = Store::open(directory.path().join("rows.db")).unwrap();
    let stored = lab.run(&plan, PlanForm::Full, &mut store, &mut jobs(2)).unwrap();
    let mut expected = RunSummary::default();
    expected.done = 20;
    assert_eq!(stored, expected);
    let mut told = 0;
    let mut sink = MemorySink::new().with_on_result(|_, searched| {
        told += searched.rows.len();
        Ok(())
    });
    let kept = lab.run_cells(plan.cells(PlanForm::Full), &mut sink, &mut jobs(1)).unwrap();
    assert_eq!(kept, stored);
    let results = std::mem::take(&mut sink.results);
    drop(sink);
    assert_eq!(told, 20);
    assert!(results.iter().map(|(cell, _)| cell.clone()).eq(plan.cells(PlanForm::Full)), "one job keeps the order");
    let rows: Vec<Row> = results.into_iter().flat_map(|(_, searched)| searched.rows).collect();
    assert_eq!(timeless(&rows), timeless(&store.rows_for(plan.cells(PlanForm::Full), Stop::NEVER).unwrap().rows));
}

/// Counts results, and the most cells that were taken from the iterator and not yet given back.
#[derive(Default)]
struct Watching<'a> {
    taken: Option<&'a AtomicUsize>,
    ended: usize,
    most: usize,
    failed: Vec<String>,
    has: HashSet<Cell>,
    fails_after: Option<usize>,
}

impl Sink for Watching<'_> {
    fn put(&mut self, _: &Cell, _: CellResult) -> Result<(), SinkError> {
        let under_way = self.taken.map_or(0, |taken| taken.load(Ordering::Relaxed) - self.ended);
        self.most = self.most.max(under_way);
        if self.fails_after == Some(self.ended) {
            return Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe).into());
        }
        self.ended += 1;
        Ok(())
    }

    fn has(&mut self, cell: &Cell) -> Result<bool, SinkError> {
        Ok(self.has.contains(cell))
    }

    fn fail(&mut self, cell: &Cell, error: &SubjectError) -> Result<(), SinkError> {
        self.failed.push(format!("{cell}: {error}"));
        Ok(())
    }
}

#[test]
fn cells_are_taken_as_they_are_needed() {
    let taken = AtomicUsize::new(0);
    let mut sink = Watching { taken: Some(&taken), ..Watching::default() };
    let total = cells(2500).count();
    // They are counted first.
    taken.store(0usize.wrapping_sub(total), Ordering::Relaxed);
    let counted = cells(2500).inspect(|_| {
        taken.fetch_add(1, Ordering::Relaxed);
    });
    let ran = Lab::new().run_cells(counted, &mut sink, &mut jobs(3)).unwrap();
    assert_eq!((ran.done, ran.left, total), (10_000, 0, 10_000));
    assert!((1..=2 * 3).contains(&sink.most), "{} cells at once", sink.most);
}

#[test]
fn what_a_sink_has_is_not_searched_and_what_cannot_be_searched_is_told() {
    let mut sink = Watching { has: cells(3).collect(), ..Watching::default() };
    let unknown = Cell { subject: "otello".to_owned(), ..cells(1).next().unwrap() };
    let beyond = Cell { subject: "othello".to_owned(), instance: 21, ..unknown.clone() };
    let all = cells(10).chain([unknown.clone(), beyond]);
    let ran = Lab::new().run_cells(all, &mut sink, &mut jobs(2)).unwrap();
    assert_eq!((ran.known, ran.done, ran.left, ran.failed.len()), (12, 28, 0, 2));
    assert_eq!(ran.failed[0].0, unknown);
    assert!(sink.failed[0].contains("did you mean 'othello'?"), "{:?}", sink.failed);
    assert!(sink.failed[1].contains("20 positions, number 21"), "{:?}", sink.failed);
}

#[test]
fn a_sink_that_fails_ends_the_run_and_its_cause_can_be_found() {
    let mut sink = Watching { fails_after: Some(7), ..Watching::default() };
    let error = Lab::new().run_cells(cells(1000), &mut sink, &mut jobs(2)).unwrap_err();
    assert!(matches!(error, RunError::Write { done: 7, .. }), "{error}");
    let cause = std::error::Error::source(&error).unwrap().downcast_ref::<std::io::Error>();
    assert_eq!(cause.map(std::io::Error::kind), Some(std::io::ErrorKind::BrokenPipe));
}

#[test]
fn plans_share_searches_and_the_first_that_asks_is_the_origin() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Store::open(directory.path().join("rows.db")).unwrap();
    let plans = [plan("a", "[3, 1]"), plan("b", "4"), plan("c", "[9]")];
    let first = jobs(2).with_positions(1);
    let ran = Lab::new().run_all(&plans, PlanForm::Full, &mut store, &mut { first }).unwrap();
    assert_eq!((ran.done, ran.known), (8, 0), "instance 1 of a and b, instance 9 of c");
    let ran = Lab::new().run_all(&plans, PlanForm::Full, &mut store, &mut jobs(2)).unwrap();
    assert_eq!((ran.done, ran.known), (12, 8));
    let mut json = Vec::new();
    store.export_json(&mut json, Stop::NEVER).unwrap();
    for line in String::from_utf8(json).unwrap().lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let plan = match record["place"].as_u64().unwrap() {
            1 | 3 => "a",
            9 => "c",
            _ => "b",
        };
        assert_eq!(record["plan"], plan, "{record}");
    }
    let other_settings = Lab::new().other_settings(&plans, PlanForm::Full, &store, &jobs(3)).unwrap();
    assert_eq!(other_settings.iter().map(|(setting, count)| (setting.jobs, *count)).collect::<Vec<_>>(), [(2, 20)]);
    assert!(Lab::new().other_settings(&plans, PlanForm::Full, &store, &jobs(2)).unwrap().is_empty());
}

/// Sets a flag after a while. Returns what `run` gives and how long after the request it came back; none if it was done
/// before. Where it comes late it is run twice more, and the least counts: other processes may have had the processor.
pub fn stopped_after<T>(delay: Duration, mut run: impl FnMut(&AtomicBool) -> T) -> (T, Option<Duration>) {
    let mut stopped = || stopped_once(delay, &mut run);
    let first = stopped();
    if first.1.is_none_or(|late| late < SOON) {
        return first;
    }
    [first, stopped(), stopped()].into_iter().min_by_key(|(_, late)| *late).expect("three of them")
}

fn stopped_once<T>(delay: Duration, run: impl FnOnce(&AtomicBool) -> T) -> (T, Option<Duration>) {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let request = scope.spawn(|| {
            thread::sleep(delay);
            let now = Instant::now();
            stop.store(true, Ordering::Relaxed);
            now
        });
        let result = run(&stop);
        let end = Instant::now();
        (result, end.checked_duration_since(request.join().unwrap()))
    })
}

/// A stop takes effect within this time.
pub const SOON: Duration = Duration::from_millis(100);

/// A run at the limit is stopped while its cells are counted, while those that are in the store are skipped, and while it searches.
#[test]
fn a_run_at_the_limit_stops_at_once() {
    let plan = plan("small", "250000");
    let directory = tempfile::tempdir().unwrap();
    let mut store = Store::open(directory.path().join("rows.db")).unwrap();
    let (result, late) = stopped_after(Duration::from_millis(150), |stop| {
        let mut options = jobs(2).with_stop(stop);
        Lab::new().run(&plan, PlanForm::Full, &mut store, &mut options)
    });
    assert!(matches!(result, Err(RunError::Interrupted(Interrupted))), "{result:?}");
    assert!(late.is_some_and(|late| late < SOON), "counting: {late:?}");
    // Another setting, so that there is something to compare with.
    Lab::new().run_cells(cells(1), &mut MemorySink::new(), &mut jobs(1)).unwrap();
    Lab::new().run(&self::plan("small", "2"), PlanForm::Full, &mut store, &mut jobs(1)).unwrap();
    let (result, late) = stopped_after(Duration::from_millis(150), |stop| {
        Lab::new().other_settings(std::slice::from_ref(&plan), PlanForm::Full, &store, &jobs(2).with_stop(stop))
    });
    assert!(result.is_err() && late.is_some_and(|late| late < SOON), "comparing: {late:?}");
}

/// Has all cells but knows it only when the run asks for the second time, so that the run skips them all.
struct Forgetful(usize);

impl Sink for Forgetful {
    fn put(&mut self, _: &Cell, _: CellResult) -> Result<(), SinkError> {
        Ok(())
    }

    fn has(&mut self, _: &Cell) -> Result<bool, SinkError> {
        self.0 += 1;
        let again = self.0 > 40_000;
        if again {
            thread::sleep(Duration::from_micros(50));
        }
        Ok(again)
    }
}

#[test]
fn a_stop_takes_effect_while_known_cells_are_skipped_and_while_searches_run() {
    let (result, late) = stopped_after(Duration::from_millis(500), |stop| {
        let mut options = jobs(2).with_stop(stop);
        Lab::new().run_cells(cells(10_000), &mut Forgetful(0), &mut options)
    });
    assert!(result.is_ok_and(|ran| ran.left > 0) && late.is_some_and(|late| late < SOON), "skipping: {late:?}");
    let deep = cells(1).take(1).map(|cell| Cell { subject: "uniform 12x12".to_owned(), ..cell });
    let (result, late) = stopped_after(Duration::from_millis(200), |stop| {
        let mut options = jobs(2).with_stop(stop);
        Lab::new().run_cells(deep.clone(), &mut MemorySink::new(), &mut options)
    });
    assert!(result.is_ok_and(|ran| ran.left == 1) && late.is_some_and(|late| late < SOON), "searching: {late:?}");
}

#[test]
fn cells_are_the_same_after_a_journey_as_json() {
    for plan in Plan::built_in() {
        for cell in plan.cells(PlanForm::Full).step_by(17) {
            let text = serde_json::to_string(&cell).unwrap();
            assert_eq!(serde_json::from_str::<Cell>(&text).unwrap(), cell, "{text}");
        }
    }
}

fn open_run(plan: &Plan, store: Store, settings: Vec<Setting>) -> Result<OpenRun, RunError> {
    OpenRun::new(&Lab::new(), std::slice::from_ref(plan), PlanForm::Full, store, None, settings, Stop::NEVER)
}

/// Searches the next cells of a run here, as if they were measured on another machine.
fn search_some(run: &mut OpenRun, most: usize, setting: &Setting) -> usize {
    let cells = run.take_cells(most, Stop::NEVER).unwrap();
    for cell in &cells {
        let subject = Lab::new().subject(&cell.subject).unwrap();
        let rows = subject.search(cell, &AtomicBool::new(false)).unwrap().rows;
        run.put(setting, cell, &rows, Duration::from_millis(1)).unwrap();
    }
    cells.len()
}

#[test]
fn a_run_elsewhere_gives_the_rows_of_a_run_here() {
    let (plan, directory) = (plan("small", "5"), tempfile::tempdir().unwrap());
    let (here, there) = (directory.path().join("here.db"), directory.path().join("there.db"));
    let mut store = Store::open(&here).unwrap();
    Lab::new().run(&plan, PlanForm::Full, &mut store, &mut jobs(2)).unwrap();
    let abacus = Setting { machine: "abacus".to_owned(), ..Setting::here(2) };
    let mut run = open_run(&plan, Store::open(&there).unwrap(), vec![abacus.clone()]).unwrap();
    assert_eq!(search_some(&mut run, 7, &abacus), 7);
    assert_eq!((run.progress(2).done, run.progress(2).total), (7, 20));
    let second = open_run(&plan, Store::open(&there).unwrap(), Vec::new());
    assert!(matches!(second, Err(RunError::Store(StoreError::Running { .. }))), "one run at a time");
    // As if it was killed: nothing is finished.
    drop(run);
    let mut run = open_run(&plan, Store::open(&there).unwrap(), vec![abacus.clone()]).unwrap();
    assert_eq!(run.repeated(Stop::NEVER).unwrap(), []);
    while search_some(&mut run, 4, &abacus) == 4 {}
    let summary = run.finish();
    assert_eq!((summary.done, summary.known, summary.left), (13, 7, 0));
    let read = |store: &Store| store.rows_for(plan.cells(PlanForm::Full), Stop::NEVER).unwrap();
    let there = Store::open(&there).unwrap();
    assert_eq!(timeless(&read(&there).rows), timeless(&read(&store).rows));
    assert_eq!(read(&there).setting, Some(abacus.clone()));
    // Another machine repeats them all, and says so.
    let run = open_run(&plan, there, vec![Setting::here(2)]).unwrap();
    assert_eq!(run.repeated(Stop::NEVER).unwrap(), [(abacus, 20)]);
    assert_eq!(run.finish().left, 20);
}

#[test]
fn a_search_that_failed_elsewhere_is_listed_and_a_foreign_one_refused() {
    let (plan, directory) = (plan("small", "1"), tempfile::tempdir().unwrap());
    let store = Store::open(directory.path().join("rows.db")).unwrap();
    let mut run = open_run(&plan, store, vec![Setting::here(1)]).unwrap();
    let cell = run.take_cells(1, Stop::NEVER).unwrap().remove(0);
    let foreign = Cell { instance: 99, ..cell.clone() };
    let refused = run.put(&Setting::here(1), &foreign, &[], Duration::ZERO);
    assert!(matches!(refused, Err(RunError::Write { done: 0, .. })));
    run.fail(cell.clone(), "out of memory".to_owned());
    let summary = run.finish();
    assert_eq!(summary.failed, [(cell, SubjectError::Elsewhere { message: "out of memory".to_owned() })]);
    assert_eq!((summary.done, summary.left), (0, 3));
}

#[test]
fn times_of_two_machines_are_never_compared() {
    let text = r#"name = "timed"
title = ""
question = ""
paper = ""
setup = ""
refuted = ""
[favourite]
algorithm = "mtd-f"
base = "alphabeta"
y = "seconds"
[[searches]]
subjects = ["uniform 3x2"]
algorithms = ["mtd-f", "alphabeta"]
seeds = 4
[[views]]
title = "Times"
kind = "mean"
x = "subject"
y = "seconds"
[[claims]]
text = "fewer leaves"
kind = "ratio"
algorithm = "mtd-f"
base = "alphabeta"
y = "leaf-visits"
most = 9.0
[[claims]]
text = "faster"
kind = "ratio"
algorithm = "mtd-f"
base = "alphabeta"
y = "seconds"
most = 9.0
"#;
    let plan = Plan::parse("timed.toml", text).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let (here, abacus) = (Setting::here(1), Setting { machine: "abacus".to_owned(), ..Setting::here(1) });
    let store = Store::open(directory.path().join("rows.db")).unwrap();
    let mut run = open_run(&plan, store, vec![here.clone()]).unwrap();
    for cell in run.take_cells(100, Stop::NEVER).unwrap() {
        let subject = Lab::new().subject(&cell.subject).unwrap();
        let mut rows = subject.search(&cell, &AtomicBool::new(false)).unwrap().rows;
        // Seed 2 is measured by a machine that takes an hour.
        let (setting, seconds) = if cell.instance == 2 { (&abacus, 3600.0) } else { (&here, 1.0) };
        rows.iter_mut().for_each(|row| row.seconds = seconds);
        run.put(setting, &cell, &rows, Duration::ZERO).unwrap();
    }
    let _ = run.finish();
    let store = Store::read(directory.path().join("rows.db")).unwrap();
    let finding = Lab::new().find(&plan, PlanForm::Full, &store, Stop::NEVER).unwrap();
    let positions: Vec<usize> = finding.verdicts.iter().map(|verdict| verdict.cases[0].n).collect();
    assert_eq!(positions, [4, 3], "counts are those of both machines, times those of one");
    assert_eq!((finding.searches, finding.missing), (8, 0));
    let times = finding.tables[0].rows[0].iter().filter_map(|cell| cell.number);
    assert!(times.clone().count() > 0 && times.clone().all(|time| time <= 1.0), "{:?}", finding.tables[0]);
    let remark = finding.remarks.iter().find(|remark| remark.contains("abacus"));
    assert!(remark.is_some_and(|remark| remark.starts_with("Times are those of 6 searches")), "{:?}", finding.remarks);
}
