//! Judgement: what a position is worth where the search does not look further.
//!
//! A position without captures is judged by [`terms`], counted for both sides and weighed. Weights are given for a
//! full board and for an empty one, with everything between by the number of pieces. They were fitted to the results
//! of tournament games by the program `checkers` of `nullwindow-train`, and scaled so that a man is worth about 100.
//! A coarser scale saves a null-window search little: with scores rounded to tens, MTD(f) took 5 nodes of 100 less at
//! depth 12.
//!
//! A position with captures is resolved first: all captures are searched while there are any, because they are forced.
//! What they lead to is what the position is worth. So judged, a search of one ply finds 38 of 100 moves of tournament
//! games that the weights were not fitted to, and 15 if positions are judged as they stand; of 300 games at depth 4,
//! with the weights of one more fit for both, it won 214, drew 59 and lost 27. Wins that only captures show, or a
//! database behind them, count less than those that a search has reached, and more than all else.

mod quiescence;
mod statics;
mod terms;
mod weights;

pub use terms::{TERMS, term_name, terms};
pub use weights::WEIGHTS;
