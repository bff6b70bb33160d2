//! The types of a search, bundled into one type parameter.

use crate::memory::Memory;
use crate::observe::Observer;
use crate::{Evaluator, Game};
use std::fmt::Debug;
use std::hash::Hash;

/// The game, the memory and the observer of a search, as one type parameter of everything that searches.
///
/// Triples implement it: `(G, M, O)` is the context of a [`Search<'_, G, M, O>`](crate::Search). No such triple is ever
/// constructed.
pub trait Context {
    /// A position of the game.
    type Position: Clone;
    /// A move of the game.
    type Move: Copy + Eq + Hash + Debug;
    /// The rules, and the evaluation at the horizon.
    type Game: Evaluator + Game<Position = Self::Position, Move = Self::Move>;
    /// The transposition table, or [`NoMemory`](crate::memory::NoMemory).
    type Memory: Memory<Self::Game>;
    /// The receiver of events.
    type Observer: Observer<Self::Game>;

    /// True if the memory stores anything: [`Memory::ENABLED`].
    const HAS_MEMORY: bool = <Self::Memory as Memory<Self::Game>>::ENABLED;
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Context for (G, M, O) {
    type Position = G::Position;
    type Move = G::Move;
    type Game = G;
    type Memory = M;
    type Observer = O;
}
