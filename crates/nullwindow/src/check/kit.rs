//! The settings of a check.

use super::law::Law;
use crate::{Depth, Game};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

type Same<'a, P> = Box<dyn Fn(&P, &P) -> bool + 'a>;
type Mirror<'a, P> = Box<dyn Fn(&P) -> P + 'a>;
type FreshKey<'a, P> = Box<dyn Fn(&P) -> u64 + 'a>;

/// A check of a game, with its settings.
///
/// ```
/// use nullwindow::Depth;
/// use nullwindow::check::Check;
/// use nullwindow::trees::VariableTree;
///
/// let tree = VariableTree::new(1..=4, 9)?.with_extra_turns(0.3)?;
/// let report = Check::new(&tree).same(|a, b| a == b).seed(7).depth(Depth::plies(2)).run(&tree.root())?;
/// assert!(report.positions > 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Check<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) seed: u64,
    pub(super) positions: usize,
    pub(super) playouts: usize,
    pub(super) longest: usize,
    pub(super) depth: Depth,
    pub(super) nodes: usize,
    pub(super) searched: usize,
    pub(super) except: Vec<Law>,
    pub(super) stop: Option<&'a AtomicBool>,
    pub(super) same: Option<Same<'a, G::Position>>,
    pub(super) mirror: Option<Mirror<'a, G::Position>>,
    pub(super) fresh_key: Option<FreshKey<'a, G::Position>>,
}

impl<'a, G: Game> Check<'a, G> {
    /// Creates a check with the default settings. It needs no more of positions than a search does.
    #[must_use]
    pub fn new(game: &'a G) -> Check<'a, G> {
        Check {
            game,
            seed: 0,
            positions: 2000,
            playouts: 100,
            longest: 500,
            depth: Depth::plies(3),
            nodes: 4000,
            searched: 12,
            except: Vec::new(),
            stop: None,
            same: None,
            mirror: None,
            fresh_key: None,
        }
    }

    /// Sets the seed of the random games; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of positions nearest to the root that are checked, and the number tried to shorten a
    /// counterexample; 2,000 by default.
    #[must_use]
    pub fn positions(mut self, positions: usize) -> Self {
        self.positions = positions;
        self
    }

    /// Sets the number of random games; 100 by default.
    #[must_use]
    pub fn playouts(mut self, playouts: usize) -> Self {
        self.playouts = playouts;
        self
    }

    /// Sets the plies after which a random game is abandoned; 500 by default.
    #[must_use]
    pub fn longest(mut self, plies: usize) -> Self {
        self.longest = plies;
        self
    }

    /// Sets the depth to which values are compared; 3 plies by default. If the end of the game is within the budget of
    /// [`Check::nodes`], values at the end are compared too.
    #[must_use]
    pub fn depth(mut self, depth: Depth) -> Self {
        self.depth = depth;
        self
    }

    /// Sets the node budget of minimax for one value; more expensive values are skipped. 4,000 by default.
    #[must_use]
    pub fn nodes(mut self, nodes: usize) -> Self {
        self.nodes = nodes;
        self
    }

    /// Sets the number of positions on which all algorithms are run; 12 by default.
    #[must_use]
    pub fn searched(mut self, positions: usize) -> Self {
        self.searched = positions;
        self
    }

    /// Ends the check early when the flag is set, by another thread or a signal. The report then says that it was
    /// [stopped](super::CheckReport::stopped).
    #[must_use]
    pub fn stop(mut self, flag: &'a AtomicBool) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Excludes a law that this game need not obey.
    #[must_use]
    pub fn except(mut self, law: Law) -> Self {
        self.except.push(law);
        self
    }

    /// Sets the equality of positions; equal positions must have equal keys. Use `|a, b| a == b`, or a weaker test if a
    /// position holds its own key.
    #[must_use]
    pub fn same(mut self, same: impl Fn(&G::Position, &G::Position) -> bool + 'a) -> Self {
        self.same = Some(Box::new(same));
        self
    }

    /// Sets the function that exchanges the players, including the player to move, for a game that is the same for
    /// both. It is the most reliable test of signs: one position suffices where otherwise many are needed.
    #[must_use]
    pub fn mirror(mut self, mirror: impl Fn(&G::Position) -> G::Position + 'a) -> Self {
        self.mirror = Some(Box::new(mirror));
        self
    }

    /// Sets the function that computes a key from scratch, for games that update it move by move.
    #[must_use]
    pub fn fresh_key(mut self, key: impl Fn(&G::Position) -> u64 + 'a) -> Self {
        self.fresh_key = Some(Box::new(key));
        self
    }

    /// Returns whether the check must end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Returns whether this law is checked.
    pub(super) fn holds(&self, law: Law) -> bool {
        !self.except.contains(&law)
    }

    /// Returns zero, the increasing depths, and the end of the game.
    pub(super) fn depths(&self) -> impl Iterator<Item = Depth> + use<G> {
        /// The depth limit for a check to the end of the game; the node budget is exhausted first.
        const TO_THE_END: u32 = 16;
        let last = self.depth.get().unwrap_or(TO_THE_END);
        (0..=last).map(Depth::plies).chain([Depth::END])
    }
}

impl<G: Game> fmt::Debug for Check<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check")
            .field("seed", &self.seed)
            .field("positions", &self.positions)
            .field("playouts", &self.playouts)
            .field("longest", &self.longest)
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("searched", &self.searched)
            .field("except", &self.except)
            .finish_non_exhaustive()
    }
}
