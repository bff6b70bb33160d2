//! Checkers (English draughts): bitboard rules, FEN and PDN, a fitted evaluation, endgame databases.
//!
//! ```
//! use nullwindow::{Depth, Search, memory::Table, mtd::MtdF};
//! use nullwindow_games::{Notation, checkers::Checkers};
//!
//! let game = Checkers::new();
//! let position = game.parse_position("11-15 23-19 8-11 22-17")?;
//! let outcome = Search::new(&game).with_memory(Table::with_bytes(1 << 20)?).run(&MtdF::new(), &position, Depth::plies(6));
//! println!("{}\n{:?} {:?}", game.draw(&position), outcome.value(), outcome.line);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//!
//! Black, on squares 1 to 12, moves first and is [`Player::First`](nullwindow::Player). Captures are forced and must be
//! completed; a man that jumps to the king row stops there. Captures of the same pieces from the same square to the
//! same square are one move, whatever their path. A player that cannot move has lost.
//!
//! # Draws
//!
//! The value of a position depends only on the position and the depth. The path from the root to a node therefore never
//! makes that node a draw:
//!
//! - *No progress.* A position stores the plies since the last capture or move of a man. At [`Checkers::LIMIT`], 80,
//!   the game is drawn, unless the mover cannot move. Keys include this count from 16 on: a search to 64 plies cannot
//!   reach the limit from a smaller count, so its result holds for all smaller counts. Deeper searches, and those to
//!   the end of the game, need [`Checkers::with_counted_keys`], which puts every count into the key. Keys of positions
//!   that a database covers always include it.
//! - *Repetition.* The positions of the game since the last capture or move of a man are drawn when a search comes back to
//!   them: [`Checkers::with_record`]. Keys are salted with these positions, so that a transposition table may be kept
//!   from move to move. The search does not detect repetition within the tree; lines without progress end at the limit.
//!   The game itself ends when a position occurs for the third time.
//!
//! # Wins
//!
//! A player that cannot move scores `-`[`Checkers::WIN`], and scores from [`Checkers::WINS_FROM`] on encode the plies
//! to the end. Databases return the same number, but only where it is exact: a win of `n` plies counts if the plies
//! without progress so far and `n` together do not exceed the limit, and if no position of the game can occur again
//! on the way. Draws of a database are always exact. Elsewhere its wins are heuristic, and shorter ones score
//! higher.
//!
//! Scores of about 900,000 and 800,000 are such heuristic values at a leaf of the search: nearly certain wins, worth
//! more than any advantage in pieces, but below [`Checkers::WINS_FROM`]. About 900,000 is a win found by resolving the
//! captures at the leaf, or by a database at the leaf or after those captures; about 800,000 is a database win that the
//! no-progress limit or a repetition may still turn into a draw. The difference to the round number grows with the
//! distance from the leaf, but the plies between root and leaf are not counted: the distance is not exact.
//!
//! # Order of moves
//!
//! The generator assigns no ranks: a search orders moves by the evaluations of their successors. Over the test set,
//! MTD(f) to depth 12 visited 1.89 million nodes this way, and 2.13 million with ranks by captures, promotion and
//! advance.

mod board;
mod database;
mod diagram;
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
mod selective;
mod settings;
mod text;

pub use board::Position;
pub use database::{
    BuildProgress, DatabaseError, EndgameDatabase, EndgameOutcome, Inconsistency, Material, MaterialSummary,
};
pub use listing::CheckersListing;
pub use moves::Move;
pub use pdn::{PdnGames, PdnResult, PlayedGame, read_games};
pub use rules::Checkers;
pub use selective::{CheckersRule, probcut_check_depth};
