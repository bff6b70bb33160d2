//! Explicit trees as arguments: written out, by name, in a file, or from standard input.

use crate::tree::input;
use nullwindow::trees::ExplicitTree;

/// The help of arguments that take a tree.
pub const HELP: &str = "A tree: written out as \"((41 5) (12 90))\", the name of one (pearl: Pearl's tree, \
                        [PSPB96] Fig. 3; trends: [dBP96] Fig. 1), a file, or - for standard input";

/// Reads a tree.
///
/// # Errors
/// If the text is neither a tree nor the name of one nor a file with one. The error gives the location.
pub fn read_tree(text: &str) -> anyhow::Result<ExplicitTree> {
    input::tree(text).map(|(tree, _)| tree)
}
