//! Moves in standard algebraic notation (SAN): `Nbd7`, `exd6`, `O-O`, `e8=Q+`.

use super::Position;
use super::uci::coordinates;
use crate::ParseError;
use cozy_chess::util::display_san_move;
use cozy_chess::{File, Move, Piece, Rank, Square};

/// The longest text of a move, marks included.
const LONGEST: usize = 24;
const MOVE: &str = "a move in SAN, such as `Nf3`, `exd5` or `O-O`";

/// Reads a legal move. Marks (`+`, `#`, `!`, `?`, `e.p.`) are optional and not verified; castling may be written with
/// zeros; the square of origin may be more specific than needed.
///
/// # Errors
/// If the text is not a move, is not legal, or matches more than one move.
///
/// ```
/// use nullwindow_games::chess::{parse_fen, parse_san};
///
/// let position = parse_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")?;
/// let error = parse_san(&position, "Nd2").unwrap_err();
/// assert_eq!(error.to_string(), "character 1: expected one of Nbd2, Nfd2, found `Nd2`");
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
pub fn parse_san(position: &Position, text: &str) -> Result<Move, ParseError> {
    if text.len() > LONGEST {
        return Err(ParseError::new(text, 0, MOVE));
    }
    let bare = without_marks(text);
    let wanted = match castling(bare) {
        Some(short) => SanPattern::castling(position, short).ok_or_else(|| ParseError::new(text, 0, "a legal move"))?,
        None => read(bare).map_err(|(place, expected)| ParseError::new(text, place, expected))?,
    };
    match *wanted.legal(position) {
        [play] => Ok(play),
        [] => Err(ParseError::new(text, 0, "a legal move")),
        ref several => {
            let names: Vec<String> = several.iter().map(|&play| format_san(position, play)).collect();
            Err(ParseError::new(text, 0, format!("one of {}", names.join(", "))))
        }
    }
}

/// Writes a legal move, with as much of the square of origin as needed, and the mark of check or mate. An illegal move
/// is written by its squares.
#[must_use]
pub fn format_san(position: &Position, play: Move) -> String {
    if position.board.is_legal(play) { display_san_move(&position.board, play).to_string() } else { play.to_string() }
}

/// Reads a move in either notation.
pub(super) fn parse_either(position: &Position, text: &str) -> Result<Move, ParseError> {
    if coordinates(text).is_some() { super::parse_uci(position, text) } else { parse_san(position, text) }
}

/// Removes the marks of check, annotation and en passant.
fn without_marks(text: &str) -> &str {
    let marks = ['+', '#', '!', '?'];
    let bare = text.trim_end_matches(marks);
    let bare = bare.strip_suffix("e.p.").or_else(|| bare.strip_suffix("ep")).unwrap_or(bare);
    bare.trim_end_matches(marks)
}

/// Returns `Some(true)` for short castling, `Some(false)` for long castling.
fn castling(bare: &str) -> Option<bool> {
    match bare {
        "O-O" | "0-0" | "o-o" => Some(true),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(false),
        _ => None,
    }
}

/// The parts of a move that its text states.
struct SanPattern {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
    castles: bool,
}

impl SanPattern {
    fn castling(position: &Position, short: bool) -> Option<SanPattern> {
        let board = &position.board;
        let rights = board.castle_rights(board.side_to_move());
        let file = if short { rights.short } else { rights.long }?;
        let to = Square::new(file, Rank::First.relative_to(board.side_to_move()));
        Some(SanPattern { piece: Piece::King, file: None, rank: None, to, promotion: None, castles: true })
    }

    fn legal(&self, position: &Position) -> Vec<Move> {
        let board = &position.board;
        let mover = board.side_to_move();
        let castles = board.colors(mover).has(self.to);
        let mut from = board.colored_pieces(mover, self.piece);
        from &= self.file.map_or(from, File::bitboard) & self.rank.map_or(from, Rank::bitboard);
        let mut found = Vec::new();
        if castles == self.castles {
            board.generate_moves_for(from, |mut moves| {
                moves.to &= self.to.bitboard();
                found.extend(moves.into_iter().filter(|play| play.promotion == self.promotion));
                false
            });
        }
        found
    }
}

/// Reads a move that is not castling: piece, origin, capture, target, promotion.
fn read(bare: &str) -> Result<SanPattern, (usize, &'static str)> {
    let bytes = bare.as_bytes();
    let piece = bytes.first().copied().and_then(piece);
    let mut place = usize::from(piece.is_some());
    let mut promotion = None;
    // The last file and rank are the target, those before them the origin.
    let (mut files, mut ranks) = ([None; 2], [None; 2]);
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'a'..=b'h' if files[0].is_none() => files = [files[1], File::try_index(usize::from(byte - b'a'))],
            b'1'..=b'8' if ranks[0].is_none() => ranks = [ranks[1], Rank::try_index(usize::from(byte - b'1'))],
            b'x' | b':' | b'-' if ranks[0].is_none() => {}
            b'=' | b'N' | b'B' | b'R' | b'Q' | b'n' | b'b' | b'r' | b'q' if ranks[1].is_some() => {
                let letter = place + usize::from(byte == b'=');
                promotion = bytes.get(letter).map(u8::to_ascii_uppercase).and_then(self::piece);
                if promotion.is_none_or(|piece| piece == Piece::King) || letter + 1 != bytes.len() {
                    return Err((letter, "one of `NBRQ` at the end"));
                }
                break;
            }
            _ => return Err((place, MOVE)),
        }
        place += 1;
    }
    let target = bytes[..place.min(bytes.len())].last_chunk();
    let ends_in_square =
        target.is_some_and(|[file, rank]: &[u8; 2]| file.is_ascii_lowercase() && rank.is_ascii_digit());
    match (files, ranks) {
        ([file, Some(to)], [rank, Some(to_rank)]) if ends_in_square => {
            let piece = piece.unwrap_or(Piece::Pawn);
            Ok(SanPattern { piece, file, rank, to: Square::new(to, to_rank), promotion, castles: false })
        }
        _ => Err((0, MOVE)),
    }
}

fn piece(letter: u8) -> Option<Piece> {
    match letter {
        b'N' => Some(Piece::Knight),
        b'B' => Some(Piece::Bishop),
        b'R' => Some(Piece::Rook),
        b'Q' => Some(Piece::Queen),
        b'K' => Some(Piece::King),
        _ => None,
    }
}
