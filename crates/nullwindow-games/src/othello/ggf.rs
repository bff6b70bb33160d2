//! GGF, the format of Othello game files: `(;GM[Othello]PB[Black]PW[White]BO[8 ... *]B[d3]W[c5];)`.
//!
//! A game is a list of properties between `(;` and `;)`. `BO` is the start position, `B` and `W` are moves, which may have
//! an evaluation and a time behind slashes: `B[d3/0.54/2.1]`. `PA` is a pass, and passes may be missing. `RE` is the
//! result in discs for Black; `:r` and `:t` mark games that were resigned or lost on time. Unknown properties are kept as
//! tags.

use super::board::{Move, OthelloBoard};
use super::text;
use crate::recorded::one_line;
use crate::{GameResult, ParseError, RecordedGame};
use nullwindow::Player;
use std::fmt::Write;

/// Returns whether a text is a file of games in GGF.
#[must_use]
pub fn is_ggf(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with("(;")
}

/// Reads the games of a text.
///
/// # Errors
/// If a game has no end, is no game of Othello on 64 squares, or has an illegal move.
///
/// ```
/// use nullwindow_games::othello::ggf;
///
/// let games = ggf::read("(;GM[Othello]PB[A]PW[B]RE[+2.000]B[f5//1.20]W[d6];)")?;
/// assert_eq!((games[0].moves.len(), games[0].players[0].as_deref()), (2, Some("A")));
/// assert!(ggf::write(&games[0]).contains("B[f5]W[d6]"));
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<RecordedGame<OthelloBoard, Move>>, ParseError> {
    let mut reader = GgfReader { text, at: text.len() - text.trim_start_matches('\u{feff}').len() };
    let mut games = Vec::new();
    while reader.skip_blanks() {
        games.push(reader.game()?);
    }
    Ok(games)
}

/// Writes a game, with a line end.
#[must_use]
pub fn write(game: &RecordedGame<OthelloBoard, Move>) -> String {
    let mut out = "(;GM[Othello]".to_owned();
    let mut property = |name: &str, value: &str| {
        // A bracket would end the value.
        let _ = write!(out, "{name}[{}]", one_line(value).replace(['[', ']'], " "));
    };
    let name = |player: usize| game.players[player].as_deref().unwrap_or("?");
    game.tags.iter().filter(|(name, _)| is_name(name)).for_each(|(name, value)| property(name, value));
    property("PB", name(0));
    property("PW", name(1));
    property("TY", "8");
    property("RE", &result(game));
    let board = text::write_board(&game.start).replace('X', "*");
    property("BO", &format!("8 {board}"));
    let mut now = game.start;
    for &play in &game.moves {
        let colour = if now.mover() == Player::First { "B" } else { "W" };
        let square = if play == Move::PASS { "PA".to_owned() } else { text::write_move(play) };
        property(colour, &square);
        now = now.play(play);
    }
    out + ";)\n"
}

/// Returns the result in discs for Black; `?` if it is unknown.
fn result(game: &RecordedGame<OthelloBoard, Move>) -> String {
    let end = game.moves.iter().fold(game.start, |board, &play| board.play(play));
    let discs = match end.mover() {
        Player::First => end.final_score().get(),
        Player::Second => -end.final_score().get(),
    };
    match game.result {
        _ if end.is_over() => format!("{discs:+}.000"),
        // The game was given up: the winner gets all squares.
        Some(GameResult::Win(Player::First)) => "+64.000:r".to_owned(),
        Some(GameResult::Win(Player::Second)) => "-64.000:r".to_owned(),
        Some(GameResult::Draw) => "0.000".to_owned(),
        None => "?".to_owned(),
    }
}

/// Returns whether a text can be the name of a property that is not written otherwise.
fn is_name(name: &str) -> bool {
    const WRITTEN: [&str; 8] = ["GM", "PB", "PW", "TY", "RE", "BO", "B", "W"];
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !WRITTEN.contains(&name)
}

