//! The program, run as a user runs it: one binary for all tests, because each binary would link the whole program again.
#![allow(missing_docs)]

mod answers;
mod commands;
mod common;
mod compare;
mod conclusion;
mod docs;
mod help;
mod jobs;
mod lab;
mod man;
mod matches;
mod play;
mod projects;
mod serving;
mod surroundings;
mod tree;
mod widths;

// The name by which the templates of `new` refer to their library.
extern crate self as MODULE;
pub use projects::CLASS;
