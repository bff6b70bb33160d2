//! All integration tests of the crate, in one binary.
#![allow(missing_docs)]

mod answers;
