//! The depth of a search.

use std::fmt;

/// A search depth: a number of plies, or the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u8);

impl Depth {
    /// The horizon: a position is evaluated at once.
    pub const ZERO: Depth = Depth(0);
    /// The end of the game, which must be finite.
    pub const END: Depth = Depth(u8::MAX);
    /// The largest number of plies, 254; beyond it there is only [`Depth::END`].
    pub const MAX_PLIES: u8 = u8::MAX - 1;

    /// Returns the depth of this many plies. For a number that comes from outside use [`Depth::try_from`].
    ///
    /// # Panics
    /// If there are more than [`Depth::MAX_PLIES`].
    #[inline]
    #[must_use]
    pub const fn plies(plies: u32) -> Depth {
        assert!(plies <= Depth::MAX_PLIES as u32, "a depth has at most 254 plies, or is Depth::END");
        Depth(plies.to_le_bytes()[0])
    }

    /// Returns the number of plies, or `None` for the end of the game.
    #[inline]
    #[must_use]
    pub const fn get(self) -> Option<u32> {
        if self.0 == u8::MAX { None } else { Some(self.0 as u32) }
    }

    /// Returns whether no ply is left.
    #[inline]
    #[must_use]
    pub const fn is_horizon(self) -> bool {
        self.0 == 0
    }

    /// Returns the depth of a child.
    #[inline]
    #[must_use]
    pub const fn child(self) -> Depth {
        debug_assert!(self.0 > 0);
        // The end of the game stays the end of the game, however many plies were played.
        Depth(if self.0 == u8::MAX { u8::MAX } else { self.0 - 1 })
    }

    /// Returns the depth that is `plies` smaller, and the horizon if there are fewer. [`Depth::END`] stays.
    #[inline]
    #[must_use]
    pub const fn less(self, plies: u32) -> Depth {
        match self.get() {
            Some(depth) => Depth::plies(depth.saturating_sub(plies)),
            None => self,
        }
    }

    pub(crate) const fn to_byte(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_byte(byte: u8) -> Depth {
        Depth(byte)
    }
}

/// The error for more plies than [`Depth::MAX_PLIES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DepthError {
    /// The rejected number of plies.
    pub plies: u32,
}

impl fmt::Display for DepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a depth has at most {} plies, not {}", Depth::MAX_PLIES, self.plies)
    }
}

impl std::error::Error for DepthError {}

impl TryFrom<u32> for Depth {
    type Error = DepthError;

    /// ```
    /// use nullwindow::Depth;
    ///
    /// assert_eq!(Depth::try_from(12), Ok(Depth::plies(12)));
    /// assert!(Depth::try_from(300).is_err());
    /// ```
    fn try_from(plies: u32) -> Result<Depth, DepthError> {
        if plies > u32::from(Depth::MAX_PLIES) { Err(DepthError { plies }) } else { Ok(Depth::plies(plies)) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_plies_than_there_are_are_an_error() {
        assert_eq!(Depth::try_from(254).map(Depth::get), Ok(Some(254)));
        for plies in [255, 256, 300, u32::MAX] {
            assert_eq!(Depth::try_from(plies), Err(DepthError { plies }));
        }
    }

    #[test]
    #[should_panic(expected = "at most 254 plies")]
    fn more_plies_than_there_are_never_become_the_end() {
        let _ = Depth::plies(300);
    }
}
