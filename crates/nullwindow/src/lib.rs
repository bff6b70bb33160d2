//! Fixed-depth minimax search as repeated calls of one routine, the memory-enhanced null-window test (MT), together
//! with every algorithm of the papers that MT is compared with.
//!
//! Implement the rules of a game ([`Game`], [`Evaluator`], [`Keyed`]), configure a [`Search`], and run any algorithm by
//! its type or by its name ([`AnyAlgorithm`]). To choose a move, use [`mtd::MtdF`] with a [`memory::Table`] under
//! [`Search::deepen`].
//!
//! ```
//! use nullwindow::{Depth, Limits, Search, memory::Table, mtd::MtdF, trees::IncrementalTree};
//! use std::time::Duration;
//!
//! let game = IncrementalTree::new(20, 8)?; // or your own
//! let table = Table::with_bytes(1 << 20)?; // keep it from move to move
//! let limits = Limits::none().with_time(Duration::from_millis(50));
//! let mut search = Search::new(&game).with_memory(&table).with_limits(limits);
//! let answer = search.deepen(&MtdF::new(), &game.root(), Depth::plies(8));
//! println!("{:?}, worth {}", answer.best_so_far(), answer.estimate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Search::threads`] runs such a search on several threads; the value and the move are those of a single thread.
//!
//! # The algorithms
//!
//! | name | type | source |
//! |---|---|---|
//! | `minimax` | [`depth_first::Minimax`] | \[dBP96\] Fig. 2 |
//! | `alphabeta` | [`depth_first::AlphaBeta`] | \[dBP96\] Fig. 3 |
//! | `tt-alphabeta` | [`depth_first::TtAlphaBeta`] | \[dBP96\] Fig. 5, \[PSPB96\] Fig. 2 |
//! | `scout` | [`depth_first::Scout`] | \[PSPB96\] sect. 2 |
//! | `negascout` | [`depth_first::NegaScout`] | \[dBP96\] Fig. 6 |
//! | `aspiration` | [`depth_first::Aspiration`] | \[PSPB96\] sect. 5.1 |
//! | `mt` | [`depth_first::Mt`] | \[PSPB96\] Fig. 17, \[PSPB94\] Fig. 1 |
//! | `mtd+inf` | [`mtd::MtdPlusInfinity`] | \[PSPB96\] Fig. 8 |
//! | `mtd-inf` | [`mtd::MtdMinusInfinity`] | \[PSPB96\] Fig. 8 |
//! | `mtd-f` | [`mtd::MtdF`] | \[PSPB96\] Fig. 11 |
//! | `mtd-bi` | [`mtd::MtdBi`] | \[PSPB96\] sect. 4 |
//! | `mtd-step`, `mtd-step-up` | [`mtd::MtdStep`] | \[PSPB96\] sect. 4 |
//! | `mtd-gallop` | [`mtd::MtdGallop`] | ours, after \[PSPB96\] sect. 4 |
//! | `mtd-best`, `mtd-best-rest` | [`mtd::MtdBest`] | \[PSPB94\] sect. 3 and 4.6 |
//! | `sss*` | [`best_first::SssStar`] | \[PSPB96\] Fig. 1 |
//! | `dual*` | [`best_first::DualStar`] | \[CPW\] |
//! | `sss-2` | [`best_first::Sss2`] | \[dBP96\] Figs. 7-9 |
//! | `rec-sss*`, `rec-dual*` | [`best_first::RecSssStar`], [`best_first::RecDualStar`] | \[CPW\] |
//! | `ps*(k)` | [`best_first::PsStar`] | \[SM86\] Table 1 |
//!
//! Sources: \[dBP96\] de Bruin and Pijls, *Trends in Game Tree Search*; \[PSPB96\] Plaat, Schaeffer, Pijls and de
//! Bruin, *Best-First Fixed-Depth Minimax Algorithms* (1996); \[PSPB94\] the same authors, *A New Paradigm for Minimax
//! Search* (1994); \[CPW\] the Chess Programming Wiki on SSS* and Dual*; \[SM86\] Srimani and Marsland, *PS\*, a new
//! Algorithm for Searching Game Trees*.

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
mod request;
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
pub mod selective;
pub mod solution;
pub mod trees;

pub use algorithm::{Algorithm, AnyAlgorithm};
pub use bounds::Bounds;
pub use context::Context;
pub use deepening::{Deepened, Deepening};
pub use depth::{Depth, DepthError};
pub use game::{Evaluator, Game, Keyed, MoveBuf, MovesToRank, Player};
pub use limits::{Limits, Stopped};
pub use order::{Order, Presearch};
pub use outcome::{Outcome, Pass};
pub use request::Request;
pub use root_moves::{DeepenedMoves, RootMove};
pub use score::{Score, ScoreError};
pub use search::Search;
pub use window::Window;
pub use worker::Worker;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
