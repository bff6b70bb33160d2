//! Threads that search, and one writer.

use super::{Options, Progress, Ran};
use crate::estimate::Estimate;
use crate::store::{Origin, Setting, Store, StoreError};
use crate::{Cell, Searched, Subject, SubjectError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// A search to be done.
pub(super) struct Job {
    pub(super) cell: Cell,
    pub(super) subject: Arc<dyn Subject>,
    pub(super) origin: Arc<Origin>,
}

/// A search that was done: its place in the list, what it gave, how long it took with all that is not its own time.
type Done = (usize, Result<Searched, SubjectError>, Duration);

pub(super) struct Pool<'w> {
    pub(super) work: &'w [Job],
    pub(super) setting: &'w Setting,
}

/// How often the writer looks up from waiting.
const LOOK_UP: Duration = Duration::from_millis(100);

impl Pool<'_> {
    pub(super) fn run(&self, store: &mut Store, options: &mut Options<'_>, ran: &mut Ran) -> Result<(), StoreError> {
        let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..options.jobs() {
                let sender = sender.clone();
                let (next, halt) = (&next, &halt);
                scope.spawn(move || self.search(next, halt, &sender));
            }
            drop(sender);
            let written = self.write(&receiver, &halt, store, options, ran);
            halt.store(true, Ordering::Relaxed);
            written
        })
    }

    /// What each thread does.
    fn search(&self, next: &AtomicUsize, halt: &AtomicBool, sender: &Sender<Done>) {
        while !halt.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.work.get(place) else { return };
            let start = Instant::now();
            let searched = job.subject.search(&job.cell, halt);
            if sender.send((place, searched, start.elapsed())).is_err() {
                return;
            }
        }
    }

    /// Writes what comes in, until all threads are done or the store fails.
    fn write(
        &self,
        receiver: &Receiver<Done>,
        halt: &AtomicBool,
        store: &mut Store,
        options: &mut Options<'_>,
        ran: &mut Ran,
    ) -> Result<(), StoreError> {
        let start = Instant::now();
        let mut estimate = Estimate::new(self.work.iter().map(|job| &job.cell), options.jobs());
        let mut progress = Progress { total: self.work.len(), ..Progress::default() };
        loop {
            if options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                halt.store(true, Ordering::Relaxed);
            }
            match receiver.recv_timeout(LOOK_UP) {
                Ok((place, searched, time)) => {
                    let job = &self.work[place];
                    estimate.done(&job.cell, time);
                    progress.last = job.cell.to_string();
                    self.keep(job, searched, store, ran)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            progress.done = ran.done + ran.failed.len();
            progress.left = estimate.left(start.elapsed());
            if let Some(tell) = &mut options.progress {
                tell(&progress);
            }
        }
    }

    fn keep(
        &self,
        job: &Job,
        searched: Result<Searched, SubjectError>,
        store: &mut Store,
        ran: &mut Ran,
    ) -> Result<(), StoreError> {
        match searched {
            Ok(searched) if searched.stopped => {}
            Ok(searched) => {
                store.put(self.setting, &job.origin, &job.cell, &searched.rows)?;
                ran.done += 1;
            }
            Err(error) => ran.failed.push((job.cell.clone(), error)),
        }
        Ok(())
    }
}
