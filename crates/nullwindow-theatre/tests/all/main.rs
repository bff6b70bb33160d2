//! All integration tests of the crate, in one binary.
#![allow(missing_docs)]

mod answers;
mod ask;
mod hostile;
mod site;
mod trees;
