//! The parts shared by the commands that answer a question about one position: `solve`, `analyze`, `trace`, `proof`,
//! `perft`.
//!
//! ```text
//! request (arguments -> engine and position) -> dyn Engine -> status (while it works), variation (lines as text)
//! ```

pub mod request;
pub mod status;
pub mod variation;
