//! Best-first searches with lists, in the order of the papers:
//!
//! - [`sss_star`]: Stockman's SSS*, the six cases of Gamma on an OPEN list;
//! - [`dual_star`]: its dual;
//! - [`sss2`]: expand and diminish on one max solution tree G;
//! - [`rec_sss`], [`rec_dual`]: recursive, with an OPEN array;
//! - [`ps_star`]: phased search with OPEN and BACKUP.
//!
//! They are tree algorithms: their nodes hold positions, and they neither use memory nor detect transpositions.
//! `rows.rs` is the tree that they share, `visit.rs` expands nodes into it, and `open.rs` is the OPEN list on top of
//! it.

pub mod dual_star;
mod open;
mod perspective;
mod plays;
pub mod ps_star;
pub mod rec_dual;
pub mod rec_sss;
mod rows;
pub mod sss2;
pub mod sss_star;
mod visit;

pub use dual_star::DualStar;
pub use ps_star::PsStar;
pub use rec_dual::RecDualStar;
pub use rec_sss::RecSssStar;
pub use sss_star::SssStar;
pub use sss2::Sss2;

use crate::Game;
use std::fmt;

/// The trees of earlier searches, kept for the next one.
pub(crate) struct Arenas<G: Game> {
    // A search that is stopped must return at once, and freeing a large tree takes time: so the memory is kept and
    // reused.
    rows: Option<rows::Rows<G>>,
    solution: Option<sss2::Sss2Arena<G>>,
}

impl<G: Game> Default for Arenas<G> {
    fn default() -> Arenas<G> {
        Arenas { rows: None, solution: None }
    }
}

impl<G: Game> fmt::Debug for Arenas<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arenas").finish_non_exhaustive()
    }
}
