//! Boards as data, and positions set up on them.

use super::{GameSource, TypedEngine};
use crate::engine::EngineError;
use crate::request::PositionText;
use crate::{DiagramDescription, MoveCells};
use nullwindow_games::{DiagramPiece, Notation, Playable, Purpose};

impl<S: GameSource> TypedEngine<S> {
    /// Describes the board of a game in progress; `None` if the game has none.
    pub(super) fn diagram_of(&self, from: &PositionText) -> Result<Option<DiagramDescription>, EngineError> {
        let (root, _) = self.played_or_drawn(Purpose::FixedDepth, from)?;
        let (game, position) = (&*root.game, &root.position);
        let Some(diagram) = game.diagram(position) else { return Ok(None) };
        let cells = |play| MoveCells { name: game.format_move(position, play), cells: game.move_cells(position, play) };
        let moves = root.moves().into_iter().map(cells).collect();
        Ok(Some(DiagramDescription { diagram, moves, last: self.last_cells(from)? }))
    }

    /// Returns the cells of the last move played.
    fn last_cells(&self, from: &PositionText) -> Result<Vec<usize>, EngineError> {
        let Some((last, before)) = from.moves.split_last() else { return Ok(Vec::new()) };
        let before = PositionText { text: from.text.clone(), moves: before.to_vec() };
        let (root, _) = self.played_or_drawn(Purpose::FixedDepth, &before)?;
        let play = self.legal_move(&root.game, &root.position, last)?;
        Ok(root.game.move_cells(&root.position, play))
    }

    /// Draws a position of a game that draws itself.
    pub(super) fn svg_of(&self, from: &PositionText) -> Result<Option<String>, EngineError> {
        let (root, _) = self.played_or_drawn(Purpose::FixedDepth, from)?;
        Ok(root.game.svg(&root.position))
    }

    /// Writes the position with these pieces.
    pub(super) fn composed(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<String, EngineError> {
        let game = self.any_game(Purpose::FixedDepth);
        let position = game.compose(cells, first_moves)?;
        let text = game.format_position(&position);
        // The default notation writes texts that it cannot read. A front end sends the text back to ask about the position.
        match game.parse_position(&text) {
            Ok(_) => Ok(text),
            Err(error) => {
                Err(EngineError::Position { game: self.0.game_name().to_owned(), text, error: Box::new(error) })
            }
        }
    }
}
