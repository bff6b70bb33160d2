//! The command `engine-config`: what to enter into a client to use an engine.

use crate::App;
use crate::output::usage;
use anyhow::Context;
use nullwindow_engine::Purpose;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The arguments of `engine-config`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The client
    #[arg(value_name = "CLIENT", value_parser = NAMES)]
    client: String,
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Print what to enter into a client to use an engine.

The text has the absolute path of this program. Lines that begin with `#` say where the others belong.";

const HELP: &str = "\
Clients:
  xboard      chess board for X11; uses the adapter polyglot
  cutechess   chess board, and the tournament program cutechess-cli
  nboard      Othello board
  quarry      board for Go, Amazons and Othello
  pydraughts  Python package for draughts

Examples:
  nullwindow engine-config xboard
  nullwindow engine-config cutechess
  nullwindow engine-config pydraughts";

/// The names of the clients.
const NAMES: [&str; 5] = ["xboard", "cutechess", "nboard", "quarry", "pydraughts"];

/// The variable with the path of this program, where the process belongs to another one: the interpreter of Python.
const PROGRAM: &str = "NULLWINDOW_PROGRAM";

/// A client: its protocol, and the text to paste.
struct Client {
    protocol: &'static str,
    text: fn(&EngineCommand<'_>) -> String,
}

/// The command of an engine.
struct EngineCommand<'c> {
    /// The name that the client shows.
    name: &'c str,
    /// The absolute path of the program.
    program: &'c str,
    /// The subcommand, which is the name of the protocol.
    protocol: &'c str,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let client = client(&args.client).ok_or_else(|| usage(format!("there is no client '{}'", args.client)))?;
    if !speaks(app, client.protocol)? {
        return Err(usage(format!("no game of this program can be played by the protocol {}", client.protocol)));
    }
    let program = match std::env::var_os(PROGRAM) {
        Some(program) => program.into(),
        None => std::env::current_exe().context("cannot find the path of this program")?,
    };
    let name = capitalized(app.name);
    let command = EngineCommand { name: &name, program: &path_text(&program)?, protocol: client.protocol };
    writeln!(app.ui.out(), "{}", (client.text)(&command))?;
    Ok(ExitCode::SUCCESS)
}

