//! Protocols as clients use them.
#![allow(missing_docs)]

mod client;
mod lines;
mod random;
mod uci;
