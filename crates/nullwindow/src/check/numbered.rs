//! A game behind numbers, so that the algorithms are compiled once and not once more for every game.

use crate::{Bounds, Depth, Evaluator, Game, Keyed, MoveBuf, MovesToRank, Player, Score, Window};
use std::cell::{Cell, RefCell};

/// A position, by its index in the order of first visits.
pub(super) type PositionId = usize;

/// The start position of a [`NumberedGame`].
pub(super) const START: PositionId = 0;

/// The rules of a game with numbers for positions, and indices for moves. Object-safe, unlike [`Game`].
pub(super) trait Rules {
    fn mover(&self, at: PositionId) -> Player;
    fn moves(&self, at: PositionId, moves: &mut MoveBuf<u16>) -> Option<Score>;
    fn play(&self, at: PositionId, place: u16) -> PositionId;
    fn over(&self, at: PositionId) -> Option<Score>;
    fn evaluate(&self, at: PositionId) -> Score;
    fn proven_bounds(&self, at: PositionId, depth: Depth, window: Window) -> Bounds;
    fn win_threshold(&self) -> Score;
    fn key(&self, at: PositionId) -> u64;
    /// Returns the move as the game formats it.
    fn name(&self, at: PositionId, place: u16) -> String;
}

/// The positions of `game` visited so far. Nothing else is cached: every call reaches the game, so that changing
/// answers show.
pub(super) struct NumberedGame<'g, G: Game> {
    game: &'g G,
    seen: RefCell<Vec<NumberedPosition<G>>>,
    buffer: Cell<MoveBuf<G::Move>>,
}

/// A position with its moves.
struct NumberedPosition<G: Game> {
    position: G::Position,
    /// The moves, with the positions that they lead to if those were visited.
    moves: Vec<(G::Move, Option<PositionId>)>,
}

impl<'g, G: Game> NumberedGame<'g, G> {
    pub(super) fn new(game: &'g G, start: &G::Position) -> NumberedGame<'g, G> {
        let start = NumberedPosition { position: start.clone(), moves: Vec::new() };
        NumberedGame { game, seen: RefCell::new(vec![start]), buffer: Cell::default() }
    }
}

impl<G: Evaluator + Keyed> Rules for NumberedGame<'_, G> {
    fn mover(&self, at: PositionId) -> Player {
        self.game.mover(&self.seen.borrow()[at].position)
    }

    fn moves(&self, at: PositionId, moves: &mut MoveBuf<u16>) -> Option<Score> {
        let seen = &mut self.seen.borrow_mut()[at];
        let mut buffer = self.buffer.take();
        buffer.clear();
        let over = self.game.moves(&seen.position, &mut buffer);
        // An unchanged list keeps the numbers of the positions already reached.
        if !buffer.iter().eq(seen.moves.iter().map(|&(play, _)| play)) {
            seen.moves = buffer.iter().map(|play| (play, None)).collect();
        }
        // Ranks on demand are pushed with the moves here: when they are computed changes no answer.
        if self.game.ranks_on_demand() {
            self.game.rank(&seen.position, &mut MovesToRank::new(&mut buffer.entries));
        }
        for entry in &buffer.entries {
            moves.push_ranked(entry.index, i32::try_from(entry.rank).unwrap_or(0));
        }
        self.buffer.set(buffer);
        over
    }

    fn play(&self, at: PositionId, place: u16) -> PositionId {
        let mut all = self.seen.borrow_mut();
        let next = all.len();
        let NumberedPosition { position, moves } = &mut all[at];
        // A game whose answers change may drop a move that it has listed before.
        let Some((play, to)) = moves.get_mut(usize::from(place)) else { return at };
        if let Some(to) = *to {
            return to;
        }
        *to = Some(next);
        let position = self.game.play(position, *play);
        all.push(NumberedPosition { position, moves: Vec::new() });
        next
    }

    fn over(&self, at: PositionId) -> Option<Score> {
        let mut scratch = self.buffer.take();
        scratch.clear();
        let over = self.game.over(&self.seen.borrow()[at].position, &mut scratch);
        self.buffer.set(scratch);
        over
    }

    fn evaluate(&self, at: PositionId) -> Score {
        self.game.evaluate(&self.seen.borrow()[at].position)
    }

    fn proven_bounds(&self, at: PositionId, depth: Depth, window: Window) -> Bounds {
        self.game.proven_bounds(&self.seen.borrow()[at].position, depth, window)
    }

    fn win_threshold(&self) -> Score {
        self.game.win_threshold()
    }

    fn key(&self, at: PositionId) -> u64 {
        self.game.key(&self.seen.borrow()[at].position)
    }

    fn name(&self, at: PositionId, place: u16) -> String {
        let moves = &self.seen.borrow()[at].moves;
        moves.get(usize::from(place)).map_or("no move".to_owned(), |(play, _)| format!("{play:?}"))
    }
}

/// A game without its types.
pub(super) struct AnyGame<'r>(pub(super) &'r dyn Rules);

impl Game for AnyGame<'_> {
    type Position = PositionId;
    type Move = u16;

    fn mover(&self, &at: &PositionId) -> Player {
        self.0.mover(at)
    }

    fn moves(&self, &at: &PositionId, moves: &mut MoveBuf<u16>) -> Option<Score> {
        self.0.moves(at, moves)
    }

    fn play(&self, &at: &PositionId, place: u16) -> PositionId {
        self.0.play(at, place)
    }

    fn over(&self, &at: &PositionId, _: &mut MoveBuf<u16>) -> Option<Score> {
        self.0.over(at)
    }

    fn win_threshold(&self) -> Score {
        self.0.win_threshold()
    }
}

impl Evaluator for AnyGame<'_> {
    fn evaluate(&self, &at: &PositionId) -> Score {
        self.0.evaluate(at)
    }

    fn proven_bounds(&self, &at: &PositionId, depth: Depth, window: Window) -> Bounds {
        self.0.proven_bounds(at, depth, window)
    }
}

impl Keyed for AnyGame<'_> {
    fn key(&self, &at: &PositionId) -> u64 {
        self.0.key(at)
    }
}
