//! Tests of jobs, of distributed solutions and of their proofs.

mod distributed;
mod jobs;
mod ledger;
mod proofs;
mod simulation;

use nullwindow_engine::{Catalogue, Engine};
use nullwindow_jobs::{DistributedSolve, Job, JobResult, Ledger, SolveSettings};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

/// A flag that stops nothing.
static NEVER: AtomicBool = AtomicBool::new(false);

static SHIPPED: LazyLock<Catalogue> = LazyLock::new(Catalogue::shipped);

fn engine(game: &str) -> Arc<dyn Engine> {
    SHIPPED.engine(game).unwrap()
}

fn run(job: &Job) -> JobResult {
    job.run(&SHIPPED, &NEVER).unwrap()
}

/// Returns a solution with jobs of at most `budget` nodes.
fn solve(game: &str, position: Option<&str>, budget: u64, ledger: Ledger) -> DistributedSolve {
    let settings = SolveSettings::default().with_budget(budget).with_table(1 << 16);
    DistributedSolve::new(engine(game), position, settings, ledger).unwrap()
}

/// Runs all jobs, one after the other.
fn finish(solve: &mut DistributedSolve) -> Option<i32> {
    while let Some(job) = solve.take().unwrap() {
        solve.record(&run(&job), "test").unwrap();
    }
    solve.value()
}

/// Returns a result with some of it changed.
fn changed(mut result: JobResult, change: impl FnOnce(&mut JobResult)) -> JobResult {
    change(&mut result);
    result
}
