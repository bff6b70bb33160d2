//! Small trees drawn as an algorithm searched them: what was visited and cut off, the bounds, the solution trees,
//! pass by pass. Plain data first; text and SVG are drawn from it. Nothing here reads, writes or prints.
//!
//! - [`shape`]: the tree as nodes with names, few enough to draw;
//! - [`picture`]: what is shown of one pass, and all of them together, the [`Drawing`];
//! - [`watch`](mod@watch): runs an algorithm, and cuts its trace into pictures;
//! - [`proven`]: what the leaves seen so far prove, and the solution trees that prove it;
//! - [`layout`]: where nodes stand;
//! - [`text`], [`sideways`]: for a terminal, top down or indented;
//! - [`svg`]: for a page.
//!
//! ```
//! use nullwindow_lab::drawing::{DiagramTree, svg, watch};
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
pub mod picture;
pub mod proven;
mod recorder;
pub mod shape;
pub mod sideways;
mod styled_text;
pub mod svg;
pub mod text;
pub mod watch;

pub use picture::{Drawing, NodeState, OpenListEntry, Picture};
pub use shape::{DiagramNode, DiagramNodeKind, DiagramTree, TreeTooLarge};
pub use styled_text::{StyledLine, StyledSpan, TextRole};
pub use watch::watch;
