//! Every good fixed-depth minimax search, from Alpha-Beta to SSS*, is a way of calling one memory-enhanced
//! null-window test. This crate is that test, and every algorithm of the papers on top of it.
//!
//! Write the rules of a game ([`Game`], [`Evaluator`], [`Keyed`]), put a [`Search`] together, and run any
//! algorithm by its type or by its name ([`AnyAlgorithm`]). To choose a move, take [`mtd::MtdF`] with a
//! [`memory::Table`] under [`Search::deepen`].
//!
//! ```
//! use nullwindow::{Deepening, Depth, Limits, Search, memory::Table, mtd::MtdF, trees::IncrementalTree};
//! use std::time::{Duration, Instant};
//!
//! let game = IncrementalTree::new(20, 8)?; // or your own
//! let table = Table::with_bytes(1 << 20)?; // keep it from move to move
//! let start = Instant::now();
//! let limits = Limits::none().until(move || start.elapsed() > Duration::from_millis(50));
//! let mut search = Search::new(&game).memory(&table).limits(limits);
//! let answer = search.deepen(&MtdF::new(), &game.root(), &Deepening::to(Depth::plies(8)));
//! println!("{:?}, worth {}", answer.best_so_far(), answer.value());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Search::threads`] lets several threads share such a search; the answer is that of one.
//!
//! # The algorithms
//!
//! | name | type | source |
//! |---|---|---|
//! | `minimax` | [`depth_first::Minimax`] | 000 Fig. 2 |
//! | `alphabeta` | [`depth_first::AlphaBeta`] | 000 Fig. 3 |
//! | `tt-alphabeta` | [`depth_first::TtAlphaBeta`] | 000 Fig. 5, 001 Fig. 2 |
//! | `scout` | [`depth_first::Scout`] | 001 sect. 2 |
//! | `negascout` | [`depth_first::NegaScout`] | 000 Fig. 6 |
//! | `aspiration` | [`depth_first::Aspiration`] | 001 sect. 5.1 |
//! | `mt` | [`depth_first::Mt`] | 001 Fig. 17, 002 Fig. 1 |
//! | `mtd+inf` | [`mtd::MtdPlusInfinity`] | 001 Fig. 8 |
//! | `mtd-inf` | [`mtd::MtdMinusInfinity`] | 001 Fig. 8 |
//! | `mtd-f` | [`mtd::MtdF`] | 001 Fig. 11 |
//! | `mtd-bi` | [`mtd::MtdBi`] | 001 sect. 4 |
//! | `mtd-step`, `mtd-step-up` | [`mtd::MtdStep`] | 001 sect. 4 |
//! | `mtd-best`, `mtd-best-rest` | [`mtd::MtdBest`] | 002 sect. 3 and 4.6 |
//! | `sss*` | [`best_first::SssStar`] | 001 Fig. 1 |
//! | `dual*` | [`best_first::DualStar`] | 003 |
//! | `sss-2` | [`best_first::Sss2`] | 000 Figs. 7-9 |
//! | `rec-sss*`, `rec-dual*` | [`best_first::RecSssStar`], [`best_first::RecDualStar`] | 003 |
//! | `ps*(k)` | [`best_first::PsStar`] | 004 Table 1 |
//!
//! 000 is de Bruin and Pijls, *Trends in Game Tree Search*; 001 is Plaat, Schaeffer, Pijls and de Bruin,
//! *Best-First Fixed-Depth Minimax Algorithms* (1996); 002 is by the same, *A New Paradigm for Minimax Search*
//! (1994); 003 is the Chess Programming Wiki on SSS* and Dual*; 004 is Srimani and Marsland, *PS\*, a new Algorithm
//! for Searching Game Trees*.

mod bounds;
mod context;
mod depth;
mod distance;
mod game;
mod halt;
mod knowledge;
mod limits;
mod parallel;
mod pv;
mod score;
mod search;
mod window;
mod worker;

pub mod algorithm;
pub mod best_first;
pub mod check;
pub mod deepening;
pub mod depth_first;
pub mod memory;
pub mod mtd;
pub mod observe;
pub mod order;
pub mod outcome;
pub mod root_moves;
pub mod solution;
pub mod trees;

pub use algorithm::{Algorithm, AnyAlgorithm};
pub use bounds::Bounds;
pub use context::Context;
pub use deepening::{Deepened, Deepening};
pub use depth::{Depth, DepthError};
pub use game::{Evaluator, Game, Keyed, MoveBuf, Player};
pub use limits::{Limits, Stopped};
pub use order::Order;
pub use outcome::{Outcome, Pass};
pub use root_moves::{DeepenedMoves, RootMove};
pub use score::{Score, ScoreError};
pub use search::Search;
pub use window::Window;
pub use worker::Worker;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
