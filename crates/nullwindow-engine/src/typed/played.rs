//! Positions of a game in progress: the moves played matter where the rules of the game say so.

use super::{GameSource, RootPosition, TypedEngine, over};
use crate::PlayedPosition;
use crate::engine::EngineError;
use crate::request::{MoveNotation, PositionText};
use nullwindow::{Game, Player};
use nullwindow_games::{Notation, Playable, Purpose};
use std::borrow::Cow;

impl<S: GameSource> TypedEngine<S> {
    /// Reads a position and the moves played from it, with the rules about repetition of the game.
    ///
    /// Clients send moves and ask for one after a draw that neither player has claimed: then the game goes on without
    /// draws by rule.
    pub(super) fn played_root(
        &self,
        purpose: Purpose,
        from: &PositionText,
    ) -> Result<RootPosition<'_, S::Game>, EngineError> {
        Ok(self.played_or_drawn(purpose, from)?.0)
    }

    /// Returns the same, and whether the position is drawn by rule.
    pub(super) fn played_or_drawn(
        &self,
        purpose: Purpose,
        from: &PositionText,
    ) -> Result<(RootPosition<'_, S::Game>, bool), EngineError> {
        let game = self.0.game(purpose, from)?;
        let without_draws = game.without_draws();
        let mut position = self.0.read(&game, from.text.as_deref())?;
        let mut played = Vec::new();
        for text in &from.moves {
            let reader = without_draws.as_ref().unwrap_or(&game);
            let play = self.legal_move(reader, &position, text)?;
            let next = reader.play(&position, play);
            played.push(std::mem::replace(&mut position, next));
        }
        let text = game.format_position(&position);
        let game = game.with_history(&played, &position).map_or(game, Cow::Owned);
        let (game, drawn) = match without_draws {
            Some(on) if over(&*game, &position).is_some() && over(&on, &position).is_none() => (Cow::Owned(on), true),
            _ => (game, false),
        };
        Ok((RootPosition { game, position, text, notation: MoveNotation::Own }, drawn))
    }
}

impl<G: Playable> RootPosition<'_, G> {
    /// Describes a position of a game in progress.
    pub(super) fn description(&self, drawn: bool) -> PlayedPosition {
        let (game, position) = (&*self.game, &self.position);
        let first = game.mover(position) == Player::First;
        let over = over(game, position);
        PlayedPosition {
            notation: self.text.clone(),
            mover: game.profile().players[usize::from(!first)],
            first_player_moves: first,
            over,
            drawn,
            evaluation: over.unwrap_or_else(|| game.evaluate(position)),
            moves: self.moves().into_iter().map(|play| self.move_name(position, play)).collect(),
            moves_left: game.moves_left(position),
        }
    }

    /// Writes a move in the notation of the request, or in the game's own where it has no other.
    pub(super) fn move_name(&self, position: &G::Position, play: G::Move) -> String {
        let game = &*self.game;
        let name = match self.notation {
            MoveNotation::Own => None,
            MoveNotation::Uci => game.format_uci_move(position, play),
            MoveNotation::Uci960 => game.format_uci960_move(position, play),
            MoveNotation::Hub => game.format_hub_move(position, play),
        };
        name.unwrap_or_else(|| game.format_move(position, play))
    }

    /// Returns the legal moves with these names.
    pub(super) fn named_moves(&self, names: &[String]) -> Result<Vec<G::Move>, EngineError> {
        let read = |name: &String| {
            self.game.parse_move(&self.position, name).map_err(|error| EngineError::Move {
                game: G::NAME.to_owned(),
                text: name.clone(),
                error: Box::new(error),
            })
        };
        names.iter().map(read).collect()
    }
}
