//! Moves of two players, some of whose passes the texts of clients leave out.

use nullwindow_engine::{Engine, EngineError, MoveNotation, PlayedPosition, PositionText};

/// The name of a pass in the notation of games.
pub(crate) const PASS: &str = "pass";

/// A player: the first mover of the game, or the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    First,
    Second,
}

impl Side {
    /// Returns the player to move.
    pub(crate) fn of(played: &PlayedPosition) -> Side {
        if played.first_player_moves { Side::First } else { Side::Second }
    }

    /// Returns the name of the player's colour.
    pub(crate) fn colour(self) -> &'static str {
        match self {
            Side::First => "black",
            Side::Second => "white",
        }
    }
}

/// A move that cannot be played.
#[derive(Debug)]
pub(crate) enum TurnError {
    /// The other player is to move, and can.
    NotItsTurn(Side),
    /// The move is not legal.
    Illegal(EngineError),
}

impl std::fmt::Display for TurnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TurnError::NotItsTurn(side) => write!(f, "it is not the turn of {}", side.colour()),
            TurnError::Illegal(error) => f.write_str(&crate::output::one_line(error)),
        }
    }
}

impl From<EngineError> for TurnError {
    fn from(error: EngineError) -> TurnError {
        TurnError::Illegal(error)
    }
}

/// Reads a position.
pub(crate) fn played(engine: &dyn Engine, position: &PositionText) -> Result<PlayedPosition, EngineError> {
    engine.played(position, MoveNotation::Own)
}

/// Returns whether the player to move has no move but a pass.
pub(crate) fn must_pass(played: &PlayedPosition) -> bool {
    matches!(played.moves.as_slice(), [only] if only == PASS)
}

/// Makes it the turn of a player: plays the opponent's pass where that is its only move. Returns the position then.
///
/// # Errors
/// If the opponent can move. Then the position stays.
pub(crate) fn give_turn(
    engine: &dyn Engine,
    position: &mut PositionText,
    side: Side,
) -> Result<PlayedPosition, TurnError> {
    let now = played(engine, position)?;
    if Side::of(&now) == side || now.over.is_some() {
        return Ok(now);
    }
    if !must_pass(&now) {
        return Err(TurnError::NotItsTurn(side));
    }
    position.moves.push(PASS.to_owned());
    Ok(played(engine, position)?)
}

/// Plays a move of a player, after the opponent's pass if the move implies one.
///
/// # Errors
/// If the move is not legal. Then the position stays.
pub(crate) fn play(engine: &dyn Engine, position: &mut PositionText, side: Side, name: &str) -> Result<(), TurnError> {
    let mut next = position.clone();
    // A player that has to pass makes its own pass; the opponent's is implied by a square only.
    if name.eq_ignore_ascii_case(PASS) {
        let now = played(engine, position)?;
        if Side::of(&now) != side {
            return Err(TurnError::NotItsTurn(side));
        }
    } else {
        give_turn(engine, &mut next, side)?;
    }
    next.moves.push(name.to_ascii_lowercase());
    played(engine, &next)?;
    *position = next;
    Ok(())
}
