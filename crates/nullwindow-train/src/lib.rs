//! Shared parts of the training programs: input and output files.

pub mod output;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads the text of a file, decompressed if its name ends in `.xz`.
///
/// # Errors
/// If the file cannot be read, or is not text.
pub fn read_text(path: &Path) -> io::Result<String> {
    // `io::Error` does not name the file.
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut file = File::open(path).map_err(named)?;
    let mut text = String::new();
    if path.extension().is_some_and(|extension| extension == "xz") {
        liblzma::read::XzDecoder::new(file).read_to_string(&mut text).map_err(named)?;
    } else {
        file.read_to_string(&mut text).map_err(named)?;
    }
    Ok(text)
}
