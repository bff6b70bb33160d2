//! The parser of proofs; see `proof.rs` for the format.

use super::proof::{HEADER, Proof, ProofChecksum, VERSION};
use super::tree::{SolutionKind, SolutionNode, SolutionTree};
use crate::{Depth, MoveBuf, Score};
use std::fmt;
use std::str::FromStr;

/// The error for a text that is not a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProofError {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte at which parsing stopped.
    pub byte: usize,
    /// The reason.
    pub reason: ProofReason,
}

/// The reason why a text is not a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProofReason {
    /// The text ends too early.
    Ends {
        /// The expected element.
        expected: &'static str,
    },
    /// The text has something else.
    Unexpected {
        /// The expected element.
        expected: &'static str,
        /// The beginning of what it has.
        found: String,
    },
    /// The bound does not follow from the leaves.
    Bound {
        /// The bound in the text.
        stated: Score,
        /// The bound of the leaves.
        actual: Score,
    },
    /// The checksum is wrong: the text was changed.
    Checksum {
        /// The checksum in the text.
        stated: u64,
        /// The checksum of the text.
        actual: u64,
    },
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a proof: line {}, byte {}: ", self.line, self.byte)?;
        match &self.reason {
            ProofReason::Ends { expected } => write!(f, "expected {expected}, but the text ends"),
            ProofReason::Unexpected { expected, found } => write!(f, "expected {expected}, found {found:?}"),
            ProofReason::Bound { stated, actual } => {
                write!(f, "expected the bound of the leaves, {actual}, found {stated}")
            }
            ProofReason::Checksum { stated, actual } => {
                write!(f, "expected the checksum {actual:016x}, found {stated:016x}")
            }
        }
    }
}

impl std::error::Error for ProofError {}

impl FromStr for Proof {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<Proof, ProofError> {
        let mut reader =
            ProofReader { rest: text, line: "", number: 0, start: 0, at: 0, next: 0, sum: ProofChecksum::new() };
        reader.header()
    }
}

/// A parser that reads line by line.
struct ProofReader<'t> {
    /// The text after the current line.
    rest: &'t str,
    line: &'t str,
    /// The number of the line, its first byte in the text, and the position in it.
    number: usize,
    start: usize,
    at: usize,
    /// The first byte of the next line.
    next: usize,
    /// The checksum of the lines before this one.
    sum: ProofChecksum,
}

impl<'t> ProofReader<'t> {
    /// Reads the whole proof.
    fn header(&mut self) -> Result<Proof, ProofError> {
        self.field(HEADER, "'nullwindow-proof 1'", |version| (version == VERSION).then_some(()))?;
        let kind = self.field("kind ", "'kind max' or 'kind min'", |kind| match kind {
            "max" => Some(SolutionKind::Max),
            "min" => Some(SolutionKind::Min),
            _ => None,
        })?;
        let depth = self.field("depth ", "'depth' and 'end' or a number up to 254", depth)?;
        let bound = self.field("bound ", "'bound' and a score", score)?;
        let (bound_line, bound_byte) = (self.number, self.start);
        let root = self.field("root", "'root' and the name of the position", |name| {
            (name.is_empty() || name.starts_with(' ')).then(|| name.to_owned())
        })?;
        self.field("tree", "'tree'", |rest| rest.is_empty().then_some(()))?;
        let nodes = self.tree(kind)?;
        let actual = nodes[0].value;
        if actual != bound {
            let reason = ProofReason::Bound { stated: bound, actual };
            return Err(ProofError { line: bound_line, byte: bound_byte, reason });
        }
        self.checksum()?;
        let tree = SolutionTree::new(kind, depth, nodes).expect("parentheses are balanced");
        Ok(Proof::new(&root, tree))
    }

    /// Reads the next line, which starts with this keyword.
    fn field<T>(
        &mut self,
        keyword: &str,
        expected: &'static str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, ProofError> {
        if !self.next_line() {
            return self.ends(expected);
        }
        match self.line.strip_prefix(keyword).and_then(read) {
            Some(value) => {
                self.at = self.line.len();
                Ok(value)
            }
            None => self.unexpected(expected),
        }
    }

    /// Moves to the next line, and returns whether there is one.
    fn next_line(&mut self) -> bool {
        if self.number > 0 {
            self.sum.add(self.line);
            self.sum.add("\n");
        }
        (self.start, self.at, self.number) = (self.next, 0, self.number + 1);
        self.line = "";
        if self.rest.is_empty() {
            return false;
        }
        let length = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        let (line, rest) = self.rest.split_at(length);
        self.next += length;
        self.rest = rest;
        let line = line.strip_suffix('\n').unwrap_or(line);
        // The checksum covers lines without their ends, so that it survives a change of line ends.
        self.line = line.strip_suffix('\r').unwrap_or(line);
        true
    }

