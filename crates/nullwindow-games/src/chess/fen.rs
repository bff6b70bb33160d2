//! FEN: a position in one line.

use super::Position;
use crate::ParseError;
use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square, get_king_moves,
};

/// Splits a line into words, each with its offset in bytes.
pub(super) fn split_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Reads FEN: six fields, or the first four for clocks of `0 1`.
///
/// # Errors
/// If a field is missing or invalid, or the fields do not describe a chess position.
///
/// ```
/// use nullwindow_games::chess::parse_fen;
///
/// let error = parse_fen("8/8/8/4k3/8/4K3/7/8 w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "character 18: expected 8 squares in rank 2, not 7, found `/8`");
/// ```
pub fn parse_fen(text: &str) -> Result<Position, ParseError> {
    let mut fields = split_words(text);
    let (mut builder, ends) = parse_four(text, &mut fields)?;
    if let Some(clock) = fields.next() {
        builder.halfmove_clock = parse_clock(text, clock)?;
        let number = fields.next().ok_or_else(|| ParseError::new(text, text.len(), FULL_MOVE))?;
        builder.fullmove_number = parse_number(text, number)?;
    }
    if let Some((extra, _)) = fields.next() {
        return Err(ParseError::new(text, extra, "the end of the line"));
    }
    build(text, &builder, &ends)
}

/// Writes FEN. The square behind a pawn that has just made a double step is always named, even if no pawn can capture
/// it. Castling rights of Chess960 are written by the files of the rooks.
#[must_use]
pub fn format_fen(position: &Position) -> String {
    let board = &position.board;
    if has_rooks_at_home(board) { board.to_string() } else { format!("{board:#}") }
}

/// Returns whether all castling rights are those of kings and rooks where chess begins.
fn has_rooks_at_home(board: &Board) -> bool {
    let is_home = |color: Color| {
        let rights = board.castle_rights(color);
        let has_right = rights.short.is_some() || rights.long.is_some();
        let king_at_home = !has_right || board.king(color).file() == File::E;
        king_at_home
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
    };
    Color::ALL.into_iter().all(is_home)
}

const FULL_MOVE: &str = "the number of the move, from 0 to 65535";
const HALF_MOVES: &str = "plies since the last capture or pawn move, from 0 to 100";

/// The offsets of the first four fields.
pub(super) type Places = [usize; 4];

/// Reads the four fields that FEN and EPD share.
pub(super) fn parse_four<'a>(
    text: &str,
    fields: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<(BoardBuilder, Places), ParseError> {
    let mut next = |expected| fields.next().ok_or_else(|| ParseError::new(text, text.len(), expected));
    let mut builder = BoardBuilder::empty();
    let squares = next("eight ranks of squares")?;
    parse_squares(text, squares, &mut builder)?;
    let mover = next("the side to move, `w` or `b`")?;
    builder.side_to_move = match mover.1 {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(ParseError::new(text, mover.0, "the side to move, `w` or `b`")),
    };
    let castling = next("castling rights, such as `KQkq` or `-`")?;
    parse_castling(text, castling, &mut builder)?;
    let passing = next("a square to take in passing, or `-`")?;
    parse_en_passant(text, passing, &mut builder)?;
    Ok((builder, [squares.0, mover.0, castling.0, passing.0]))
}

/// Builds the position, or returns an error at the field that makes it impossible.
pub(super) fn build(text: &str, builder: &BoardBuilder, places: &Places) -> Result<Position, ParseError> {
    let [squares, mover, castling, passing] = *places;
    let error = match builder.build() {
        // `cozy-chess` accepts positions with more checkers, which no legal move can produce.
        Ok(board) if board.checkers().len() <= 2 => return Ok(Position::new(board)),
        Ok(_) => (squares, "at most two men that give check"),
        Err(BoardBuilderError::InvalidCastlingRights) => {
            (castling, "castling rights of kings and rooks that have not moved")
        }
        Err(BoardBuilderError::InvalidEnPassant) => {
            (passing, "the square behind a pawn that has just made a double step")
        }
        // The pieces were counted before; the remaining fault is a check.
        Err(BoardBuilderError::InvalidBoard) if opponent_in_check(builder) => {
            (mover, "a side to move whose opponent is not in check")
        }
        Err(_) => (squares, "a position that can be reached by legal moves"),
    };
    Err(ParseError::new(text, error.0, error.1))
}

