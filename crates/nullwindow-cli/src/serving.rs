//! Clients on standard input and output, and launchers for those that accept a path without arguments.

use crate::App;
use crate::interrupt::EndAtOnce;
use crate::output::usage;
use nullwindow_engine::{Engine, Purpose};
use nullwindow_protocols::{LineOutput, Protocol, serve};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The commands that a launcher may name: `nullwindow-uci` is `nullwindow uci`.
const LAUNCHERS: [&str; 4] = ["uci", "gtp", "nboard", "hub"];

/// Returns the first game of the program whose profile names a protocol.
pub fn engine_for(app: &App, protocol: &str) -> anyhow::Result<Arc<dyn Engine>> {
    for name in app.catalogue.names() {
        let engine = app.catalogue.engine(name)?;
        if engine.profile(Purpose::FixedDepth).protocols.contains(&protocol) {
            return Ok(engine);
        }
    }
    Err(usage(format!(
        "no game of this program has a notation of the protocol '{protocol}'; serve-lines serves every game"
    )))
}

/// Returns an output that writes each line to standard output at once.
pub fn standard_output() -> LineOutput {
    LineOutput::new(|line| {
        let mut out = io::stdout().lock();
        // In one piece: a client may read as soon as a part arrives.
        let written = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
        if written.is_err() {
            // The client is gone, and standard input may stay open for ever.
            std::process::exit(0);
        }
    })
}

/// Serves the client on standard input until it quits, closes its end or ends the program by a signal.
pub fn serve_standard_input(protocol: &mut dyn Protocol) -> anyhow::Result<ExitCode> {
    let _at_once = EndAtOnce::begin();
    serve(protocol, io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the arguments of the process. If the program was called by the name of a launcher, the command that it names
/// is inserted.
pub fn arguments(program: &str, arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let called = arguments.first().and_then(|path| Path::new(path).file_stem()?.to_str());
    let suffix = called.and_then(|name| name.strip_prefix(program)?.strip_prefix('-'));
    if let Some(command) = suffix.and_then(|suffix| LAUNCHERS.into_iter().find(|&name| name == suffix)) {
        arguments.insert(1, command.into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inserted(called: &[&str]) -> Vec<String> {
        let words = called.iter().map(OsString::from);
        arguments("nullwindow", words).into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn launchers_name_their_command() {
        assert_eq!(inserted(&["/usr/bin/nullwindow-uci"]), ["/usr/bin/nullwindow-uci", "uci"]);
        assert_eq!(inserted(&["nullwindow-uci.exe", "bench"]), ["nullwindow-uci.exe", "uci", "bench"]);
        assert_eq!(inserted(&["nullwindow-gtp", "--depth", "4"]), ["nullwindow-gtp", "gtp", "--depth", "4"]);
        assert_eq!(inserted(&["./nullwindow-nboard"]), ["./nullwindow-nboard", "nboard"]);
        assert_eq!(inserted(&["/usr/bin/nullwindow-hub"]), ["/usr/bin/nullwindow-hub", "hub"]);
        assert_eq!(inserted(&["nullwindow", "uci"]), ["nullwindow", "uci"]);
        assert_eq!(inserted(&["nullwindow-lab"]), ["nullwindow-lab"]);
        assert_eq!(inserted(&[]), [""; 0]);
    }
}
