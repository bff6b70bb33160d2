//! Counter moves: a move that refuted another one is tried early when that one is played again.

use super::history::MoveClass;

/// The latest move that refuted each class of moves.
#[derive(Clone, Debug)]
pub(super) struct CounterMoves<M> {
    /// Empty until the first move is stored: most games use no counter moves.
    answers: Vec<Option<M>>,
}

impl<M: Copy> CounterMoves<M> {
    pub(super) fn new() -> CounterMoves<M> {
        CounterMoves { answers: Vec::new() }
    }

    pub(super) fn add(&mut self, before: MoveClass, play: M) {
        if self.answers.is_empty() {
            self.answers = vec![None; MoveClass::COUNT];
        }
        self.answers[before.index()] = Some(play);
    }

    pub(super) fn get(&self, before: MoveClass) -> Option<M> {
        *self.answers.get(before.index())?
    }
}
