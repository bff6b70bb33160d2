//! The text format of solution trees, to be stored, sent and verified elsewhere.
//!
//! **Source.** Our own format for the trees of \[dBP96\], Fig. 4.
//! **Cost.** One pass, no recursion.
//! **When to use it.** To publish a result: to verify it, the rules and [`verify`](super::verify()) suffice.
//!
//! ```text
//! nullwindow-proof 1             the version of the format
//! kind max                       or min
//! depth end                      or a number of plies
//! bound 35                       for MAX, the player to move at the root
//! root Figure 1                  free text: says which position it is
//! tree
//! 0(0(0(0(1=5) 1(0=12))) 1(0(0(0=10) 1(1=35))))
//! checksum 0123456789abcdef      64-bit FNV-1a of the lines above, each with a newline behind it
//!
//! tree  :=  place = value        a leaf, and its value for MAX
//!        |  place ( tree... )    an inner node and its sons
//! ```
//!
//! A place is the index of the move that leads to the node, in the order of generation, and 0 for the root. Line ends
//! may be those of any system. Invalid text is rejected with its line and byte; no input can exhaust the stack.

pub use super::read::{ProofError, ProofReason};

use super::tree::SolutionTree;
use std::fmt;

/// A solution tree and the name of its root position.
///
/// [`fmt::Display`] writes it, [`FromStr`](std::str::FromStr) reads it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Proof {
    root: String,
    tree: SolutionTree,
}

impl Proof {
    /// Creates a proof about the position with the name `root`, such as its notation. Control characters in the name
    /// become spaces, and surrounding spaces are removed.
    #[must_use]
    pub fn new(root: &str, tree: SolutionTree) -> Proof {
        let one_line = root.replace(char::is_control, " ");
        Proof { root: one_line.trim().to_owned(), tree }
    }

    /// Returns the name of the position.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// Returns the tree.
    #[must_use]
    pub fn tree(&self) -> &SolutionTree {
        &self.tree
    }

    /// Consumes the proof and returns the tree.
    #[must_use]
    pub fn into_tree(self) -> SolutionTree {
        self.tree
    }

    /// Writes everything but the checksum.
    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let tree = &self.tree;
        writeln!(out, "{HEADER}{VERSION}")?;
        writeln!(out, "kind {}\ndepth {}\nbound {}", tree.kind(), tree.depth(), tree.bound().get())?;
        let space = if self.root.is_empty() { "" } else { " " };
        writeln!(out, "root{space}{}\ntree", self.root)?;
        write_tree(tree, out)
    }
}

pub(super) const HEADER: &str = "nullwindow-proof ";
pub(super) const VERSION: &str = "1";
/// The width at which lines of the tree are broken.
const COLUMNS: usize = 100;

/// Writes the nodes in preorder.
fn write_tree(tree: &SolutionTree, out: &mut impl fmt::Write) -> fmt::Result {
    // The sons still to come of every open node: a stack instead of recursion, as trees may be deep.
    let mut missing: Vec<u16> = Vec::new();
    let (mut text, mut first) = (String::new(), true);
    for node in tree.nodes() {
        if !first && text.len() >= COLUMNS {
            writeln!(out, "{text}")?;
            text.clear();
        } else if !first {
            text.push(' ');
        }
        first = node.sons > 0;
        if first {
            text.push_str(&format!("{}(", node.place));
            missing.push(node.sons);
            continue;
        }
        text.push_str(&format!("{}={}", node.place, node.value.get()));
        while let Some(sons) = missing.last_mut() {
            *sons -= 1;
            if *sons > 0 {
                break;
            }
            missing.pop();
            text.push(')');
        }
    }
    writeln!(out, "{text}")
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = ChecksumWriter { out: f, sum: ProofChecksum::new() };
        self.write(&mut out)?;
        let sum = out.sum.0;
        writeln!(f, "checksum {sum:016x}")
    }
}

/// A writer that passes text on and updates the checksum.
struct ChecksumWriter<'o, W> {
    out: &'o mut W,
    sum: ProofChecksum,
}

impl<W: fmt::Write> fmt::Write for ChecksumWriter<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.sum.add(text);
        self.out.write_str(text)
    }
}

/// The FNV-1a checksum. Every step is a bijection, so that a change of one byte always changes the sum.
pub(super) struct ProofChecksum(pub(super) u64);

impl ProofChecksum {
    pub(super) fn new() -> ProofChecksum {
        ProofChecksum(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, text: &str) {
        self.0 = text.bytes().fold(self.0, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }
}
