//! Chess: rules by `cozy-chess`, notation, a tuned evaluation, and a quiescence search at the leaves. No Chess960.
//!
//! **Positions** are FEN of six fields, or of the first four of them for clocks of `0 1`; EPD, whose operations may also
//! follow all six fields; `startpos`, or an empty text; or the moves that lead there from the start, in SAN or UCI, with or
//! without numbers, with or without the result: `1. e4 e5 2. Nf3`, `startpos moves e2e4 e7e5`. Castling rights are
//! `KQkq`. Positions are written as FEN. They hold no history.
//! **Moves** are SAN or UCI: `Nf3`, `exd6`, `O-O`, `e8=Q+`; `g1f3`, `e1g1`, `e7e8q`. Marks of check and judgement may be
//! missing or wrong. They are written as SAN.
//! **Games** in PGN are read by [`read_pgn`], lines of EPD with their operations by [`Epd`].
//!
//! **Scores** are hundredths of a pawn for the player to move. A mated player has -[`MATE`]; `n` plies before, a mate is worth
//! [`MATE`]` - n`, so that a short one is worth more than a long one. Scores from [`WINS_FROM`] on are mates, and
//! every evaluation is below them: a mate that only the quiescence search of a leaf sees is worth 900,000 less the plies
//! from the leaf to it. A draw is 0.
//!
//! **Ends.** Mate and stalemate; a dead position: bare kings, one knight or bishop, bishops on squares of one colour. Fifty
//! moves: at a clock of 100 plies the game is drawn, unless it is mate, without a claim. Repetition: positions that
//! were twice in the game so far are drawn when they come up again, if the game is given by [`Chess::with_record`];
//! a search does not look back along its own line. In a game that is over [`parse_move`](crate::Notation::parse_move)
//! reads no move; lists of moves and PGN go on after draws that nobody claimed, as players do.
//!
//! **Leaves** are judged by a quiescence search: captures that lose nothing, promotions to a queen, and answers to check
//! are played out first. [`Chess::without_quiescence`] judges positions as they stand.
//!
//! ```
//! use nullwindow::{Depth, Search, memory::Table, mtd::MtdF};
//! use nullwindow_games::{Notation, chess::Chess};
//!
//! let chess = Chess::new();
//! let position = chess.parse_position("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6")?;
//! let mut search = Search::new(&chess).memory(Table::with_bytes(1 << 20)?).order(Chess::ORDER);
//! let found = search.run(&MtdF::new(), &position, Depth::plies(2));
//! assert_eq!(found.best.map(|play| chess.format_move(&position, play)).as_deref(), Some("Qxf7#"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod epd;
pub mod evaluation;
mod exchange;
mod fen;
mod game;
mod listing;
mod notation;
mod order;
mod pgn;
mod position;
mod quiescence;
mod san;
mod uci;

pub use cozy_chess::Move;
pub use epd::{Epd, Operand, Operation};
pub use exchange::exchange_value;
pub use fen::{format_fen, parse_fen};
pub use game::{Chess, MATE, WINS_FROM};
pub use listing::ChessListing;
pub use pgn::{PgnGame, PgnResult, read_pgn};
pub use position::Position;
pub use san::{format_san, parse_san};
pub use uci::{format_uci, parse_uci};
