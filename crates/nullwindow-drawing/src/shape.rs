//! A tree that is small enough to draw: its nodes in preorder, with their names.

use super::names;
use super::walk::{WalkNode, WalkNodes};
use nullwindow::trees::ExplicitTree;
use nullwindow::trees::explicit::NodeId;
use nullwindow::{Game, Player};
use serde::Serialize;
use std::fmt;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DiagramNodeKind {
    /// MAX moves.
    Max,
    /// MIN moves.
    Min,
    /// A terminal position, or a node at the horizon.
    Leaf,
}

/// A node of a [`DiagramTree`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct DiagramNode {
    /// A letter of the papers or one by level; without a letter, the parent's name and the number of the son.
    pub name: String,
    /// The numbers of the moves from the root to the node, from 0.
    pub path: Vec<u16>,
    /// The kind of the node.
    pub kind: DiagramNodeKind,
    /// The value of a leaf, for MAX.
    pub value: Option<i32>,
    /// True if MIN is to move, also at a leaf.
    #[serde(skip)]
    pub min_moves: bool,
    /// True if the name is a letter of its own.
    #[serde(skip)]
    pub lettered: bool,
    /// The indices of its sons.
    #[serde(skip)]
    pub sons: Vec<usize>,
    /// The index of its parent.
    #[serde(skip)]
    pub parent: Option<usize>,
}

/// A tree that is small enough to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DiagramTree {
    /// The nodes in preorder; the root is the first.
    pub nodes: Vec<DiagramNode>,
    /// The title of the tree.
    pub title: String,
    /// The depth at which the tree was cut off.
    pub depth: Option<u32>,
}

/// The largest size of a tree for some use of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DiagramLimits {
    /// The largest number of nodes.
    pub nodes: usize,
    /// The largest number of leaves.
    pub leaves: usize,
    /// The largest number of plies.
    pub plies: usize,
}

impl DiagramLimits {
    /// The limits of a drawing.
    pub const DRAWING: DiagramLimits =
        DiagramLimits { nodes: usize::MAX, leaves: DiagramTree::MAX_LEAVES, plies: DiagramTree::MAX_PLIES };

    /// Returns limits on the number of nodes alone.
    #[must_use]
    pub const fn of_nodes(nodes: usize) -> DiagramLimits {
        DiagramLimits { nodes, leaves: usize::MAX, plies: usize::MAX }
    }

    /// Returns whether a tree of this size is within the limits.
    #[must_use]
    pub const fn allow(&self, nodes: usize, leaves: usize, plies: usize) -> bool {
        nodes <= self.nodes && leaves <= self.leaves && plies <= self.plies
    }
}

/// Writes what can be drawn: `at most 256 leaves and 20 plies can be drawn`.
impl fmt::Display for DiagramLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [(self.nodes, "nodes"), (self.leaves, "leaves"), (self.plies, "plies")];
        let finite = limits.iter().filter(|(most, _)| *most < usize::MAX);
        let texts: Vec<String> = finite.map(|(most, what)| format!("{most} {what}")).collect();
        write!(f, "at most {} can be drawn", texts.join(" and "))
    }
}

/// The error of a tree that is too large to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TreeTooLarge {
    /// The number of leaves, as far as they were counted.
    pub leaves: usize,
    /// The number of plies.
    pub plies: usize,
    /// The limits.
    pub limits: DiagramLimits,
}

impl fmt::Display for TreeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TreeTooLarge { leaves, plies, limits } = self;
        write!(f, "the tree has {leaves} leaves or more in {plies} plies; {limits}")
    }
}

impl std::error::Error for TreeTooLarge {}

/// The size of a diagram so far, and the limits of its size.
struct Growth {
    leaves: usize,
    limits: DiagramLimits,
}

impl DiagramTree {
    /// The largest number of leaves that is drawn.
    pub const MAX_LEAVES: usize = 256;
    /// The largest number of plies that is drawn.
    pub const MAX_PLIES: usize = 20;

