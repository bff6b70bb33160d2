//! All integration tests of the crate, in one binary.
#![allow(missing_docs)]

mod drawing;
#[path = "../../../nullwindow-lab/tests/all/markup/mod.rs"]
mod markup;
mod stage;
mod walk;
