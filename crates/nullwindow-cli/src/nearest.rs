//! Suggestions for misspelt names.

pub use nullwindow_engine::unknown;