    /// Builds the diagram of a tree, to a depth or to its terminals.
    ///
    /// # Errors
    /// If it is too large to draw.
    pub fn of(tree: &ExplicitTree, depth: Option<u32>) -> Result<DiagramTree, TreeTooLarge> {
        DiagramTree::within(tree, depth, DiagramLimits::DRAWING)
    }

    /// Builds the diagram of a tree, to a depth or to its terminals, within limits of the caller.
    ///
    /// # Errors
    /// If it is larger than the limits.
    pub fn within(tree: &ExplicitTree, depth: Option<u32>, limits: DiagramLimits) -> Result<DiagramTree, TreeTooLarge> {
        let text = tree.to_string();
        let title = names::title(&text).map_or_else(|| shortened(&text), str::to_owned);
        let mut shape = DiagramTree { nodes: Vec::new(), title, depth };
        shape.grow(tree, tree.root(), None, &mut Growth { leaves: 0, limits })?;
        names::assign(&mut shape.nodes, &text);
        Ok(shape)
    }

    /// Returns the tree with another title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> DiagramTree {
        self.title = title.into();
        self
    }

    /// Returns the index of the node at the end of a path.
    #[must_use]
    pub fn at(&self, path: &[u16]) -> Option<usize> {
        path.iter().try_fold(0, |node, &place| self.nodes[node].sons.get(usize::from(place)).copied())
    }

    /// Returns the number of leaves.
    #[must_use]
    pub fn leaf_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.kind == DiagramNodeKind::Leaf).count()
    }

    fn grow(
        &mut self,
        tree: &ExplicitTree,
        id: NodeId,
        parent: Option<usize>,
        growth: &mut Growth,
    ) -> Result<(), TreeTooLarge> {
        let number = self.nodes.len();
        let path = parent.map_or_else(Vec::new, |parent| {
            let parent = &self.nodes[parent];
            let place = u16::try_from(parent.sons.len()).unwrap_or(u16::MAX);
            parent.path.iter().copied().chain([place]).collect()
        });
        let plies = path.len();
        let at_horizon = self.depth.is_some_and(|depth| plies >= depth as usize);
        let is_leaf = at_horizon || tree.sons(id).is_empty();
        let kind = match tree.mover(&id) {
            _ if is_leaf => DiagramNodeKind::Leaf,
            Player::First => DiagramNodeKind::Max,
            Player::Second => DiagramNodeKind::Min,
        };
        growth.leaves += usize::from(is_leaf);
        let Growth { leaves, limits } = *growth;
        // Checked while the nodes are added: the whole tree may be far too large.
        if !limits.allow(number + 1, leaves, plies) {
            return Err(TreeTooLarge { leaves, plies, limits });
        }
        let value = is_leaf.then(|| tree.value(id));
        let (name, lettered, sons) = (String::new(), false, Vec::new());
        let min_moves = tree.mover(&id) == Player::Second;
        self.nodes.push(DiagramNode { name, path, kind, value, min_moves, lettered, sons, parent });
        if let Some(parent) = parent {
            self.nodes[parent].sons.push(number);
        }
        if !is_leaf {
            tree.sons(id).iter().try_for_each(|&son| self.grow(tree, son, Some(number), growth))?;
        }
        Ok(())
    }
}

impl WalkNodes for &DiagramTree {
    fn node(&mut self, path: &[u16]) -> WalkNode {
        let Some(node) = self.at(path).map(|n| &self.nodes[n]) else {
            let name = format!("{path:?}");
            return WalkNode { label: name.clone(), name, max_moves: true };
        };
        let name = node.name.clone();
        let label = match node.kind {
            DiagramNodeKind::Max => format!("[{name}]"),
            DiagramNodeKind::Min => format!("({name})"),
            DiagramNodeKind::Leaf => name.clone(),
        };
        WalkNode { name, label, max_moves: !node.min_moves }
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 48;
    if text.len() <= MOST { text.to_owned() } else { format!("{}...", &text[..MOST]) }
}
