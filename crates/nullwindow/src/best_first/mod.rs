//! Best-first searches with lists, in the order of the papers:
//!
//! - [`sss_star`]: Stockman's SSS*, the six cases of Gamma on an OPEN list;
//! - [`dual_star`]: its dual;
//! - [`sss2`]: expand and diminish on one max solution tree G;
//! - [`rec_sss`], [`rec_dual`]: recursive, with an OPEN array;
//! - [`ps_star`]: phased search with OPEN and BACKUP.
//!
//! They are tree algorithms: they hold positions in their nodes, use no memory, and know no
//! transpositions. `rows.rs` is the tree they share; `open.rs` is OPEN on top of it.

pub mod dual_star;
mod open;
pub mod ps_star;
pub mod rec_dual;
pub mod rec_sss;
mod rows;
pub mod sss2;
pub mod sss_star;
mod view;

pub use dual_star::DualStar;
pub use ps_star::PsStar;
pub use rec_dual::RecDualStar;
pub use rec_sss::RecSssStar;
pub use sss_star::SssStar;
pub use sss2::Sss2;
