//! Where the programs for checkers write to.

use std::ffi::OsStr;
use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Prints a line. That nobody reads on is no error, and the work goes on: its files may still be wanted.
pub fn say(line: fmt::Arguments<'_>) -> io::Result<()> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Whether a file can be written, so that long work is not done for nothing: with `ending` added to its name, too.
/// What is in it stays as it is.
pub fn check(path: &Path, ending: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    for path in [path.as_os_str(), name.as_os_str()] {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: cannot be written: {error}", show(path)));
        let is_new = !Path::new(path).exists();
        OpenOptions::new().append(true).create(true).open(path).map_err(named)?;
        if is_new {
            std::fs::remove_file(path).map_err(named)?;
        }
    }
    Ok(())
}

fn show(path: &OsStr) -> std::path::Display<'_> {
    Path::new(path).display()
}
