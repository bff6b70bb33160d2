//! Nim: take any number of things from one heap; who takes the last one wins, and who has nothing to take has lost.
//!
//! A position is up to eight heaps of up to 255 things, written `3,4,5` or `3 4 5`. If the second player is to
//! move, the word `second` follows: `3,4 second`. A heap that has been emptied stays as `0`, so that heaps
//! keep their numbers. A move is `heap:take`: `2:3` takes three from the second heap. A win is worth 1, a loss -1.
//!
//! The value of every position is known since Bouton (1901): the mover loses if the binary sum without carry
//! (xor) of the heaps is zero. [`Nim::value_by_xor`] says so; a search is told only if the game is made
//! [`Nim::with_knowledge`].
//!
//! ```
//! use nullwindow::{Depth, Search, mtd::MtdF};
//! use nullwindow_games::{Notation, nim::Nim};
//!
//! let nim = Nim::new(&[3, 4, 5])?;
//! let outcome = Search::new(&nim).run(&MtdF::new(), &nim.start(), Depth::END);
//! assert_eq!(outcome.value(), Some(nim.value_by_xor(&nim.start())));
//! # Ok::<(), nullwindow_games::nim::HeapsError>(())
//! ```

mod game;
mod heaps;
mod listing;
mod notation;

pub use game::Nim;
pub use heaps::{Heaps, HeapsError, Take};
pub use listing::NimListing;
