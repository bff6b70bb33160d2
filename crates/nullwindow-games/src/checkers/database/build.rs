//! Building a database backwards from the ends of games: retrograde analysis.
//!
//! Pieces are captured and men become kings, never the other way. So materials are done by pieces, and then by men:
//! every capture and every promotion leads to a part that is done. What is left are moves between the positions of a
//! material and those of the same with the other player to move; the two are done together.
//!
//! 1. *First look.* A position with captures has its final byte. Others get what their promotions tell, which a
//!    shorter win may still improve.
//! 2. *Levels.* For the bytes 1, 2, 3, ...: each position with this byte is final. From every lost one, each move is
//!    taken back, and who could make it wins one ply earlier. From every won one, too, and whoever has only such
//!    moves loses one ply earlier.
//!
//! Threads share a level without locks. At a level of losses all write the same byte; at a level of wins they write
//! only losses, and what they read to do so is only which positions are won: the result is the same in any order.

use super::byte::{DRAW, SuccessorSummary, TOO_LONG, is_loss, is_win};
use super::file::DatabaseError;
use super::slice::{Material, Slice};
use super::store::EndgameDatabase;
use crate::checkers::board::{Bits, Black, Sides, White, each};
use crate::checkers::generate::{Raw, STEPS, after, each_capture, each_step, jumpers};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// How far the building of a database has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// What is being looked at, seen from one of the players.
    pub material: Material,
    /// How many positions are done.
    pub done: usize,
    /// How many there will be.
    pub total: usize,
}

/// Positions that one thread takes at a time.
const CHUNK: usize = 1 << 12;

impl EndgameDatabase {
    /// Computes all positions of up to `pieces` pieces, on all threads that `rayon` has, and tells `progress` from time
    /// to time how far it is. It takes a byte of memory for each position, and little more.
    ///
    /// # Errors
    /// If `pieces` is 0 or more than [`EndgameDatabase::MOST_PIECES`].
    pub fn build(pieces: u32, progress: &dyn Fn(BuildProgress)) -> Result<EndgameDatabase, DatabaseError> {
        EndgameDatabase::empty().extend(pieces, progress)
    }

    /// Adds all positions of up to `pieces` pieces, as [`EndgameDatabase::build`] does.
    ///
    /// # Errors
    /// If `pieces` is 0 or more than [`EndgameDatabase::MOST_PIECES`], or fewer than the database already has.
    pub fn extend(mut self, pieces: u32, progress: &dyn Fn(BuildProgress)) -> Result<EndgameDatabase, DatabaseError> {
        if !(1..=EndgameDatabase::MOST_PIECES).contains(&pieces) {
            return Err(DatabaseError::UnsupportedPieces { pieces });
        }
        if pieces < self.pieces {
            return Err(DatabaseError::MorePieces { has: self.pieces, pieces });
        }
        let missing: Vec<Vec<Material>> =
            (self.pieces + 1..=pieces).flat_map(|n| Material::pairs(n as usize)).collect();
        let total = missing.iter().flatten().map(|&material| Slice::new(material).len()).sum();
        let mut done = 0;
        for materials in missing {
            let material = materials[0];
            progress(BuildProgress { material, done, total });
            let before = self.positions();
            self.add(&materials, |size| progress(BuildProgress { material, done: done + size / 2, total }))?;
            done += self.positions() - before;
            progress(BuildProgress { material, done, total });
        }
        self.pieces = pieces;
        Ok(self)
    }

    /// Adds a material and the same as the other player sees it; tells half way how many positions they have.
    fn add(&mut self, materials: &[Material], half_way: impl Fn(usize)) -> Result<(), DatabaseError> {
        let pair = MaterialPair::new(self, materials);
        pair.initialize();
        half_way(pair.sides.iter().map(|side| side.bytes.len()).sum());
        pair.propagate_levels()?;
        let sides = pair.sides;
        for side in sides {
            let bytes = side.bytes.into_iter().map(AtomicU8::into_inner).collect();
            self.push(side.slice, bytes);
        }
        Ok(())
    }
}

/// A material and the same with the other player to move; only one, if they are the same.
struct MaterialPair<'a> {
    done: &'a EndgameDatabase,
    sides: Vec<PositionTable>,
    /// The highest byte written so far.
    highest: AtomicU8,
}

/// All positions of a material while they are computed.
struct PositionTable {
    slice: Slice,
    bytes: Vec<AtomicU8>,
}

impl PositionTable {
    fn new(material: Material) -> PositionTable {
        let slice = Slice::new(material);
        let bytes = (0..slice.len()).map(|_| AtomicU8::new(DRAW)).collect();
        PositionTable { slice, bytes }
    }

    #[inline]
    fn at(&self, sides: Sides) -> &AtomicU8 {
        &self.bytes[self.slice.index(sides)]
    }
}

