//! Protocols as clients use them.
#![allow(missing_docs)]

mod client;
mod hub;
mod lines;
mod random;
mod solve_lines;
mod uci;
