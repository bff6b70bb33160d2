//! Side-by-side measurements of nullwindow and the crate `minimax`, and of nullwindow's own algorithms.
//!
//! - [`connect_four`]: the game, written once; [`ours`] and [`peer`] adapt it to the two libraries;
//! - [`versus`]: both libraries on Connect Four;
//! - [`random_trees`]: all forms of SSS* on random trees;
//! - [`games`]: the shipped games: perft, evaluation, nodes, depth;
//! - [`kernel`]: small fixed workloads for counting instructions;
//! - [`report`]: the tables of `docs/performance.md`, from recorded results;
//! - [`request`]: the command line; [`sheet`]: the tables.
#![forbid(unsafe_code)]

pub mod clock;
pub mod connect_four;
pub mod games;
pub mod kernel;
pub mod ours;
pub mod peer;
pub mod random_trees;
pub mod report;
pub mod request;
pub mod sheet;
pub mod versus;
