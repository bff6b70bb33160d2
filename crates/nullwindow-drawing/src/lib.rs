//! Drawings of small trees as an algorithm searched them, pass by pass: visited nodes, cutoffs, bounds and solution
//! trees. A drawing is plain data; text and SVG are rendered from it. Nothing here reads, writes or prints.
//!
//! - [`shape`]: the tree as named nodes, small enough to draw;
//! - [`picture`]: the state after one pass, and all passes together, the [`Drawing`];
//! - [`watch`](mod@watch): runs an algorithm and splits its trace into pictures;
//! - [`walk`]: follows a depth-first search step by step, with the reason for every cutoff;
//! - [`narration`]: the events of a trace as lines of text;
//! - [`rules`]: the cases of the list algorithms, in one line each;
//! - [`stage`]: a search as steps with reversible changes, for a player that steps forward and back;
//! - [`trees`]: random trees written out;
//! - [`proven`]: the bounds that the visited leaves prove, and the solution trees that prove them;
//! - [`layout`]: the node positions;
//! - [`text`], [`sideways`]: renders for a terminal, top down or indented;
//! - [`svg`]: renders for a page.
//!
//! ```
//! use nullwindow_drawing::{DiagramTree, svg, watch};
//!
//! let tree = "((41 5) (12 90))".parse()?;
//! let drawing = watch(&DiagramTree::of(&tree, None)?, &tree, &"mtd+inf".parse()?, None);
//! assert_eq!(drawing.value, Some(12));
//! assert_eq!(drawing.pictures.len(), 3); // 41 -> 12 -> 12
//! assert!(svg::draw(&drawing, &[2], svg::SvgOptions::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod captions;
pub mod layout;
mod lists;
mod names;
pub mod narration;
pub mod picture;
pub mod proven;
mod recorder;
pub mod rules;
pub mod shape;
pub mod sideways;
pub mod stage;
mod styled_text;
pub mod svg;
pub mod text;
pub mod trees;
pub mod walk;
pub mod watch;

pub use narration::Narrator;
pub use picture::{Drawing, NodeState, OpenListEntry, Picture};
pub use shape::{DiagramLimits, DiagramNode, DiagramNodeKind, DiagramTree, TreeTooLarge};
pub use stage::{Stage, StageError, StageOptions};
pub use styled_text::{StyledLine, StyledSpan, TextRole};
pub use trees::{RandomTreeError, RandomTreeKind, TreeSize, random_tree};
pub use walk::{WalkEvent, WalkNode, WalkNodes, WalkReader, WalkStep};
pub use watch::watch;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct DrawingReadme;
