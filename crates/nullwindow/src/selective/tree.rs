//! The selective tree of a game, made explicit: a game without rules whose minimax value is the selective value.
//!
//! A minimum of two terms is a node of the opponent with two sons, a score a leaf, and a shifted search a subtree whose
//! leaves are shifted. So every algorithm searches it as it is, and minimax on it is the definition of the selective
//! value. Leaves may be changed instead of values because every change keeps the order of scores.

use super::{MoveRules, NodeRules, RuledNode, shifted};
use crate::distance::from_root;
use crate::game::MovesToRank;
use crate::knowledge::known_value;
use crate::order::by_rank;
use crate::{Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score};

/// The selective tree of a game, searched to [`Depth::END`].
///
/// ```
/// use nullwindow::selective::SelectiveTree;
/// use nullwindow::{Depth, Search, best_first::SssStar, trees::ExplicitTree};
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let explicit = SelectiveTree::new(&tree);
/// let root = explicit.root(tree.root(), Depth::plies(2));
/// let outcome = Search::new(&explicit).run(&SssStar, &root, Depth::END);
/// assert_eq!(outcome.value().map(|value| value.get()), Some(12)); // no rules: the full width
/// # Ok::<(), nullwindow::trees::ParseTreeError>(())
/// ```
#[derive(Debug)]
pub struct SelectiveTree<'g, G> {
    game: &'g G,
}

/// A node of a [`SelectiveTree`].
#[derive(Clone, Debug)]
pub struct SelectiveNode<P> {
    kind: SelectiveKind<P>,
    mover: Player,
    /// The moves played since the root.
    ply: usize,
    /// The changes of the scores of the leaves below, the last one first.
    changes: Vec<ScoreChange>,
}

/// A change of scores that keeps their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScoreChange {
    /// Shifts evaluations by this number, as seen by [`Player::First`].
    Shift(i32),
    /// Makes all losses of this player, which has passed, the worst one: the distances of such losses mean nothing.
    WorstLoss(Player),
}

#[derive(Clone, Debug)]
enum SelectiveKind<P> {
    /// A position with a depth.
    Position { position: P, depth: Depth },
    /// The moves of a position, below its ceiling.
    Moves { position: P, depth: Depth, rules: NodeRules },
    /// The smallest of a ceiling, a shallow search and the moves.
    Ceiling { position: P, depth: Depth, rules: NodeRules },
    /// The smallest of a cap and the searches of a move. The cap is for the player that made it.
    Guard { position: P, rules: MoveRules },
    /// A score for the mover.
    Leaf(Score),
}

/// A move in a [`SelectiveTree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SelectiveMove<M> {
    /// A move of the game, and its place in the static order.
    Play(M, u16),
    /// To the floor of the node, a leaf.
    Floor,
    /// To the position after a pass.
    Pass,
    /// To the shallow search, shifted down.
    Below,
    /// To the moves and what limits them.
    Within,
    /// To the ceiling, a leaf.
    Ceiling,
    /// To the shallow search, shifted up.
    Above,
    /// To the moves.
    Moves,
    /// To the cap of a move, a leaf.
    Cap,
    /// To the reduced search of a move.
    Reduced,
    /// To the full search of a move.
    Full,
}

