//! Moves and positions as players write them.

use super::board::{Bits, Black, Position, White, bit, each, square};
use super::generate::{Raw, STEPS, each_move};
use super::moves::Move;
use super::{Checkers, fen, pdn, picture};
use crate::notation::read_test_set;
use crate::recorded::{has_numbers, has_tags, read_lines};
use crate::{GameResult, Notation, ParseError, RecordedGame, TestPosition};
use nullwindow::Player;

impl Notation for Checkers {
    const NAME: &'static str = "checkers";

    fn start(&self) -> Position {
        Position::START
    }

    /// Reads `B:W21-32:B1-12` and similar, or moves from the start, optionally with move numbers and a result: `1.
    /// 11-15 23-19 *`. Moves may continue beyond [`Checkers::LIMIT`], because players need not claim a draw.
    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        if is_board(text) { fen::parse(text) } else { pdn::play_text(text).map(|(_, position)| position) }
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        if self.over_at(position).is_some() {
            return Err(ParseError::new(text, blanks(text), OVER));
        }
        parse_move(position, text)
    }

    fn format_move(&self, position: &Position, play: Move) -> String {
        format_move(position, play)
    }

    fn format_hub_move(&self, _: &Position, play: Move) -> Option<String> {
        Some(format_with_captured(play))
    }

    fn draw(&self, position: &Position) -> String {
        picture::draw(position, self.ending(position))
    }

    fn test_set(&self) -> Vec<TestPosition> {
        read_test_set(include_str!("positions.txt"))
    }

    /// Reads positions or the moves of a game, one per line, or games in PDN, also without tags.
    fn read_games(&self, text: &str) -> Result<Vec<RecordedGame<Position, Move>>, ParseError> {
        let recorded = |game: pdn::PlayedGame| {
            let tag = |name: &str| game.tags.iter().find(|(its, _)| its == name).map(|(_, value)| value.as_str());
            let other = game.tags.iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str())).cloned().collect();
            let record = RecordedGame::new(game.start, game.moves.clone()).with_players([tag("Black"), tag("White")]);
            record.with_result(GameResult::read(&game.result.to_string())).with_tags(other)
        };
        let games = || pdn::read_games(text).map(|game| game.map(recorded)).collect();
        if has_tags(text) {
            return games();
        }
        let lines = read_lines(text, |line| match is_board(line) {
            true => fen::parse(line).map(|position| RecordedGame::new(position, Vec::new()).with_text(line)),
            false => pdn::play_text(line).map(|(moves, _)| RecordedGame::new(Position::START, moves).with_text(line)),
        });
        // The moves of one game may fill several lines. If they cannot be read so either, the first error is the one to
        // report.
        lines.or_else(|error| if has_numbers(text) { games().map_err(|_| error) } else { Err(error) })
    }

    /// Writes PDN. Black, which moves first, wins by `1-0`.
    fn write_game(&self, game: &RecordedGame<Position, Move>) -> String {
        let result = pdn::PdnResult::from(game.result);
        let name = |player: usize| game.players[player].clone().unwrap_or_else(|| "?".to_owned());
        let own = [("Black", name(0)), ("White", name(1)), ("Result", result.to_string())];
        let own = own.map(|(name, value)| (name.to_owned(), value));
        let tags = game.tags.iter().cloned().chain(own).collect();
        let mut played = pdn::PlayedGame::new();
        (played.tags, played.start, played.moves, played.result) = (tags, game.start, game.moves.clone(), result);
        played.to_string()
    }

    fn file_extension(&self) -> &'static str {
        "pdn"
    }
}

/// The tags of PDN that a [`RecordedGame`] holds as fields.
const OWN_TAGS: [&str; 4] = ["Black", "White", "Result", "FEN"];

/// Returns whether a text begins as a position does, with the player to move.
fn is_board(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').trim_start().as_bytes().first();
    matches!(first, Some(b'B' | b'W' | b'b' | b'w'))
}

/// The largest number of squares in the text of a move: both ends of a capture and twelve captured pieces.
const MOST: usize = 14;

const OVER: &str = "no move, because the game is over";

/// Returns the number of leading blanks in bytes.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Returns the legal moves of a position, ignoring draws.
pub(super) fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(16);
    match position.mover {
        Player::First => each_move::<Black>(position.sides(), |raw| moves.push(Move::new(raw))),
        Player::Second => each_move::<White>(position.sides(), |raw| moves.push(Move::new(raw))),
    }
    moves
}

/// Reads a move: squares separated by `-`, `x`, `:` or `*`, in any combination. Intermediate squares are optional, and
/// required only where two captures differ in nothing else. A capture may also name its two ends and then the captured
/// squares, as programs do. Blanks around the move are ignored.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, ParseError> {
    let (squares, len) = squares(text)?;
    let squares = &squares[..len];
    let (from, to) = (squares[0], squares[len - 1]);
    let moves = legal(position);
    if let Some(play) = with_captured(position, &moves, squares) {
        return Ok(play);
    }
    let mut fitting = moves.iter().copied().filter(|play| play.from() == from && play.to() == to);
    let (first, second) = (fitting.next(), fitting.next());
    let expected = if moves.is_empty() { OVER } else { "a legal move" };
    let illegal = || ParseError::new(text, blanks(text), expected);
    match (first, second, len) {
        (None, _, _) => Err(illegal()),
        (Some(play), None, 2) => Ok(play),
        (Some(play), None, _) => {
            if path(position, play, squares).is_some() {
                Ok(play)
            } else {
                Err(illegal())
            }
        }
        // Several captures share both ends: the named squares must select one. A complete path selects its own capture even
        // where a longer one passes the same squares, as `30x23x32` does beside `30x23x14x7x16x23x32`.
        (Some(_), Some(_), _) => {
            let fits = |play: &Move| play.from() == from && play.to() == to && path(position, *play, squares).is_some();
            let fitting: Vec<Move> = moves.iter().copied().filter(fits).collect();
            let complete = |play: &&Move| play.captures() as usize + 1 == len;
            match (fitting.as_slice(), fitting.iter().find(complete)) {
                (&[play], _) | (_, Some(&play)) => Ok(play),
                ([], _) => Err(illegal()),
                _ => {
                    let expected = "a capture with the squares between, because there are several";
                    Err(ParseError::new(text, blanks(text), expected))
                }
            }
        }
    }
}

