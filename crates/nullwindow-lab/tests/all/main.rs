//! All integration tests of the crate, in one binary, so that SQLite and the games are linked once.
#![allow(missing_docs)]

mod drawing;
mod findings;
mod made_up;
mod markup;
mod plans;
mod report;
mod runs;
mod stops;
mod store;
mod subjects;
mod walk;
mod warm_up;
