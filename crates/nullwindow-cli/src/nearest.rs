//! Names that were probably meant.

pub use nullwindow_engine::unknown;
