//! Checkers, or English draughts: rules by bitboards, FEN and PDN, a fitted evaluation, endgame databases.
//!
//! ```
//! use nullwindow::{Depth, Search, memory::Table, mtd::MtdF};
//! use nullwindow_games::{Notation, checkers::Checkers};
//!
//! let game = Checkers::new();
//! let position = game.parse_position("11-15 23-19 8-11 22-17")?;
//! let outcome = Search::new(&game).memory(Table::with_bytes(1 << 20)?).run(&MtdF::new(), &position, Depth::plies(6));
//! println!("{}\n{:?} {:?}", game.draw(&position), outcome.value(), outcome.line);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//!
//! Black, on squares 1 to 12, moves first and is [`Player::First`](nullwindow::Player). Captures are forced and
//! completed; a man that jumps to the king row stops there. Captures of the same pieces from the same square to the
//! same square are one move, however they go. Who cannot move has lost.
//!
//! # Draws
//!
//! The value of a position depends on the position and the depth, and on nothing else. So nothing on the way from the
//! root to a node makes a draw there:
//!
//! - *No progress.* The plies since the last capture or move of a man are part of the position. When they reach
//!   [`Checkers::LIMIT`], 80, the game is drawn, unless the mover cannot move. Keys hold their number from 16 on: a
//!   search to 64 plies cannot reach the limit from below, so what it finds is true of all smaller numbers. Deeper
//!   searches, and those to the end of the game, need [`Checkers::with_counted_keys`], which holds every number.
//!   Within the reach of a database keys always do.
//! - *Repetition.* A position that was on the board twice in the game so far is drawn when it comes up again:
//!   [`Checkers::with_record`]. Keys are salted with those positions, so that a table may be kept from move to move.
//!   Repetition within the tree is not looked for; lines without progress end at the limit.
//!
//! # Wins
//!
//! A player who cannot move scores `-`[`Checkers::WIN`], and scores from [`Checkers::WINS_FROM`] on tell the plies to
//! the end. Databases tell the same number, but only where it is true: a win of `n` plies counts if the plies without
//! progress so far and `n` together do not exceed the limit, and if no position that was there twice can come up on
//! the way. Their draws always count. Elsewhere their wins are a judgement, and shorter ones are better.
//!
//! Scores of about 900,000 and 800,000 are such judgements at a leaf of the search: nearly certain wins, and more than
//! any advantage in pieces, but not [`Checkers::WINS_FROM`]. About 900,000 is a win that the captures behind the leaf
//! show, or a database behind those captures or at the leaf; about 800,000 is one of a database that the limit of plies
//! without progress or a repetition may still turn into a draw. What is missing to the round number grows with the
//! distance from the leaf, but the plies between root and leaf are not counted: the distance is not exact.
//!
//! # Order of moves
//!
//! Moves have no ranks: a search orders them by what their successors look like. Over the test set, MTD(f) to depth 12
//! took 1.89 million nodes so, and 2.13 million with ranks by captures, promotion and advance.

mod board;
mod database;
pub mod evaluation;
mod fen;
mod generate;
mod listing;
mod moves;
mod notation;
mod pdn;
mod picture;
mod record;
mod rules;
mod text;

pub use board::Position;
pub use database::{
    BuildProgress, DatabaseError, EndgameDatabase, EndgameOutcome, Inconsistency, Material, MaterialSummary,
};
pub use listing::CheckersListing;
pub use moves::Move;
pub use pdn::{PdnGames, PdnResult, PlayedGame, read_games};
pub use rules::Checkers;
