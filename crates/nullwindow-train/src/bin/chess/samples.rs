//! Samples: positions with results, one per line: number of the game, half points for White, value for White, FEN.

use nullwindow_games::chess::{Position, parse_fen};
use std::error::Error;
use std::fmt;

/// A quiet position of a game.
pub struct ChessSample {
    /// The number of its game.
    pub game: usize,
    /// Half points for White: 0, 1 or 2.
    pub half_points: u8,
    /// The value that the search found, for White.
    pub value: i32,
    /// The position.
    pub position: Position,
}

impl fmt::Display for ChessSample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.game, self.half_points, self.value, self.position.board())
    }
}

impl ChessSample {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<ChessSample, Box<dyn Error>> {
        let mut fields = line.splitn(4, ' ');
        let mut next = || fields.next().ok_or("expected a game, half points, a value and a position");
        let (game, half_points, value) = (next()?.parse()?, next()?.parse()?, next()?.parse()?);
        if half_points > 2 {
            return Err(format!("expected 0, 1 or 2 half points, found {half_points}").into());
        }
        Ok(ChessSample { game, half_points, value, position: parse_fen(next()?)? })
    }
}
