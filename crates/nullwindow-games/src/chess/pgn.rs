//! PGN: games with their moves. Comments, variations and annotations are skipped.

use super::san::parse_san;
use super::{Chess, Position, parse_fen};
use crate::{GameResult, Notation, ParseError};
use cozy_chess::Move;
use nullwindow::{Game, Player};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnResult {
    /// A win of this player; [`Player::First`] has White.
    Win(Player),
    /// A draw.
    Draw,
    /// The game is unfinished, or its result is not recorded.
    Unknown,
}

impl From<PgnResult> for Option<GameResult> {
    fn from(result: PgnResult) -> Option<GameResult> {
        match result {
            PgnResult::Win(player) => Some(GameResult::Win(player)),
            PgnResult::Draw => Some(GameResult::Draw),
            PgnResult::Unknown => None,
        }
    }
}

/// A game: tags, moves, result.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PgnGame {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The start position: the usual one, or that of the tag `FEN`.
    pub start: Position,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The result after the moves.
    pub result: PgnResult,
}

impl PgnGame {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(its, _)| its == name).map(|(_, value)| value.as_str())
    }

    /// Returns the position after the last move.
    #[must_use]
    pub fn end(&self, chess: &Chess) -> Position {
        self.moves.iter().fold(self.start.clone(), |position, &play| chess.play(&position, play))
    }
}

/// Reads the games of a text one by one. A game that cannot be read is an error, and the next one follows.
///
/// ```
/// use nullwindow_games::chess::read_pgn;
///
/// let text = "[White \"N. N.\"]\n\n1. e4 e5 2. Qh5 {too early} Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n";
/// let games: Vec<_> = read_pgn(text).collect::<Result<_, _>>()?;
/// assert_eq!(games[0].moves.len(), 7);
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
pub fn read_pgn(text: &str) -> impl Iterator<Item = Result<PgnGame, ParseError>> + '_ {
    let mark = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let mut reader = PgnTokens { text, at: mark, line: 1, line_start: mark };
    std::iter::from_fn(move || {
        let game = next_game(&mut reader)?;
        if game.is_err() {
            reader.skip_game();
        }
        Some(game)
    })
}

/// The character that some programs write at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A token of PGN; comments are left out.
enum PgnToken<'a> {
    /// A tag: its name, its value, and the offset of the value.
    Tag(&'a str, String, usize),
    Word(&'a str),
    Open,
    Close,
}

/// The place of a token: its line, the offset of that line, and its own offset.
#[derive(Clone, Copy)]
struct TokenPlace {
    line: usize,
    line_start: usize,
    at: usize,
}

fn next_game(reader: &mut PgnTokens<'_>) -> Option<Result<PgnGame, ParseError>> {
    let start = Chess::new().start();
    let mut game = PgnGame { tags: Vec::new(), start: start.clone(), moves: Vec::new(), result: PgnResult::Unknown };
    let mut position = start;
    let mut variations = 0_usize;
    let mut seen_moves = false;
    loop {
        let before = (reader.at, reader.line, reader.line_start);
        let (place, token) = match reader.next() {
            Ok(Some(token)) => token,
            Ok(None) if variations > 0 => return Some(Err(reader.error(reader.here(), "`)` behind a variation"))),
            Ok(None) => return (seen_moves || !game.tags.is_empty()).then_some(Ok(game)),
            Err(error) => return Some(Err(error)),
        };
        match token {
            PgnToken::Open => variations += 1,
            PgnToken::Close if variations == 0 => return Some(Err(reader.error(place, "a move or a result"))),
            PgnToken::Close => variations -= 1,
            // Everything inside a variation is skipped, including tags and results.
            PgnToken::Tag(..) | PgnToken::Word(_) if variations > 0 => {}
            PgnToken::Tag(..) if seen_moves => {
                // The next game begins, and this one had no result.
                (reader.at, reader.line, reader.line_start) = before;
                return Some(Ok(game));
            }
            PgnToken::Tag(name, value, begin) => {
                if name == "FEN" {
                    match parse_fen(&value) {
                        Ok(from) => (game.start, position) = (from.clone(), from),
                        Err(error) => return Some(Err(reader.in_value(TokenPlace { at: begin, ..place }, error))),
                    }
                }
                game.tags.push((name.to_owned(), value));
            }
            PgnToken::Word(word) => {
                seen_moves = true;
                match take_word(&mut game, &mut position, word) {
                    Ok(true) => return Some(Ok(game)),
                    Ok(false) => {}
                    Err((skipped, error)) => {
                        return Some(Err(reader.error_at(TokenPlace { at: place.at + skipped, ..place }, error)));
                    }
                }
            }
        }
    }
}

/// Handles a word: a move, a result, or an annotation to skip. Returns whether the game is at its end. An error comes
/// with its offset in the word.
fn take_word(game: &mut PgnGame, position: &mut Position, word: &str) -> Result<bool, (usize, ParseError)> {
    if let Some(result) = result(word) {
        game.result = result;
        return Ok(true);
    }
    let skipped = move_number(word);
    let name = &word[skipped..];
    if !(name.starts_with('$') || name.bytes().all(|byte| matches!(byte, b'!' | b'?'))) {
        let play = parse_san(position, name).map_err(|error| (skipped, error))?;
        game.moves.push(play);
        position.board.play_unchecked(play);
    }
    Ok(false)
}

/// Returns the result that a word denotes, if any.
pub(super) fn result(word: &str) -> Option<PgnResult> {
    match word {
        "1-0" => Some(PgnResult::Win(Player::First)),
        "0-1" => Some(PgnResult::Win(Player::Second)),
        "1/2-1/2" => Some(PgnResult::Draw),
        "*" => Some(PgnResult::Unknown),
        _ => None,
    }
}

/// Returns the length in bytes of a leading move number: `12.` or `12...`, also directly before a move, or a number
/// alone.
pub(super) fn move_number(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
    if dots > 0 || digits == word.len() { digits + dots } else { 0 }
}

struct PgnTokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    line_start: usize,
}

