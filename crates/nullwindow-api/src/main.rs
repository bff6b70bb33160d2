//! Records the public interface of the published crates, and compares it with the record.
//!
//! ```text
//! cargo run -p nullwindow-api              # writes crates/*/public-api.txt
//! cargo run -p nullwindow-api -- --check   # prints the differences; exit code 1 if there are any
//! ```
//!
//! A changed line in such a file is a changed interface: a review shows it beside the change of the code.
//!
//! rustdoc writes an interface as JSON, which `public-api` renders. The JSON is unstable, so a stable rustdoc must be
//! told to accept the option (`RUSTC_BOOTSTRAP`). Set for all of cargo, that variable would recompile every dependency
//! whose build script looks at it. This program therefore names itself to cargo as the rustdoc to run, and sets the
//! variable for the real one. Everything compiled is shared with `cargo doc`.

mod record;
mod rustdoc;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The published crates.
const CRATES: [&str; 10] = [
    "nullwindow",
    "nullwindow-games",
    "nullwindow-engine",
    "nullwindow-drawing",
    "nullwindow-protocols",
    "nullwindow-lab",
    "nullwindow-jobs",
    "nullwindow-theatre",
    "nullwindow-server",
    "nullwindow-cli",
];

/// The exit code if the rustdoc of this toolchain writes JSON that this program cannot read.
const UNREADABLE: u8 = 3;

fn main() -> ExitCode {
    if rustdoc::is_requested() {
        return rustdoc::run();
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => return failed(2, "expected no argument, to write the files, or --check, to compare them"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in crates/");
    if let Err(error) = rustdoc::document(root, &CRATES) {
        return failed(1, &error);
    }
    let mut changed = false;
    for name in CRATES {
        let interface = match record::interface(&rustdoc::json(root, name)) {
            Ok(interface) => interface,
            Err(record::Unreadable::Format { found }) => return failed(UNREADABLE, &other_format(found)),
            Err(record::Unreadable::File(error)) => return failed(1, &error),
        };
        match record::update(&file(root, name), &interface, check) {
            Ok(differs) => changed |= differs,
            Err(error) => return failed(1, &error),
        }
    }
    if check && changed {
        return failed(1, "the public interface has changed: 'cargo run -p nullwindow-api' records it");
    }
    ExitCode::SUCCESS
}

/// Returns the file of a crate's record.
fn file(root: &Path, name: &str) -> PathBuf {
    root.join("crates").join(name).join("public-api.txt")
}

fn other_format(found: u64) -> String {
    format!(
        "this toolchain writes rustdoc JSON of format {found}, and this program reads format {}; use another toolchain \
         (cargo +1.95.0 run -p nullwindow-api), or the version of the crate public-api that reads format {found}",
        record::FORMAT
    )
}

fn failed(code: u8, error: &str) -> ExitCode {
    eprintln!("nullwindow-api: {error}");
    ExitCode::from(code)
}
