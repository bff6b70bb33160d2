//! Stable discs: discs that can never be flipped.
//!
//! The count is a lower bound, found in two steps. On an edge, a table lists the discs that survive any placement on
//! that edge. Elsewhere a disc is stable if along each of its four lines either the line is full, or a neighbour is a
//! stable disc of the same colour; this spreads from the edges until nothing changes.
//!
//! A side with `s` stable discs ends with at least `s`, so that the difference for the opponent is at most `64 - 2s`.

use std::sync::LazyLock;

const EDGES: u64 = 0xff81_8181_8181_81ff;
const A_FILE: u64 = 0x0101_0101_0101_0101;

/// Returns discs of `own` that can never be flipped, whatever both players do.
#[must_use]
pub fn stable(own: u64, other: u64) -> u64 {
    let full = full_lines(own | other);
    let inner = own & !EDGES;
    let mut stable = stable_on_edges(own, other) | (inner & full[0] & full[1] & full[2] & full[3]);
    loop {
        // Inner squares have no neighbours across the edge of the board, so nothing wraps.
        let held = |step: u32, full: u64| stable << step | stable >> step | full;
        let more = held(1, full[0]) & held(8, full[1]) & held(7, full[2]) & held(9, full[3]) & inner;
        if more & !stable == 0 {
            return stable;
        }
        stable |= more;
    }
}

/// Returns a lower bound on the number of discs of `own` that can never be flipped.
#[inline]
#[must_use]
pub fn count_stable(own: u64, other: u64) -> i32 {
    stable(own, other).count_ones().cast_signed()
}

/// Returns the squares whose row, column and diagonals (right to left, left to right) are full.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut row = discs & discs >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let mut column = discs & discs.rotate_right(32);
    column &= column.rotate_right(16);
    column &= column.rotate_right(8);
    [(row & A_FILE) * 0xff, column, full_diagonals::<7>(discs, &BEYOND_7), full_diagonals::<9>(discs, &BEYOND_9)]
}

/// Fills both ways along a diagonal by doubling: one step, two, four. Squares beyond the board count as filled.
#[inline(always)]
fn full_diagonals<const STEP: u32>(discs: u64, beyond: &[[u64; 3]; 2]) -> u64 {
    let (mut up, mut down) = (discs, discs);
    let [beyond_up, beyond_down] = beyond;
    // Not `zip`, for the reason given in `bits::side_by_side`.
    for doubling in 0..3 {
        let step = STEP << doubling;
        up &= beyond_up[doubling] | up >> step;
        down &= beyond_down[doubling] | down << step;
    }
    up & down
}

static BEYOND_7: [[u64; 3]; 2] = [beyond(1, -1), beyond(-1, 1)];
static BEYOND_9: [[u64; 3]; 2] = [beyond(1, 1), beyond(-1, -1)];

/// Returns the squares from which one, two and four steps lead off the board.
const fn beyond(ranks: i32, files: i32) -> [u64; 3] {
    let mut sets = [0; 3];
    let mut square = 0;
    while square < 64 {
        let mut doubling = 0;
        while doubling < 3 {
            let (rank, file) = (square / 8 + (ranks << doubling), square % 8 + (files << doubling));
            if rank < 0 || rank > 7 || file < 0 || file > 7 {
                sets[doubling] |= 1 << square;
            }
            doubling += 1;
        }
        square += 1;
    }
    sets
}

/// Returns the discs on the four edges that survive any placement on their edge.
#[inline]
fn stable_on_edges(own: u64, other: u64) -> u64 {
    let edges = &*EDGE;
    let on = |own: u64, other: u64| u64::from(edges.stable(row(own), row(other)));
    let top = on(own, other);
    let bottom = on(own >> 56, other >> 56) << 56;
    let left = as_file(on(a_file(own), a_file(other)));
    let right = as_file(on(a_file(own >> 7), a_file(other >> 7))) << 7;
    top | bottom | left | right
}

#[inline(always)]
const fn row(set: u64) -> u8 {
    set.to_le_bytes()[0]
}

