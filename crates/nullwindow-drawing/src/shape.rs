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

/// The error of a tree that is too large to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TreeTooLarge {
    /// The number of leaves, as far as they were counted.
    pub leaves: usize,
    /// The number of plies.
    pub plies: usize,
}

impl fmt::Display for TreeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TreeTooLarge { leaves, plies } = self;
        let (most, deepest) = (DiagramTree::MAX_LEAVES, DiagramTree::MAX_PLIES);
        write!(
            f,
            "the tree has {leaves} leaves or more in {plies} plies; at most {most} leaves and {deepest} plies can be drawn"
        )
    }
}

impl std::error::Error for TreeTooLarge {}

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
        let text = tree.to_string();
        let title = names::title(&text).map_or_else(|| shortened(&text), str::to_owned);
        let mut shape = DiagramTree { nodes: Vec::new(), title, depth };
        let mut leaves = 0;
        shape.grow(tree, tree.root(), None, &mut leaves)?;
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
        leaves: &mut usize,
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
        *leaves += usize::from(is_leaf);
        // Checked while the nodes are added: the whole tree may be far too large.
        if *leaves > DiagramTree::MAX_LEAVES || plies > DiagramTree::MAX_PLIES {
            return Err(TreeTooLarge { leaves: *leaves, plies });
        }
        let value = is_leaf.then(|| tree.value(id));
        let (name, lettered, sons) = (String::new(), false, Vec::new());
        let min_moves = tree.mover(&id) == Player::Second;
        self.nodes.push(DiagramNode { name, path, kind, value, min_moves, lettered, sons, parent });
        if let Some(parent) = parent {
            self.nodes[parent].sons.push(number);
        }
        if !is_leaf {
            tree.sons(id).iter().try_for_each(|&son| self.grow(tree, son, Some(number), leaves))?;
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
