//! Worker threads that search, and one thread that distributes cells and collects results.
//!
//! The calling thread takes cells from an iterator on demand, at most [`JOBS_PER_THREAD`] per worker, and passes
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

/// Cells queued per worker: the one it searches, and one more, so that it does not wait for the calling thread.
const JOBS_PER_THREAD: usize = 2;

/// The longest wait between two checks of the stop flag. A stop must take effect within 100 ms, and a search needs up
/// to 10 ms of them to end.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Cells taken from the iterator between two checks of the stop flag. Each costs the sink a lookup, and a resumed run
/// may skip many thousands in a row.
const CELLS_PER_SLICE: usize = 256;

/// A search to do.
struct PoolJob {
    cell: Cell,
    subject: Arc<Subject>,
}

/// The result of a job, with the wall time of the whole job.
struct PoolResult {
    cell: Cell,
    result: Result<CellResult, SubjectError>,
    time: Duration,
}

/// The state of a run: the remaining cells and the results so far.
pub(super) struct Pool<'p, 'o, I> {
    lab: &'p Lab,
    cells: I,
    sink: &'p mut dyn Sink,
    options: &'p mut RunOptions<'o>,
    subjects: HashMap<String, Arc<Subject>>,
    estimate: Estimate,
    progress: RunProgress,
    summary: RunSummary,
}

/// Runs cells on worker threads until all are done, the stop flag is set or the sink fails. The iterator yields `None`
/// for a cell that must not be searched, so that a long run of them does not block the stop check.
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
    let (progress, summary) = (RunProgress::default(), RunSummary::default());
    let all = cells.clone();
    let mut pool = Pool { lab, cells, sink, options, subjects: HashMap::new(), estimate, progress, summary };
    pool.count(all)?;
    let result = pool.search();
    let mut summary = pool.summary;
    summary.left = pool.progress.total.saturating_sub(summary.done + summary.failed.len());
    match result {
        Ok(()) => Ok(summary),
        Err(cause) => Err(RunError::Write { cause, done: summary.done }),
    }
}

impl<I: Iterator<Item = Option<Cell>>> Pool<'_, '_, I> {
    fn stop(&self) -> Stop<'_> {
        self.options.stop.into()
    }

    /// Counts the pending cells, which progress and estimate need in advance.
    fn count(&mut self, cells: I) -> Result<(), RunError> {
        for cell in cells {
            self.stop().check()?;
            let Some(cell) = cell else { continue };
            if self.sink.has(&cell).map_err(|cause| RunError::Write { cause, done: 0 })? {
                self.summary.known += 1;
            } else {
                self.progress.total += 1;
                self.estimate.expect(&cell);
            }
        }
        Ok(())
    }

    fn search(&mut self) -> Result<(), SinkError> {
        // A worker without a search would only wait.
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
            // Only the workers hold a sender now, so the receiver disconnects when the last worker ends.
            drop(sender);
            let written = self.write(feed, &receiver, threads * JOBS_PER_THREAD, &halt);
            // Relaxed: the flag only makes a search end early. Results travel through the channels.
            halt.store(true, Ordering::Relaxed);
            written
        })
    }

    /// Distributes cells and collects results until all workers have ended. They end when the feed is dropped.
    fn write(
        &mut self,
        feed: Sender<PoolJob>,
        receiver: &Receiver<PoolResult>,
        most: usize,
        halt: &AtomicBool,
    ) -> Result<(), SinkError> {
        let start = Instant::now();
        let (mut feed, mut under_way) = (Some(feed), 0);
        loop {
            // Without a feed the workers end. `halt` makes them skip what is still queued and stop what they search.
            if self.stop().is_requested() {
                halt.store(true, Ordering::Relaxed);
                feed = None;
            }
            if let Some(open) = &feed
                && self.refill(open, &mut under_way, most)?
            {
                feed = None;
            }
            // While there is room for more cells the loop must not sleep: `refill` stopped only at the end of a slice.
            let wait = if feed.is_some() && under_way < most { Duration::ZERO } else { POLL_INTERVAL };
            match receiver.recv_timeout(wait) {
                Ok(finished) => {
                    under_way -= 1;
                    self.estimate.done(&finished.cell, finished.time);
                    self.progress.last = finished.cell.to_string();
                    self.take(finished.cell, finished.result)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The last worker has ended.
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.progress.done = self.summary.done + self.summary.failed.len();
            self.progress.left = self.estimate.left(start.elapsed());
            if let Some(tell) = &mut self.options.progress {
                tell(&self.progress);
            }
        }
    }

    /// Queues cells until `most` are in progress or one slice is done. Returns whether the iterator is exhausted.
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
                // The send cannot fail: the receiver outlives the workers, which end when the feed is dropped.
                Ok(subject) => {
                    let _ = feed.send(PoolJob { cell, subject });
                    *under_way += 1;
                }
            }
        }
        Ok(false)
    }

    fn subject(&mut self, name: &str) -> Result<Arc<Subject>, SubjectError> {
        // One instance per subject: it caches the values that searches with an offset start from.
        if let Some(subject) = self.subjects.get(name) {
            return Ok(subject.clone());
        }
        let subject = self.lab.subject(name)?;
        self.subjects.insert(name.to_owned(), subject.clone());
        Ok(subject)
    }

    fn take(&mut self, cell: Cell, result: Result<CellResult, SubjectError>) -> Result<(), SinkError> {
        match result {
            // A stopped search is incomplete. It is not stored, so that a later run repeats it.
            Ok(result) if result.stopped => {}
            Ok(result) => {
                self.sink.put(&cell, result)?;
                self.summary.done += 1;
            }
            Err(error) => {
                self.sink.fail(&cell, &error)?;
                self.summary.failed.push((cell, error));
            }
        }
        Ok(())
    }
}

/// Searches the queued cells until the queue is closed.
// The sender is taken by value: the receiver disconnects when the last worker drops its own.
#[allow(clippy::needless_pass_by_value, reason = "the sender ends with its thread")]
fn work(queue: &Mutex<Receiver<PoolJob>>, halt: &AtomicBool, sender: Sender<PoolResult>) {
    loop {
        // One worker waits for the queue, the others for the lock; both are idle, so a lock-free queue would gain
        // nothing.
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(PoolJob { cell, subject }) = next else { return };
        if halt.load(Ordering::Relaxed) {
            return;
        }
        let start = Instant::now();
        let result = subject.search(&cell, halt);
        if sender.send(PoolResult { cell, result, time: start.elapsed() }).is_err() {
            return;
        }
    }
}
