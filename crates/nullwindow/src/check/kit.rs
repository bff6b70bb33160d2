//! The settings of a check.

use super::law::Law;
use super::reference::Reference;
use crate::{Depth, Game};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

type Same<'a, P> = Box<dyn Fn(&P, &P) -> bool + 'a>;
type Mirror<'a, P> = Box<dyn Fn(&P) -> P + 'a>;
type FreshKey<'a, P> = Box<dyn Fn(&P) -> u64 + 'a>;
type RoundTrip<'a, P> = Box<dyn Fn(&P) -> Option<P> + 'a>;
type Variants<'a, P> = Box<dyn Fn(&P, &P) -> Vec<P> + 'a>;

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
    pub(super) reference: Option<Reference<'a, G>>,
    pub(super) round_trip: Option<RoundTrip<'a, G::Position>>,
    pub(super) variants: Option<Variants<'a, G::Position>>,
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
            reference: None,
            round_trip: None,
            variants: None,
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
    /// both. It is the most reliable test of the side of scores: one position suffices where otherwise many are needed.
    /// It cannot find scores that are negated for both players, nor mistakes in the moves that both players share.
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

    /// Sets a second implementation of the rules on the same positions and moves, as plain and slow as it likes. Moves,
    /// final scores and the positions after every move are compared with it. The order and the ranks of moves may
    /// differ.
    ///
    /// It finds mistakes that leave a game consistent: a missing move, a captured man that is still on the board, a step
    /// across the edge. It must share no code with the game that it checks.
    ///
    /// ```
    /// use nullwindow::check::{Check, Law};
    /// use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
    ///
    /// /// Take matches; the player that takes the last one wins.
    /// struct Matches {
    ///     most: u32,
    /// }
    ///
    /// impl Game for Matches {
    ///     type Position = (u32, Player);
    ///     type Move = u32;
    ///
    ///     fn mover(&self, &(_, mover): &(u32, Player)) -> Player {
    ///         mover
    ///     }
    ///
    ///     fn moves(&self, &(left, _): &(u32, Player), moves: &mut MoveBuf<u32>) -> Option<Score> {
    ///         (1..=self.most.min(left)).for_each(|taken| moves.push(taken));
    ///         (left == 0).then_some(Score::new(-1))
    ///     }
    ///
    ///     fn play(&self, &(left, mover): &(u32, Player), taken: u32) -> (u32, Player) {
    ///         (left - taken, mover.other())
    ///     }
    /// }
    ///
    /// impl Evaluator for Matches {}
    ///
    /// impl Keyed for Matches {
    ///     fn key(&self, &(left, _): &(u32, Player)) -> u64 {
    ///         left.into()
    ///     }
    /// }
    ///
    /// // One match too few: a game as good as any, but not the one that was meant.
    /// let game = Matches { most: 2 };
    /// let flaw = Check::new(&game).reference(Matches { most: 3 }).run(&(9, Player::First)).unwrap_err();
    /// assert_eq!(flaw.law, Law::ReferenceMoves);
    /// ```
    #[must_use]
    pub fn reference(mut self, rules: impl Game<Position = G::Position, Move = G::Move> + 'a) -> Self {
        self.reference = Some(Reference::Rules(Box::new(rules)));
        self
    }

    /// Sets a second generator of moves, which returns none if the game is over. Unlike [`Check::reference`], it tests
    /// neither final scores nor the positions after moves.
    #[must_use]
    pub fn reference_moves(mut self, moves: impl Fn(&G::Position) -> Vec<G::Move> + 'a) -> Self {
        self.reference = Some(Reference::Moves(Box::new(moves)));
        self
    }

    /// Sets the function that writes a position as text and reads it back; `None` if the text cannot be read. A game
    /// whose root cannot be read back is taken to have no text.
    #[must_use]
    pub fn round_trip(mut self, read_back: impl Fn(&G::Position) -> Option<G::Position> + 'a) -> Self {
        self.round_trip = Some(Box::new(read_back));
        self
    }

    /// Sets the function that returns variants of its first position, each with one part of the second: the player to
    /// move, a right to castle, the square of an en passant capture. Only valid positions may be returned; equal ones
    /// are skipped. A key that ignores such a part is found even where random games reach no two positions that differ
    /// in it alone.
    ///
    /// ```
    /// use nullwindow::check::{Check, Law};
    /// use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
    ///
    /// /// Take one or two matches, but never as many as the opponent has just taken.
    /// struct Matches;
    ///
    /// #[derive(Clone, PartialEq, Debug)]
    /// struct Heap {
    ///     left: u32,
    ///     forbidden: u32,
    ///     mover: Player,
    /// }
    ///
    /// impl Game for Matches {
    ///     type Position = Heap;
    ///     type Move = u32;
    ///
    ///     fn mover(&self, heap: &Heap) -> Player {
    ///         heap.mover
    ///     }
    ///
    ///     fn moves(&self, heap: &Heap, moves: &mut MoveBuf<u32>) -> Option<Score> {
    ///         (1..=2).filter(|&n| n <= heap.left && n != heap.forbidden).for_each(|n| moves.push(n));
    ///         moves.is_empty().then_some(Score::new(-1))
    ///     }
    ///
    ///     fn play(&self, heap: &Heap, taken: u32) -> Heap {
    ///         Heap { left: heap.left - taken, forbidden: taken, mover: heap.mover.other() }
    ///     }
    /// }
    ///
    /// impl Evaluator for Matches {}
    ///
    /// impl Keyed for Matches {
    ///     fn key(&self, heap: &Heap) -> u64 {
    ///         heap.left.into() // wrong: the moves depend on the last one
    ///     }
    /// }
    ///
    /// // No two positions of this game have equally many matches left, so transpositions do not show the mistake.
    /// let root = Heap { left: 2, forbidden: 0, mover: Player::First };
    /// let variants = |a: &Heap, b: &Heap| vec![Heap { forbidden: b.forbidden, ..a.clone() }];
    /// let kit = Check::new(&Matches).same(|a, b| a == b).variants(variants);
    /// assert_eq!(kit.run(&root).unwrap_err().law, Law::KeyIgnoresPart);
    /// ```
    #[must_use]
    pub fn variants(mut self, variants: impl Fn(&G::Position, &G::Position) -> Vec<G::Position> + 'a) -> Self {
        self.variants = Some(Box::new(variants));
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