/// Returns whether the side that has just moved left its king in check, that is, the position is legal with the other
/// side to move.
fn opponent_in_check(builder: &BoardBuilder) -> bool {
    let mut other = builder.clone();
    other.side_to_move = !other.side_to_move;
    other.castle_rights = [CastleRights::EMPTY; 2];
    other.en_passant = None;
    other.build().is_ok()
}

fn parse_squares(text: &str, (start, field): (usize, &str), builder: &mut BoardBuilder) -> Result<(), ParseError> {
    let (mut rank, mut file, mut after_digit) = (7, 0, false);
    for (place, c) in field.char_indices() {
        let here = start + place;
        let digit = c.to_digit(9).filter(|&digit| digit > 0);
        match (c, digit, piece(c)) {
            ('/', ..) if file < 8 => return Err(short_rank(text, here, rank, file)),
            ('/', ..) if rank == 0 => return Err(ParseError::new(text, here, "eight ranks, not more")),
            ('/', ..) => (rank, file) = (rank - 1, 0),
            (_, Some(_), _) if after_digit => return Err(ParseError::new(text, here, "one digit for empty squares")),
            (_, Some(digit), _) if file + digit as usize <= 8 => file += digit as usize,
            (_, None, Some(piece)) if file < 8 => {
                *builder.square_mut(Square::new(File::index(file), Rank::index(rank))) = Some(piece);
                file += 1;
            }
            (_, None, None) => return Err(ParseError::new(text, here, "one of `PNBRQKpnbrqk`, `1` to `8` or `/`")),
            _ => return Err(ParseError::new(text, here, format!("8 squares in rank {}, not more", rank + 1))),
        }
        after_digit = digit.is_some();
    }
    let end = start + field.len();
    // Ranks are read from the eighth down: all eight are complete at rank 0, file 8.
    match (rank, file) {
        (0, 8) => check_men(text, (start, field), builder),
        (_, 8) => Err(ParseError::new(text, end, format!("eight ranks, not {}", 8 - rank))),
        _ => Err(short_rank(text, end, rank, file)),
    }
}

fn short_rank(text: &str, here: usize, rank: usize, file: usize) -> ParseError {
    ParseError::new(text, here, format!("8 squares in rank {}, not {file}", rank + 1))
}

fn piece(letter: char) -> Option<(Piece, Color)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some((Piece::try_from(letter.to_ascii_lowercase()).ok()?, color))
}

/// Checks the number of pieces of each side.
fn check_men(text: &str, (start, field): (usize, &str), builder: &BoardBuilder) -> Result<(), ParseError> {
    for color in Color::ALL {
        let name = color_name(color);
        let count = |wanted: fn(Piece) -> bool| {
            builder.board.iter().flatten().filter(|&&(piece, its)| its == color && wanted(piece)).count()
        };
        let wrong = |expected: String| Err(ParseError::new(text, start, expected));
        match (count(|piece| piece == Piece::King), count(|piece| piece == Piece::Pawn), count(|_| true)) {
            (kings, ..) if kings != 1 => return wrong(format!("one {name} king, not {kings}")),
            (_, pawns, _) if pawns > 8 => return wrong(format!("at most 8 {name} pawns, not {pawns}")),
            (.., men) if men > 16 => return wrong(format!("at most 16 {name} men, not {men}")),
            _ => {}
        }
    }
    let king = |color| Square::ALL.into_iter().find(|&square| builder.square(square) == Some((Piece::King, color)));
    if let (Some(white), Some(black)) = (king(Color::White), king(Color::Black))
        && get_king_moves(white).has(black)
    {
        return Err(ParseError::new(text, start, "kings that do not stand side by side"));
    }
    let mut rank = 8;
    for (place, c) in field.char_indices() {
        rank -= usize::from(c == '/');
        if matches!(c, 'p' | 'P') && matches!(rank, 1 | 8) {
            return Err(ParseError::new(text, start + place, "no pawn on the first or last rank"));
        }
    }
    Ok(())
}

