//! What the commands share that answer a question about one position: `solve`, `analyze`, `trace`, `proof`, `verify`.
//!
//! ```text
//! request (arguments) -> team (threads on one table) -> solver -> line (to the end of the game) -> words
//! ```

pub mod certificate;
pub mod leaves;
pub mod line;
pub mod live;
pub mod request;
pub mod solver;
pub mod team;
pub mod words;
pub mod written;