fn client(name: &str) -> Option<Client> {
    let (protocol, text): (_, fn(&EngineCommand<'_>) -> String) = match name {
        "xboard" => ("uci", xboard),
        "cutechess" => ("uci", cutechess),
        "nboard" => ("nboard", nboard),
        "quarry" => ("gtp", quarry),
        "pydraughts" => ("hub", pydraughts),
        _ => return None,
    };
    Some(Client { protocol, text })
}

/// Returns whether a game of the program has the protocol.
fn speaks(app: &App, protocol: &str) -> anyhow::Result<bool> {
    for name in app.catalogue.names() {
        if app.catalogue.engine(name)?.profile(Purpose::FixedDepth).protocols.contains(&protocol) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns a path as text. Clients keep it in files, which hold no other bytes.
fn path_text(path: &Path) -> anyhow::Result<String> {
    let text = path.to_str().ok_or_else(|| usage(format!("the path {} is no text", path.display())))?;
    Ok(text.to_owned())
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// Quotes a word of a command line, if it needs that.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | ':' | '\\' | ',');
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// Quotes a string of JSON or Python.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl EngineCommand<'_> {
    /// Returns the command line.
    fn line(&self) -> String {
        format!("{} {}", word(self.program), self.protocol)
    }

    /// Returns the path of the launcher: a link beside the program, named after its protocol.
    fn launcher(&self) -> String {
        let (path, suffix) = self.program.strip_suffix(".exe").map_or((self.program, ""), |path| (path, ".exe"));
        format!("{path}-{}{suffix}", self.protocol)
    }

    /// Returns how to create the launcher.
    fn link(&self) -> String {
        format!("ln -s {} {}", word(self.program), word(&self.launcher()))
    }
}

fn xboard(engine: &EngineCommand<'_>) -> String {
    let (name, line, launcher) = (engine.name, engine.line(), word(&engine.launcher()));
    let link = engine.link();
    format!(
        "\
# Start XBoard with the engine. The package `polyglot` must be installed.
xboard -fUCI -fcp \"{line}\"
# To have it in the menu, add this line to the list -firstChessProgramNames in ~/.xboardrc.
\"{name}\" -fcp \"{line}\" -fUCI
# A client that accepts a path without arguments needs a link, created by
# {link}
# and starts {launcher}"
    )
}

fn cutechess(engine: &EngineCommand<'_>) -> String {
    let (name, program, line, protocol) = (engine.name, word(engine.program), engine.line(), engine.protocol);
    let entry = format!(
        "    {{\n        \"name\": {},\n        \"command\": {},\n        \"protocol\": {}\n    }}",
        string(name),
        string(&line),
        string(protocol)
    );
    format!(
        "\
# Add this entry to the list in ~/.config/cutechess/engines.json, or enter name, command and protocol in
# Tools, Settings, Engines.
[
{entry}
]
# On the command line of cutechess-cli:
-engine name={name} cmd={program} arg={protocol} proto={protocol}"
    )
}

fn nboard(engine: &EngineCommand<'_>) -> String {
    let (name, line) = (engine.name, engine.line());
    let directory = Path::new(engine.program).parent().and_then(Path::to_str).unwrap_or("/");
    format!(
        "\
# Enter these three in the dialog that adds an engine.
Name: {name}
Working directory: {directory}
Command: {line}"
    )
}

fn quarry(engine: &EngineCommand<'_>) -> String {
    let (name, line) = (engine.name, engine.line());
    format!(
        "\
# Edit, Preferences, GTP Engines, Add: enter these two.
Command line: {line}
Name: {name}"
    )
}

fn pydraughts(engine: &EngineCommand<'_>) -> String {
    let (program, protocol) = (string(engine.program), string(engine.protocol));
    // The package resolves links, so that a launcher would lose its name.
    format!(
        "\
# pip install pydraughts
from draughts import Board
from draughts.engine import HubEngine, Limit

engine = HubEngine([{program}, {protocol}])
engine.init()
board = Board(variant=\"english\")
board.push(engine.play(board, Limit(time=10, inc=0.1), ponder=False).move)
print(board.fen)
engine.quit()
engine.p.communicate()"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(client_name: &str, program: &str) -> String {
        let client = client(client_name).unwrap();
        (client.text)(&EngineCommand { name: "Nullwindow", program, protocol: client.protocol })
    }

    #[test]
    fn every_client_has_a_text_with_the_path() {
        for name in NAMES {
            assert!(text(name, "/opt/games/nullwindow").contains("/opt/games/nullwindow"), "{name}");
            assert!(HELP.contains(&format!("  {name} ")), "{name} is not in the help");
        }
        assert!(client("arena").is_none());
    }

    #[test]
    fn paths_with_blanks_are_quoted() {
        assert!(text("xboard", "/my games/nullwindow").contains("-fcp \"'/my games/nullwindow' uci\""));
        let json = text("cutechess", "/my \"games\"/nullwindow");
        let list: String = json.lines().filter(|line| !line.starts_with(['#', '-'])).collect();
        let entries: serde_json::Value = serde_json::from_str(&list).unwrap();
        assert_eq!(entries[0]["command"], "'/my \"games\"/nullwindow' uci");
        assert!(text("pydraughts", r"C:\nullwindow.exe").contains(r#"["C:\\nullwindow.exe", "hub"]"#));
    }

    #[test]
    fn launchers_keep_the_ending_of_programs() {
        let launcher = |program| EngineCommand { name: "", program, protocol: "uci" }.launcher();
        assert_eq!(launcher("/bin/nullwindow"), "/bin/nullwindow-uci");
        assert_eq!(launcher("C:/nullwindow.exe"), "C:/nullwindow-uci.exe");
    }
}
