//! A search on a tree as a list of steps, for a player that steps forward and back.
//!
//! A step says what the search does: the event, the node, the line of the pseudo-code and the reason. It lists the nodes
//! whose views change, each with its view before and after. A player keeps one view per node: it writes `after` to step
//! forward, and `before` to step back. [`Stage::state`] computes the state after any step in another way, for tests.
//!
//! - [`view`]: the state of a node, and the lists that follow from it;
//! - [`step`]: steps, changes and passes;
//! - [`code`](mod@code): the algorithms as pseudo-code.
//!
//! OPEN and BACKUP are not part of the steps: a list with one entry per leaf of a solution tree, written out at every
//! step, would take far more room than the steps themselves. They follow from the views, by [`OpenOrder::list`] and
//! [`view::backup_list`].
//!
//! ```
//! use nullwindow_drawing::stage::{Stage, StageEvent, StageOptions};
//!
//! let tree = "((41 5) (12 90))".parse()?;
//! let stage = Stage::watch(&tree, &StageOptions::new("mtd+inf".parse()?))?;
//! assert_eq!((stage.value, stage.passes.len()), (Some(12), 3));
//! let mut views = stage.initial.clone();
//! for step in &stage.steps {
//!     step.changes.iter().for_each(|change| views[change.node] = change.after);
//! }
//! assert_eq!(views, stage.state(stage.steps.len()).nodes);
//! assert_eq!(stage.steps.last().map(|step| step.event), Some(StageEvent::Answer));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod code;
mod listings;
mod lists;
mod proofs;
mod recorder;
mod replay;
pub mod step;
pub mod view;

pub use code::StageCode;
pub use step::{StageChange, StageEvent, StagePass, StageStep};
pub use view::{BackupView, Merit, NodeView, OpenOrder, StageBackupEntry, StageCounts, StageOpenEntry, StageState};

use crate::lists::PassKind;
use crate::shape::{DiagramLimits, DiagramNodeKind, DiagramTree, TreeTooLarge};
use crate::watch::search;
use code::CodeListing;
use nullwindow::observe::Trace;
use nullwindow::trees::ExplicitTree;
use nullwindow::{AnyAlgorithm, Depth, Game, Player, Score};
use nullwindow_engine::finite;
use recorder::StageRecorder;
use serde::Serialize;
use std::fmt;

/// The search to watch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageOptions {
    /// The algorithm.
    pub algorithm: AnyAlgorithm,
    /// The first guess, for MAX, of algorithms that take one.
    pub guess: Option<i32>,
    /// The search depth, or `None` for the whole tree.
    pub depth: Option<u32>,
    /// The title, if the tree has no name of its own.
    pub title: Option<String>,
}

impl StageOptions {
    /// Returns the search of the whole tree by an algorithm, without a guess.
    #[must_use]
    pub fn new(algorithm: AnyAlgorithm) -> StageOptions {
        StageOptions { algorithm, guess: None, depth: None, title: None }
    }
}

/// The error of a search that is too large to watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StageError {
    /// The tree has too many nodes.
    Tree(TreeTooLarge),
    /// The search makes more than [`Stage::MAX_STEPS`] steps, or they make more than [`Stage::MAX_CHANGES`] changes.
    Steps,
    /// The depth exceeds [`Depth::MAX_PLIES`].
    Depth(u32),
}

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StageError::Tree(error) => error.fmt(f),
            StageError::Steps => {
                let (steps, changes) = (Stage::MAX_STEPS, Stage::MAX_CHANGES);
                write!(f, "the search is too long; at most {steps} steps with {changes} changes can be watched")
            }
            StageError::Depth(depth) => write!(f, "a depth has at most {} plies, not {depth}", Depth::MAX_PLIES),
        }
    }
}

impl std::error::Error for StageError {}

impl From<TreeTooLarge> for StageError {
    fn from(error: TreeTooLarge) -> StageError {
        StageError::Tree(error)
    }
}

/// A node of a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StageNode {
    /// The name, as in the drawings.
    pub name: String,
    /// The kind of the node.
    pub kind: DiagramNodeKind,
    /// The value of a leaf, for MAX.
    pub value: Option<i32>,
    /// The index of its parent.
    pub parent: Option<usize>,
    /// The indices of its sons.
    pub sons: Vec<usize>,
}

