//! A game behind numbers, so that the algorithms are compiled once and not once more for every game.

use crate::selective::{MoveRules, NodeRules, RuledNode};
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
    fn is_selective(&self) -> bool;
    fn node_rules(&self, at: PositionId, depth: Depth) -> NodeRules;
    fn move_rules(&self, node: &RuledNode<'_, PositionId>, index: u16, place: u16, next: PositionId) -> MoveRules;
    fn pass(&self, at: PositionId) -> PositionId;
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
    /// The position after a null move, if it was visited.
    pass: Option<PositionId>,
}

impl<G: Game> NumberedPosition<G> {
    fn new(position: G::Position) -> NumberedPosition<G> {
        NumberedPosition { position, moves: Vec::new(), pass: None }
    }
}

impl<'g, G: Game> NumberedGame<'g, G> {
    pub(super) fn new(game: &'g G, start: &G::Position) -> NumberedGame<'g, G> {
        let seen = RefCell::new(vec![NumberedPosition::new(start.clone())]);
        NumberedGame { game, seen, buffer: Cell::default() }
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
        let NumberedPosition { position, moves, .. } = &mut all[at];
        // A game whose answers change may drop a move that it has listed before.
        let Some((play, to)) = moves.get_mut(usize::from(place)) else { return at };
        if let Some(to) = *to {
            return to;
        }
        *to = Some(next);
        let position = self.game.play(position, *play);
        all.push(NumberedPosition::new(position));
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

    fn is_selective(&self) -> bool {
        self.game.is_selective()
    }

    fn node_rules(&self, at: PositionId, depth: Depth) -> NodeRules {
        self.game.node_rules(&self.seen.borrow()[at].position, depth)
    }

    fn move_rules(&self, node: &RuledNode<'_, PositionId>, index: u16, place: u16, next: PositionId) -> MoveRules {
        let seen = self.seen.borrow();
        let at = &seen[*node.position];
        let Some(&(play, _)) = at.moves.get(usize::from(index)) else { return MoveRules::to(node.depth.child()) };
        let node = RuledNode { position: &at.position, depth: node.depth, rules: node.rules };
        self.game.move_rules(&node, play, place, &seen[next].position)
    }

    fn pass(&self, at: PositionId) -> PositionId {
        let mut all = self.seen.borrow_mut();
        let next = all.len();
        if let Some(to) = all[at].pass {
            return to;
        }
        all[at].pass = Some(next);
        let position = self.game.pass(&all[at].position);
        all.push(NumberedPosition::new(position));
        next
    }

    fn name(&self, at: PositionId, place: u16) -> String {
        let moves = &self.seen.borrow()[at].moves;
        moves.get(usize::from(place)).map_or("no move".to_owned(), |(play, _)| format!("{play:?}"))
    }
}

/// A game without its types.
pub(super) struct AnyGame<'r> {
    rules: &'r dyn Rules,
    /// True if the rules of selective search apply.
    selective: bool,
}

impl<'r> AnyGame<'r> {
    /// The game in full width.
    pub(super) fn new(rules: &'r dyn Rules) -> AnyGame<'r> {
        AnyGame { rules, selective: false }
    }

    /// The game with its rules of selective search, if it has any.
    pub(super) fn selective(rules: &'r dyn Rules) -> Option<AnyGame<'r>> {
        rules.is_selective().then_some(AnyGame { rules, selective: true })
    }

    /// Returns a move as the game formats it.
    pub(super) fn name(&self, at: PositionId, place: u16) -> String {
        self.rules.name(at, place)
    }
}

impl Game for AnyGame<'_> {
    type Position = PositionId;
    type Move = u16;

    fn mover(&self, &at: &PositionId) -> Player {
        self.rules.mover(at)
    }

    fn moves(&self, &at: &PositionId, moves: &mut MoveBuf<u16>) -> Option<Score> {
        self.rules.moves(at, moves)
    }

    fn play(&self, &at: &PositionId, place: u16) -> PositionId {
        self.rules.play(at, place)
    }

    fn over(&self, &at: &PositionId, _: &mut MoveBuf<u16>) -> Option<Score> {
        self.rules.over(at)
    }

    fn win_threshold(&self) -> Score {
        self.rules.win_threshold()
    }
}

impl Evaluator for AnyGame<'_> {
    fn evaluate(&self, &at: &PositionId) -> Score {
        self.rules.evaluate(at)
    }

    fn proven_bounds(&self, &at: &PositionId, depth: Depth, window: Window) -> Bounds {
        self.rules.proven_bounds(at, depth, window)
    }

    fn is_selective(&self) -> bool {
        self.selective
    }

    fn node_rules(&self, &at: &PositionId, depth: Depth) -> NodeRules {
        self.rules.node_rules(at, depth)
    }

    fn move_rules(&self, node: &RuledNode<'_, PositionId>, index: u16, place: u16, &next: &PositionId) -> MoveRules {
        self.rules.move_rules(node, index, place, next)
    }

    fn pass(&self, &at: &PositionId) -> PositionId {
        self.rules.pass(at)
    }
}

impl Keyed for AnyGame<'_> {
    fn key(&self, &at: &PositionId) -> u64 {
        self.rules.key(at)
    }
}
