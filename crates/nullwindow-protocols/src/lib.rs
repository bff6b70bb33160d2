//! Protocols: a client sends lines, and a [`Session`](nullwindow_engine::Session) plays.
//!
//! ```text
//! client  ->  lines  ->  Protocol (Uci, Gtp, NBoard, Hub, JsonLines)  ->  Session  ->  dyn Engine
//!         <-  lines  <-  LineOutput                                   <-  SessionEvent
//! ```
//!
//! A protocol translates, and does nothing else: it names no game, and searches nothing itself. [`serve`] reads lines
//! until the client quits or closes its end. Events of a search are written by the searching thread, so that a client
//! is answered at any time.
//!
//! The module `client` is the other side: it starts an engine of another program and plays with it.
//!
//! [`SolveLines`] is no dialogue: it solves one position per line, several at a time, and answers in order.
//!
//! On wasm32, which has no threads, there is [`JsonLines`] only: its caller advances a search in slices.

#[cfg(not(target_family = "wasm"))]
mod actor;
#[cfg(not(target_family = "wasm"))]
pub mod client;
#[cfg(not(target_family = "wasm"))]
pub mod gtp;
#[cfg(not(target_family = "wasm"))]
pub mod hub;
mod input;
pub mod lines;
#[cfg(not(target_family = "wasm"))]
pub mod nboard;
#[cfg(not(target_family = "wasm"))]
mod ordered;
mod output;
mod protocol;
#[cfg(not(target_family = "wasm"))]
mod record;
#[cfg(not(target_family = "wasm"))]
mod solve_lines;
#[cfg(not(target_family = "wasm"))]
mod turns;
#[cfg(not(target_family = "wasm"))]
pub mod uci;

#[cfg(not(target_family = "wasm"))]
pub use gtp::Gtp;
#[cfg(not(target_family = "wasm"))]
pub use hub::Hub;
pub use input::LineReader;
pub use lines::JsonLines;
#[cfg(not(target_family = "wasm"))]
pub use nboard::NBoard;
#[cfg(not(target_family = "wasm"))]
pub use ordered::{AnsweredLines, InputLine, LineAnswer, answer_in_order};
pub use output::LineOutput;
pub use protocol::{Protocol, Reaction, serve};
#[cfg(not(target_family = "wasm"))]
pub use solve_lines::SolveLines;
#[cfg(not(target_family = "wasm"))]
pub use uci::Uci;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ProtocolsReadme;