struct GgfReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> GgfReader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips blanks, and returns whether there is more.
    fn skip_blanks(&mut self) -> bool {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at < self.text.len()
    }

    fn game(&mut self) -> Result<RecordedGame<OthelloBoard, Move>, ParseError> {
        if !self.rest().starts_with("(;") {
            return Err(self.error(self.at, "a game, which begins with `(;`"));
        }
        self.at += 2;
        let mut game = RecordedGame::new(OthelloBoard::START, Vec::new());
        let mut players = [None, None];
        let mut board = OthelloBoard::START;
        while self.skip_blanks() {
            if self.rest().starts_with(";)") {
                self.at += 2;
                return Ok(game.with_players(players));
            }
            let (name, value, at) = self.property()?;
            match name {
                "GM" if !value.eq_ignore_ascii_case("othello") => return Err(self.error(at, "Othello")),
                "GM" | "TY" => {}
                "PB" => players[0] = Some(value),
                "PW" => players[1] = Some(value),
                "RE" => game.result = read_result(value),
                "BO" if !game.moves.is_empty() => return Err(self.error(at, "the board before the moves")),
                "BO" => {
                    board = self.board(value, at)?;
                    game.start = board;
                }
                "B" | "W" => self.play(&mut game.moves, &mut board, (name, value, at))?,
                _ => game.tags.push((name.to_owned(), value.to_owned())),
            }
        }
        Err(self.error(self.text.len(), "`;)` behind a game"))
    }

    /// Reads `NAME[value]`, and returns the offset of the value with both.
    fn property(&mut self) -> Result<(&'t str, &'t str, usize), ParseError> {
        let (rest, begin) = (self.rest(), self.at);
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let value = rest[length..].strip_prefix('[').and_then(|value| value.split_once(']'));
        let Some((value, _)) = value.filter(|_| length > 0) else {
            return Err(self.error(begin, "a property such as `PB[Name]`, or `;)`"));
        };
        let at = begin + length + 1;
        self.at = at + value.len() + 1;
        Ok((&rest[..length], value, at))
    }

    /// Reads `8 --- ... *`.
    fn board(&self, value: &str, at: usize) -> Result<OthelloBoard, ParseError> {
        let squares =
            value.strip_prefix("8 ").ok_or_else(|| self.error(at, "a board of 8 rows, as in `8 --- ... *`"))?;
        let (board, _) = text::read_board(squares).map_err(|error| self.error(at, error.expected))?;
        Ok(board)
    }

    /// Plays a move. A pass that is missing before it is inserted.
    fn play(
        &self,
        moves: &mut Vec<Move>,
        board: &mut OthelloBoard,
        (colour, value, at): (&str, &str, usize),
    ) -> Result<(), ParseError> {
        let square = value.split('/').next().unwrap_or_default().trim();
        let pass = ["PA", "PAS", "PASS"].iter().any(|word| square.eq_ignore_ascii_case(word));
        let play = if pass { Some(Move::PASS) } else { text::read_move(square) };
        let player = if colour == "B" { Player::First } else { Player::Second };
        if board.mover() != player && board.is_legal(Move::PASS) {
            *board = board.play(Move::PASS);
            moves.push(Move::PASS);
        }
        let play = play.filter(|&play| board.mover() == player && board.is_legal(play));
        let play = play.ok_or_else(|| self.error(at, text::refusal(board)))?;
        *board = board.play(play);
        moves.push(play);
        Ok(())
    }

    /// Returns an error at a byte of the text.
    fn error(&self, at: usize, expected: impl Into<std::borrow::Cow<'static, str>>) -> ParseError {
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = &self.text[start..];
        let error = ParseError::new(&line[..line.find('\n').unwrap_or(line.len())], at - start, expected);
        error.at_line(self.text[..at].matches('\n').count() + 1)
    }
}

/// Reads the sign of a result such as `+12.000` or `-64.000:r`.
fn read_result(value: &str) -> Option<GameResult> {
    let discs: f64 = value.split(':').next()?.trim().parse().ok()?;
    Some(match discs {
        discs if discs > 0.0 => GameResult::Win(Player::First),
        discs if discs < 0.0 => GameResult::Win(Player::Second),
        _ => GameResult::Draw,
    })
}
