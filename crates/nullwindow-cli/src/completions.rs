//! The command `completions`.

use crate::{App, Cli, help};
use clap::CommandFactory;
use clap_complete::Shell;
use nullwindow::AnyAlgorithm;
use std::io::Write;
use std::process::ExitCode;

/// The arguments of `completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  nullwindow completions bash > nullwindow.bash  # then source it
  nullwindow completions zsh > _nullwindow       # then put it into $fpath
  nullwindow completions fish > nullwindow.fish  # ~/.config/fish/completions";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    // The fitted command, so that the script completes the games of this program.
    let mut command = help::fitted(Cli::command(), app.name, &app.catalogue);
    clap_complete::generate(args.shell, &mut command, app.name, &mut script);
    let mut script = String::from_utf8(script)?;
    if args.shell == Shell::Zsh {
        script = without_patterns(&script);
    }
    std::io::stdout().lock().write_all(script.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Escapes the stars in names of algorithms, which zsh would read as patterns.
fn without_patterns(script: &str) -> String {
    let names = AnyAlgorithm::NAMES.join(" ").replace('(', "\\(").replace(')', "\\)");
    script.replace(&names, &names.replace('*', "\\*"))
}
