//! Protocols as clients use them.
#![allow(missing_docs)]

mod client;
mod gtp;
mod hub;
mod lines;
mod nboard;
mod random;
mod solve_lines;
mod uci;
