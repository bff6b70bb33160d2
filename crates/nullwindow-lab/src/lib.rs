//! A laboratory for game-tree search: experiment plans become records, and records become tables, plots and verdicts.
//!
//! ```text
//! Plan (TOML) -> Cell, one per search -> Subject::search -> Row -> Store (SQLite) -> Finding -> report, terminal
//! ```
//!
//! # Features
//!
//! Both are enabled by default. Plans, findings, reports and runs whose results stay in memory
//! ([`run::MemorySink`]) need neither.
//!
//! - `store`: the store, which compiles SQLite and needs a C compiler, and the functions of [`Lab`] that use it.
//! - `chess`: the game of chess, which some of the plans that ship measure.

mod cell;
mod estimate;
mod lab;
mod row;
mod stop;

pub mod finding;
pub mod matches;
pub mod plan;
pub mod report;
pub mod run;
pub mod stats;
#[cfg(feature = "store")]
pub mod store;
mod subject;

pub use cell::{Cell, Method};
pub use finding::Finding;
pub use lab::Lab;
pub(crate) use nullwindow_engine::closest as nearest;
pub use plan::{Plan, PlanError, PlanForm};
pub use row::{Measure, Question, Row};
pub use stop::{Interrupted, Stop};
#[cfg(feature = "store")]
pub use store::Store;
pub use subject::{CellResult, Subject, SubjectError};

/// Compiles and runs the examples of the README.
#[cfg(all(doctest, feature = "chess", feature = "store"))]
#[doc = include_str!("../README.md")]
struct Readme;
