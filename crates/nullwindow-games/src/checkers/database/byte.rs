//! What a byte of a database says.
//!
//! 0 is a draw. Otherwise it is one more than the plies to the end: 1 for a player who cannot move, 2 for one who wins
//! at once, 3 for one who loses by the move after. Odd bytes are losses, even ones wins.

use super::store::EndgameOutcome;

pub(super) const DRAW: u8 = 0;
/// The mover cannot move.
pub(super) const LOST_NOW: u8 = 1;
/// No game in a database takes this long.
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

/// What a position is worth by its successors, which are added one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuccessorSummary {
    /// The shortest win so far.
    win: u8,
    /// The longest loss so far.
    loss: u8,
    /// Whether a successor is drawn, or not known.
    holds: bool,
}

impl SuccessorSummary {
    pub(super) const NONE: SuccessorSummary = SuccessorSummary { win: TOO_LONG, loss: LOST_NOW, holds: false };

    /// Adds a successor, by what it is worth to the opponent.
    #[inline]
    pub(super) fn add(&mut self, successor: u8) {
        if successor == DRAW {
            self.holds = true;
        } else if is_loss(successor) {
            self.win = self.win.min(successor + 1);
        } else {
            self.loss = self.loss.max(successor.saturating_add(1));
        }
    }

    /// The byte of the position, if these are all successors.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        match self {
            SuccessorSummary { win, .. } if win < TOO_LONG => win,
            SuccessorSummary { holds: true, .. } => DRAW,
            SuccessorSummary { loss, .. } => loss,
        }
    }
}
