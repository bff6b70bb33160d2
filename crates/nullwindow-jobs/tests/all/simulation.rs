//! Simulated workers.

use crate::{NEVER, engine};
use nullwindow_jobs::{Ledger, Simulation, SolveSettings};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

fn simulation(log: Ledger) -> Simulation {
    let settings = SolveSettings::default().with_budget(2_000).with_table(1 << 12);
    Simulation::new(engine("connect4 5x4"), None, settings, log).unwrap()
}

#[test]
fn more_workers_find_the_same_value_in_less_time() {
    let mut all = simulation(Ledger::in_memory().unwrap());
    let runs = [1, 2, 8, 64].map(|workers| all.run(workers, &NEVER).unwrap().unwrap());
    assert!(runs.iter().all(|run| run.value == 0));
    // One worker does one job after the other, and nothing in vain.
    assert!((runs[0].seconds - runs[0].busy_seconds).abs() < 1e-9);
    assert_eq!(runs[0].cancelled, 0);
    for (few, many) in runs.iter().zip(&runs[1..]) {
        assert!(many.seconds < few.seconds, "{few:?} {many:?}");
        assert!(many.seconds * f64::from(many.workers) >= many.busy_seconds - 1e-9);
    }
}

#[test]
fn a_replayed_log_needs_no_search() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("log.db");
    let first = simulation(Ledger::open(&path).unwrap()).run(4, &NEVER).unwrap().unwrap();
    let recorded = Ledger::open(&path).unwrap().count().unwrap();
    let mut again = simulation(Ledger::open(&path).unwrap());
    assert_eq!(again.known() as u64, recorded);
    let second = again.run(4, &NEVER).unwrap().unwrap();
    assert_eq!(Ledger::open(&path).unwrap().count().unwrap(), recorded, "no job was run");
    assert_eq!((first.jobs, first.cancelled), (second.jobs, second.cancelled));
}

/// Whenever a simulation is stopped, the log has no result of a job that was interrupted, and the next run uses the others.
#[test]
fn a_stopped_simulation_keeps_what_it_has() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("log.db");
    let mut stopped = 0;
    for milliseconds in [0, 2, 5, 10, 20] {
        let stop = AtomicBool::new(milliseconds == 0);
        let mut simulation = simulation(Ledger::open(&path).unwrap());
        let run = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(milliseconds));
                stop.store(true, Relaxed);
            });
            simulation.run(40, &stop).unwrap()
        });
        stopped += u32::from(run.is_none());
        let entries = Ledger::open(&path).unwrap().entries().unwrap();
        assert!(entries.iter().all(|entry| entry.result.stopped.as_deref() != Some("interrupted")));
        assert_eq!(entries.len(), simulation.known(), "every result is in the log");
    }
    assert!(stopped > 0, "no run was stopped");
    let run = simulation(Ledger::open(&path).unwrap()).run(40, &NEVER).unwrap().unwrap();
    assert_eq!(run.value, 0);
}
