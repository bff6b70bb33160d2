//! The output of the training programs: lines on the standard output, weights in a file.

use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Prints a line. A closed pipe is not an error: the files still have to be written.
///
/// # Errors
/// All other errors of the standard output.
pub fn print_line(line: impl Display) -> io::Result<()> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Checks that `path` can be written to, without changing it. Call it before long work.
///
/// # Errors
/// The reason if it cannot.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let is_new = !path.try_exists().map_err(named(path))?;
    // Opening for appending tests the permission and keeps an existing file intact.
    OpenOptions::new().append(true).create(true).open(path).map_err(named(path))?;
    if is_new { fs::remove_file(path).map_err(named(path)) } else { Ok(()) }
}

/// Writes a file.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes).map_err(named(path))
}

/// Returns a function that adds the path to an error.
pub fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_leaves_no_trace() {
        let path = std::env::temp_dir().join(format!("nullwindow-output-{}", std::process::id()));
        check_writable(&path).unwrap();
        assert!(!path.exists());
        write(&path, b"weights").unwrap();
        check_writable(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"weights");
        let inside = path.join("a file in no directory");
        assert!(check_writable(&inside).unwrap_err().to_string().contains("a file in no directory"));
        fs::remove_file(&path).unwrap();
    }
}
