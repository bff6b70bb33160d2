//! How people write a game's positions and moves down.

use crate::ParseError;
use nullwindow::{Game, Player, Score};

/// A game as people know it: its name, its first position, its notation.
///
/// ```
/// use nullwindow_games::{Notation, connect_four::ConnectFour};
///
/// let game = ConnectFour::standard();
/// let position = game.parse_position("4455323")?;
/// println!("{}", game.draw(&position));
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
pub trait Notation: Game {
    /// The name of the game in commands: `connect4`.
    const NAME: &'static str;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is no position: where, and what was expected.
    fn parse_position(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// Writes a position so that [`Notation::parse_position`] reads it back.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a legal move of `position`.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal there.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseError>;

    /// Writes a legal move of `position` as players do.
    fn format_move(&self, position: &Self::Position, play: Self::Move) -> String;

    /// A picture for the terminal, plain text of several lines without a line end behind the last. Below it stands
    /// whose turn it is, or how the game has ended.
    fn draw(&self, position: &Self::Position) -> String;

    /// Twenty positions to measure with; none for the smallest games.
    fn test_set(&self) -> Vec<TestPosition> {
        Vec::new()
    }

    /// The position after a sequence of moves from the start, separated by blanks and nothing else: no numbers, no
    /// comments.
    ///
    /// # Errors
    /// If one of them is no legal move.
    fn play_all(&self, moves: &str) -> Result<Self::Position, ParseError> {
        let mut position = self.start();
        for word in moves.split_ascii_whitespace() {
            let offset = word.as_ptr() as usize - moves.as_ptr() as usize;
            let play = self.parse_move(&position, word).map_err(|error| ParseError {
                character: moves[..offset].chars().count() + error.character,
                ..error
            })?;
            position = self.play(&position, play);
        }
        Ok(position)
    }
}

/// What an error expects where a move is given and the game is over.
pub(crate) const NO_MOVE: &str = "no move: the game is over";

/// The last line of a picture: whose turn it is, or how the game has ended. The score is the mover's.
pub(crate) fn turn(mover: Player, over: Option<Score>, names: [&str; 2]) -> String {
    let name = |player: Player| names[usize::from(player == Player::Second)];
    match over {
        None => format!("{} to move", name(mover)),
        Some(Score::ZERO) => "the game is over: drawn".to_owned(),
        Some(score) if score > Score::ZERO => format!("the game is over: {} has won", name(mover)),
        Some(_) => format!("the game is over: {} has won", name(mover.other())),
    }
}

/// A position of a test set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestPosition {
    /// The position, in the game's notation.
    pub position: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its exact value, where that is known.
    pub value: Option<i32>,
}

/// Reads an embedded test set: a line each, `position ; value or - ; source`; lines that begin with `#` are comments.
pub(crate) fn read_test_set(text: &'static str) -> Vec<TestPosition> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.splitn(3, ';').map(str::trim);
            let position = fields.next().unwrap_or_default();
            let value = fields.next().and_then(|value| value.parse().ok());
            TestPosition { position, value, source: fields.next().unwrap_or_default() }
        })
        .collect()
}