/// A search on a tree, step by step. Scores are seen from MAX; `None` stands for an infinity.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Stage {
    /// The algorithm's name.
    pub algorithm: String,
    /// The title of the tree.
    pub title: String,
    /// The tree as text.
    pub position: String,
    /// The search depth, or `None` for the whole tree.
    pub depth: Option<u32>,
    /// The value, if the search found it exactly.
    pub value: Option<i32>,
    /// The proven lower bound.
    pub lower: Option<i32>,
    /// The proven upper bound.
    pub upper: Option<i32>,
    /// The number of the move that proves the lower bound, from 0.
    pub best: Option<u16>,
    /// Distinct leaves visited.
    pub leaves: u64,
    /// Leaf visits, including repeated ones.
    pub leaf_visits: u64,
    /// Interior node visits, including repeated ones.
    pub interior: u64,
    /// The sum of leaf visits, interior nodes and nodes answered by the memory.
    pub total: u64,
    /// The number of leaves in the tree.
    pub all_leaves: usize,
    /// The passes, at least one.
    pub passes: Vec<StagePass>,
    /// The nodes in preorder.
    pub nodes: Vec<StageNode>,
    /// The pseudo-code of the algorithm.
    pub code: StageCode,
    /// The order of the OPEN list, for algorithms that have one.
    pub open_order: Option<OpenOrder>,
    /// The view of every node before the first step.
    pub initial: Vec<NodeView>,
    /// The steps, at least one.
    pub steps: Vec<StageStep>,
    #[serde(skip)]
    any: AnyAlgorithm,
    #[serde(skip)]
    flip: bool,
    #[serde(skip)]
    shape: DiagramTree,
    #[serde(skip)]
    trace: Trace,
}

impl Stage {
    /// The largest number of nodes of a tree.
    pub const MAX_NODES: usize = 20_000;
    /// The largest number of events of a search.
    pub const MAX_STEPS: usize = 400_000;
    /// The largest number of changes in all steps.
    pub const MAX_CHANGES: usize = 1_000_000;

    /// Searches a tree as [`watch`](crate::watch()) does, and records every step.
    ///
    /// # Errors
    /// If the tree or the search is too large.
    pub fn watch(tree: &ExplicitTree, options: &StageOptions) -> Result<Stage, StageError> {
        let &StageOptions { algorithm, guess, depth, .. } = options;
        if let Some(depth) = depth.filter(|&depth| depth > u32::from(Depth::MAX_PLIES)) {
            return Err(StageError::Depth(depth));
        }
        let mut shape = DiagramTree::within(tree, depth, DiagramLimits::of_nodes(Stage::MAX_NODES))?;
        if let Some(title) = &options.title {
            shape = shape.titled(title);
        }
        let answer = search(tree, &algorithm, (depth, guess), Stage::MAX_STEPS as u64);
        if answer.trace_is_full {
            return Err(StageError::Steps);
        }
        let trace = answer.trace.unwrap_or_default();
        let record = answer.records.into_iter().next_back().unwrap_or_default();
        let flip = tree.mover(&tree.root()) == Player::Second;
        let listing = CodeListing::of(&algorithm, flip);
        let recorder = StageRecorder::new(&shape, &algorithm, flip, &listing);
        let (steps, passes) = recorder.run(&trace).ok_or(StageError::Steps)?;
        let known = record.bounds().flip_if(flip);
        Ok(Stage {
            algorithm: record.algorithm,
            title: shape.title.clone(),
            position: tree.to_string(),
            depth,
            value: known.exact().map(Score::get),
            lower: finite(known.lower),
            upper: finite(known.upper),
            best: record.best.and_then(|best| best.parse().ok()),
            leaves: record.leaves.unwrap_or(record.leaf_visits),
            leaf_visits: record.leaf_visits,
            interior: record.interior,
            total: record.total,
            all_leaves: shape.leaf_count(),
            passes,
            nodes: nodes(&shape),
            code: listing.code,
            open_order: open_order(&algorithm, flip),
            initial: vec![NodeView::default(); shape.nodes.len()],
            steps,
            any: algorithm,
            flip,
            shape,
            trace,
        })
    }

    /// Computes the state after the first `step` steps, or after all if there are fewer, from the trace of the search.
    #[must_use]
    pub fn state(&self, step: usize) -> StageState {
        replay::state(self, step.min(self.steps.len()))
    }

    /// Returns the trace of the search.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}

fn nodes(shape: &DiagramTree) -> Vec<StageNode> {
    let node = |node: &crate::DiagramNode| StageNode {
        name: node.name.clone(),
        kind: node.kind,
        value: node.value,
        parent: node.parent,
        sons: node.sons.clone(),
    };
    shape.nodes.iter().map(node).collect()
}

/// Returns the order of OPEN, which the drawings show for MAX of the tree.
fn open_order(algorithm: &AnyAlgorithm, flip: bool) -> Option<OpenOrder> {
    let kind = PassKind::of(algorithm);
    let rising = flip != (kind == PassKind::Dual);
    kind.has_open().then_some(if rising { OpenOrder::Rising } else { OpenOrder::Falling })
}
