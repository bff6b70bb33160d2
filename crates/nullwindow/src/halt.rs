//! The reasons to leave the tree before a node is finished.

use crate::Stopped;

/// The reason to unwind from a node without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// A limit was reached: the whole search ends.
    Stopped(Stopped),
    /// Another thread has answered the query at the root, or a node on the path from the root to here.
    Answered,
}

impl Halt {
    /// Returns the limit that was reached by a search on one thread.
    pub(crate) fn stopped(self) -> Stopped {
        match self {
            Halt::Stopped(reason) => reason,
            Halt::Answered => unreachable!("only a shared query is answered by another thread"),
        }
    }
}

impl From<Stopped> for Halt {
    fn from(reason: Stopped) -> Halt {
        Halt::Stopped(reason)
    }
}