/// Returns the a file as a row, rank 1 at its lowest bit.
#[inline(always)]
const fn a_file(set: u64) -> u64 {
    (set & A_FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Returns a row as the a file, the inverse of [`a_file`].
#[inline(always)]
const fn as_file(row: u64) -> u64 {
    ((row & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & A_FILE) | (row >> 7) << 56
}

static EDGE: LazyLock<EdgeTable> = LazyLock::new(EdgeTable::new);

/// For each content of an edge, read as eight ternary digits, the discs that survive there.
struct EdgeTable {
    stable: Vec<u8>,
    /// Eight bits as ternary digits.
    ternary: [u16; 256],
}

impl EdgeTable {
    fn new() -> EdgeTable {
        let mut edge = EdgeTable { stable: vec![0; 6561], ternary: [0; 256] };
        for (bits, ternary) in edge.ternary.iter_mut().enumerate() {
            *ternary = (0..8).map(|i| u16::from(bits >> i & 1 == 1) * 3u16.pow(i)).sum();
        }
        // Fuller edges first: every placement leads to one of them.
        let mut contents: Vec<(u8, u8)> = (0..=255u8)
            .flat_map(|own| (0..=255u8).map(move |other| (own, other)))
            .filter(|(a, b)| a & b == 0)
            .collect();
        contents.sort_by_key(|(own, other)| (own | other).count_zeros());
        for (own, other) in contents {
            // Dynamic programming: the results of fuller edges are complete.
            let at = edge.place(own, other);
            edge.stable[at] = edge.survivors(own, other);
        }
        edge
    }

    #[inline]
    fn place(&self, own: u8, other: u8) -> usize {
        usize::from(self.ternary[usize::from(own)] + 2 * self.ternary[usize::from(other)])
    }

    #[inline]
    fn stable(&self, own: u8, other: u8) -> u8 {
        self.stable[self.place(own, other)]
    }

    /// Returns the discs that no placement flips and that are stable after each. The legality of a placement depends on
    /// the rest of the board, so all are considered, with or without flips along the edge.
    fn survivors(&self, own: u8, other: u8) -> u8 {
        let mut survivors = own;
        for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
            let gained = turned(square, own, other);
            survivors &= self.stable(own | 1 << square | gained, other & !gained);
            let lost = turned(square, other, own);
            survivors &= self.stable(own & !lost, other | 1 << square | lost);
        }
        survivors
    }
}

/// Returns the discs of `other` on an edge that flip when `own` places one on `square`.
fn turned(square: u32, own: u8, other: u8) -> u8 {
    let along = |step: i32| {
        let mut run = 0;
        let mut at = square.cast_signed() + step;
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 { run } else { 0 }
    };
    along(1) | along(-1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_rows() {
        for bits in 0..=255u64 {
            assert_eq!(a_file(as_file(bits)), bits);
            assert_eq!(as_file(bits).count_ones(), bits.count_ones());
            assert_eq!(as_file(bits) & !A_FILE, 0);
        }
    }

    #[test]
    fn lines_are_full_when_all_their_squares_are() {
        let mut discs = 0x1234_5678_9abc_def1_u64;
        for _ in 0..3000 {
            discs = discs.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(23) | discs >> 5;
            let full = full_lines(discs);
            for square in 0..64i32 {
                for (line, (ranks, files)) in [(0, 1), (1, 0), (1, -1), (1, 1)].into_iter().enumerate() {
                    let on_line = |step: i32| {
                        let (rank, file) = (square / 8 + ranks * step, square % 8 + files * step);
                        let on_board = (0..8).contains(&rank) && (0..8).contains(&file);
                        on_board.then_some(8 * rank + file)
                    };
                    let is_full = (-7..8).filter_map(on_line).all(|square| discs >> square & 1 == 1);
                    assert_eq!(full[line] >> square & 1 == 1, is_full, "{discs:#x} {square} {line}");
                }
            }
        }
    }

    #[test]
    fn corners_and_what_they_hold_are_stable() {
        assert_eq!(stable(0b111, 0b1000), 0b111);
        assert_eq!(stable(0b110, 0b1000), 0);
        assert_eq!(stable(0xff, 0), 0xff);
        // On a full edge nothing turns; an inner disc needs all four of its lines.
        assert_eq!(stable(0x0000_0000_0000_0aaa, 0x0000_0000_0000_0055), 0xaa);
        assert_eq!(stable(0x0000_0000_0001_0307, 0), 0x0001_0307);
        assert_eq!(stable(u64::MAX, 0), u64::MAX);
    }
}
