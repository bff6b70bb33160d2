//! The integration tests of the library, as one program: it is linked once, and what its modules share is compiled once.
//!
//! Run one module with `cargo test -p nullwindow --test all threads::`.
#![allow(
    dead_code,
    missing_docs,
    clippy::cast_possible_truncation,
    reason = "small numbers, and helpers for later tests"
)]

mod common;

mod bounds_cache;
mod check;
mod check_reference;
mod contract;
mod counts;
mod knowledge;
mod mt_list;
mod papers;
mod ranks;
mod selective;
mod signature;
mod solution;
mod stop;
mod theorems;
mod threads;
mod value;
mod windowed_leaves;
