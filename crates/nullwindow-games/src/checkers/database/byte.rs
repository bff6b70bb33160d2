//! The encoding of a position's result in one byte.
//!
//! 0 is a draw. Other bytes are one more than the plies to the end: 1 for a player that cannot move, 2 for one that
//! wins at once, 3 for one that loses after its opponent's next move. Odd bytes are losses, even ones wins.

use super::store::EndgameOutcome;

pub(super) const DRAW: u8 = 0;
/// The byte of a mover that cannot move.
pub(super) const LOST_NOW: u8 = 1;
/// A byte that no position has: no win takes this long.
pub(super) const TOO_LONG: u8 = u8::MAX;

#[inline]
pub(super) const fn is_win(byte: u8) -> bool {
    byte != DRAW && byte.is_multiple_of(2)
}

#[inline]
pub(super) const fn is_loss(byte: u8) -> bool {
    byte % 2 == 1
}

#[inline]
pub(super) const fn outcome(byte: u8) -> EndgameOutcome {
    match byte {
        DRAW => EndgameOutcome::Draw,
        _ if is_win(byte) => EndgameOutcome::Win(byte - 1),
        _ => EndgameOutcome::Loss(byte - 1),
    }
}

/// The result of a position, computed from its successors one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuccessorSummary {
    /// The shortest win so far.
    win: u8,
    /// The longest loss so far.
    loss: u8,
    /// True if a successor is drawn or unknown.
    holds: bool,
}

impl SuccessorSummary {
    pub(super) const NONE: SuccessorSummary = SuccessorSummary { win: TOO_LONG, loss: LOST_NOW, holds: false };

    /// Adds a successor, given its byte from the opponent's point of view.
    #[inline]
    pub(super) fn add(&mut self, successor: u8) {
        if successor == DRAW {
            self.holds = true;
        } else if is_loss(successor) {
            self.win = self.win.min(successor + 1);
        } else {
            // Saturating: `TOO_LONG - 1` is the largest win a build can reach.
            self.loss = self.loss.max(successor.saturating_add(1));
        }
    }

    /// Returns the byte of the position after all successors have been added.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        match self {
            SuccessorSummary { win, .. } if win < TOO_LONG => win,
            SuccessorSummary { holds: true, .. } => DRAW,
            SuccessorSummary { loss, .. } => loss,
        }
    }
}
