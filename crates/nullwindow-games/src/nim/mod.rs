//! Nim: players take any number of objects from one heap; the player that takes the last one wins.
//!
//! A position is up to eight heaps of up to 255 objects, written `3,4,5` or `3 4 5`. If the second player is to move,
//! the word `second` follows: `3,4 second`. An empty heap stays as `0`, so that heaps keep their numbers. A move is
//! `heap:take`: `2:3` takes three from the second heap. A win scores 1, a loss -1.
//!
//! The value of every position is known since Bouton (1901): the mover loses if the binary sum without carry (xor) of
//! the heaps is zero. [`Nim::value_by_xor`] returns it; a search uses it only if the game was built
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