impl<'g, G: Evaluator> SelectiveTree<'g, G> {
    /// Creates the tree of a game.
    #[must_use]
    pub fn new(game: &'g G) -> SelectiveTree<'g, G> {
        SelectiveTree { game }
    }

    /// Returns the root for a search of `position` to `depth`.
    #[must_use]
    pub fn root(&self, position: G::Position, depth: Depth) -> SelectiveNode<G::Position> {
        let mover = self.game.mover(&position);
        SelectiveNode { kind: SelectiveKind::Position { position, depth }, mover, ply: 0, changes: Vec::new() }
    }

    /// Returns the rules of a node: none at the root, and none if the game is over.
    fn rules(&self, position: &G::Position, depth: Depth, ply: usize) -> NodeRules {
        let applies = self.game.is_selective() && ply > 0 && depth != Depth::END;
        if applies { self.game.node_rules(position, depth) } else { NodeRules::NONE }
    }

    /// Pushes the moves of a position in its static order.
    fn push_moves(
        &self,
        position: &G::Position,
        placed: bool,
        own: &mut MoveBuf<G::Move>,
        to: &mut MoveBuf<SelectiveMove<G::Move>>,
    ) {
        if placed {
            rank_statically(self.game, position, own);
        }
        for (place, play) in (0..).zip(own.iter()) {
            to.push(SelectiveMove::Play(play, if placed { place } else { 0 }));
        }
    }

    fn score_of(&self, node: &SelectiveNode<G::Position>, score: Score) -> Score {
        self.changed(node, from_root(self.game, score, node.ply), node.mover)
    }

    /// Returns the score of a leaf below `node` for `mover` after all changes.
    fn changed(&self, node: &SelectiveNode<G::Position>, score: Score, mover: Player) -> Score {
        let (win, worst) = (self.game.win_threshold(), Score::INFINITY.pred());
        node.changes.iter().rev().fold(score, |score, change| match *change {
            ScoreChange::Shift(by) => shifted(self.game, score, signed(by, mover)),
            ScoreChange::WorstLoss(loser) if loser == mover && score <= -win => -worst,
            ScoreChange::WorstLoss(loser) if loser != mover && score >= win => worst,
            ScoreChange::WorstLoss(_) => score,
        })
    }

    fn position_node(
        &self,
        from: &SelectiveNode<G::Position>,
        position: G::Position,
        depth: Depth,
        ply: usize,
    ) -> SelectiveNode<G::Position> {
        let mover = self.game.mover(&position);
        SelectiveNode { kind: SelectiveKind::Position { position, depth }, mover, ply, changes: from.changes.clone() }
    }
}

impl ScoreChange {
    /// Returns a number that no other change has, for keys.
    fn number(self) -> u64 {
        match self {
            ScoreChange::Shift(by) => u64::from(by.cast_unsigned()) << 2 | 1,
            ScoreChange::WorstLoss(Player::First) => 2,
            ScoreChange::WorstLoss(_) => 3,
        }
    }
}

fn with(changes: &[ScoreChange], last: ScoreChange) -> Vec<ScoreChange> {
    changes.iter().copied().chain([last]).collect()
}

/// Returns a shift for [`Player::First`] as the mover sees it, and the reverse.
fn signed(shift: i32, mover: Player) -> i32 {
    if mover == Player::First { shift } else { -shift }
}

/// Sorts the open list into its static order: by the ranks of the game, which are asked for if it ranks on demand.
pub(crate) fn rank_statically<G: Game>(game: &G, position: &G::Position, moves: &mut MoveBuf<G::Move>) {
    if game.ranks_on_demand() && moves.len() > 1 {
        game.rank(position, &mut MovesToRank::new(moves.open_list()));
    }
    by_rank(moves.open_list());
}

impl<G: Evaluator> Game for SelectiveTree<'_, G> {
    type Position = SelectiveNode<G::Position>;
    type Move = SelectiveMove<G::Move>;

    fn mover(&self, node: &Self::Position) -> Player {
        node.mover
    }

    fn moves(&self, node: &Self::Position, moves: &mut MoveBuf<Self::Move>) -> Option<Score> {
        let mut own = MoveBuf::new();
        match &node.kind {
            SelectiveKind::Leaf(score) => return Some(*score),
            SelectiveKind::Position { position, depth } => {
                if let Some(value) = known_value(self.game, position, *depth, node.ply) {
                    return Some(self.changed(node, value, node.mover));
                }
                if let Some(score) = self.game.moves(position, &mut own) {
                    return Some(self.score_of(node, score));
                }
                if depth.is_horizon() {
                    return Some(self.score_of(node, self.game.evaluate(position)));
                }
                let rules = self.rules(position, *depth, node.ply);
                if rules.floor > Score::NEG_INFINITY {
                    moves.push(SelectiveMove::Floor);
                }
                if rules.pass.is_some() {
                    moves.push(SelectiveMove::Pass);
                }
                if rules.near.is_some_and(|near| near.below.is_some()) {
                    moves.push(SelectiveMove::Below);
                }
                if rules.near.is_some_and(|near| near.above.is_some()) || rules.ceiling < Score::INFINITY {
                    moves.push(SelectiveMove::Within);
                } else {
                    self.push_moves(position, rules.places, &mut own, moves);
                }
            }
            SelectiveKind::Moves { position, rules, .. } => {
                let _ = self.game.moves(position, &mut own);
                self.push_moves(position, rules.places, &mut own, moves);
            }
            SelectiveKind::Ceiling { rules, .. } => {
                if rules.ceiling < Score::INFINITY {
                    moves.push(SelectiveMove::Ceiling);
                }
                if rules.near.is_some_and(|near| near.above.is_some()) {
                    moves.push(SelectiveMove::Above);
                }
                moves.push(SelectiveMove::Moves);
            }
            SelectiveKind::Guard { rules, .. } => {
                if rules.cap < Score::INFINITY {
                    moves.push(SelectiveMove::Cap);
                }
                if rules.reduced.is_some() {
                    moves.push(SelectiveMove::Reduced);
                }
                moves.push(SelectiveMove::Full);
            }
        }
        None
    }

