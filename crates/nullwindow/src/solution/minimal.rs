//! The size of the smallest critical tree.
//!
//! **Source.** \[dBP96\], section 3 (the size of the critical tree is O(w^(d/2)), Lemma 4), and \[SM86\] (the leaves of
//! minimal trees).
//! **Cost.** A few multiplications for [`minimal_leaves`]; that of minimax for [`MinimalTree::of`], so small trees
//! only.
//! **When to use it.** As the lower bound for every algorithm: in a tree without transpositions none visits fewer
//! leaves.
//!
//! A max and a min solution tree that meet share one path (see [`critical`](super::critical)). Off that path the
//! smallest trees are computed node by node: if all sons are needed, their sizes add up; if one is needed, the smallest
//! that proves the bound counts. On the path, both trees are needed:
//!
//! ```text
//! both(n) = 1 + min over sons s of ( both(s) + sum over the other sons o of all(o) )
//! ```
//!
//! where `all` is the size of the tree that has all sons of `n`: max at MAX nodes, min at MIN nodes.

use super::extract::ExtractError;
use super::tree::SolutionKind;
use crate::distance::from_root;
use crate::knowledge::known_value;
use crate::limits::Budget;
use crate::{Depth, Evaluator, MoveBuf, Player, Score, Stopped};

/// Returns the number of leaves of the minimal tree of T(w, d), `w^ceil(d/2) + w^floor(d/2) - 1`; `None` if that is
/// 2^128 or more.
///
/// ```
/// use nullwindow::solution::minimal_leaves;
///
/// assert_eq!(minimal_leaves(32, 4), Some(2047));
/// assert_eq!(minimal_leaves(8, 0), Some(1));
/// assert_eq!(minimal_leaves(u32::MAX, 255), None);
/// ```
#[must_use]
pub fn minimal_leaves(width: u32, depth: u32) -> Option<u128> {
    let power = |exponent: u32| u128::from(width).checked_pow(exponent);
    if width == 0 {
        return Some(u128::from(depth == 0));
    }
    (power(depth.div_ceil(2))? - 1).checked_add(power(depth / 2)?)
}

/// Returns the number of nodes of the minimal tree of T(w, d): the sum of [`minimal_leaves`] over all depths up to
/// `depth`.
///
/// ```
/// assert_eq!(nullwindow::solution::minimal_nodes(2, 4), Some(1 + 2 + 3 + 5 + 7));
/// ```
#[must_use]
pub fn minimal_nodes(width: u32, depth: u32) -> Option<u128> {
    (0..=depth).try_fold(0u128, |sum, level| sum.checked_add(minimal_leaves(width, level)?))
}

/// The smallest critical tree of a game tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct MinimalTree {
    /// The value of the root.
    pub value: Score,
    /// The fewest leaves of a critical tree.
    pub leaves: u64,
    /// The fewest nodes of a critical tree. If the game may end early, this may be a different tree.
    pub nodes: u64,
    /// The fewest leaves of a max solution tree that proves the value.
    pub max_leaves: u64,
    /// The fewest leaves of a min solution tree that proves the value.
    pub min_leaves: u64,
}

impl MinimalTree {
    /// Measures the tree of at most `limit` nodes below `root`. Positions that occur twice count twice.
    ///
    /// # Errors
    /// If the tree has more nodes, or a path has 1024 plies.
    pub fn of<G: Evaluator>(
        game: &G,
        root: &G::Position,
        depth: Depth,
        limit: usize,
    ) -> Result<MinimalTree, ExtractError> {
        let mut walk = Walk { game, max: game.mover(root), nodes: limit, limit, moves: MoveBuf::new() };
        // The value first: the sizes are those of trees that prove it.
        let value = walk.minimax(root, depth, 0)?;
        let [leaves, nodes] = walk.sizes(root, depth, 0, value);
        Ok(MinimalTree {
            value,
            leaves: leaves.both,
            nodes: nodes.both,
            max_leaves: leaves.max,
            min_leaves: leaves.min,
        })
    }
}

/// The sizes of the smallest trees below a node; [`NEVER`] if none proves the bound.
#[derive(Clone, Copy)]
struct TreeSizes {
    max: u64,
    min: u64,
    both: u64,
}

/// The size of a tree that does not exist.
const NEVER: u64 = u64::MAX;

