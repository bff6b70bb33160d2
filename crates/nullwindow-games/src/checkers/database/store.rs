//! A database in memory.

use super::byte::{DRAW, is_win, outcome};
use super::slice::{Material, Slice};
use crate::checkers::Position;
use crate::checkers::board::Sides;

/// The result of a game with best play on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndgameOutcome {
    /// A draw.
    Draw,
    /// The player to move wins in this many plies.
    Win(u8),
    /// The player to move loses in this many plies; in 0 if it cannot move.
    Loss(u8),
}

/// An endgame database: the winner and the plies to the end for all positions up to a number of pieces.
#[derive(Clone)]
pub struct EndgameDatabase {
    pub(super) pieces: u32,
    /// The parts, in build and file order.
    pub(super) parts: Vec<MaterialPart>,
    /// The index of a part by the id of its material.
    places: Vec<Option<usize>>,
}

/// All positions of one material.
#[derive(Clone)]
pub(super) struct MaterialPart {
    pub slice: Slice,
    pub bytes: Vec<u8>,
}

/// The results of all positions of one material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MaterialSummary {
    /// The pieces, from the mover's point of view.
    pub material: Material,
    /// The number of positions.
    pub positions: usize,
    /// The number of positions that the player to move wins.
    pub wins: usize,
    /// The number of positions that it loses; the others are drawn.
    pub losses: usize,
    /// The plies of the longest win, if there is one.
    pub longest_win: Option<u8>,
}

impl EndgameDatabase {
    /// The largest number of pieces of a database.
    #[allow(clippy::cast_possible_truncation, reason = "a small number")]
    pub const MAX_PIECES: u32 = super::slice::MOST as u32;

    pub(super) fn empty() -> EndgameDatabase {
        EndgameDatabase { pieces: 0, parts: Vec::new(), places: vec![None; Material::IDS] }
    }

    pub(super) fn push(&mut self, slice: Slice, bytes: Vec<u8>) {
        debug_assert_eq!(slice.len(), bytes.len());
        self.places[slice.material.id()] = Some(self.parts.len());
        self.parts.push(MaterialPart { slice, bytes });
    }

    /// Returns the number of pieces up to which all positions are stored.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.parts.iter().map(|part| part.bytes.len()).sum()
    }

    /// Returns the outcome of a position, if it has few enough pieces.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<EndgameOutcome> {
        (position.pieces() <= self.pieces).then(|| outcome(self.byte(position.downward())))
    }

    /// Returns the byte of a position; a draw if it is not stored.
    #[inline]
    pub(super) fn byte(&self, sides: Sides) -> u8 {
        match self.places.get(Material::of(sides).id()) {
            // The id of a material with more pieces than the database may lie outside the table, hence `get`.
            Some(&Some(place)) => {
                let part = &self.parts[place];
                part.bytes[part.slice.index(sides)]
            }
            _ => DRAW,
        }
    }

    /// Summarizes each material, in file order.
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
