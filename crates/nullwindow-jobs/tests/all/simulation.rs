//! Simulated workers.

use crate::{NEVER, engine};
use nullwindow_jobs::{Ledger, Simulation, SolveSettings};

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
