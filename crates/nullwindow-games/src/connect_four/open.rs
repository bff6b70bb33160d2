//! Unfinished positions with the threats of both players, and the ranking of moves.

use super::BoardShape;
use super::board::{ConnectFourBoard, ConnectFourSquare, completing};
use nullwindow::Player;

/// An unfinished position with the threats of both players. A move changes only the threats of the player that makes
/// it, so the others are passed on from position to position.
#[derive(Clone, Copy)]
pub(super) struct OpenPosition<S> {
    pub(super) shape: S,
    pub(super) board: ConnectFourBoard,
    /// The empty squares where the mover completes a line.
    pub(super) mine: u64,
    /// The empty squares where the opponent completes a line.
    pub(super) theirs: u64,
    /// The squares that stones may fall to.
    pub(super) landings: u64,
}

impl<S: BoardShape> OpenPosition<S> {
    #[inline]
    pub(super) fn new(board: &ConnectFourBoard, shape: S) -> OpenPosition<S> {
        let empty = board.empty(shape);
        let (mine, theirs) = (completing(board.own, shape) & empty, completing(board.other(), shape) & empty);
        OpenPosition { shape, board: *board, mine, theirs, landings: board.landings(shape) }
    }

    /// Returns the empty squares.
    #[inline]
    pub(super) fn empty(&self) -> u64 {
        self.board.empty(self.shape)
    }

    /// Returns the squares where the mover completes a line after its move to `bit`.
    #[inline]
    pub(super) fn threats(&self, bit: u64) -> u64 {
        completing(self.board.own | bit, self.shape) & self.empty() & !bit
    }

    /// Returns the squares that stones may fall to after a move to `bit`.
    #[inline]
    pub(super) fn landings_after(&self, bit: u64) -> u64 {
        self.landings ^ bit | bit << 1 & self.shape.squares()
    }

    /// Returns the position after a move to `bit` that makes these `threats`.
    #[inline]
    pub(super) fn after(&self, bit: u64, threats: u64) -> OpenPosition<S> {
        let board = self.board.after(ConnectFourSquare::of(bit));
        OpenPosition { board, mine: self.theirs & !bit, theirs: threats, landings: self.landings_after(bit), ..*self }
    }

    /// Returns the moves after which the opponent does not win at once. Precondition: the mover does not win at once
    /// either.
    #[inline]
    pub(super) fn safe(&self) -> u64 {
        safe(self.landings, self.theirs)
    }

    /// Returns whether a move to `bit` that makes these `threats` leaves the opponent without a safe move.
    #[inline]
    pub(super) fn wins_next(&self, bit: u64, threats: u64) -> bool {
        safe(self.landings_after(bit), threats) == 0
    }

    /// Returns the rank of a safe move to `bit` that makes these `threats`; always above 0.
    ///
    /// Threats raise the rank, more so in rows that the mover gets in the end and not directly above a winning square
    /// of the opponent, and so does a threat that must be answered at once. The second player prefers to leave an even
    /// number of squares in a column. A stone below the owner's own winning square gives that square away. Ties are
    /// broken towards the centre.
    ///
    /// The weights were tuned one by one for the fewest nodes on 17 balanced positions of 9 and 10 stones.
    #[inline]
    pub(super) fn rank(&self, bit: u64, threats: u64) -> i32 {
        let shape = self.shape;
        let (odd, top) = (shape.odd_rows(), shape.rows_below_an_odd_number());
        // The second player gets even rows by following up, so its threats there and even gaps count.
        let (rows, even_above) = match self.board.mover() {
            Player::First => (odd, 0),
            Player::Second => (!odd, !top),
        };
        let count = |squares: u64| squares.count_ones().cast_signed();
        let is = |squares: u64| i32::from(squares != 0);
        1000 + 70 * count(threats)
            + 20 * count(threats & rows & !(self.theirs << 1))
            + 20 * is(threats & self.landings_after(bit))
            + 10 * is(bit & even_above)
            - 200 * is(bit << 1 & self.mine)
            - 14 * shape.off_centre(bit)
    }
}

/// Returns the landings after which a player that threatens `theirs` does not win at once.
#[inline]
fn safe(landings: u64, theirs: u64) -> u64 {
    let forced = theirs & landings;
    // Two immediate threats cannot both be answered.
    let choice = match forced {
        0 => landings,
        _ if forced & (forced - 1) == 0 => forced,
        _ => 0,
    };
    // A stone below a winning square lets the opponent play there.
    choice & !(theirs >> 1)
}
