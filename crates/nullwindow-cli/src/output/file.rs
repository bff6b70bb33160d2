//! Result files, which are written completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is written under a temporary name in its directory and renamed when it is complete. An existing file
/// stays until then, and for good if writing fails. `-` is standard output.
pub struct OutFile {
    to: Box<dyn Write>,
    /// The temporary and the final name; `None` if there is nothing to rename, as for `/dev/null`.
    names: Option<(PathBuf, PathBuf)>,
}

impl OutFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// If it cannot be created, or the existing file may not be replaced.
    pub fn create(path: &Path) -> io::Result<OutFile> {
        if path == Path::new("-") {
            return Ok(OutFile::stdout());
        }
        // The target of a link is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = fs::metadata(&path).ok();
        // A device or a pipe is written directly: it cannot be replaced by a file.
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            return Ok(OutFile { to: Box::new(BufWriter::new(File::create(&path)?)), names: None });
        }
        if before.as_ref().is_some_and(|before| before.permissions().readonly()) {
            // Renaming would replace even a read-only file.
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidFilename.into()) };
        let (temporary, file) = temporary(&path, &name.to_string_lossy())?;
        let out = OutFile { to: Box::new(BufWriter::new(file)), names: Some((temporary.clone(), path)) };
        if let Some(before) = before {
            fs::set_permissions(&temporary, before.permissions())?;
        }
        Ok(out)
    }

    /// Returns standard output as a file.
    pub fn stdout() -> OutFile {
        OutFile { to: Box::new(BufWriter::new(io::stdout().lock())), names: None }
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// If the rest cannot be written, or the file cannot be renamed.
    pub fn finish(mut self) -> io::Result<()> {
        self.to.flush()?;
        // The file is closed first, because some systems cannot rename an open file.
        self.to = Box::new(io::sink());
        let Some((temporary, path)) = &self.names else { return Ok(()) };
        fs::rename(temporary, path)?;
        self.names = None;
        Ok(())
    }

    /// Writes a complete file.
    ///
    /// # Errors
    /// If it cannot be written, with the path.
    pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
        let write = || {
            let mut out = OutFile::create(path)?;
            out.write_all(text.as_bytes())?;
            out.finish()
        };
        write()
            .map_err(|error: io::Error| anyhow::Error::from(error).context(format!("cannot write {}", path.display())))
    }
}

/// Creates a temporary file beside `path`.
fn temporary(path: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    let mut number = std::process::id();
    loop {
        let temporary = path.with_file_name(format!(".{name}.{number}.tmp"));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            // Left behind by an earlier process with the same id.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number = number.wrapping_add(1),
            other => return other.map(|file| (temporary, file)),
        }
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Drop for OutFile {
    /// Removes an unfinished file.
    fn drop(&mut self) {
        self.to = Box::new(io::sink());
        if let Some((temporary, _)) = &self.names {
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_when_the_new_one_is_whole_and_not_before() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        let names = || fs::read_dir(directory.path()).unwrap().count();
        fs::write(&path, "old").unwrap();
        let mut out = OutFile::create(&path).unwrap();
        out.write_all(b"half of it").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(out);
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names()), ("old", 1), "nothing is left behind");
        OutFile::write(&path, "new").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names()), ("new", 1));
        let nowhere = directory.path().join("no/such/a.txt");
        assert!(OutFile::write(&nowhere, "new").unwrap_err().to_string().contains("no/such/a.txt"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("a.txt"), directory.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        OutFile::write(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        OutFile::write(Path::new("/dev/null"), "new").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
