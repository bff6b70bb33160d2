//! The rules against a second implementation, and the program as a user runs it.
#![allow(missing_docs)]

mod mistakes;
mod program;
mod rules;
