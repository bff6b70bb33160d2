//! The parts shared by the commands that answer a question about positions: `solve`, `analyze`, `trace`, `proof`,
//! `perft`.
//!
//! ```text
//! request (arguments), subject and files (-> engine and positions) -> dyn Engine -> status (while it works)
//! ```

pub mod files;
pub mod level;
pub mod request;
pub mod status;
pub mod subject;
pub mod variation;