    fn play(&self, node: &Self::Position, play: Self::Move) -> Self::Position {
        let leaf = |score, mover: Player| {
            let kind = SelectiveKind::Leaf(self.changed(node, score, mover));
            SelectiveNode { kind, mover, ..node.clone() }
        };
        match &node.kind {
            SelectiveKind::Position { position, depth } | SelectiveKind::Moves { position, depth, .. } => {
                let rules = self.rules(position, *depth, node.ply);
                match play {
                    SelectiveMove::Floor => leaf(rules.floor, node.mover),
                    SelectiveMove::Pass => {
                        let pass = rules.pass.expect("the move is generated only with this rule");
                        let rules = MoveRules::to(pass.depth).capped(pass.cap);
                        let kind = SelectiveKind::Guard { position: self.game.pass(position), rules };
                        let changes = with(&node.changes, ScoreChange::WorstLoss(node.mover));
                        SelectiveNode { kind, mover: node.mover.other(), ply: node.ply + 1, changes }
                    }
                    SelectiveMove::Below => {
                        let near = rules.near.and_then(|near| Some((near.depth, near.below?)));
                        let (depth, margin) = near.expect("the move is generated only with this rule");
                        let mut below = self.position_node(node, position.clone(), depth, node.ply);
                        below.changes.push(ScoreChange::Shift(signed(-margin, node.mover)));
                        below
                    }
                    SelectiveMove::Within => SelectiveNode {
                        kind: SelectiveKind::Ceiling { position: position.clone(), depth: *depth, rules },
                        mover: node.mover.other(),
                        ..node.clone()
                    },
                    SelectiveMove::Play(own, place) => {
                        let next = self.game.play(position, own);
                        let ruled = RuledNode { position, depth: *depth, rules: &rules };
                        let rules = if rules.moves {
                            self.game.move_rules(&ruled, own, place, &next)
                        } else {
                            MoveRules::to(depth.child())
                        };
                        if rules.is_plain() {
                            return self.position_node(node, next, rules.depth, node.ply + 1);
                        }
                        let kind = SelectiveKind::Guard { position: next, rules };
                        SelectiveNode { kind, mover: node.mover.other(), ply: node.ply + 1, ..node.clone() }
                    }
                    _ => unreachable!("a move of another kind of node"),
                }
            }
            SelectiveKind::Ceiling { position, depth, rules } => match play {
                // Rules speak for the mover of the position, which is the opponent here.
                SelectiveMove::Ceiling => leaf(rules.ceiling, node.mover.other()),
                SelectiveMove::Above => {
                    let near = rules.near.and_then(|near| Some((near.depth, near.above?)));
                    let (depth, margin) = near.expect("the move is generated only with this rule");
                    let mut above = self.position_node(node, position.clone(), depth, node.ply);
                    above.changes.push(ScoreChange::Shift(signed(margin, node.mover.other())));
                    above
                }
                _ => SelectiveNode {
                    kind: SelectiveKind::Moves { position: position.clone(), depth: *depth, rules: *rules },
                    mover: node.mover.other(),
                    ..node.clone()
                },
            },
            SelectiveKind::Guard { position, rules } => match play {
                SelectiveMove::Cap => leaf(rules.cap, node.mover.other()),
                SelectiveMove::Reduced => {
                    let depth = rules.reduced.expect("the move is generated only with this rule");
                    self.position_node(node, position.clone(), depth, node.ply)
                }
                _ => self.position_node(node, position.clone(), rules.depth, node.ply),
            },
            SelectiveKind::Leaf(_) => unreachable!("a leaf has no moves"),
        }
    }
}

impl<G: Evaluator> Evaluator for SelectiveTree<'_, G> {}

impl<G: Evaluator + Keyed> Keyed for SelectiveTree<'_, G> {
    fn key(&self, node: &Self::Position) -> u64 {
        let (kind, key, depth) = match &node.kind {
            SelectiveKind::Position { position, depth } => (1, self.game.key(position), *depth),
            SelectiveKind::Moves { position, depth, .. } => (2, self.game.key(position), *depth),
            SelectiveKind::Ceiling { position, depth, .. } => (3, self.game.key(position), *depth),
            // Different moves may lead to the same position under different rules.
            SelectiveKind::Guard { position, rules } => {
                let reduced = rules.reduced.map_or(u64::MAX, |depth| depth.to_byte().into());
                let rules = mixed(u64::from(rules.cap.get().cast_unsigned()), reduced);
                (4, mixed(self.game.key(position), rules), node_depth(&node.kind))
            }
            SelectiveKind::Leaf(score) => (5, u64::from(score.get().cast_unsigned()), Depth::ZERO),
        };
        let key = node.changes.iter().fold(key, |key, change| mixed(key, change.number()));
        let place = (node.ply as u64) << 8 | kind << 1 | u64::from(node.mover == Player::First);
        mixed(mixed(key, depth.to_byte().into()), place)
    }
}

fn node_depth<P>(kind: &SelectiveKind<P>) -> Depth {
    if let SelectiveKind::Guard { rules, .. } = kind { rules.depth } else { Depth::ZERO }
}

fn mixed(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}
