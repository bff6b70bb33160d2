//! Games and the samples made of them.

use indicatif::ProgressBar;
use nullwindow::{Player, Score};
use nullwindow_games::ParseError;
use nullwindow_games::othello::{Move, OthelloBoard, solve_near, transcript};
use rayon::prelude::*;

/// A recorded game.
pub struct OthelloGame {
    /// The moves, passes included.
    pub moves: Vec<Move>,
    /// Black's final score, with the empty squares given to the winner.
    pub result: i32,
}

/// A position and the final score for its mover.
#[derive(Clone, Copy)]
pub struct OthelloSample {
    pub own: u64,
    pub other: u64,
    pub result: f32,
}

/// The positions by the number of discs on the board.
pub type OthelloSamples = Vec<Vec<OthelloSample>>;

/// Reads every `every`-th game, one per line; empty lines do not count.
pub fn read(text: &str, every: usize) -> Result<Vec<OthelloGame>, ParseError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim_ascii().is_empty());
    let lines: Vec<(usize, &str)> = lines.step_by(every).collect();
    lines.into_par_iter().map(|(line, text)| read_line(text).map_err(|error| error.at_line(line))).collect()
}

/// Reads a year, moves and a result.
fn read_line(line: &str) -> Result<OthelloGame, ParseError> {
    let (year, rest) = first_word(line);
    let (moves, rest) = first_word(rest);
    let (score, rest) = first_word(rest);
    // Parts are subslices of `line`: the difference of their addresses is the offset.
    let place = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
    if year.parse::<u16>().is_err() {
        return Err(ParseError::new(line, place(year), "the year, such as 1977"));
    }
    let moves = transcript::read(&OthelloBoard::START, moves).map_err(|mut error| {
        error.character += line[..place(moves)].chars().count();
        error
    })?;
    if moves.is_empty() {
        return Err(ParseError::new(line, line.len(), "the moves, such as f5d6c3"));
    }
    let result = read_result(score).ok_or_else(|| {
        ParseError::new(line, place(score), "the result, such as 34-30: the discs of both, 64 together at most")
    })?;
    match first_word(rest).0 {
        "" => Ok(OthelloGame { moves, result }),
        more => Err(ParseError::new(line, place(more), "the end of the line")),
    }
}

/// Reads Black's final score.
fn read_result(score: &str) -> Option<i32> {
    let (black, white) = score.split_once('-')?;
    let (black, white) = (read_discs(black)?, read_discs(white)?);
    (black + white <= 64).then_some(black - white)
}

fn read_discs(text: &str) -> Option<i32> {
    let has_sign = text.starts_with(['+', '-']);
    text.parse().ok().filter(|discs| !has_sign && (0..=64).contains(discs))
}

/// Splits off the first word. Both parts lie in `text`, at its end if there is no word.
fn first_word(text: &str) -> (&str, &str) {
    let text = &text[text.len() - text.trim_ascii_start().len()..];
    text.split_at(text.find(|mark: char| mark.is_ascii_whitespace()).unwrap_or(text.len()))
}

/// Removes the numbers of games.
pub fn only(numbered: Vec<(u32, OthelloGame)>) -> Vec<OthelloGame> {
    numbered.into_iter().map(|(_, game)| game).collect()
}

/// Returns the positions of a game, each with the move played.
pub fn positions(game: &OthelloGame) -> impl Iterator<Item = (OthelloBoard, Move)> {
    game.moves.iter().scan(OthelloBoard::START, |board, &play| {
        let before = *board;
        *board = before.play(play);
        Some((before, play))
    })
}

/// Returns the final score of a game for the mover of a position.
pub fn result(game: &OthelloGame, board: &OthelloBoard) -> i32 {
    if board.mover() == Player::First { game.result } else { -game.result }
}

/// Returns the label of each position of a game, the final score for its mover. With up to `solved` empty squares it is
/// the exact value; earlier positions get the exact value of the first of those. A mistake near the end thus does not
/// count against the beginning.
pub fn labels(game: &OthelloGame, solved: u32) -> Vec<i32> {
    let boards: Vec<OthelloBoard> = positions(game).map(|(board, _)| board).collect();
    let mut black = game.result;
    let mut labels: Vec<i32> = Vec::with_capacity(boards.len());
    // Backwards, so that each value is the guess for the position before it.
    for board in boards.iter().rev() {
        let sign = if board.mover() == Player::First { 1 } else { -1 };
        if board.empty().count_ones() <= solved {
            black = sign * solve_near(board, Score::new(sign * black)).get();
        }
        labels.push(sign * black);
    }
    labels.reverse();
    labels
}

/// Returns the samples of all games, by number of discs.
pub fn samples(games: &[OthelloGame], solved: u32) -> OthelloSamples {
    let bar = ProgressBar::new(games.len() as u64);
    let labels: Vec<Vec<i32>> = games.par_iter().map(|game| labels(game, solved)).inspect(|_| bar.inc(1)).collect();
    bar.finish_and_clear();
    let mut samples = vec![Vec::new(); 65];
    for (game, labels) in games.iter().zip(labels) {
        for ((board, _), label) in positions(game).zip(labels) {
            let discs = 64 - board.empty().count_ones();
            samples[discs as usize].push(OthelloSample {
                own: board.own(),
                other: board.other(),
                result: label as f32,
            });
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read() {
        let games = read("1977 f5d6c3 34-30\n\n 1978  f5f6 \t 12-52 \n1979 f5 0-0\n", 1).unwrap();
        let results: Vec<(usize, i32)> = games.iter().map(|game| (game.moves.len(), game.result)).collect();
        assert_eq!(results, [(3, 4), (2, -40), (1, 0)]);
        assert_eq!(read("1977 f5d6c3 34-30\n\n1978 f5f6 12-52\n1979 f5 0-0", 2).unwrap().len(), 2);
        assert!(read(" \n\n", 1).unwrap().is_empty());
    }

    #[test]
    fn errors_name_the_place() {
        const RESULT: &str = "expected the result, such as 34-30: the discs of both, 64 together at most";
        let refused = |line: &str, message: &str| {
            let error = read(&format!("1977 f5 34-30\n{line}"), 1).err().map(|error| error.to_string());
            assert_eq!(error, Some(format!("line 2, {message}")), "{line}");
        };
        refused("1977 f5f5 34-30", "character 8: expected a legal move, found `f5`");
        refused("1977 f5", &format!("character 8: {RESULT}, found the end"));
        refused("1977 f5  ", &format!("character 10: {RESULT}, found the end"));
        for result in ["34", "65-0", "-1-3", "40-25", "64-64", "+1-3", "2147483647--2147483648"] {
            refused(&format!("1977  f5 {result} "), &format!("character 10: {RESULT}, found `{result}`"));
        }
        refused("1977 34-30", "character 6: expected a square such as f5, found `34-30`");
        refused("1977", "character 5: expected the moves, such as f5d6c3, found the end");
        refused("ü f5 34-30", "character 1: expected the year, such as 1977, found `ü`");
        refused("1977 ü5 34-30", "character 6: expected a square such as f5, found `ü5`");
        refused("1977 f5 34-30 x", "character 15: expected the end of the line, found `x`");
    }
}
