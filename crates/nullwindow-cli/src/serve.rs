//! The command `serve`: the web page, with the engines of this machine behind it.

use crate::output::style::WARN;
use crate::output::{Record, usage};
use crate::{App, interrupt, lab};
use nullwindow_lab::{Stop, Store};
use nullwindow_server::{LabPages, Server, ServerOptions};
use nullwindow_theatre::Theatre;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Serve the web page: watch searches, analyse and play in a browser.

The first line of the output is the address. The page needs no other network, and the server answers only to this machine \
unless --listen says otherwise. Ctrl-C ends it.";

const EXAMPLES: &str = "\
Examples:
  nullwindow serve --open
  nullwindow serve --port 8080
  nullwindow serve --port 0 --db my.db";

/// The arguments of `serve`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Listen on this address instead of loopback: everybody who can reach it can use this machine for searches
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// The database of the laboratory, whose experiments the page shows
    #[arg(long, value_name = "FILE", default_value = "nullwindow-lab.db")]
    db: PathBuf,
    /// Take the files of the page from this directory, for work on the page
    #[arg(long, value_name = "DIRECTORY", hide_short_help = true)]
    site: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let address = SocketAddr::new(args.listen, args.port);
    let options = ServerOptions::default().with_listen(address).with_site(args.site.clone());
    let lab = Arc::new(Laboratory { database: args.db.clone() });
    let server = Server::bind(Theatre::new(app.catalogue.clone()), lab, options)
        .map_err(|error| usage(format!("cannot listen on {address}: {error}; choose another --port")))?;
    let url = format!("http://{}/", server.address());
    if app.ui.is_human() {
        app.ui.say(format_args!("listening on {url}"))?;
    } else {
        let mut record = Record::new();
        record.insert("listening".to_owned(), url.clone().into());
        app.ui.records().write(&record)?;
    }
    if !args.listen.is_loopback() {
        let address = args.listen;
        app.ui.note(format_args!("{WARN}warning{WARN:#}: everybody who can reach {address} can use this machine"));
    }
    if args.open {
        open_browser(&url, app);
    }
    server.run(&interrupt::STOP)?;
    Ok(ExitCode::SUCCESS)
}

/// Opens a page in the user's browser, and says so if there is none.
fn open_browser(url: &str, app: &App) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start"]),
        _ => ("xdg-open", &[]),
    };
    // The browser may write to the terminal for as long as it runs.
    let started =
        Command::new(program).args(arguments).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok();
    if !started {
        app.ui.note(format_args!("cannot start a browser ({program} is missing); open {url}"));
    }
}

/// The laboratory of this program, for the page.
struct Laboratory {
    database: PathBuf,
}

impl LabPages for Laboratory {
    fn experiments(&self) -> String {
        let experiments = lab::list::records(&self.database);
        let error = experiments.as_ref().err().map(ToString::to_string);
        let database = self.database.is_file().then(|| self.database.display().to_string());
        json!({
            "experiments": experiments.unwrap_or_default(),
            "database": database,
            "running": Store::read(&self.database).is_ok_and(|store| store.is_running()),
            "error": error,
        })
        .to_string()
    }

    fn report(&self) -> Result<String, String> {
        lab::report::page(&self.database, Stop::from(&interrupt::STOP)).map_err(|error| error.to_string())
    }
}
