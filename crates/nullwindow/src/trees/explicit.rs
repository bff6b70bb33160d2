//! Trees written as text, so that a figure of a paper is one line.
//!
//! ```text
//! tree  :=  number                      a leaf, and its value for MAX
//!        |  [number] [+|-] ( tree... )  an inner node and its sons
//! ```
//!
//! MAX moves at the root, and players alternate, unless `+` (MAX moves) or `-` (MIN moves) before the parenthesis says
//! otherwise. A number before it, without a space, is the evaluation of the node for MAX at the horizon; the default is
//! 0.
//!
//! ```
//! use nullwindow::trees::ExplicitTree;
//!
//! let pearl: ExplicitTree = "((((41 5) (12 90)) ((101 80) (20 30))) (((34 80) (36 35)) ((50 36) (25 3))))".parse()?;
//! assert_eq!(pearl.leaves().len(), 16);
//! let turns: ExplicitTree = "(+(1 2) 7-(3 +(4 5)))".parse()?;
//! assert_eq!(turns.to_string(), "(+(1 2) 7(3 (4 5)))");
//! # Ok::<(), nullwindow::trees::ParseTreeError>(())
//! ```

use crate::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use std::fmt;
use std::str::FromStr;

/// A tree written as text. MAX, which moves at the root unless the text says otherwise, is [`Player::First`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplicitTree {
    nodes: Vec<ExplicitNode>,
    /// The leaves from left to right.
    leaves: Vec<NodeId>,
}

/// A node of an [`ExplicitTree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// A node and its sons.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ExplicitNode {
    mover: Player,
    /// The value for MAX.
    value: i32,
    sons: Vec<NodeId>,
    /// The number of a leaf from the left; for an inner node, the number of leaves plus its own number.
    key: u32,
}

impl ExplicitTree {
    /// Figure 1 of \[dBP96\]. Its five leaves that no algorithm of the paper visits (20, 30, the second 80, 25 and 3)
    /// are filled in, in agreement with the text.
    pub const DBP96_FIG_1: &'static str = "((((41 5) (12 90)) ((99 80) (20 30))) (((10 80) (36 35)) ((50 37) (25 3))))";

    /// Figure 3 of \[PSPB96\] and \[PSPB94\]: Pearl's tree.
    pub const PSPB96_FIG_3: &'static str =
        "((((41 5) (12 90)) ((101 80) (20 30))) (((34 80) (36 35)) ((50 36) (25 3))))";

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the leaves from left to right.
    #[must_use]
    pub fn leaves(&self) -> &[NodeId] {
        &self.leaves
    }

    /// Returns the value of a leaf, or the evaluation of an inner node, for MAX.
    #[must_use]
    pub fn value(&self, node: NodeId) -> i32 {
        self.node(node).value
    }

    /// Returns the sons of a node, from left to right.
    #[must_use]
    pub fn sons(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).sons
    }

    /// Returns the node at a path of move indices.
    #[must_use]
    pub fn at(&self, path: &[u16]) -> Option<NodeId> {
        path.iter().try_fold(self.root(), |node, &place| self.sons(node).get(usize::from(place)).copied())
    }

    fn node(&self, node: NodeId) -> &ExplicitNode {
        &self.nodes[node.0 as usize]
    }

    fn write(&self, node: NodeId, expected: Player, out: &mut String) {
        let here = self.node(node);
        if here.sons.is_empty() {
            out.push_str(&here.value.to_string());
            return;
        }
        if here.value != 0 {
            out.push_str(&here.value.to_string());
        }
        if here.mover != expected {
            out.push(if here.mover == Player::First { '+' } else { '-' });
        }
        for (i, &son) in here.sons.iter().enumerate() {
            out.push(if i == 0 { '(' } else { ' ' });
            self.write(son, here.mover.other(), out);
        }
        out.push(')');
    }
}

impl fmt::Display for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(self.root(), Player::First, &mut text);
        f.pad(&text)
    }
}

impl Game for ExplicitTree {
    type Position = NodeId;
    type Move = u16;

    fn mover(&self, node: &NodeId) -> Player {
        self.node(*node).mover
    }

    fn moves(&self, node: &NodeId, moves: &mut MoveBuf<u16>) -> Option<Score> {
        let sons = &self.node(*node).sons;
        (0u16..).zip(sons).for_each(|(place, _)| moves.push(place));
        sons.is_empty().then(|| self.evaluate(node))
    }

    fn play(&self, node: &NodeId, play: u16) -> NodeId {
        self.node(*node).sons[usize::from(play)]
    }
}

impl Evaluator for ExplicitTree {
    fn evaluate(&self, node: &NodeId) -> Score {
        let node = self.node(*node);
        Score::new(node.value).flip_if(node.mover == Player::Second)
    }
}

impl Keyed for ExplicitTree {
    /// Returns the number from the left for a leaf.
    fn key(&self, node: &NodeId) -> u64 {
        u64::from(self.node(*node).key)
    }
}

/// The error for a text that is not a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseTreeError {
    /// The byte at which parsing stopped.
    pub at: usize,
    /// The reason.
    pub reason: ParseTreeReason,
}

/// The reason why a text is not a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseTreeReason {
    /// The text ends within a tree, or is empty.
    Ends,
    /// A node has no sons.
    NoSons,
    /// The tree has more than 65,534 sons at a node, 500 levels, or four thousand million nodes.
    TooLarge,
    /// There is text after the tree.
    Rest,
    /// A character is neither part of a number nor a parenthesis.
    Unexpected(char),
    /// A number is outside of the range of scores.
    Number,
}

