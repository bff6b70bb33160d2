//! The terms of the evaluation.

use crate::checkers::board::{Bits, Black, Colour, Position, Sides, White, each, pack};
use crate::checkers::generate::{STEPS, jumpers};
use nullwindow::Player;

/// The number of terms.
pub const TERMS: usize = 92;

/// Men by square, from their own side.
pub(super) const MAN: usize = 0;
/// Kings by square, from their own side.
pub(super) const KING: usize = 32;
/// The pattern of men on the own king row: sixteen patterns.
pub(super) const GUARD: usize = 64;
/// Steps of men.
pub(super) const MEN_STEPS: usize = 80;
/// Steps of men to squares where they cannot be captured at once.
pub(super) const SAFE_STEPS: usize = 81;
/// Steps of kings.
pub(super) const KING_STEPS: usize = 82;
/// Kings that cannot step.
pub(super) const TRAPPED: usize = 83;
/// Men with an unguarded path to the king row.
pub(super) const RUNAWAY: usize = 84;
/// Men behind men, in either direction.
pub(super) const PAIRS: usize = 85;
/// A man in the dog hole: one step from the king row in the corner, shut in by a man there.
pub(super) const DOG_HOLE: usize = 87;
/// The mover's pieces that the opponent could capture if it were to move.
pub(super) const THREATENED: usize = 88;
/// The mover has the opposition.
pub(super) const THE_MOVE: usize = 89;
/// The mover does not have the opposition.
pub(super) const NOT_THE_MOVE: usize = 90;
/// A king of a side whose opponent has none.
pub(super) const FIRST_KING: usize = 91;

/// Returns the name of a term, for reports.
#[must_use]
pub fn term_name(term: usize) -> String {
    match term {
        MAN..KING => format!("man on {}", term - MAN + 1),
        KING..GUARD => format!("king on {}", term - KING + 1),
        GUARD..MEN_STEPS => format!("king row guarded {:04b}", term - GUARD),
        MEN_STEPS => "steps of men".into(),
        SAFE_STEPS => "safe steps of men".into(),
        KING_STEPS => "steps of kings".into(),
        TRAPPED => "trapped kings".into(),
        RUNAWAY => "runaway men".into(),
        PAIRS => "men behind men, by 4".into(),
        86 => "men behind men, by 5".into(),
        DOG_HOLE => "man in the dog hole".into(),
        THREATENED => "threatened, mover".into(),
        THE_MOVE => "the move".into(),
        NOT_THE_MOVE => "not the move".into(),
        _ => "the only king".into(),
    }
}

/// Returns the terms of a position, the mover's minus the opponent's, as [`Evaluator::evaluate`](nullwindow::Evaluator)
/// weighs them where nothing can be captured.
#[must_use]
pub fn terms(position: &Position) -> [i16; TERMS] {
    match position.mover {
        Player::First => count::<Black>(position.sides()),
        Player::Second => count::<White>(position.sides()),
    }
}

fn count<C: Colour>(sides: Sides) -> [i16; TERMS] {
    let mut counts = [0i16; TERMS];
    squares::<C>(sides, &mut |term| counts[term] += 1);
    squares::<C::Other>(sides.swapped(), &mut |term| counts[term] -= 1);
    patterns::<C>(sides, &mut |term, count| counts[term] += i16::try_from(count).unwrap_or(0));
    counts
}

/// Adds the terms of the single pieces of one side.
fn squares<C: Colour>(sides: Sides, add: &mut impl FnMut(usize)) {
    let mut all = |pieces: Bits, first: usize| {
        let packed = pack(pieces);
        let seen = if C::DOWN { packed } else { packed.reverse_bits() };
        each(seen.into()).for_each(|place| add(first + place.trailing_zeros() as usize));
    };
    all(sides.own & !sides.kings, MAN);
    all(sides.own & sides.kings, KING);
}

/// Adds all other terms: the mover's, and the opponent's with a negative sign.
#[inline(always)]
pub(super) fn patterns<C: Colour>(sides: Sides, add: &mut impl FnMut(usize, i32)) {
    side::<C>(sides, &mut |term, count| add(term, count));
    side::<C::Other>(sides.swapped(), &mut |term, count| add(term, -count));
    let threatened = jumpers::<C::Other>(sides.swapped());
    add(THREATENED, count_of(threatened));
    // A player has the opposition ("the move") if its system, every second row, holds an odd number of pieces.
    let system = if C::DOWN { BLACK_SYSTEM } else { !BLACK_SYSTEM };
    let odd = ((sides.own | sides.other) & system).count_ones() % 2 == 1;
    add(if odd { THE_MOVE } else { NOT_THE_MOVE }, 1);
}