    /// Reads the nodes in preorder, and computes the values of inner nodes.
    fn tree(&mut self, kind: SolutionKind) -> Result<Vec<SolutionNode>, ProofError> {
        let mut nodes: Vec<SolutionNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        while nodes.is_empty() || !open.is_empty() {
            self.skip_space("a place, '(' or ')'")?;
            if self.skip(')') {
                // "()" is not a node: it would be neither a leaf with a value nor an inner node with sons.
                let Some(node) = open.pop().filter(|&node| nodes[node].sons > 0) else {
                    self.at -= 1;
                    return self.unexpected("a place");
                };
                count(kind, &mut nodes, open.last(), node);
                continue;
            }
            let full = |&above: &usize| usize::from(nodes[above].sons) >= MoveBuf::<u16>::MOST;
            if open.last().is_some_and(full) {
                return self.unexpected("')' after 65534 sons");
            }
            let place =
                self.number("a place from 0 to 65533", |n| u16::try_from(n).ok().filter(|&n| n < u16::MAX - 1))?;
            let at = nodes.len();
            nodes.push(SolutionNode { place, sons: 0, value: Score::ZERO });
            if self.skip('(') {
                open.push(at);
            } else if self.skip('=') {
                nodes[at].value = self.number("a score", in_range)?;
                count(kind, &mut nodes, open.last(), at);
            } else {
                return self.unexpected("'(' or '='");
            }
        }
        if self.at < self.line.len() {
            return self.unexpected("the end of the line, the tree being complete");
        }
        Ok(nodes)
    }

    fn checksum(&mut self) -> Result<(), ProofError> {
        const EXPECTED: &str = "'checksum' and 16 digits from 0 to f";
        let digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let stated = self.field("checksum ", EXPECTED, |sum| {
            (sum.len() == 16 && sum.bytes().all(digit)).then(|| u64::from_str_radix(sum, 16).ok()).flatten()
        })?;
        // The sum is that of the lines before this one.
        let actual = self.sum.0;
        if stated != actual {
            self.at = 0;
            return self.fail(ProofReason::Checksum { stated, actual });
        }
        if self.next_line() {
            return self.unexpected("nothing after the checksum");
        }
        Ok(())
    }

    /// Skips to the next character that is not a space, on this line or a later one.
    fn skip_space(&mut self, expected: &'static str) -> Result<(), ProofError> {
        while self.at == self.line.len() || self.line.as_bytes()[self.at] == b' ' {
            if self.at < self.line.len() {
                self.at += 1;
            } else if !self.next_line() {
                return self.ends(expected);
            }
        }
        Ok(())
    }

    fn skip(&mut self, wanted: char) -> bool {
        let there = self.line[self.at..].starts_with(wanted);
        self.at += usize::from(there);
        there
    }

    fn number<T>(&mut self, expected: &'static str, range: impl FnOnce(i32) -> Option<T>) -> Result<T, ProofError> {
        let rest = &self.line[self.at..];
        let sign = usize::from(rest.starts_with('-'));
        let length = sign + rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        match rest[..length].parse().ok().and_then(range) {
            Some(number) => {
                self.at += length;
                Ok(number)
            }
            None => self.unexpected(expected),
        }
    }

    fn ends<T>(&self, expected: &'static str) -> Result<T, ProofError> {
        self.fail(ProofReason::Ends { expected })
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, ProofError> {
        let found = self.line[self.at..].chars().take(24).collect();
        self.fail(ProofReason::Unexpected { expected, found })
    }

    fn fail<T>(&self, reason: ProofReason) -> Result<T, ProofError> {
        Err(ProofError { line: self.number, byte: self.start + self.at, reason })
    }
}

/// Adds a complete node to its parent.
fn count(kind: SolutionKind, nodes: &mut [SolutionNode], above: Option<&usize>, node: usize) {
    let value = nodes[node].value;
    if let Some(&above) = above {
        let above = &mut nodes[above];
        above.value = if above.sons == 0 { value } else { kind.select(above.value, value) };
        above.sons += 1;
    }
}

fn depth(text: &str) -> Option<Depth> {
    match text {
        "end" => Some(Depth::END),
        _ => text.parse().ok().filter(|&plies: &u8| plies <= Depth::MAX_PLIES).map(|plies| Depth::plies(plies.into())),
    }
}

fn score(text: &str) -> Option<Score> {
    in_range(text.parse().ok()?)
}

fn in_range(number: i32) -> Option<Score> {
    Some(Score::new(number)).filter(|score| score.is_finite())
}
