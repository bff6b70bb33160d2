//! Artificial trees as games.
//!
//! - [`explicit`]: written as text, `((41 5) (12 90))`;
//! - [`uniform`]: T(w, d) with independent random leaves;
//! - [`ordered`]: trees of order R as in the papers, and probabilistically ordered ones (p, R);
//! - [`incremental`]: values are sums along the path, so that parent and child are correlated;
//! - [`variable`]: widths, ends and turns at random.
//!
//! All but the explicit ones are computed from a seed during the walk, and take no memory.

pub mod explicit;
pub mod incremental;
pub mod ordered;
mod random;
mod shape;
pub mod uniform;
pub mod variable;

pub use explicit::{ExplicitTree, ParseTreeError};
pub use incremental::IncrementalTree;
pub use ordered::OrderedTree;
pub use shape::{ShapeError, UniformNode};
pub use uniform::UniformTree;
pub use variable::VariableTree;