pub(super) fn color_name(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

fn parse_castling(text: &str, (start, field): (usize, &str), builder: &mut BoardBuilder) -> Result<(), ParseError> {
    if field == "-" {
        return Ok(());
    }
    for (place, letter) in field.char_indices() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let wrong = |expected| Err(ParseError::new(text, start + place, expected));
        let letter = letter.to_ascii_lowercase();
        if !matches!(letter, 'k' | 'q' | 'a'..='h') {
            return wrong("one of `KQkq`, or `-` alone");
        }
        let Some((is_short, file)) = castling_rook(builder, color, letter) else {
            return wrong("a right whose king and rook are at home");
        };
        let rights = builder.castle_rights_mut(color);
        let right = if is_short { &mut rights.short } else { &mut rights.long };
        if right.replace(file).is_some() {
            return wrong("each castling right once");
        }
    }
    Ok(())
}

/// Returns the side and the file of the rook that a letter of castling rights means. `k` and `q` mean the outermost rook
/// on that side of the king, as at home in chess and in Chess960; `a` to `h` name its file (Shredder-FEN).
fn castling_rook(builder: &BoardBuilder, color: Color, letter: char) -> Option<(bool, File)> {
    let rank = Rank::First.relative_to(color);
    let has = |piece, file: File| builder.square(Square::new(file, rank)) == Some((piece, color));
    let king = File::ALL.into_iter().find(|&file| has(Piece::King, file))?;
    let mut rooks = File::ALL.into_iter().filter(|&file| has(Piece::Rook, file));
    let file = match letter {
        'k' => rooks.next_back().filter(|&rook| rook > king),
        'q' => rooks.next().filter(|&rook| rook < king),
        named => rooks.find(|&rook| char::from(rook) == named),
    }?;
    Some((file > king, file))
}

fn parse_en_passant(text: &str, (start, field): (usize, &str), builder: &mut BoardBuilder) -> Result<(), ParseError> {
    if field == "-" {
        return Ok(());
    }
    let rank = Rank::Sixth.relative_to(builder.side_to_move);
    let square = field.parse::<Square>().ok().filter(|square| field.len() == 2 && square.rank() == rank);
    builder.en_passant = square;
    square
        .map(|_| ())
        .ok_or_else(|| ParseError::new(text, start, format!("a square of rank {}, or `-`", rank as usize + 1)))
}

/// Reads the plies since the last capture or pawn move.
pub(super) fn parse_clock(text: &str, (start, field): (usize, &str)) -> Result<u8, ParseError> {
    number(field)
        .and_then(|number| u8::try_from(number).ok())
        .filter(|&clock| clock <= 100)
        .ok_or_else(|| ParseError::new(text, start, HALF_MOVES))
}

/// Reads the number of the move. Whole collections of positions have 0 there, which python-chess reads as 1: so do we.
pub(super) fn parse_number(text: &str, (start, field): (usize, &str)) -> Result<u16, ParseError> {
    number(field).map(|number| number.max(1)).ok_or_else(|| ParseError::new(text, start, FULL_MOVE))
}

/// Reads a number without a sign.
fn number(field: &str) -> Option<u16> {
    field.bytes().all(|byte| byte.is_ascii_digit()).then(|| field.parse().ok()).flatten()
}
