//! A database in memory.

use super::byte::{DRAW, is_win, outcome};
use super::slice::{Material, Slice};
use crate::checkers::Position;
use crate::checkers::board::Sides;

/// How a game ends that both play as well as can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndgameOutcome {
    /// Nobody wins.
    Draw,
    /// The player to move wins in so many plies.
    Win(u8),
    /// The player to move loses in so many plies; in 0, if he cannot move.
    Loss(u8),
}

/// Who wins, and in how many plies, for all positions of up to so many pieces.
#[derive(Clone)]
pub struct EndgameDatabase {
    pub(super) pieces: u32,
    /// In the order in which they are built and stored.
    pub(super) parts: Vec<MaterialPart>,
    /// By the id of the material, the place of a part, if there is one.
    places: Vec<Option<usize>>,
}

/// All positions of one material.
#[derive(Clone)]
pub(super) struct MaterialPart {
    pub slice: Slice,
    pub bytes: Vec<u8>,
}

/// What a database says of all positions of one material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaterialSummary {
    /// The pieces, seen from the player to move.
    pub material: Material,
    /// How many positions there are.
    pub positions: usize,
    /// How many of them the player to move wins.
    pub wins: usize,
    /// How many he loses; the others are drawn.
    pub losses: usize,
    /// The plies of the longest win.
    pub longest_win: Option<u8>,
}

impl EndgameDatabase {
    /// The most pieces of a database.
    #[allow(clippy::cast_possible_truncation, reason = "a small number")]
    pub const MOST_PIECES: u32 = super::slice::MOST as u32;

    pub(super) fn empty() -> EndgameDatabase {
        EndgameDatabase { pieces: 0, parts: Vec::new(), places: vec![None; Material::IDS] }
    }

    pub(super) fn push(&mut self, slice: Slice, bytes: Vec<u8>) {
        debug_assert_eq!(slice.len(), bytes.len());
        self.places[slice.material.id()] = Some(self.parts.len());
        self.parts.push(MaterialPart { slice, bytes });
    }

    /// All positions with up to this many pieces are here.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.parts.iter().map(|part| part.bytes.len()).sum()
    }

    /// How the game ends from a position, if it has few enough pieces.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<EndgameOutcome> {
        (position.pieces() <= self.pieces).then(|| outcome(self.byte(position.downward())))
    }

    /// What is stored of a position. One that is not stored counts as drawn.
    #[inline]
    pub(super) fn byte(&self, sides: Sides) -> u8 {
        match self.places.get(Material::of(sides).id()) {
            Some(&Some(place)) => {
                let part = &self.parts[place];
                part.bytes[part.slice.index(sides)]
            }
            _ => DRAW,
        }
    }

    /// What the database says of each material, in the order in which they are stored.
    #[must_use]
    pub fn summary(&self) -> Vec<MaterialSummary> {
        let one = |part: &MaterialPart| {
            let mut times = [0usize; 256];
            part.bytes.iter().for_each(|&byte| times[usize::from(byte)] += 1);
            let sum = |wins: bool| (1..=255u8).filter(|&b| is_win(b) == wins).map(|b| times[usize::from(b)]).sum();
            let longest = (1..=255u8).rev().find(|&byte| is_win(byte) && times[usize::from(byte)] > 0);
            MaterialSummary {
                material: part.slice.material,
                positions: part.bytes.len(),
                wins: sum(true),
                losses: sum(false),
                longest_win: longest.map(|byte| byte - 1),
            }
        };
        self.parts.iter().map(one).collect()
    }
}

impl std::fmt::Debug for EndgameDatabase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database").field("pieces", &self.pieces).field("positions", &self.positions()).finish()
    }
}
