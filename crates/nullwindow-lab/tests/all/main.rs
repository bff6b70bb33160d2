//! All integration tests of the crate, in one binary, so that SQLite and the games are linked once.
#![allow(missing_docs)]

mod findings;
mod made_up;
mod markup;
mod matches;
mod plans;
mod report;
#[cfg(feature = "store")]
mod runs;
#[cfg(feature = "store")]
mod stops;
#[cfg(feature = "store")]
mod store;
mod subjects;
mod warm_up;
