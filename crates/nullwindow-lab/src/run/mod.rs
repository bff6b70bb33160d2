//! Running plans: cells go out to threads, rows come back to one writer.
//!
//! The order of cells is that of positions: all that is asked of one is done before the next, so that a run that is
//! interrupted still compares like with like. What is in the store already is left out.

mod pool;

use crate::store::{Origin, Setting, Store, StoreError};
use crate::{Cell, Finding, Form, Lab, Plan, PlanError, Subject, SubjectError};
use pool::{Job, Pool};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// How to run: on every core, all positions, to the end, unless said otherwise.
#[derive(Default)]
pub struct Options<'a> {
    /// Searches at once; none for one a core.
    pub jobs: Option<u32>,
    /// Only the first so many positions or seeds that a plan asks for, of every subject.
    pub positions: Option<u32>,
    /// Ends the run when it is set. What is done by then is kept.
    pub stop: Option<&'a AtomicBool>,
    /// Is told how far the run has come, after every search and several times a second.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

impl Options<'_> {
    /// Searches at once.
    #[must_use]
    pub fn jobs(&self) -> u32 {
        let cores = || thread::available_parallelism().ok().and_then(|cores| u32::try_from(cores.get()).ok());
        self.jobs.or_else(cores).unwrap_or(1).max(1)
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("jobs", &self.jobs).field("positions", &self.positions).finish_non_exhaustive()
    }
}

/// How far a run has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// Searches done in this run.
    pub done: usize,
    /// Searches of this run.
    pub total: usize,
    /// How long the rest will take; none before there is anything to tell by.
    pub left: Option<Duration>,
    /// The search that was done last.
    pub last: String,
}

/// What a run did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ran {
    /// Searches done and written.
    pub done: usize,
    /// Searches that were in the store already.
    pub known: usize,
    /// Searches that are left, because the run was stopped.
    pub left: usize,
    /// Searches that could not be done, and why.
    pub failed: Vec<(Cell, SubjectError)>,
}

/// A run that could not begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A plan asks for what is not there.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The rows cannot be read, or another run is at work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows of a search could not be written.
    #[error("{cause}; kept {done} {} of this run", if *done == 1 { "search" } else { "searches" })]
    Write {
        /// Why.
        cause: StoreError,
        /// How many searches of this run were written before.
        done: usize,
    },
}

impl Lab {
    /// Runs a plan. See [`Lab::run_all`].
    ///
    /// # Errors
    /// If the plan names what is not there, or the rows cannot be written.
    pub fn run(&self, plan: &Plan, form: Form, store: &mut Store, options: &mut Options<'_>) -> Result<Ran, RunError> {
        self.run_all(std::slice::from_ref(plan), form, store, options)
    }

    /// Runs plans one after the other, each search once, whoever asks for it. Every search is written to the store as
    /// soon as it is done; those that are there already, from this setting, are not done again.
    ///
    /// # Errors
    /// If a plan names what is not there, or the rows cannot be written.
    pub fn run_all(
        &self,
        plans: &[Plan],
        form: Form,
        store: &mut Store,
        options: &mut Options<'_>,
    ) -> Result<Ran, RunError> {
        self.check(plans)?;
        let _alone = store.alone()?;
        let setting = Setting::here(options.jobs());
        let measured = store.measured(&setting)?;
        let (work, known) = self.work(plans, form, &measured, options.positions);
        let mut ran = Ran { known, ..Ran::default() };
        let result = Pool { work: &work, setting: &setting }.run(store, options, &mut ran);
        ran.left = work.len() - ran.done - ran.failed.len();
        match result {
            Ok(()) => Ok(ran),
            Err(cause) => Err(RunError::Write { cause, done: ran.done }),
        }
    }

    /// The settings other than that of a run in which searches that it is to do have been done before, and how many in
    /// each. It does them again, since times are compared within one setting only.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn elsewhere(
        &self,
        plans: &[Plan],
        form: Form,
        store: &Store,
        options: &Options<'_>,
    ) -> Result<Vec<(Setting, usize)>, StoreError> {
        let here = Setting::here(options.jobs());
        let (work, _) = self.work(plans, form, &store.measured(&here)?, options.positions);
        let texts: Vec<String> = work.iter().map(|job| job.cell.to_string()).collect();
        let mut counts = Vec::new();
        for setting in store.settings()?.into_iter().filter(|setting| *setting != here) {
            let measured = store.measured(&setting)?;
            counts.push((setting, texts.iter().filter(|text| measured.contains(*text)).count()));
        }
        counts.retain(|(_, count)| *count > 0);
        Ok(counts)
    }

    /// Whether everything that plans name is there. A run looks before it begins.
    ///
    /// # Errors
    /// If something is not: where the plan names it.
    pub fn check(&self, plans: &[Plan]) -> Result<(), PlanError> {
        plans.iter().try_for_each(|plan| plan.check_subjects(|name| self.subject(name).map(|_| ())))
    }

    /// What is still to be done, in order, and how much is done already.
    fn work(
        &self,
        plans: &[Plan],
        form: Form,
        measured: &HashSet<String>,
        positions: Option<u32>,
    ) -> (Vec<Job>, usize) {
        let (mut work, mut known) = (Vec::new(), 0);
        let mut asked = HashSet::new();
        let mut subjects: HashMap<String, Arc<dyn Subject>> = HashMap::new();
        for plan in plans {
            let origin = Arc::new(Origin::of(plan, form));
            let mut cells = plan.cells(form);
            cells.sort_by_key(|cell| cell.place);
            keep_first(positions, &mut cells);
            cells.retain(|cell| asked.insert(cell.to_string()));
            for cell in cells {
                let Ok(subject) = self.subject(&cell.subject) else { continue };
                if measured.contains(&cell.to_string()) {
                    known += 1;
                } else if subject.positions().is_none_or(|most| cell.place <= most) {
                    let subject = subjects.entry(cell.subject.clone()).or_insert(subject).clone();
                    work.push(Job { cell, subject, origin: origin.clone() });
                }
            }
        }
        (work, known)
    }

    /// What the rows say of a plan.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn find(&self, plan: &Plan, form: Form, store: &Store) -> Result<Finding, StoreError> {
        let cells = plan.cells(form);
        let rows = store.rows_for(&cells)?.rows;
        let mut finding = crate::finding::find(plan, form, &rows);
        let positions = |cell: &Cell| self.subject(&cell.subject).ok().and_then(|subject| subject.positions());
        let beyond = cells.iter().filter(|cell| positions(cell).is_some_and(|most| cell.place > most)).count();
        finding.missing = finding.missing.saturating_sub(beyond);
        Ok(finding)
    }
}

/// Drops all but the first places of every subject from cells in the order of places.
fn keep_first(most: Option<u32>, cells: &mut Vec<Cell>) {
    let Some(most) = most else { return };
    let mut places: HashMap<String, HashSet<u32>> = HashMap::new();
    cells.retain(|cell| {
        let places = places.entry(cell.subject.clone()).or_default();
        places.contains(&cell.place) || places.len() < most as usize && places.insert(cell.place)
    });
}
