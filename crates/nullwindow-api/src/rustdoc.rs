//! Runs rustdoc through cargo, and stands in for it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Set by this program for cargo: the rustdoc that it stands in for.
const REAL: &str = "NULLWINDOW_API_RUSTDOC";

/// Returns whether cargo started this program in place of rustdoc.
pub fn is_requested() -> bool {
    env::var_os(REAL).is_some()
}

/// Runs the real rustdoc with the arguments of this program, and lets it accept unstable options.
pub fn run() -> ExitCode {
    let real = env::var_os(REAL).unwrap_or_else(|| "rustdoc".into());
    let status = Command::new(&real).args(env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    match status {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => crate::failed(1, &format!("cannot run {}: {error}", real.display())),
    }
}

/// Writes the interfaces of crates as JSON, with all their features.
///
/// # Errors
/// If cargo fails; it has printed the reason.
pub fn document(root: &Path, crates: &[&str]) -> Result<(), String> {
    let this = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["doc", "--quiet", "--lib", "--no-deps", "--all-features"]);
    command.arg("--target-dir").arg(target(root));
    for name in crates {
        command.args(["-p", name]);
    }
    command.env(REAL, env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into())).env("RUSTDOC", this);
    // Other flags (`-D warnings`) are those of another step; what they would report is not the interface.
    command.env("RUSTDOCFLAGS", "-Z unstable-options --output-format json --cap-lints allow");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("cargo doc has failed".to_owned()),
        Err(error) => Err(format!("cannot run cargo: {error}")),
    }
}

/// Returns the file in which [`document`] leaves the interface of a crate.
pub fn json(root: &Path, name: &str) -> PathBuf {
    target(root).join("doc").join(name.replace('-', "_")).with_extension("json")
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}
