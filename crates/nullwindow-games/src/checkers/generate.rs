//! Move generation. A visitor receives every legal move: complete captures, or steps if there is no capture.

use super::board::{Bits, Colour, Sides, each};

/// The two forward directions, as shifts in bits.
pub(super) const STEPS: [u32; 2] = [4, 5];

/// A move as bitboards; a step captures nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Raw {
    pub from: Bits,
    pub to: Bits,
    pub captured: Bits,
}

/// Returns the mover's pieces that can capture.
#[inline(always)]
pub(super) fn jumpers<C: Colour>(sides: Sides) -> Bits {
    let (empty, kings) = (sides.empty(), sides.own & sides.kings);
    let mut from = 0;
    for by in STEPS {
        from |= C::backward(C::backward(empty, by) & sides.other, by) & sides.own;
        from |= C::forward(C::forward(empty, by) & sides.other, by) & kings;
    }
    from
}

/// Counts the steps, ignoring captures.
#[inline(always)]
pub(super) fn count_steps<C: Colour>(sides: Sides) -> u32 {
    let (empty, kings) = (sides.empty(), sides.own & sides.kings);
    let mut count = 0;
    for by in STEPS {
        count += (C::forward(sides.own, by) & empty).count_ones();
    }
    // Most positions have no kings.
    if kings != 0 {
        for by in STEPS {
            count += (C::backward(kings, by) & empty).count_ones();
        }
    }
    count
}

/// Returns whether any piece can step or capture.
#[inline(always)]
pub(super) fn can_move<C: Colour>(sides: Sides) -> bool {
    count_steps::<C>(sides) != 0 || jumpers::<C>(sides) != 0
}

/// Visits every legal move: captures if there are any, otherwise steps.
#[inline(always)]
pub(super) fn each_move<C: Colour>(sides: Sides, mut visit: impl FnMut(Raw)) {
    let jumpers = jumpers::<C>(sides);
    if jumpers != 0 {
        each_capture::<C>(sides, jumpers, &mut visit);
    } else {
        each_step::<C>(sides, &mut visit);
    }
}

/// Visits every step. Steps are legal only if nothing can be captured.
#[inline(always)]
pub(super) fn each_step<C: Colour>(sides: Sides, visit: &mut impl FnMut(Raw)) {
    let (empty, kings) = (sides.empty(), sides.own & sides.kings);
    for by in STEPS {
        for to in each(C::forward(sides.own, by) & empty) {
            visit(Raw { from: C::backward(to, by), to, captured: 0 });
        }
    }
    if kings != 0 {
        for by in STEPS {
            for to in each(C::backward(kings, by) & empty) {
                visit(Raw { from: C::forward(to, by), to, captured: 0 });
            }
        }
    }
}

/// Visits every capture by the pieces `from`, each of which must be able to capture. Paths that differ only in the
/// order of the captured pieces are one move.
#[inline(always)]
pub(super) fn each_capture<C: Colour>(sides: Sides, from: Bits, visit: &mut impl FnMut(Raw)) {
    for from in each(from) {
        let field = JumpField { other: sides.other, empty: sides.empty() | from };
        let start = Raw { from, to: from, captured: 0 };
        if from & sides.kings == 0 {
            man::<C>(field, start, visit);
        } else {
            // Only kings can reach the same captures by two paths: a man never turns back.
            let mut seen = DuplicateFilter::default();
            king(field, start, &mut |raw| {
                if seen.is_new(raw) {
                    visit(raw);
                }
            });
        }
    }
}

/// The board during the jumps of one piece. The square it started from is empty.
#[derive(Clone, Copy, Debug)]
struct JumpField {
    other: Bits,
    empty: Bits,
}

/// Continues a man's capture. A man that reaches the king row finds no square beyond it, so its move ends there.
fn man<C: Colour>(field: JumpField, path: Raw, visit: &mut impl FnMut(Raw)) {
    let mut continues = false;
    for by in STEPS {
        let over = C::forward(path.to, by) & field.other;
        let land = C::forward(over, by) & field.empty;
        if land != 0 {
            continues = true;
            man::<C>(field, Raw { to: land, captured: path.captured | over, ..path }, visit);
        }
    }
    if !continues {
        visit(path);
    }
}

