//! Breakthrough, a game that nullwindow does not ship, with every command of the program: an example to copy.
//!
//! Two rows of pawns face each other. A pawn moves one step forward, straight or diagonally, to an empty square; it
//! captures only diagonally forward. A player wins by reaching the last row or by capturing all pawns of its opponent.
//! White, at the bottom, moves first.
//!
//! | file | implements | contents |
//! |---|---|---|
//! | `board.rs` | | the position: pawns as bits |
//! | `game.rs` | [`Game`](nullwindow::Game), [`Keyed`](nullwindow::Keyed) | the rules |
//! | `evaluation.rs` | [`Evaluator`](nullwindow::Evaluator) | the heuristic evaluation at the horizon |
//! | `notation.rs` | [`Notation`](nullwindow_games::Notation) | positions and moves as text, the picture |
//! | `reference.rs` | [`Game`](nullwindow::Game) | the rules once more, slowly: the reference of the conformance kit |
//! | `listing.rs` | [`Playable`](nullwindow_games::Playable), [`Listing`](nullwindow_games::Listing) | units, depths, sizes |
//!
//! **Positions** are rows from the top with `/` between them, a number for that many empty squares, and the player to
//! move, as in chess: `bbbb/bbbb/4/wwww/wwww w`. Moves from the start are read too: `a2-a3 b4-b3 a3xb4`.
//!
//! **Scores** are hundredths of a pawn. A win scores [`Breakthrough::WIN`] minus one per ply to it.

mod board;
mod evaluation;
mod game;
mod listing;
mod notation;
mod reference;

pub use board::{BreakthroughBoard, Move};
pub use game::Breakthrough;
pub use listing::BreakthroughListing;
