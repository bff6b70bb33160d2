//! The flaw of a game, and the shortest line of play that shows it.

use super::law::Law;
use crate::Depth;
use std::fmt;

/// A violated law with a counterexample.
///
/// Its `Display` shows everything: the law, the moves from the root, the position, the observed values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Flaw<P, M> {
    /// The violated law.
    pub law: Law,
    /// The position that violates it.
    pub witness: Witness<P, M>,
    /// The other position, for laws about two positions. That of [`Law::KeyIgnoresPart`] is a variant, with the line of
    /// the first.
    pub other: Option<Witness<P, M>>,
    /// The depth at which values or searches disagree, if depth matters.
    pub depth: Option<Depth>,
    /// The observed facts: both values, both keys, the algorithm.
    pub seen: String,
}

/// A position and the moves that lead to it from the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness<P, M> {
    /// The moves from the root.
    pub line: Vec<M>,
    /// The position after them.
    pub position: P,
}

/// A violation at one position, before the line to it is known.
#[derive(Clone, Debug)]
pub(super) struct Breach {
    pub(super) law: Law,
    pub(super) depth: Option<Depth>,
    pub(super) seen: String,
}

impl Breach {
    pub(super) fn new(law: Law, seen: impl Into<String>) -> Breach {
        Breach { law, depth: None, seen: seen.into() }
    }

    pub(super) fn at(law: Law, depth: Depth, seen: impl Into<String>) -> Breach {
        Breach { law, depth: Some(depth), seen: seen.into() }
    }

    pub(super) fn flaw<P, M>(self, witness: Witness<P, M>) -> Box<Flaw<P, M>> {
        Box::new(Flaw { law: self.law, witness, other: None, depth: self.depth, seen: self.seen })
    }
}

impl<P: fmt::Debug, M: fmt::Debug> fmt::Display for Witness<P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line.len() {
            0 => f.write_str("at the root")?,
            1 => f.write_str("after 1 move:")?,
            n => write!(f, "after {n} moves:")?,
        }
        for play in &self.line {
            write!(f, " {play:?}")?;
        }
        write!(f, "\n    {:?}", self.position)
    }
}

impl<P: fmt::Debug, M: fmt::Debug> fmt::Display for Flaw<P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  {}", self.law, self.witness)?;
        if let Some(other) = &self.other {
            match self.law {
                Law::KeyIgnoresPart => write!(f, "\n  and, with one part changed\n    {:?}", other.position)?,
                _ => write!(f, "\n  and {other}")?,
            }
        }
        write!(f, "\n  seen: {}", self.seen)
    }
}

impl<P: fmt::Debug, M: fmt::Debug> std::error::Error for Flaw<P, M> {}
