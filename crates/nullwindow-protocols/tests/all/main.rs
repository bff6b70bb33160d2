//! Protocols as clients use them.
#![allow(missing_docs)]

mod client;
mod gtp;
mod lines;
mod nboard;
mod random;
mod uci;
