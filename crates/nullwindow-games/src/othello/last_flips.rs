//! The number of discs that the last disc of a game flips.
//!
//! With one empty square, the discs of one side determine those of the other. Each of the four lines through the square
//! is eight bits, gathered by a multiplication, and a table of 8 x 256 entries holds the answer.

/// `COUNT[place][own]`: the number of discs flipped by a disc on `place` of a full line with `own` on it.
static COUNT: [[u8; 256]; 8] = {
    let mut count = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            count[place][own] = turned(place, own, 1) + turned(place, own, -1);
            own += 1;
        }
        place += 1;
    }
    count
};

const fn turned(place: usize, own: usize, step: isize) -> u8 {
    let mut run = 0;
    let mut at = place.cast_signed() + step;
    while at >= 0 && at < 8 {
        if own >> at & 1 == 1 {
            return run;
        }
        run += 1;
        at += step;
    }
    0
}

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (rank, file) = (square / 8, square % 8);
            if rank + other % 8 == other / 8 + file {
                diagonals[square][0] |= 1 << other;
            }
            if rank + file == other / 8 + other % 8 {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

const A_FILE: u64 = 0x0101_0101_0101_0101;

/// Returns the number of discs that flip when the owner of `own` places one on `square`, the only empty one.
#[inline]
pub(super) fn count(square: u8, own: u64) -> i32 {
    let square = usize::from(square & 63);
    let (rank, file) = (square / 8, square % 8);
    let gathered = |line: u64, multiplier: u64| (line.wrapping_mul(multiplier) >> 56) as usize;
    let row = (own >> (8 * rank) & 0xff) as usize;
    let column = gathered(own >> file & A_FILE, 0x0102_0408_1020_4080);
    let diagonals = DIAGONALS[square].map(|diagonal| gathered(own & diagonal, A_FILE));
    // A diagonal is indexed by files. Files that it does not reach are zeros: never a disc that could enclose a run.
    let by_file = &COUNT[file];
    let turned = by_file[row] + COUNT[rank][column] + by_file[diagonals[0]] + by_file[diagonals[1]];
    turned.into()
}

#[cfg(test)]
mod tests {
    use super::super::bits;
    use super::*;

    #[test]
    fn counts_what_flips() {
        let mut own = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..2000 {
            own = own.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(29).wrapping_add(99);
            for square in 0..64u8 {
                let own = own & !(1 << square);
                let other = !own & !(1 << square);
                assert_eq!(count(square, own).cast_unsigned(), bits::flips(square, own, other).count_ones());
            }
        }
    }
}
