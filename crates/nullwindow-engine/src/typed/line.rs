//! Completion of the principal variation to the end of the game, every move proven to keep the value.

use super::search::is_win;
use super::solve::Solver;
use super::{over, request};
use crate::observer::ObserverParts;
use nullwindow::depth_first::Mt;
use nullwindow::{AnyAlgorithm, Depth, Game, Score};
use nullwindow_games::{Playable, Solving};

/// A limit above the length of any game of the catalogue.
const LONGEST: usize = 1024;

impl<'s, G: Playable> Solver<'s, '_, G> {
    /// Extends `line`, which keeps `value` at the root, until the game is over. Returns whether it got that far.
    ///
    /// The value of each position is known, so one null-window search finds a move that keeps it. The table still holds
    /// most of the answer from the search of the root.
    pub(super) fn complete_line(&'s self, value: Score, line: &mut Vec<G::Move>) -> bool {
        let game = &*self.root.game;
        let (mut position, mut value) = (self.root.position.clone(), value);
        for &play in line.iter() {
            (position, value) = step(game, &position, play, value);
        }
        self.with_search(ObserverParts::default(), |search| {
            while line.len() < LONGEST {
                if over(game, &position).is_some() {
                    return true;
                }
                let question = AnyAlgorithm::Mt(Mt::at(value));
                let answer = match self.solving {
                    // Deepening would never settle for the losing side, whose longest resistance leaves other lines
                    // unfinished. At the distance of the loss every line ends.
                    Solving::Deepening { .. } if is_win(game, value) => {
                        Some(search.run(&question, &position, distance(game, value)))
                    }
                    Solving::Deepening { .. } => {
                        search.deepen(&question, &position, request(game, &position, Depth::END)).iterations.pop()
                    }
                    Solving::ToTheEnd { .. } => {
                        Some(search.run(&question, &position, request(game, &position, Depth::END)))
                    }
                };
                // Only a proven move continues the line: a bound from the horizon does not suffice.
                let keeps =
                    answer.filter(|answer| answer.bounds.lower >= value && (answer.settled || is_win(game, value)));
                let Some(play) = keeps.and_then(|answer| answer.best) else { return false };
                (position, value) = step(game, &position, play, value);
                line.push(play);
            }
            false
        })
    }
}

/// Returns the plies to the end of a game that is won or lost.
fn distance<G: Playable>(game: &G, value: Score) -> Depth {
    let win = game.profile().win.unwrap_or(value);
    Depth::plies(win.get().abs_diff(value.get().abs()).min(Depth::MAX_PLIES.into()))
}

/// Returns the position after a move that keeps the value, and its value.
fn step<G: Game>(game: &G, position: &G::Position, play: G::Move, value: Score) -> (G::Position, Score) {
    let next = game.play(position, play);
    let first = game.win_threshold();
    let nearer = match value {
        // Without distances in the scores the value stays the same along the line; otherwise each ply brings it one
        // closer.
        _ if first == Score::INFINITY => value,
        win if win > first => win.succ(),
        loss if loss < -first => loss.pred(),
        other => other,
    };
    let value = nearer.flip_if(game.mover(&next) != game.mover(position));
    (next, value)
}