/// Reads the squares of a move. An incomplete move is an error at its beginning, because the move may be a word of a
/// longer text.
fn squares(text: &str) -> Result<([u8; MOST], usize), ParseError> {
    const SQUARE: &str = "a square from 1 to 32";
    let (mut squares, mut len) = ([0; MOST], 0);
    let bytes = text.trim_end().as_bytes();
    let start = blanks(text);
    let mut at = start.min(bytes.len());
    let short = || ParseError::new(text, start, "a move such as `11-15` or `15x22`");
    loop {
        let begin = at;
        let mut number: u32 = 0;
        while let Some(digit) = bytes.get(at).filter(|byte| byte.is_ascii_digit() && at - begin < 2) {
            number = number * 10 + u32::from(digit - b'0');
            at += 1;
        }
        let number = u8::try_from(number).ok().filter(|n| (1..=32).contains(n));
        let Some(number) = number else {
            return Err(if begin == bytes.len() { short() } else { ParseError::new(text, begin, SQUARE) });
        };
        let Some(free) = squares.get_mut(len) else { return Err(ParseError::new(text, begin, "at most 14 squares")) };
        *free = number;
        len += 1;
        match bytes.get(at) {
            Some(b'-' | b'x' | b'X' | b':' | b'*') => at += 1,
            None if len >= 2 => return Ok((squares, len)),
            None => return Err(short()),
            Some(_) if len >= 2 => return Err(ParseError::new(text, at, "`-`, `x` or the end of the move")),
            Some(_) => return Err(ParseError::new(text, at, "`-` or `x`")),
        }
    }
}

/// Returns the capture that these squares name by its two ends and the captured pieces.
///
/// The text of a path cannot be read so: its squares are empty, or the first one, and captured squares are not.
fn with_captured(position: &Position, moves: &[Move], squares: &[u8]) -> Option<Move> {
    let &[from, to, ref captured @ ..] = squares else { return None };
    let set = captured.iter().fold(0, |set, &square| set | bit(square));
    if captured.is_empty() || set & !position.sides().other != 0 || set.count_ones() as usize != captured.len() {
        return None;
    }
    moves.iter().copied().find(|play| play.from() == from && play.to() == to && play.raw().captured == set)
}

/// Writes a move; a capture by its two ends and the captured squares, in rising order.
fn format_with_captured(play: Move) -> String {
    let captured = each(play.raw().captured).map(|place| format!("x{}", square(place)));
    play.to_string() + &captured.collect::<String>()
}

/// Writes a move, with its intermediate squares if another capture begins and ends on the same squares.
pub(super) fn format_move(position: &Position, play: Move) -> String {
    let alike = |other: &Move| *other != play && other.from() == play.from() && other.to() == play.to();
    let ambiguous = play.captures() > 1 && legal(position).iter().any(alike);
    match path(position, play, &[]).filter(|_| ambiguous) {
        Some(path) => path.iter().map(u8::to_string).collect::<Vec<_>>().join("x"),
        None => play.to_string(),
    }
}

/// Returns the squares of a path of the move `play` that visits the `named` squares in this order.
pub(super) fn path(position: &Position, play: Move, named: &[u8]) -> Option<Vec<u8>> {
    let raw = play.raw();
    if raw.captured == 0 {
        let path = vec![play.from(), play.to()];
        return (named.is_empty() || path == named).then_some(path);
    }
    let king = position.kings & raw.from != 0;
    let down = king || position.mover == Player::First;
    let up = king || position.mover == Player::Second;
    let mut found = None;
    let free = position.sides().empty() | raw.from;
    walk(raw, raw.from, (down, up), free, &mut vec![play.from()], &mut |path| {
        // `named` must be a subsequence of the path: `any` advances the iterator.
        let mut rest = path.iter();
        if found.is_none() && named.iter().all(|square| rest.any(|other| other == square)) {
            found = Some(path.to_vec());
        }
    });
    found
}

/// Visits every path that jumps all of `left.captured` and ends on the move's last square.
fn walk(left: Raw, at: Bits, goes: (bool, bool), free: Bits, path: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    if left.captured == 0 && at == left.to {
        visit(path);
    }
    for by in STEPS {
        for (this_way, over, land) in [(goes.0, at << by, at << (2 * by)), (goes.1, at >> by, at >> (2 * by))] {
            if this_way && over & left.captured != 0 && land & free != 0 {
                path.push(square(land));
                walk(Raw { captured: left.captured & !over, ..left }, land, goes, free, path, visit);
                path.pop();
            }
        }
    }
}
