#![doc = include_str!("../README.md")]

mod bounds;
mod depth;
mod game;
mod limits;
mod pv;
mod score;
mod search;
mod window;

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
pub use deepening::{Deepened, Deepening};
pub use depth::Depth;
pub use game::{Evaluator, Game, Keyed, MoveBuf, Player};
pub use limits::{Limits, Stopped};
pub use order::Order;
pub use outcome::{Outcome, Pass};
pub use root_moves::RootMove;
pub use score::Score;
pub use search::Search;
pub use window::Window;
