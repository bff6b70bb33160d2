//! Output of the weights as Rust source.

use crate::CheckersWeights;
use nullwindow_games::checkers::evaluation::term_name;
use std::fmt::Write;
use std::io;
use std::path::Path;

/// Writes the module of weights.
pub fn write(path: &Path, weights: &CheckersWeights) -> io::Result<()> {
    let mut text = String::from(
        "//! CheckersWeights of the terms, in hundredths of a man: for a full board, and for an empty one.\n//!\n\
         //! Written by the program `checkers` of `nullwindow-train`; do not edit.\n\n\
         use super::terms::TERMS;\n\n\
         /// For each term its weight on a full board and on an empty one.\n#[rustfmt::skip]\n\
         pub const WEIGHTS: [[i16; 2]; TERMS] = [\n",
    );
    for (term, [full, empty]) in weights.iter().enumerate() {
        // Rounding may leave `-0`, which is noise in the source.
        let pair = format!("[{full:.0}, {empty:.0}],").replace("-0,", "0,").replace("-0]", "0]");
        let _ = writeln!(text, "    {pair:<16} // {}", term_name(term));
    }
    text.push_str("];\n");
    std::fs::write(path, text)
}