/// Continues a king's capture.
fn king(field: JumpField, path: Raw, visit: &mut impl FnMut(Raw)) {
    let mut continues = false;
    // A captured piece is jumped once, but stays on the board until the move is over: it is removed from `other` and
    // not added to `empty`.
    let field = JumpField { other: field.other & !path.captured, ..field };
    for by in STEPS {
        for (over, land) in [
            (path.to << by & field.other, path.to << (2 * by) & field.empty),
            (path.to >> by & field.other, path.to >> (2 * by) & field.empty),
        ] {
            if over != 0 && land != 0 {
                continues = true;
                king(field, Raw { to: land, captured: path.captured | over, ..path }, visit);
            }
        }
    }
    if !continues {
        visit(path);
    }
}

/// The captures of one king that a second path could repeat. Two paths to the same result form a ring of at least four
/// captures.
#[derive(Debug)]
struct DuplicateFilter {
    list: [(Bits, Bits); DuplicateFilter::MOST],
    len: usize,
}

impl Default for DuplicateFilter {
    #[inline(always)]
    fn default() -> DuplicateFilter {
        DuplicateFilter { list: [(0, 0); DuplicateFilter::MOST], len: 0 }
    }
}

impl DuplicateFilter {
    /// The capacity: a king can reach at most 9 pieces to jump, and a test over all of them finds fewer results than
    /// this.
    const MOST: usize = 32;
    const RING: u32 = 4;

    #[inline]
    fn is_new(&mut self, raw: Raw) -> bool {
        // Short captures, nearly all of them, have one path and skip the list.
        if raw.captured.count_ones() < DuplicateFilter::RING {
            return true;
        }
        let entry = (raw.to, raw.captured);
        if self.list[..self.len].contains(&entry) {
            return false;
        }
        if let Some(free) = self.list.get_mut(self.len) {
            *free = entry;
            self.len += 1;
        }
        true
    }
}

/// Returns the pieces after a move, from the opponent's point of view.
#[inline(always)]
pub(super) fn after<C: Colour>(sides: Sides, raw: Raw) -> Sides {
    let own = sides.own & !raw.from | raw.to;
    let was_king = sides.kings & raw.from != 0;
    let mut kings = sides.kings & !(raw.from | raw.captured);
    // A man that lands on the king row becomes a king; `CROWN` is the row of the colour that moves.
    kings |= if was_king { raw.to } else { raw.to & C::CROWN };
    Sides { own: sides.other & !raw.captured, other: own, kings }
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count_moves<C: Colour>(sides: Sides) -> u64 {
    let jumpers = jumpers::<C>(sides);
    if jumpers == 0 {
        return u64::from(count_steps::<C>(sides));
    }
    let mut count = 0;
    each_capture::<C>(sides, jumpers, &mut |_| count += 1);
    count
}

/// Counts the move sequences of `depth` plies.
pub(super) fn perft<C: Colour>(sides: Sides, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves::<C>(sides),
        _ => {
            let mut count = 0;
            each_move::<C>(sides, |raw| count += perft::<C::Other>(after::<C>(sides, raw), depth - 1));
            count
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::board::{Black, SQUARES, bit};

    /// Returns all squares whose pieces a king on `start` could ever jump.
    fn within_reach(start: Bits) -> Bits {
        let (mut lands, mut overs, mut open) = (start, 0, vec![start]);
        while let Some(at) = open.pop() {
            for by in STEPS {
                for (over, land) in [(at << by, at << (2 * by)), (at >> by, at >> (2 * by))] {
                    if over & SQUARES != 0 && land & SQUARES != 0 {
                        overs |= over;
                        if land & lands == 0 {
                            lands |= land;
                            open.push(land);
                        }
                    }
                }
            }
        }
        overs
    }

    #[test]
    fn no_capture_of_a_king_comes_twice() {
        let mut most = 0;
        for start in (1..=32).map(bit) {
            let overs = within_reach(start);
            assert!(overs.count_ones() <= 9);
            let mut other = overs;
            while other != 0 {
                let sides = Sides { own: start, other, kings: start };
                let mut found: Vec<Raw> = Vec::new();
                each_move::<Black>(sides, |raw| {
                    assert!(!found.contains(&raw), "{raw:?}");
                    found.push(raw);
                });
                most = most.max(found.len());
                other = (other - 1) & overs;
            }
        }
        assert!(most < DuplicateFilter::MOST, "{most}");
    }
}
