//! Chess: rules by `cozy-chess`, notation, a tuned evaluation, and a quiescence search at the leaves. Positions of
//! Chess960 are positions of chess with other castling rights.
//!
//! **Positions** are FEN of six fields, or of the first four for clocks of `0 1`; EPD, whose operations may also follow
//! all six fields; `startpos`, or an empty text; or the moves from the start, in SAN or UCI, optionally with numbers
//! and a result: `1. e4 e5 2. Nf3`, `startpos moves e2e4 e7e5`. Castling rights are `KQkq`, where `K` and `Q` mean
//! the outermost rooks, or the files of the rooks, `HAha`, as in Shredder-FEN. Positions are written as FEN. They store no history.
//! **Moves** are SAN or UCI: `Nf3`, `exd6`, `O-O`, `e8=Q+`; `g1f3`, `e1g1`, `e7e8q`. Check marks and annotations are
//! optional and not verified. Moves are written as SAN.
//! **Games** in PGN are read by [`read_pgn`], EPD lines with their operations by [`Epd`].
//!
//! **Scores** are hundredths of a pawn for the player to move. A mated player has -[`MATE`]; `n` plies before, a mate
//! scores [`MATE`]` - n`, so that shorter mates score higher. Scores from [`WINS_FROM`] on are mates, and every
//! evaluation is below them: a mate found only by the quiescence search of a leaf scores 900,000 minus its distance
//! from the leaf in plies. A draw is 0.
//!
//! **Ends.** Mate and stalemate; dead positions: bare kings, one knight or bishop, bishops on squares of one colour.
//! Fifty moves: at a clock of 100 plies the game is drawn without a claim, unless it is mate. Repetition: positions
//! of the game since the last capture or move of a pawn are drawn when a search comes back to them, if the game is given by
//! [`Chess::with_record`]; a search does not look back along its own line. The game itself ends when a position occurs
//! for the third time. In a finished game
//! [`parse_move`](crate::Notation::parse_move) accepts no move; move lists and PGN continue after unclaimed draws, as
//! players do.
//!
//! **Leaves** are evaluated by a quiescence search: captures that lose nothing, promotions to a queen, and answers to
//! check are searched first. [`Chess::without_quiescence`] evaluates positions as they stand.
//!
//! ```
//! use nullwindow::{Depth, Search, memory::Table, mtd::MtdF};
//! use nullwindow_games::{Notation, chess::Chess};
//!
//! let chess = Chess::new();
//! let position = chess.parse_position("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6")?;
//! let mut search = Search::new(&chess).with_memory(Table::with_bytes(1 << 20)?).with_order(Chess::ORDER);
//! let found = search.run(&MtdF::new(), &position, Depth::plies(2));
//! assert_eq!(found.best.map(|play| chess.format_move(&position, play)).as_deref(), Some("Qxf7#"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod diagram;
mod ending;
mod epd;
pub mod evaluation;
mod exchange;
mod fen;
mod game;
pub mod likelihood;
mod listing;
mod notation;
mod order;
mod pgn;
mod pgn_writer;
mod position;
mod quiescence;
mod record;
mod san;
mod selective;
mod settings;
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
pub use selective::ChessRule;
pub use uci::{format_uci, parse_uci};
