//! Threads that search, and one thread that hands out cells and takes results.
//!
//! The calling thread takes cells from an iterator as they are needed, at most [`JOBS_PER_THREAD`] for each thread, and passes
//! results to the sink. So the memory of a run does not depend on the number of its cells, and the sink needs no lock.

use super::{RunError, RunOptions, RunProgress, RunSummary, Sink, SinkError};
use crate::estimate::Estimate;
use crate::{Cell, CellResult, Lab, Stop, Subject, SubjectError};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Cells handed out for each thread: the one that it searches, and one more, so that it need not wait for the writer.
const JOBS_PER_THREAD: usize = 2;

/// The longest wait before the stop flag is looked at again. A stop takes effect within 100 ms; a search takes up to 10 ms to
/// end.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Cells taken from the iterator before the stop flag and the results are looked at again: each costs
/// the sink a look-up, and a long stretch of them may be known.
const CELLS_PER_SLICE: usize = 256;

/// A search to be done.
struct PoolJob {
    cell: Cell,
    subject: Arc<Subject>,
}

/// A search that a thread has ended: its result, and how long it took with all that is not its own time.
struct JobResult {
    cell: Cell,
    result: Result<CellResult, SubjectError>,
    time: Duration,
}

/// A run: the cells that are left, and what has become of the others.
pub(super) struct Pool<'p, 'o, I> {
    lab: &'p Lab,
    cells: I,
    sink: &'p mut dyn Sink,
    options: &'p mut RunOptions<'o>,
    subjects: HashMap<String, Arc<Subject>>,
    estimate: Estimate,
    progress: RunProgress,
    ran: RunSummary,
}

/// Runs cells on threads until all are done, the stop flag is set or the sink fails. `None` stands for a cell that is
/// not to be searched.
pub(super) fn run<I>(
    lab: &Lab,
    cells: I,
    sink: &mut dyn Sink,
    options: &mut RunOptions<'_>,
) -> Result<RunSummary, RunError>
where
    I: Iterator<Item = Option<Cell>> + Clone,
{
    let estimate = Estimate::new(options.jobs());
    let (progress, ran) = (RunProgress::default(), RunSummary::default());
    let all = cells.clone();
    let mut pool = Pool { lab, cells, sink, options, subjects: HashMap::new(), estimate, progress, ran };
    pool.count(all)?;
    let result = pool.search();
    let mut ran = pool.ran;
    ran.left = pool.progress.total.saturating_sub(ran.done + ran.failed.len());
    match result {
        Ok(()) => Ok(ran),
        Err(cause) => Err(RunError::Write { cause, done: ran.done }),
    }
}

impl<I: Iterator<Item = Option<Cell>>> Pool<'_, '_, I> {
    fn stop(&self) -> Stop<'_> {
        self.options.stop.into()
    }

    /// Counts what is to be done, so that progress and the estimate know the whole.
    fn count(&mut self, cells: I) -> Result<(), RunError> {
        for cell in cells {
            self.stop().check()?;
            let Some(cell) = cell else { continue };
            if self.sink.has(&cell).map_err(|cause| RunError::Write { cause, done: 0 })? {
                self.ran.known += 1;
            } else {
                self.progress.total += 1;
                self.estimate.expect(&cell);
            }
        }
        Ok(())
    }

    fn search(&mut self) -> Result<(), SinkError> {
        let threads = usize::try_from(self.options.jobs()).unwrap_or(usize::MAX).min(self.progress.total);
        let halt = AtomicBool::new(false);
        let (feed, queue) = mpsc::channel();
        let queue = Mutex::new(queue);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(|| work(&queue, &halt, sender));
            }
            drop(sender);
            let written = self.write(feed, &receiver, threads * JOBS_PER_THREAD, &halt);
            halt.store(true, Ordering::Relaxed);
            written
        })
    }

    /// Hands out cells and takes results until all threads have ended, which they do when there is no more to do.
    fn write(
        &mut self,
        feed: Sender<PoolJob>,
        receiver: &Receiver<JobResult>,
        most: usize,
        halt: &AtomicBool,
    ) -> Result<(), SinkError> {
        let start = Instant::now();
        let (mut feed, mut under_way) = (Some(feed), 0);
        loop {
            if self.stop().is_requested() {
                halt.store(true, Ordering::Relaxed);
                feed = None;
            }
            if let Some(open) = &feed
                && self.refill(open, &mut under_way, most)?
            {
                feed = None;
            }
            let wait = if feed.is_some() && under_way < most { Duration::ZERO } else { POLL_INTERVAL };
            match receiver.recv_timeout(wait) {
                Ok(finished) => {
                    under_way -= 1;
                    self.estimate.done(&finished.cell, finished.time);
                    self.progress.last = finished.cell.to_string();
                    self.take(finished.cell, finished.result)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.progress.done = self.ran.done + self.ran.failed.len();
            self.progress.left = self.estimate.left(start.elapsed());
            if let Some(tell) = &mut self.options.progress {
                tell(&self.progress);
            }
        }
    }

    /// Hands out cells until `most` are under way, or a slice of them has been looked at. Returns whether that was all.
    fn refill(&mut self, feed: &Sender<PoolJob>, under_way: &mut usize, most: usize) -> Result<bool, SinkError> {
        for _ in 0..CELLS_PER_SLICE {
            if *under_way >= most {
                return Ok(false);
            }
            let Some(cell) = self.cells.next() else { return Ok(true) };
            let Some(cell) = cell else { continue };
            if self.sink.has(&cell)? {
                continue;
            }
            match self.subject(&cell.subject) {
                Err(error) => self.take(cell, Err(error))?,
                // The receiver outlives the threads: they end when the feed is dropped.
                Ok(subject) => {
                    let _ = feed.send(PoolJob { cell, subject });
                    *under_way += 1;
                }
            }
        }
        Ok(false)
    }

    fn subject(&mut self, name: &str) -> Result<Arc<Subject>, SubjectError> {
        if let Some(subject) = self.subjects.get(name) {
            return Ok(subject.clone());
        }
        let subject = self.lab.subject(name)?;
        self.subjects.insert(name.to_owned(), subject.clone());
        Ok(subject)
    }

    fn take(&mut self, cell: Cell, result: Result<CellResult, SubjectError>) -> Result<(), SinkError> {
        match result {
            Ok(searched) if searched.stopped => {}
            Ok(searched) => {
                self.sink.put(&cell, searched)?;
                self.ran.done += 1;
            }
            Err(error) => {
                self.sink.fail(&cell, &error)?;
                self.ran.failed.push((cell, error));
            }
        }
        Ok(())
    }
}

/// Searches what is in the queue until it is closed. By value: the receiver sees the end when the last sender goes.
#[allow(clippy::needless_pass_by_value, reason = "the sender ends with its thread")]
fn work(queue: &Mutex<Receiver<PoolJob>>, halt: &AtomicBool, sender: Sender<JobResult>) {
    loop {
        // One thread waits at the queue, the others wait for the lock.
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(PoolJob { cell, subject }) = next else { return };
        if halt.load(Ordering::Relaxed) {
            return;
        }
        let start = Instant::now();
        let result = subject.search(&cell, halt);
        if sender.send(JobResult { cell, result, time: start.elapsed() }).is_err() {
            return;
        }
    }
}
