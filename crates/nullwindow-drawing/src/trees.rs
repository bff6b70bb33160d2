//! Random trees written out, for drawings and stages.
//!
//! The families of [`nullwindow::trees`] are computed during a search and can be of any size. Here they are written out
//! as an [`ExplicitTree`], so that the size is checked first.

use super::shape::DiagramLimits;
use nullwindow::trees::{ExplicitTree, IncrementalTree, OrderedTree, ShapeError, UniformTree};
use nullwindow::{Evaluator, Game, MoveBuf, Player};
use std::fmt;
use std::str::FromStr;

/// The trees of the papers' figures, by the names that users type. A tree may have several names.
pub const NAMED_TREES: [(&str, &str); 6] = [
    ("pearl", ExplicitTree::PSPB96_FIG_3),
    ("pspb96-fig-3", ExplicitTree::PSPB96_FIG_3),
    ("pspb94-fig-3", ExplicitTree::PSPB96_FIG_3),
    ("trends", ExplicitTree::DBP96_FIG_1),
    ("dbp96-fig-1", ExplicitTree::DBP96_FIG_1),
    ("fig-1", ExplicitTree::DBP96_FIG_1),
];

/// A family of random trees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RandomTreeKind {
    /// Independent leaves from 0 to 99.
    Uniform,
    /// The best son is the first with a probability of 0.8; values from 0 to 255.
    Ordered,
    /// Values are sums along the path, of edges from -20 to 20.
    Incremental,
}

impl RandomTreeKind {
    /// All families.
    pub const ALL: [RandomTreeKind; 3] =
        [RandomTreeKind::Uniform, RandomTreeKind::Ordered, RandomTreeKind::Incremental];

    /// Returns the name: `uniform`, `ordered` or `incremental`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RandomTreeKind::Uniform => "uniform",
            RandomTreeKind::Ordered => "ordered",
            RandomTreeKind::Incremental => "incremental",
        }
    }
}

impl fmt::Display for RandomTreeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for RandomTreeKind {
    type Err = RandomTreeError;

    fn from_str(text: &str) -> Result<RandomTreeKind, RandomTreeError> {
        let known = RandomTreeKind::ALL.into_iter().find(|kind| kind.name() == text.trim());
        known.ok_or_else(|| RandomTreeError::Kind(text.to_owned()))
    }
}

/// The width and the depth of a tree, written `3x4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TreeSize {
    /// The number of sons of every inner node.
    pub width: u16,
    /// The number of plies.
    pub depth: u8,
}

impl TreeSize {
    /// Returns the number of leaves, or `u64::MAX` if there are more.
    #[must_use]
    pub fn leaves(self) -> u64 {
        u64::from(self.width).saturating_pow(self.depth.into())
    }

    /// Returns the number of nodes, or `u64::MAX` if there are more.
    #[must_use]
    pub fn nodes(self) -> u64 {
        let level = |ply: u8| u64::from(self.width).saturating_pow(ply.into());
        (0..=self.depth).fold(0, |sum: u64, ply| sum.saturating_add(level(ply)))
    }
}

impl fmt::Display for TreeSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.depth)
    }
}

impl FromStr for TreeSize {
    type Err = RandomTreeError;

    fn from_str(text: &str) -> Result<TreeSize, RandomTreeError> {
        let wrong = || RandomTreeError::Size(text.to_owned());
        let (width, depth) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
        let (width, depth) = width.trim().parse().ok().zip(depth.trim().parse().ok()).ok_or_else(wrong)?;
        Ok(TreeSize { width, depth })
    }
}

/// The error for a random tree that cannot be written out.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum RandomTreeError {
    /// The name of the family is unknown.
    Kind(String),
    /// The text is not a size.
    Size(String),
    /// There is no tree of this size.
    Shape(ShapeError),
    /// The tree is larger than the limits.
    TooLarge {
        /// The size.
        size: TreeSize,
        /// The limits.
        limits: DiagramLimits,
    },
}