impl TreeSizes {
    fn all(&self, kind: SolutionKind) -> u64 {
        if kind == SolutionKind::Max { self.max } else { self.min }
    }
}

/// The state of the walk.
struct Walk<'g, G: Evaluator> {
    game: &'g G,
    max: Player,
    /// The nodes that may still be visited.
    nodes: usize,
    limit: usize,
    moves: MoveBuf<G::Move>,
}

impl<G: Evaluator> Walk<'_, G> {
    /// Returns the value of a leaf for MAX, or the sons of an inner node.
    fn expand(&mut self, position: &G::Position, depth: Depth, ply: usize) -> Result<Score, Vec<G::Position>> {
        self.moves.clear();
        let over = self.game.moves(position, &mut self.moves);
        let known = known_value(self.game, position, depth, ply);
        if over.is_some() || known.is_some() || depth.is_horizon() || self.moves.is_empty() {
            let leaf = || from_root(self.game, over.unwrap_or_else(|| self.game.evaluate(position)), ply);
            let score = known.unwrap_or_else(leaf);
            return Ok(score.flip_if(self.game.mover(position) != self.max));
        }
        Err(self.moves.iter().map(|play| self.game.play(position, play)).collect())
    }

    /// Returns the value of a node for MAX.
    fn minimax(&mut self, position: &G::Position, depth: Depth, ply: usize) -> Result<Score, ExtractError> {
        if self.nodes == 0 {
            return Err(ExtractError::TooLarge { limit: self.limit });
        }
        self.nodes -= 1;
        let sons = match self.expand(position, depth, ply) {
            Ok(value) => return Ok(value),
            Err(sons) => sons,
        };
        // After the expansion, as in a search: a leaf at the limit has its value.
        if ply >= Budget::MAX_PLY {
            return Err(ExtractError::Stopped { path: Vec::new(), reason: Stopped::Endless });
        }
        let kind = self.all_at(position);
        let mut best = None;
        for son in &sons {
            let value = self.minimax(son, depth.child(), ply + 1)?;
            best = Some(best.map_or(value, |best| kind.select(best, value)));
        }
        Ok(best.unwrap_or(Score::ZERO))
    }

    /// Returns the sizes of the smallest trees that prove `bound` below a node, in leaves and in nodes.
    fn sizes(&mut self, position: &G::Position, depth: Depth, ply: usize, bound: Score) -> [TreeSizes; 2] {
        let sons = match self.expand(position, depth, ply) {
            Ok(value) => {
                let one_if = |holds: bool| if holds { 1 } else { NEVER };
                let leaf = TreeSizes {
                    max: one_if(value <= bound),
                    min: one_if(value >= bound),
                    both: one_if(value == bound),
                };
                return [leaf, leaf];
            }
            Err(sons) => sons,
        };
        let kind = self.all_at(position);
        let sons: Vec<[TreeSizes; 2]> = sons.iter().map(|son| self.sizes(son, depth.child(), ply + 1, bound)).collect();
        [0, 1].map(|measure| {
            let own = measure as u64;
            combine(kind, own, sons.iter().map(|son| son[measure]))
        })
    }

    /// Returns the kind of tree that needs all sons here.
    fn all_at(&self, position: &G::Position) -> SolutionKind {
        if self.game.mover(position) == self.max { SolutionKind::Max } else { SolutionKind::Min }
    }
}

/// Combines the sizes of the sons of an inner node that counts `own` itself; trees of `kind` need all sons.
fn combine(kind: SolutionKind, own: u64, sons: impl Iterator<Item = TreeSizes> + Clone) -> TreeSizes {
    let other = if kind == SolutionKind::Max { SolutionKind::Min } else { SolutionKind::Max };
    let all = sons.clone().fold(own, |sum, son| sum.saturating_add(son.all(kind)));
    let one = sons.clone().map(|son| son.all(other)).min().unwrap_or(NEVER).saturating_add(own);
    let on_path = |son: &TreeSizes| all != NEVER && son.both != NEVER;
    // A son on the path contributes both of its trees instead of one.
    let both = sons.filter(on_path).map(|son| all - son.all(kind) + son.both).min().unwrap_or(NEVER);
    match kind {
        SolutionKind::Max => TreeSizes { max: all, min: one, both },
        SolutionKind::Min => TreeSizes { max: one, min: all, both },
    }
}
