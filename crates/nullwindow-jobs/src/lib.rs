//! Searches as jobs, and exact values found by many workers.
//!
//! A [`Job`] is a search as plain data: game, position, algorithm, depth or bound, limits, size of the table. Its result is
//! a pure function of it: on one thread the same job gives the same value, move and node count on every machine. Its id is
//! the hash of its content, so that a queue may run it twice, and two runs of it are one.
//!
//! ```
//! use nullwindow_engine::Catalogue;
//! use nullwindow_jobs::Job;
//! use std::sync::atomic::AtomicBool;
//!
//! let job: Job = r#"{"game": "connect4", "position": "4444432222554", "nodes": 1000000}"#.parse()?;
//! let result = job.run(&Catalogue::shipped(), &AtomicBool::new(false))?;
//! assert_eq!((result.value, result.id), (Some(15), job.id()));
//! # Ok::<(), nullwindow_jobs::JobError>(())
//! ```
//!
//! ```text
//! lines  ->  Job  ->  Job::run  ->  dyn Engine
//! lines  <-  JobResult          <-  records
//!
//! DistributedSolve: take  ->  Job     ->  any worker
//!                 record  <-  result  <-
//! ```
//!
//! - [`job`](self), [`result`](self), [`run`](self): a job, its result, and the function between them;
//! - [`lines`](self): a stream of jobs, one per line;
//! - [`distributed`]: one position solved by many jobs;
//! - [`ledger`](self): the results that are known, in a file;
//! - [`proof`](self): the result as a certificate with jobs as leaves;
//! - [`simulation`](self): the same work on any number of simulated workers.

pub mod distributed;
mod error;
mod job;
mod ledger;
mod lines;
mod proof;
mod result;
mod run;
mod simulation;

pub use distributed::{DistributedSolve, SolveProgress, SolveSettings};
pub use error::JobError;
pub use job::Job;
pub use ledger::{Ledger, LedgerEntry};
pub use lines::JobLines;
pub use proof::{JobProof, JobProofError, ProofFault, ProofNode, ProofStep};
pub use result::JobResult;
pub use simulation::{SimulatedRun, Simulation};

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct JobsReadme;
