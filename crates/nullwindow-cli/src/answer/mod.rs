//! What the commands share that answer a question about one position: `solve`, `analyze`, `trace`, `proof`, `perft`.
//!
//! ```text
//! request (arguments -> engine and position) -> dyn Engine -> status (while it works), variation (lines as text)
//! ```

#[allow(dead_code, reason = "goes when `bench` and `compare` use the catalogue")]
pub mod leaves;
#[allow(dead_code, reason = "goes when `bench` and `compare` use the catalogue")]
pub mod live;
pub mod request;
#[allow(dead_code, reason = "goes when `bench` and `compare` use the catalogue")]
pub mod searcher;
#[allow(dead_code, reason = "goes when `bench` and `compare` use the catalogue")]
pub mod solver;
pub mod status;
pub mod variation;
#[allow(dead_code, reason = "goes when `bench` and `compare` use the catalogue")]
pub mod words;
