//! How far a search looks.

use std::fmt;

/// How many plies a search looks ahead: a number, or to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u8);

impl Depth {
    /// Evaluate at once.
    pub const ZERO: Depth = Depth(0);
    /// Search until the game is over. The game must be finite.
    pub const END: Depth = Depth(u8::MAX);
    /// The largest number of plies, 254; beyond it there is only [`Depth::END`].
    pub const MAX_PLIES: u8 = u8::MAX - 1;

    /// Look `plies` ahead; numbers over [`Depth::MAX_PLIES`] mean [`Depth::END`].
    #[inline]
    #[must_use]
    pub const fn plies(plies: u32) -> Depth {
        if plies >= u8::MAX as u32 { Depth::END } else { Depth(plies.to_le_bytes()[0]) }
    }

    /// The number of plies, or `None` for the end of the game.
    #[inline]
    #[must_use]
    pub const fn get(self) -> Option<u32> {
        if self.0 == u8::MAX { None } else { Some(self.0 as u32) }
    }

    /// Whether this is the horizon: nothing left to look ahead.
    #[inline]
    #[must_use]
    pub const fn is_horizon(self) -> bool {
        self.0 == 0
    }

    /// The depth of a child.
    #[inline]
    #[must_use]
    pub const fn child(self) -> Depth {
        debug_assert!(self.0 > 0);
        Depth(if self.0 == u8::MAX { u8::MAX } else { self.0 - 1 })
    }

    pub(crate) const fn to_byte(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_byte(byte: u8) -> Depth {
        Depth(byte)
    }
}

impl From<u32> for Depth {
    fn from(plies: u32) -> Depth {
        Depth::plies(plies)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(plies) => fmt::Display::fmt(&plies, f),
            None => f.pad("end"),
        }
    }
}

impl fmt::Debug for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
