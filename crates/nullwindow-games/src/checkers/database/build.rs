//! Retrograde analysis: builds a database backwards from the ends of games.
//!
//! Captures and promotions cannot be undone. Materials are therefore processed by the number of pieces, then by the
//! number of men, so that every capture and every promotion leads to a part that is complete. The remaining moves
//! connect the positions of a material with those of the same material with the other player to move; the two are
//! processed together.
//!
//! 1. *Initialization.* A position with captures gets its final byte. Others get the result of their promotions, which
//!    a shorter win may still improve.
//! 2. *Levels.* For the bytes 1, 2, 3, ...: each position with this byte is final. Each move to a lost position is
//!    taken back, and its player wins one ply earlier. Each move to a won position is taken back too, and a player that
//!    has only such moves loses one ply earlier.
//!
//! Threads share a level without locks. At a level of losses all of them write the same byte. At a level of wins they
//! write only losses, and read only which positions are won. The result is therefore the same in any order.

use super::byte::{DRAW, SuccessorSummary, TOO_LONG, is_loss, is_win};
use super::chunks;
use super::file::DatabaseError;
use super::slice::{Material, Slice};
use super::store::EndgameDatabase;
use crate::checkers::board::{Bits, Black, Sides, White, each};
use crate::checkers::generate::{Raw, STEPS, after, each_capture, each_step, jumpers};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The progress of a database build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The material in progress, from the point of view of one player.
    pub material: Material,
    /// The number of positions done.
    pub done: usize,
    /// The number of positions in all.
    pub total: usize,
}

/// The number of positions that a worker thread takes at a time.
const CHUNK: usize = 1 << 12;

impl EndgameDatabase {
    /// Computes all positions of up to `pieces` pieces, and reports to `progress` twice per pair of materials. Takes
    /// little more than one byte of memory per position. Uses all `rayon` threads with the feature `rayon`, and one
    /// thread without it.
    ///
    /// # Errors
    /// If `pieces` is 0 or more than [`EndgameDatabase::MAX_PIECES`].
    pub fn build(pieces: u32, progress: &dyn Fn(BuildProgress)) -> Result<EndgameDatabase, DatabaseError> {
        EndgameDatabase::empty().extend(pieces, progress)
    }

    /// Adds all positions of up to `pieces` pieces, as [`EndgameDatabase::build`] does.
    ///
    /// # Errors
    /// If `pieces` is 0 or more than [`EndgameDatabase::MAX_PIECES`], or fewer than the database already has.
    pub fn extend(mut self, pieces: u32, progress: &dyn Fn(BuildProgress)) -> Result<EndgameDatabase, DatabaseError> {
        if !(1..=EndgameDatabase::MAX_PIECES).contains(&pieces) {
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

    /// Adds a material and its counterpart with the other player to move. Calls `half_way` with their number of
    /// positions after the initialization.
    fn add(&mut self, materials: &[Material], half_way: impl Fn(usize)) -> Result<(), DatabaseError> {
        let pair = MaterialPair::new(self, materials);
        pair.initialize();
        half_way(pair.tables.iter().map(|table| table.bytes.len()).sum());
        pair.propagate_levels()?;
        let tables = pair.tables;
        for table in tables {
            let bytes = table.bytes.into_iter().map(AtomicU8::into_inner).collect();
            self.push(table.slice, bytes);
        }
        Ok(())
    }
}

/// A material and its counterpart with the other player to move; only one table if they are equal.
struct MaterialPair<'a> {
    done: &'a EndgameDatabase,
    tables: Vec<PositionTable>,
    /// The highest byte written so far.
    highest: AtomicU8,
}

/// The positions of a material during the computation.
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
        let tables = materials.iter().map(|&material| PositionTable::new(material)).collect();
        MaterialPair { done, tables, highest: AtomicU8::new(DRAW) }
    }

    /// Returns the table that moves of table `which` lead to.
    fn other(&self, which: usize) -> &PositionTable {
        &self.tables[self.tables.len() - 1 - which]
    }

    fn write(&self, at: &AtomicU8, byte: u8) {
        // `Relaxed` suffices: within a level the result does not depend on the order of writes (see the module
        // documentation), and `chunks::each` separates the levels.
        at.store(byte, Relaxed);
        self.highest.fetch_max(byte, Relaxed);
    }

    /// Calls `visit` for all positions of both tables whose byte is `wanted`.
    fn for_each(&self, wanted: u8, visit: impl Fn(usize, Sides, &AtomicU8) + Sync) {
        for (which, table) in self.tables.iter().enumerate() {
            chunks::each(&table.bytes, CHUNK, |first, bytes| {
                for (index, byte) in (first..).zip(bytes) {
                    if byte.load(Relaxed) == wanted {
                        visit(which, table.slice.sides(index), byte);
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

    /// Computes the byte of a position from its successors; `within` returns the bytes of those in this pair.
    #[inline]
    fn byte_from_successors(&self, sides: Sides, within: impl Fn(Sides) -> u8) -> u8 {
        let mut summary = SuccessorSummary::NONE;
        let jumpers = jumpers::<Black>(sides);
        if jumpers != 0 {
            each_capture::<Black>(sides, jumpers, &mut |raw| summary.add(self.done.byte(successor(sides, raw))));
        } else {
            each_step::<Black>(sides, &mut |raw| {
                let next = successor(sides, raw);
                let promoted = next.kings.count_ones() != sides.kings.count_ones();
                summary.add(if promoted { self.done.byte(next) } else { within(next) });
            });
        }
        summary.byte()
    }

    fn propagate_levels(&self) -> Result<(), DatabaseError> {
        let mut level = 1;
        while level <= self.highest.load(Relaxed) {
            // The next level would collide with `TOO_LONG`, which marks the absence of a win.
            if level >= TOO_LONG - 1 {
                return Err(DatabaseError::TooLong { material: self.tables[0].slice.material });
            }
            self.for_each(level, |which, sides, _| {
                let other = self.other(which);
                each_predecessor(sides, |before| self.propagate(level, which, other, before));
            });
            level += 1;
        }
        Ok(())
    }

    /// Updates `before`, from which a move leads to a position of this level.
    #[inline]
    fn propagate(&self, level: u8, which: usize, table: &PositionTable, before: Sides) {
        let at = table.at(before);
        let byte = at.load(Relaxed);
        if is_loss(level) {
            // Levels rise, so the first loss found gives the shortest win; only a longer win by promotion is replaced.
            if byte == DRAW || (is_win(byte) && byte > level + 1) {
                self.write(at, level + 1);
            }
        } else if byte == DRAW || (is_loss(byte) && byte > level + 1) {
            // A loss needs every successor to be won for the opponent, so all of them are read again.
            let loss = self.byte_from_successors(before, |next| self.tables[which].at(next).load(Relaxed));
            if is_loss(loss) {
                self.write(at, loss);
            }
        }
    }
}

/// Returns the position after a move of the player that moves down, rotated for its opponent.
#[inline]
pub(super) fn successor(sides: Sides, raw: Raw) -> Sides {
    after::<Black>(sides, raw).turned()
}

/// Visits every position of the same material from which a step leads to this one. A position with a capture has no
/// steps.
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
        // Captures are forced: the step was illegal if its player could capture.
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