impl fmt::Display for RandomTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RandomTreeError::Kind(text) => {
                let names = RandomTreeKind::ALL.map(RandomTreeKind::name).join(", ");
                write!(f, "there is no family of trees '{text}'; there are {names}")
            }
            RandomTreeError::Size(text) => {
                write!(f, "'{text}' is not the size of a tree; expected width and depth, such as 3x4")
            }
            RandomTreeError::Shape(error) => error.fmt(f),
            RandomTreeError::TooLarge { size, limits } => {
                let (nodes, leaves) = (size.nodes(), size.leaves());
                // The limit that is shown is the one to compare with.
                let count = match limits.nodes {
                    usize::MAX => format!("{leaves} leaves"),
                    _ => format!("{nodes} nodes"),
                };
                write!(f, "a tree of {size} has {count} in {} plies; {limits}", size.depth)
            }
        }
    }
}

impl std::error::Error for RandomTreeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RandomTreeError::Shape(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ShapeError> for RandomTreeError {
    fn from(error: ShapeError) -> RandomTreeError {
        RandomTreeError::Shape(error)
    }
}

/// Writes out a random tree of a family. Inner nodes of ordered and incremental trees keep their evaluations, so that a
/// search to a smaller depth makes sense.
///
/// ```
/// use nullwindow_drawing::{DiagramLimits, random_tree};
///
/// let tree = random_tree("uniform".parse()?, "3x4".parse()?, 7, DiagramLimits::DRAWING)?;
/// assert_eq!(tree.leaves().len(), 81);
/// assert!(random_tree("uniform".parse()?, "3x40".parse()?, 7, DiagramLimits::DRAWING).is_err());
/// # Ok::<(), nullwindow_drawing::RandomTreeError>(())
/// ```
///
/// # Errors
/// If there is no such tree, or it is larger than the limits.
///
/// # Panics
/// Never: a tree that was written out can be read.
pub fn random_tree(
    kind: RandomTreeKind,
    size: TreeSize,
    seed: u64,
    limits: DiagramLimits,
) -> Result<ExplicitTree, RandomTreeError> {
    let TreeSize { width, depth } = size;
    let large = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    // Checked before the tree is written out, which could be huge.
    let check = || match limits.allow(large(size.nodes()), large(size.leaves()), depth.into()) {
        true => Ok(()),
        false => Err(RandomTreeError::TooLarge { size, limits }),
    };
    let mut text = String::new();
    match kind {
        RandomTreeKind::Uniform => {
            let tree = UniformTree::new(width, depth)?.with_seed(seed).with_values(0..=99)?;
            check()?;
            write(&tree, &tree.root(), false, &mut text);
        }
        RandomTreeKind::Ordered => {
            let tree = OrderedTree::new(width, depth)?.with_order(width)?.with_probability(0.8)?.with_seed(seed);
            check()?;
            write(&tree, &tree.root(), true, &mut text);
        }
        RandomTreeKind::Incremental => {
            let tree = IncrementalTree::new(width, depth)?.with_spread(20).with_seed(seed);
            check()?;
            write(&tree, &tree.root(), true, &mut text);
        }
    }
    Ok(text.parse().expect("a tree that was written out"))
}

/// Appends a node and its sons; with `evaluated`, the value of every node.
fn write<G: Game + Evaluator>(game: &G, position: &G::Position, evaluated: bool, out: &mut String) {
    let mut moves = MoveBuf::new();
    let is_leaf = game.moves(position, &mut moves).is_some();
    if is_leaf || evaluated {
        let flip = game.mover(position) == Player::Second;
        *out += &game.evaluate(position).flip_if(flip).to_string();
    }
    if is_leaf {
        return;
    }
    out.push('(');
    for (number, play) in moves.iter().enumerate() {
        if number > 0 {
            out.push(' ');
        }
        write(game, &game.play(position, play), evaluated, out);
    }
    out.push(')');
}