impl<'a> PgnTokens<'a> {
    fn here(&self) -> TokenPlace {
        TokenPlace { line: self.line, line_start: self.line_start, at: self.at }
    }

    /// Advances by `bytes` and counts lines.
    fn advance(&mut self, bytes: usize) {
        let end = self.at + bytes;
        for (place, byte) in self.text.as_bytes()[self.at..end].iter().enumerate() {
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.at + place + 1;
            }
        }
        self.at = end;
    }

    /// Skips blanks, comments, and lines that begin with `%`.
    fn skip(&mut self) -> Result<(), ParseError> {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.advance(blank);
            let rest = &self.text[self.at..];
            let length = match rest.bytes().next() {
                Some(b'{') => {
                    let close = rest.find('}');
                    close.ok_or_else(|| self.error(self.here(), "`}` behind a comment"))? + 1
                }
                Some(b';') => rest.find('\n').unwrap_or(rest.len()),
                Some(b'%') if self.at == self.line_start => rest.find('\n').unwrap_or(rest.len()),
                _ => return Ok(()),
            };
            self.advance(length);
        }
    }

    fn next(&mut self) -> Result<Option<(TokenPlace, PgnToken<'a>)>, ParseError> {
        self.skip()?;
        let place = self.here();
        let rest = &self.text[self.at..];
        let token = match rest.bytes().next() {
            None => return Ok(None),
            Some(b'(') => PgnToken::Open,
            Some(b')') => PgnToken::Close,
            Some(b'[') => return self.tag(place).map(Some),
            Some(_) => {
                let end = rest.find(|c: char| c.is_whitespace() || "{}();[]".contains(c)).unwrap_or(rest.len());
                if end == 0 {
                    return Err(self.error(place, "a move, a tag or a result"));
                }
                self.advance(end);
                return Ok(Some((place, PgnToken::Word(&rest[..end]))));
            }
        };
        self.advance(1);
        Ok(Some((place, token)))
    }

    /// Reads `[Name "value"]`, where `\"` and `\\` stand for themselves.
    fn tag(&mut self, place: TokenPlace) -> Result<(TokenPlace, PgnToken<'a>), ParseError> {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let bad = || self.error(place, "a tag, such as `[White \"Name\"]`");
        let quote = line.find('"').ok_or_else(bad)?;
        let name = line[1..quote].trim();
        let mut value = String::new();
        let mut chars = line[quote + 1..].char_indices();
        let close = loop {
            match chars.next() {
                None => return Err(bad()),
                Some((place, '"')) => break quote + 1 + place + 1,
                Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                Some((_, c)) => value.push(c),
            }
        };
        let end = line[close..].find(']').filter(|&end| line[close..close + end].trim().is_empty()).ok_or_else(bad)?;
        if name.is_empty() {
            return Err(bad());
        }
        self.advance(close + end + 1);
        Ok((place, PgnToken::Tag(name, value, place.at + quote + 1)))
    }

    /// Skips to the first tag after the error: a line that begins with `[`.
    fn skip_game(&mut self) {
        let rest = &self.text[self.at..];
        let next = rest.find("\n[").map_or(rest.len(), |place| place + 1);
        self.advance(next);
    }

    fn error(&self, place: TokenPlace, expected: &'static str) -> ParseError {
        self.error_at(place, ParseError::new(&self.text[place.at..], 0, expected))
    }

    /// Converts an error of a tag's value, which begins at `place`. There `\"` and `\\` are two characters each.
    fn in_value(&self, place: TokenPlace, error: ParseError) -> ParseError {
        let mut chars = self.text[place.at..].chars();
        let mut marks = 0;
        for _ in 1..error.character {
            if chars.next() == Some('\\') {
                chars.next();
                marks += 1;
            }
        }
        self.error_at(place, ParseError { character: error.character + marks, ..error })
    }

    /// Converts an error of a text that begins at `place`.
    fn error_at(&self, place: TokenPlace, error: ParseError) -> ParseError {
        let before = self.text[place.line_start..place.at].chars().count();
        ParseError { line: Some(place.line), character: before + error.character, ..error }
    }
}