impl fmt::Display for ParseTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a tree: at byte {}, ", self.at)?;
        match self.reason {
            ParseTreeReason::Ends => f.write_str("the text ends; expected a number, '(' or ')'"),
            ParseTreeReason::NoSons => f.write_str("'()' has no sons; expected a number or '('"),
            ParseTreeReason::TooLarge => f.write_str("the tree is too wide or too deep"),
            ParseTreeReason::Rest => f.write_str("the tree has ended; expected nothing more"),
            ParseTreeReason::Unexpected(c) => write!(f, "found {c:?}; expected a number, '(' or ')'"),
            ParseTreeReason::Number => f.write_str("a number must lie between -1999999999 and 1999999999"),
        }
    }
}

impl std::error::Error for ParseTreeError {}

/// The largest number of levels. Deeper trees would exhaust the stack of recursive callers of a search.
const MAX_LEVELS: usize = 500;

impl FromStr for ExplicitTree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<ExplicitTree, ParseTreeError> {
        Parser { text, at: 0, nodes: Vec::new(), open: Vec::new() }.tree()
    }
}

/// The parser. It keeps a stack of open nodes instead of recursing.
struct Parser<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<ExplicitNode>,
    /// The inner nodes with an open parenthesis.
    open: Vec<NodeId>,
}

impl Parser<'_> {
    fn tree(mut self) -> Result<ExplicitTree, ParseTreeError> {
        loop {
            self.skip_space();
            let done = match self.peek() {
                None => return self.fail(ParseTreeReason::Ends),
                Some(')') => self.close()?,
                Some(_) => self.node()?,
            };
            if done {
                break;
            }
        }
        self.skip_space();
        if self.at < self.text.len() {
            return self.fail(ParseTreeReason::Rest);
        }
        Ok(numbered(self.nodes))
    }

    /// Reads a leaf or the start of an inner node, and returns whether the tree is complete.
    fn node(&mut self) -> Result<bool, ParseTreeError> {
        let value = self.number()?;
        let turn = self.text[self.at..].chars().take(2).collect::<String>();
        let (mover, inner) = match turn.as_str() {
            "+(" => (Some(Player::First), true),
            "-(" => (Some(Player::Second), true),
            _ => (None, turn.starts_with('(')),
        };
        if !inner && value.is_none() {
            let found = self.peek().unwrap_or(' ');
            return self.fail(ParseTreeReason::Unexpected(found));
        }
        let alternate = self.open.last().map_or(Player::First, |&n| self.nodes[n.0 as usize].mover.other());
        let Ok(id) = u32::try_from(self.nodes.len()).map(NodeId) else {
            return self.fail(ParseTreeReason::TooLarge);
        };
        let node =
            ExplicitNode { mover: mover.unwrap_or(alternate), value: value.unwrap_or(0), sons: Vec::new(), key: 0 };
        self.nodes.push(node);
        if let Some(&parent) = self.open.last() {
            let sons = &mut self.nodes[parent.0 as usize].sons;
            sons.push(id);
            if sons.len() > MoveBuf::<u16>::MOST {
                return self.fail(ParseTreeReason::TooLarge);
            }
        }
        if inner {
            self.at += 1 + usize::from(mover.is_some());
            self.open.push(id);
            if self.open.len() > MAX_LEVELS {
                return self.fail(ParseTreeReason::TooLarge);
            }
        }
        Ok(self.open.is_empty())
    }

    fn close(&mut self) -> Result<bool, ParseTreeError> {
        match self.open.pop() {
            None => self.fail(ParseTreeReason::Unexpected(')')),
            Some(node) if self.nodes[node.0 as usize].sons.is_empty() => self.fail(ParseTreeReason::NoSons),
            Some(_) => {
                self.at += 1;
                Ok(self.open.is_empty())
            }
        }
    }

    fn number(&mut self) -> Result<Option<i32>, ParseTreeError> {
        let rest = &self.text[self.at..];
        let signed = rest.starts_with(['-', '+']);
        let digits = rest[usize::from(signed)..].bytes().take_while(u8::is_ascii_digit).count();
        // A sign alone belongs to a parenthesis, as in `-(`.
        if digits == 0 {
            return Ok(None);
        }
        let length = digits + usize::from(signed);
        let in_range = rest[..length].parse().ok().filter(|&n| Score::saturating(n).is_finite());
        let Some(number) = in_range else { return self.fail(ParseTreeReason::Number) };
        self.at += length;
        Ok(Some(number))
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn fail<T>(&self, reason: ParseTreeReason) -> Result<T, ParseTreeError> {
        Err(ParseTreeError { at: self.at, reason })
    }
}

/// Numbers the leaves from the left, and the inner nodes after them.
fn numbered(mut nodes: Vec<ExplicitNode>) -> ExplicitTree {
    let ids = || (0u32..).zip(0..nodes.len());
    let leaves: Vec<NodeId> = ids().filter(|&(_, i)| nodes[i].sons.is_empty()).map(|(id, _)| NodeId(id)).collect();
    let (mut leaf, mut inner) = (0, u32::try_from(leaves.len()).unwrap_or(u32::MAX));
    for node in &mut nodes {
        let next = if node.sons.is_empty() { &mut leaf } else { &mut inner };
        node.key = *next;
        *next += 1;
    }
    ExplicitTree { nodes, leaves }
}
