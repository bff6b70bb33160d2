//! A game with the positions to search.

use super::measure::{Root, Values};
use super::{Searched, Subject, SubjectError};
use crate::Cell;
use nullwindow::{Evaluator, Game, Keyed, Order};
use nullwindow_games::{Notation, ParseError};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// A game and a list of its positions, under a name that plans use.
///
/// ```
/// use nullwindow_games::tic_tac_toe::TicTacToe;
/// use nullwindow_lab::{Lab, Playing};
///
/// let lab = Lab::new().game(Playing::from_texts("noughts", TicTacToe, ["---------", "O---X----"])?);
/// assert_eq!(lab.subject("noughts")?.positions(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Playing<G: Game> {
    name: String,
    game: G,
    positions: Vec<(String, G::Position)>,
    order: Order,
    show: fn(&G, &G::Position, G::Move) -> String,
    /// Values that searches with an offset start from, by place, depth and step.
    values: Mutex<HashMap<Asked, Values>>,
}

type Asked = (u32, Option<u32>, Option<u32>);

impl<G: Evaluator + Keyed> Playing<G> {
    /// A game with these positions, each with the text that stands for it in tables. Moves are written as their type
    /// debugs.
    pub fn new<T: Into<String>>(
        name: impl Into<String>,
        game: G,
        positions: impl IntoIterator<Item = (T, G::Position)>,
    ) -> Playing<G> {
        let positions = positions.into_iter().map(|(text, position)| (text.into(), position)).collect();
        let show = |_: &G, _: &G::Position, play: G::Move| format!("{play:?}");
        Playing { name: name.into(), game, positions, order: Order::default(), show, values: Mutex::default() }
    }

    /// The same game with the move order that suits it.
    #[must_use]
    pub fn order(mut self, order: Order) -> Playing<G> {
        self.order = order;
        self
    }
}

impl<G: Evaluator + Keyed + Notation> Playing<G> {
    /// A game under its own name, with its test set; its first position, if it has none.
    ///
    /// # Panics
    /// If the game cannot read its own test set.
    #[must_use]
    pub fn shipped(game: G) -> Playing<G> {
        let texts: Vec<&str> = game.test_set().iter().map(|test| test.position).collect();
        if texts.is_empty() {
            let start = game.start();
            let text = game.format_position(&start);
            return Playing { show: G::format_move, ..Playing::new(G::NAME, game, [(text, start)]) };
        }
        Playing::from_texts(G::NAME, game, texts).expect("a test set that its game reads")
    }

    /// A game with positions in its notation.
    ///
    /// # Errors
    /// If a text is no position.
    pub fn from_texts<T: Into<String>>(
        name: impl Into<String>,
        game: G,
        texts: impl IntoIterator<Item = T>,
    ) -> Result<Playing<G>, ParseError> {
        let read = |text: T| {
            let text = text.into();
            game.parse_position(&text).map(|position| (text, position))
        };
        let positions = texts.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Playing { show: G::format_move, ..Playing::new(name, game, positions) })
    }
}

impl<G> Subject for Playing<G>
where
    G: Evaluator + Keyed + Send + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn positions(&self) -> Option<u32> {
        Some(u32::try_from(self.positions.len()).unwrap_or(u32::MAX))
    }

    fn search(&self, cell: &Cell, stop: &AtomicBool) -> Result<Searched, SubjectError> {
        let index = cell.place.checked_sub(1).map(|index| index as usize);
        let Some((text, position)) = index.and_then(|index| self.positions.get(index)) else {
            let positions = self.positions().unwrap_or_default();
            return Err(SubjectError::NoPosition { subject: self.name.clone(), positions, place: cell.place });
        };
        let mut root = Root {
            game: &self.game,
            root: position.clone(),
            order: self.order,
            position: text,
            show: self.show,
            values: None,
        };
        if cell.offset.is_some() {
            let Some(values) = self.values(&root, cell, stop)? else {
                return Ok(Searched { stopped: true, ..Searched::default() });
            };
            root.values = Some(values);
        }
        let searched = root.measure(cell, stop)?;
        Ok(Searched { leaf_sequence: None, ..searched })
    }
}

impl<G> Playing<G>
where
    G: Evaluator + Keyed + Send + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    /// The values of a cell's iterations, found once for all offsets.
    fn values(&self, root: &Root<'_, G>, cell: &Cell, stop: &AtomicBool) -> Result<Option<Values>, SubjectError> {
        let asked = (cell.place, cell.depth, cell.step);
        let known = || self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(values) = known().get(&asked) {
            return Ok(Some(values.clone()));
        }
        let values = root.values(cell, stop)?;
        known().extend(values.clone().map(|values| (asked, values)));
        Ok(values)
    }
}

impl<G: Game> fmt::Debug for Playing<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playing").field("name", &self.name).field("positions", &self.positions.len()).finish()
    }
}
