//! What the commands share that answer a question about one position: `solve`, `analyze`, `trace`, `proof`, `verify`.
//!
//! ```text
//! request (arguments) -> searcher (a search as they ask for it) -> solver -> line (to the end of the game) -> words
//! ```

pub mod certificate;
pub mod leaves;
pub mod line;
pub mod live;
pub mod request;
pub mod searcher;
pub mod solver;
pub mod words;
pub mod written;
