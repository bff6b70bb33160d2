//! A numbering of the positions of one material: a bijection between positions and indices.
//!
//! Positions are seen from the player to move, with the board rotated so that it moves down. Its men stand on squares 1
//! to 28, the opponent's on 5 to 32. An index combines four sets, each numbered among the squares that are left for it:
//! own men, other men, own kings, other kings. The number of squares left for the opponent's men depends on the own
//! men; a table of prefix sums, one entry per set of own men, closes the gaps.

use crate::checkers::board::{Sides, pack, unpack};
use std::fmt;

/// The largest number of pieces of a slice.
pub(super) const MOST: usize = 5;
/// The number of squares that men can stand on.
const MEN_SQUARES: usize = 28;
/// The first square, from 0, of the opponent's men.
const OTHER_FIRST: u32 = 4;

/// `CHOOSE[n][k]`: the number of sets of `k` out of `n` squares.
const CHOOSE: [[u32; MOST + 1]; 33] = {
    let mut table = [[0; MOST + 1]; 33];
    let mut n = 0;
    while n <= 32 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of pieces of each kind, from the mover's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// Men of the player to move.
    pub own_men: u8,
    /// Kings of the player to move.
    pub own_kings: u8,
    /// Men of the other player.
    pub other_men: u8,
    /// Kings of the other player.
    pub other_kings: u8,
}

impl Material {
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "at most 32")]
    pub(super) fn of(sides: Sides) -> Material {
        let count = |bits: u64| bits.count_ones() as u8;
        let (own_kings, other_kings) = (count(sides.own & sides.kings), count(sides.other & sides.kings));
        Material {
            own_men: count(sides.own) - own_kings,
            own_kings,
            other_men: count(sides.other) - other_kings,
            other_kings,
        }
    }

    /// Returns the same material with the other player to move.
    pub(super) const fn swapped(self) -> Material {
        Material {
            own_men: self.other_men,
            own_kings: self.other_kings,
            other_men: self.own_men,
            other_kings: self.own_kings,
        }
    }

    /// Returns a small number that identifies the material.
    #[inline]
    pub(super) const fn id(self) -> usize {
        const BASE: usize = MOST + 1;
        let (own, other) = (self.own_men as usize * BASE + self.own_kings as usize, self.other_men as usize * BASE);
        (own * BASE * BASE) + other + self.other_kings as usize
    }

    /// The number of ids.
    pub(super) const IDS: usize = (MOST + 1).pow(4);

    /// Returns every material of `pieces` pieces, paired with its counterpart for the other player unless they are
    /// equal, in build and file order.
    pub(super) fn pairs(pieces: usize) -> Vec<Vec<Material>> {
        let mut pairs: Vec<Vec<Material>> = Vec::new();
        for material in Material::each(pieces) {
            if !pairs.iter().flatten().any(|&other| other == material) {
                let mut pair = vec![material, material.swapped()];
                pair.dedup();
                pairs.push(pair);
            }
        }
        pairs
    }

    /// Returns every material of `pieces` pieces, those with the fewest men first.
    fn each(pieces: usize) -> Vec<Material> {
        let kinds = |count: usize| (0..=count).filter_map(|n| u8::try_from(n).ok());
        let mut list = Vec::new();
        for own_men in kinds(pieces) {
            for own_kings in kinds(pieces - usize::from(own_men)) {
                for other_men in kinds(pieces - usize::from(own_men + own_kings)) {
                    let other_kings = kinds(pieces).nth(pieces - usize::from(own_men + own_kings + other_men));
                    let other_kings = other_kings.unwrap_or(0);
                    list.push(Material { own_men, own_kings, other_men, other_kings });
                }
            }
        }
        // Promotions lead to fewer men: those parts must be complete first. The stable sort fixes the file order.
        list.sort_by_key(|material| material.own_men + material.other_men);
        list
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |men: u8, kings: u8| "m".repeat(men.into()) + &"k".repeat(kings.into());
        let (own, other) = (side(self.own_men, self.own_kings), side(self.other_men, self.other_kings));
        f.pad(&format!("{own}-{other}"))
    }
}

/// The numbering of the positions of one material.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub material: Material,
    /// For each set of own men, the number of sets of men before it; the total at the end.
    sums: Vec<u32>,
    own_king_sets: usize,
    other_king_sets: usize,
}