/// Black's system: every second row, from the one that Black starts on.
const BLACK_SYSTEM: Bits = 0xf | 0xf << 9 | 0xf << 18 | 0xf << 27;

#[inline(always)]
#[allow(clippy::cast_possible_wrap, reason = "at most 64")]
const fn count_of(bits: Bits) -> i32 {
    bits.count_ones() as i32
}

#[inline(always)]
fn side<C: Colour>(sides: Sides, add: &mut impl FnMut(usize, i32)) {
    let (empty, kings) = (sides.empty(), sides.own & sides.kings);
    let men = sides.own & !kings;
    add(GUARD + guard::<C>(men), 1);
    let (all, safe) = men_steps::<C>(sides, men, empty);
    add(MEN_STEPS, all);
    add(SAFE_STEPS, safe);
    for (term, by) in (PAIRS..).zip(STEPS) {
        add(term, count_of(C::forward(men, by) & men));
    }
    add(DOG_HOLE, dog_hole::<C>(men, sides.other & !sides.kings));
    if kings != 0 {
        let mut from = 0;
        let mut steps = 0;
        for by in STEPS {
            from |= C::backward(empty, by) | C::forward(empty, by);
            steps += count_of(C::forward(kings, by) & empty) + count_of(C::backward(kings, by) & empty);
        }
        add(KING_STEPS, steps);
        add(TRAPPED, count_of(kings & !from));
        add(FIRST_KING, i32::from(sides.other & sides.kings == 0));
    }
    add(RUNAWAY, runaways::<C>(sides, men, empty));
}

/// Returns the pattern of men on the own king row, with the own left corner as the lowest bit.
#[inline(always)]
fn guard<C: Colour>(men: Bits) -> usize {
    const MIRRORED: [u8; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
    if C::DOWN { (men & 0xf) as usize } else { usize::from(MIRRORED[(men >> 31 & 0xf) as usize]) }
}

/// Counts the steps of men, and those to squares where no piece can capture at once.
#[inline(always)]
fn men_steps<C: Colour>(sides: Sides, men: Bits, empty: Bits) -> (i32, i32) {
    let their_kings = sides.other & sides.kings;
    let (mut all, mut safe) = (0, 0);
    for by in STEPS {
        // The other of the two directions.
        let across = STEPS[0] + STEPS[1] - by;
        let to = C::forward(men, by) & empty;
        let ahead = C::backward(sides.other, by);
        let beside = C::backward(sides.other, across) & C::forward(empty, across);
        let behind = C::forward(their_kings, across) & C::backward(empty, across);
        all += count_of(to);
        safe += count_of(to & !(ahead | beside | behind));
    }
    (all, safe)
}

/// Counts the men that can walk to the king row over squares that no opponent attacks.
#[inline(always)]
fn runaways<C: Colour>(sides: Sides, men: Bits, empty: Bits) -> i32 {
    const ROWS: usize = 4;
    let their_kings = sides.other & sides.kings;
    let mut guarded = 0;
    for by in STEPS {
        guarded |= C::backward(sides.other, by) | C::forward(their_kings, by);
    }
    // Flood fill backwards from the king row: one fill serves all men at once.
    let mut way = empty & C::CROWN & !guarded;
    for _ in 0..ROWS {
        way |= (C::backward(way, STEPS[0]) | C::backward(way, STEPS[1])) & empty & !guarded;
    }
    count_of((C::backward(way, STEPS[0]) | C::backward(way, STEPS[1])) & men)
}

#[inline(always)]
fn dog_hole<C: Colour>(men: Bits, other_men: Bits) -> i32 {
    // Black's man on 28 blocked by White's on 32; White's on 5 blocked by Black's on 1.
    let (hole, corner): (Bits, Bits) = if C::DOWN { (1 << 30, 1 << 34) } else { (1 << 4, 1 << 0) };
    i32::from(men & hole != 0 && other_men & corner != 0)
}