impl<'a> MaterialPair<'a> {
    fn new(done: &'a EndgameDatabase, materials: &[Material]) -> MaterialPair<'a> {
        let sides = materials.iter().map(|&material| PositionTable::new(material)).collect();
        MaterialPair { done, sides, highest: AtomicU8::new(DRAW) }
    }

    /// The side that the other moves to.
    fn other(&self, which: usize) -> &PositionTable {
        &self.sides[self.sides.len() - 1 - which]
    }

    fn write(&self, at: &AtomicU8, byte: u8) {
        at.store(byte, Relaxed);
        self.highest.fetch_max(byte, Relaxed);
    }

    /// Calls `visit` for all positions of both sides whose byte is `wanted`.
    fn for_each(&self, wanted: u8, visit: impl Fn(usize, Sides, &AtomicU8) + Sync) {
        for (which, side) in self.sides.iter().enumerate() {
            side.bytes.par_chunks(CHUNK).enumerate().for_each(|(chunk, bytes)| {
                for (place, byte) in bytes.iter().enumerate() {
                    if byte.load(Relaxed) == wanted {
                        visit(which, side.slice.sides(chunk * CHUNK + place), byte);
                    }
                }
            });
        }
    }

    fn initialize(&self) {
        self.for_each(DRAW, |_, sides, at| {
            let byte = self.byte_from_successors(sides, |_| DRAW);
            if byte != DRAW {
                self.write(at, byte);
            }
        });
    }

    /// The byte of a position by its successors; `within` tells those that are of this pair.
    #[inline]
    fn byte_from_successors(&self, sides: Sides, within: impl Fn(Sides) -> u8) -> u8 {
        let mut verdict = SuccessorSummary::NONE;
        let jumpers = jumpers::<Black>(sides);
        if jumpers != 0 {
            each_capture::<Black>(sides, jumpers, &mut |raw| verdict.add(self.done.byte(successor(sides, raw))));
        } else {
            each_step::<Black>(sides, &mut |raw| {
                let next = successor(sides, raw);
                let promoted = next.kings.count_ones() != sides.kings.count_ones();
                verdict.add(if promoted { self.done.byte(next) } else { within(next) });
            });
        }
        verdict.byte()
    }

    fn propagate_levels(&self) -> Result<(), DatabaseError> {
        let mut level = 1;
        while level <= self.highest.load(Relaxed) {
            if level >= TOO_LONG - 1 {
                return Err(DatabaseError::TooLong { material: self.sides[0].slice.material });
            }
            self.for_each(level, |which, sides, _| {
                let other = self.other(which);
                each_predecessor(sides, |before| self.propagate(level, which, other, before));
            });
            level += 1;
        }
        Ok(())
    }

    /// A move from `before` leads to a position of this level: what does that tell?
    #[inline]
    fn propagate(&self, level: u8, which: usize, side: &PositionTable, before: Sides) {
        let at = side.at(before);
        let byte = at.load(Relaxed);
        if is_loss(level) {
            if byte == DRAW || (is_win(byte) && byte > level + 1) {
                self.write(at, level + 1);
            }
        } else if byte == DRAW || (is_loss(byte) && byte > level + 1) {
            let judged = self.byte_from_successors(before, |next| self.sides[which].at(next).load(Relaxed));
            if is_loss(judged) {
                self.write(at, judged);
            }
        }
    }
}

/// The position after a move of the player who moves down, turned for the other.
#[inline]
pub(super) fn successor(sides: Sides, raw: Raw) -> Sides {
    after::<Black>(sides, raw).turned()
}

/// Every position of the same pieces from which a step leads to this one. Where a capture is possible no step is.
#[inline]
fn each_predecessor(sides: Sides, mut visit: impl FnMut(Sides)) {
    let (empty, kings) = (sides.empty(), sides.other & sides.kings);
    let mut take_back = |to: Bits, from: Bits| {
        let was_king = sides.kings & to != 0;
        let before = Sides {
            own: sides.other & !to | from,
            other: sides.own,
            kings: if was_king { sides.kings & !to | from } else { sides.kings },
        };
        if jumpers::<White>(before) == 0 {
            visit(before.turned());
        }
    };
    for by in STEPS {
        each((sides.other << by) & empty).for_each(|from| take_back(from >> by, from));
        each((kings >> by) & empty).for_each(|from| take_back(from << by, from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::generate::each_move;

    const KINGS: Material = Material { own_men: 0, own_kings: 2, other_men: 0, other_kings: 2 };
    const MIXED: Material = Material { own_men: 1, own_kings: 1, other_men: 1, other_kings: 1 };

    #[test]
    fn moves_are_taken_back_if_they_were_legal() {
        for material in [KINGS, MIXED] {
            let slice = Slice::new(material);
            for sides in (0..slice.len()).step_by(97).map(|index| slice.sides(index)) {
                each_predecessor(sides, |before| {
                    let mut leads_here = false;
                    each_move::<Black>(before, |raw| leads_here |= successor(before, raw) == sides);
                    assert!(leads_here, "{before:?} {sides:?}");
                });
                each_move::<Black>(sides, |raw| {
                    let next = successor(sides, raw);
                    let mut comes_back = next.kings.count_ones() != sides.kings.count_ones() || raw.captured != 0;
                    each_predecessor(next, |before| comes_back |= before == sides);
                    assert!(comes_back, "{sides:?} {next:?}");
                });
            }
        }
    }

    #[test]
    fn two_kings_against_two() {
        let mut database = EndgameDatabase::build(3, &|_| ()).expect("three pieces");
        database.add(&[KINGS], |_| ()).expect("four kings");
        assert_eq!(database.verify(), Ok(268_316 + 215_760));
    }
}
