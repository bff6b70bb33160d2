//! A position that is not over, with the squares where a stone would complete a line, and what moves make of them.

use super::BoardShape;
use super::board::{ConnectFourBoard, ConnectFourSquare, completing};
use nullwindow::Player;

/// A position that is not over, with what each player threatens. A move changes the threats of the one who
/// makes it, so they are handed on from position to position.
#[derive(Clone, Copy)]
pub(super) struct OpenPosition<S> {
    pub(super) shape: S,
    pub(super) board: ConnectFourBoard,
    /// The empty squares where the mover completes a line.
    pub(super) mine: u64,
    /// The empty squares where his opponent does.
    pub(super) theirs: u64,
    /// Where stones may fall to.
    pub(super) landings: u64,
}

impl<S: BoardShape> OpenPosition<S> {
    #[inline]
    pub(super) fn new(board: &ConnectFourBoard, shape: S) -> OpenPosition<S> {
        let empty = board.empty(shape);
        let (mine, theirs) = (completing(board.own, shape) & empty, completing(board.other(), shape) & empty);
        OpenPosition { shape, board: *board, mine, theirs, landings: board.landings(shape) }
    }

    /// The empty squares.
    #[inline]
    pub(super) fn empty(&self) -> u64 {
        self.board.empty(self.shape)
    }

    /// The squares where the mover completes a line after his move to `bit`.
    #[inline]
    pub(super) fn threats(&self, bit: u64) -> u64 {
        completing(self.board.own | bit, self.shape) & self.empty() & !bit
    }

    /// The squares that stones may fall to after a move to `bit`.
    #[inline]
    pub(super) fn landings_after(&self, bit: u64) -> u64 {
        self.landings ^ bit | bit << 1 & self.shape.squares()
    }

    /// The position after a move to `bit` that makes these `threats`.
    #[inline]
    pub(super) fn after(&self, bit: u64, threats: u64) -> OpenPosition<S> {
        let board = self.board.after(ConnectFourSquare::of(bit));
        OpenPosition { board, mine: self.theirs & !bit, theirs: threats, landings: self.landings_after(bit), ..*self }
    }

    /// The moves after which the opponent does not win at once. Asked where the mover does not either.
    #[inline]
    pub(super) fn safe(&self) -> u64 {
        safe(self.landings, self.theirs)
    }

    /// Whether a move to `bit` that makes these `threats` leaves the opponent without a safe move.
    #[inline]
    pub(super) fn wins_next(&self, bit: u64, threats: u64) -> bool {
        safe(self.landings_after(bit), threats) == 0
    }

    /// How good a safe move to `bit` looks that makes these `threats`; always above 0.
    ///
    /// Threats count, more so in rows that the mover gets in the end and not right above a square where the opponent
    /// wins, and so does one that must be answered at once. The second player had better leave an even number of squares in
    /// a column. A stone below a square where its owner wins gives that square away. And then the centre.
    ///
    /// The weights took the fewest nodes, changed one by one, on 17 balanced positions of 9 and 10 stones.
    #[inline]
    pub(super) fn merit(&self, bit: u64, threats: u64) -> i32 {
        let shape = self.shape;
        let (odd, top) = (shape.odd_rows(), shape.rows_below_an_odd_number());
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

/// The landings after which one who threatens `theirs` does not win at once.
#[inline]
fn safe(landings: u64, theirs: u64) -> u64 {
    let forced = theirs & landings;
    // Two squares where he wins are one too many.
    let choice = match forced {
        0 => landings,
        _ if forced & (forced - 1) == 0 => forced,
        _ => 0,
    };
    // Below a square where he wins, a stone lets him have it.
    choice & !(theirs >> 1)
}