impl Slice {
    pub(super) fn new(material: Material) -> Slice {
        let (own, other) = (usize::from(material.own_men), usize::from(material.other_men));
        let left = 32 - own - other;
        let (own_kings, other_kings) = (usize::from(material.own_kings), usize::from(material.other_kings));
        let mut sums = vec![0];
        let mut sum = 0;
        for number in 0..CHOOSE[MEN_SQUARES][own] {
            // Own men on squares 5 to 28 reduce the squares left for the opponent's men; those on 1 to 4 do not.
            let in_the_way = (place(number, own, !0) >> OTHER_FIRST).count_ones() as usize;
            sum += CHOOSE[MEN_SQUARES - in_the_way][other];
            sums.push(sum);
        }
        Slice {
            material,
            sums,
            own_king_sets: CHOOSE[left][own_kings] as usize,
            other_king_sets: CHOOSE[left - own_kings][other_kings] as usize,
        }
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.sums[self.sums.len() - 1] as usize * self.own_king_sets * self.other_king_sets
    }

    /// Returns the index of a position of this material.
    #[inline]
    pub(super) fn index(&self, sides: Sides) -> usize {
        let (own, other, kings) = (pack(sides.own), pack(sides.other), pack(sides.kings));
        let (own_men, other_men) = (own & !kings, other & !kings);
        let men = self.sums[number(own_men, !0) as usize] + number(other_men, !(own_men | 0xf));
        let free = !(own_men | other_men);
        let own_kings = number(own & kings, free) as usize;
        let other_kings = number(other & kings, free & !own) as usize;
        (men as usize * self.own_king_sets + own_kings) * self.other_king_sets + other_kings
    }

    /// Returns the position of an index.
    #[allow(clippy::cast_possible_truncation, reason = "parts of the number of a position have 32 bits")]
    pub(super) fn sides(&self, index: usize) -> Sides {
        let (index, other_kings) = (index / self.other_king_sets, index % self.other_king_sets);
        let (men, own_kings) = ((index / self.own_king_sets) as u32, index % self.own_king_sets);
        // The prefix sums are sorted: binary search inverts them.
        let own_number = self.sums.partition_point(|&sum| sum <= men) - 1;
        let count = self.material;
        let own_men = place(own_number as u32, count.own_men.into(), !0);
        let other_men = place(men - self.sums[own_number], count.other_men.into(), !(own_men | 0xf));
        let free = !(own_men | other_men);
        let own_kings = place(own_kings as u32, count.own_kings.into(), free);
        let other_kings = place(other_kings as u32, count.other_kings.into(), free & !own_kings);
        Sides {
            own: unpack(own_men | own_kings),
            other: unpack(other_men | other_kings),
            kings: unpack(own_kings | other_kings),
        }
    }
}

/// Returns the rank of a set among all sets of its size in `free` (the combinatorial number system).
#[inline]
fn number(mut set: u32, free: u32) -> u32 {
    let (mut sum, mut k) = (0, 1);
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        // The k-th lowest square contributes the number of k-sets below it.
        sum += CHOOSE[(free & below).count_ones() as usize][k];
        set &= set - 1;
        k += 1;
    }
    sum
}

/// Returns the set of `count` squares of `free` with a given rank: from the highest square down, each as high as the
/// rank allows.
fn place(mut number: u32, count: usize, mut free: u32) -> u32 {
    let (mut set, mut left, mut below) = (0, count, free.count_ones() as usize);
    while left > 0 {
        let highest = 1 << (31 - free.leading_zeros());
        free &= !highest;
        below -= 1;
        if CHOOSE[below][left] <= number {
            number -= CHOOSE[below][left];
            set |= highest;
            left -= 1;
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_position() {
        for material in (1..=3).flat_map(Material::each) {
            let slice = Slice::new(material);
            for index in 0..slice.len() {
                let sides = slice.sides(index);
                assert_eq!((Material::of(sides), slice.index(sides)), (material, index), "{material}");
            }
        }
    }

    #[test]
    fn there_are_as_many_positions_as_counted_elsewhere() {
        let count = |pieces| Material::each(pieces).into_iter().map(|m| Slice::new(m).len()).sum::<usize>();
        assert_eq!([1, 2, 3, 4, 5].map(count), [120, 6_972, 261_224, 7_092_774, 148_688_232]);
    }
}
