//! The same work on any number of simulated workers.
//!
//! The real manager hands out jobs; a clock that exists only here decides which result arrives next. A job takes as long
//! as it took on the machine that ran it: results come from a ledger, and a job that is not in it is run once, for real,
//! and appended. So the answers, the splits and the cancellations are those that a cluster would see; only the times of
//! the network are assumed.

use crate::distributed::{DistributedSolve, SolveSettings};
use crate::{Job, JobError, JobResult, Ledger};
use nullwindow_engine::Engine;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A position to be solved on simulated workers.
pub struct Simulation {
    engine: Arc<dyn Engine>,
    position: Option<String>,
    settings: SolveSettings,
    log: Ledger,
    results: HashMap<String, JobResult>,
    /// The estimates of positions, which are the same in every run.
    estimates: HashMap<String, i32>,
    nodes_per_second: f64,
    latency: f64,
}

/// A run on a number of simulated workers. Times are in seconds of the simulated clock.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SimulatedRun {
    /// The workers.
    pub workers: u32,
    /// The value that was found.
    pub value: i32,
    /// The time until the value was known.
    pub seconds: f64,
    /// The time that all workers spent on jobs, cancelled ones included.
    pub busy_seconds: f64,
    /// The jobs handed out.
    pub jobs: u64,
    /// The jobs that were cancelled while they ran.
    pub cancelled: u64,
    /// The time spent on jobs that were cancelled.
    pub cancelled_seconds: f64,
}

/// A job that a simulated worker runs. The order is that of the time at which it ends, then that of its start.
#[derive(PartialEq)]
struct RunningJob {
    ends: f64,
    number: u64,
    starts: f64,
    id: String,
}

impl Eq for RunningJob {}

impl Ord for RunningJob {
    fn cmp(&self, other: &RunningJob) -> std::cmp::Ordering {
        self.ends.total_cmp(&other.ends).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for RunningJob {
    fn partial_cmp(&self, other: &RunningJob) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Simulation {
    /// Creates a simulation from the results of a ledger. It needs at least one result, for the nodes per second.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn new(
        engine: Arc<dyn Engine>,
        position: Option<&str>,
        settings: SolveSettings,
        log: Ledger,
    ) -> Result<Simulation, JobError> {
        let entries = log.entries()?;
        let (nodes, seconds) = entries
            .iter()
            .fold((0, 0.0), |(nodes, seconds), entry| (nodes + entry.result.nodes, seconds + entry.result.seconds));
        // Without a log, one million nodes per second: speed-ups do not depend on it but for the latency.
        let nodes_per_second = if seconds > 0.0 { nodes as f64 / seconds } else { 1e6 };
        let results = entries.into_iter().map(|entry| (entry.result.id.clone(), entry.result)).collect();
        let position = position.map(str::to_owned);
        let estimates = HashMap::new();
        Ok(Simulation { engine, position, settings, log, results, estimates, nodes_per_second, latency: 0.001 })
    }

    /// Replaces the time that a job needs besides its search, in seconds: sending, starting, receiving.
    #[must_use]
    pub fn with_latency(self, seconds: f64) -> Simulation {
        Simulation { latency: seconds, ..self }
    }

    /// Returns the number of results that are known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.results.len()
    }

    /// Solves the position on this many workers. Returns `None` if the flag was set.
    ///
    /// # Errors
    /// If a job cannot be run, or results contradict each other.
    pub fn run(&mut self, workers: u32, stop: &AtomicBool) -> Result<Option<SimulatedRun>, JobError> {
        let ledger = Ledger::in_memory()?;
        let engine = Arc::clone(&self.engine);
        let mut solve = DistributedSolve::new(engine, self.position.as_deref(), self.settings.clone(), ledger)?;
        solve.estimates = std::mem::take(&mut self.estimates);
        let mut run = SimulatedRun {
            workers,
            value: 0,
            seconds: 0.0,
            busy_seconds: 0.0,
            jobs: 0,
            cancelled: 0,
            cancelled_seconds: 0.0,
        };
        let mut running: BinaryHeap<Reverse<RunningJob>> = BinaryHeap::new();
        let mut now = 0.0;
        loop {
            let mut taken = Vec::new();
            while running.len() + taken.len() < workers as usize {
                let Some(job) = solve.take()? else { break };
                taken.push(job);
            }
            if !self.run_unknown(&taken, stop)? {
                return Ok(None);
            }
            for job in taken {
                run.jobs += 1;
                let (number, id) = (run.jobs, job.id());
                running.push(Reverse(RunningJob { ends: now + self.seconds_of(&id), number, starts: now, id }));
            }
            let Some(Reverse(next)) = running.pop() else { break };
            now = next.ends;
            run.busy_seconds += next.ends - next.starts;
            solve.record(&self.results[&next.id], "simulated")?;
            let cancelled = solve.drain_cancelled();
            if !cancelled.is_empty() {
                running.retain(|Reverse(job)| {
                    let stays = !cancelled.contains(&job.id);
                    if !stays {
                        run.cancelled += 1;
                        run.cancelled_seconds += now - job.starts;
                        run.busy_seconds += now - job.starts;
                    }
                    stays
                });
            }
        }
        self.estimates = std::mem::take(&mut solve.estimates);
        (run.seconds, run.value) = (now, solve.value().unwrap_or_default());
        Ok(Some(run))
    }

    /// Runs the jobs whose results are not known, on all cores, and appends their results to the log. Returns false if the
    /// flag was set.
    fn run_unknown(&mut self, jobs: &[Job], stop: &AtomicBool) -> Result<bool, JobError> {
        let unknown: Vec<&Job> = jobs.iter().filter(|job| !self.results.contains_key(&job.id())).collect();
        let (next, finished) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(unknown.len())));
        let (engine, lock) = (&*self.engine, || finished.lock().unwrap_or_else(PoisonError::into_inner));
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from).min(unknown.len()) {
                scope.spawn(|| {
                    while let Some(&job) = unknown.get(next.fetch_add(1, Relaxed)) {
                        let result = job.run_on(engine, stop);
                        lock().push((job, result));
                    }
                });
            }
        });
        // After a stop, results of jobs that had ended before are kept: the next run need not repeat them.
        for (job, result) in finished.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let result = result?;
            if result.stopped.as_deref() == Some("interrupted") {
                continue;
            }
            self.log.append(job, &result, "simulation")?;
            self.results.insert(result.id.clone(), result);
        }
        Ok(!stop.load(Relaxed))
    }

    /// Returns the time of a job with a known result: by its nodes and not as it was measured, since other programs on the
    /// machine disturb that.
    fn seconds_of(&self, id: &str) -> f64 {
        self.results[id].nodes as f64 / self.nodes_per_second + self.latency
    }
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation").field("game", &self.engine.name()).field("known", &self.known()).finish()
    }
}
