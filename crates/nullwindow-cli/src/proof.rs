//! The command `proof`: solution trees that prove a value, as certificates.

use crate::App;
use crate::answer::request::{self, GameOrTreeArgs, SearchArgs};
use crate::answer::status::StatusLine;
use crate::interrupt::{self, EndAtOnce};
use crate::output::{Interrupted, OutFile, Record, Ui, thousands};
use crate::verify::claim;
use anyhow::{Context, bail};
use clap::ValueEnum;
use nullwindow::Depth;
use nullwindow::solution::{ExtractError, Proof};
use nullwindow_engine::{Control, EngineError, ProofRequest, SearchEvent};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
A max solution tree has every move of the player to move and one reply to each: it proves an upper bound on the value. A \
min solution tree has one move of the player to move and every reply: it proves a lower bound. Together they prove the \
value. `nullwindow verify FILE` checks them by the rules of the game alone, without any search; the file names the game and \
the position. Leaves at the horizon have the value of the game's evaluation.

Without --depth the proof extends to the end of the game; in chess and checkers, to the depth from which the result no longer \
depends on the depth.

Exit code: 0; 1 if the tree is larger than --limit; 130 interrupted.

Examples:
  nullwindow proof --tree pearl
  nullwindow proof tictactoe --kind min --out draw.proof
  nullwindow proof connect4 --position 4444443233352 --depth 3";

/// The arguments of `proof`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    subject: GameOrTreeArgs,
    /// The depth at which the bound must hold, in plies, or end
    #[arg(long, short, value_name = "N", value_parser = request::depth)]
    depth: Option<Depth>,
    /// What to prove
    #[arg(long, value_name = "KIND", default_value = "both")]
    kind: ProofKind,
    #[command(flatten)]
    search: SearchArgs,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The maximum number of nodes of a tree
    #[arg(long, value_name = "N", default_value = "4000000", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
}

/// The solution trees to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ProofKind {
    /// The value is at most the bound
    Max,
    /// The value is at least the bound
    Min,
    /// Both bounds, which prove the value
    Both,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let subject = args.subject.subject(app)?;
    let mut request = ProofRequest::new(args.search.algorithm, args.search.table(&*subject.engine)?);
    request.position = subject.position;
    request.depth = args.depth;
    request.upper = args.kind != ProofKind::Min;
    request.lower = args.kind != ProofKind::Max;
    request.limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let mut status = StatusLine::new(&app.ui, "search");
    let mut listener = |event: &SearchEvent<'_>| status.update(event);
    let mut control = Control::new(&interrupt::STOP).on_event(&mut listener);
    // An incomplete proof is worthless, and the extraction of a tree of millions of nodes does not check the stop flag.
    let end_at_once = EndAtOnce::begin();
    let proofs = subject.engine.proof(&request, &mut control).map_err(refused)?;
    // Files are written from here on, and an unfinished file must be removed after Ctrl-C.
    drop(end_at_once);
    // The status line must not mix with the output.
    drop(status);
    write(args, &app.ui, &proofs)?;
    Ok(ExitCode::SUCCESS)
}

/// Explains why there is no tree.
fn refused(error: EngineError) -> anyhow::Error {
    match error {
        EngineError::Extract(ExtractError::TooLarge { limit }) => {
            let limit = thousands(limit as u64);
            anyhow::anyhow!("the solution tree has more than {limit} nodes; raise --limit, or reduce --depth")
        }
        other => request::refused(other),
    }
}

fn write(args: &Args, ui: &Ui, proofs: &[Proof]) -> anyhow::Result<()> {
    let out = args.out.as_ref().filter(|path| path.as_os_str() != "-");
    if let Some(path) = out {
        let named = || format!("cannot write {}", path.display());
        let mut file = OutFile::create(path).with_context(named)?;
        write_all(&mut file, proofs).with_context(named)?;
        file.finish().with_context(named)?;
    } else if ui.is_human() {
        write_all(&mut ui.out(), proofs)?;
    }
    let mut records = (!ui.is_human()).then(|| ui.records());
    for proof in proofs {
        let tree = proof.tree();
        let size = format!(
            "{} nodes, {} of them leaves",
            thousands(tree.nodes().len() as u64),
            thousands(tree.leaf_count() as u64)
        );
        match (&mut records, out) {
            (Some(records), _) => records.write(&record(out, proof)?)?,
            (None, Some(path)) => writeln!(ui.out(), "{}: {}, {size}", path.display(), claim(tree))?,
            // Standard output has the certificate itself.
            (None, None) => ui.note(format_args!("{}: {size}", claim(tree))),
        }
    }
    Ok(())
}

/// Writes certificates until Ctrl-C.
fn write_all(out: &mut impl Write, proofs: &[Proof]) -> anyhow::Result<()> {
    let mut until = InterruptibleWriter { out: BufWriter::new(out), failed: None };
    for proof in proofs {
        if write!(until, "{proof}").is_err() {
            return Err(until.failed.take().map_or_else(|| Interrupted.into(), anyhow::Error::from));
        }
    }
    Ok(until.out.flush()?)
}

/// A writer that fails after Ctrl-C.
struct InterruptibleWriter<W> {
    out: W,
    failed: Option<io::Error>,
}

impl<W: Write> std::fmt::Write for InterruptibleWriter<W> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if interrupt::stopped() {
            return Err(std::fmt::Error);
        }
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            std::fmt::Error
        })
    }
}

fn record(out: Option<&PathBuf>, proof: &Proof) -> anyhow::Result<Record> {
    let tree = proof.tree();
    let record = json!({
        "root": proof.root(),
        "kind": tree.kind().to_string(),
        "depth": tree.depth().get(),
        "bound": tree.bound().get(),
        "nodes": tree.nodes().len(),
        "leaves": tree.leaf_count(),
        "file": out.map(|path| path.display().to_string()),
        "proof": if out.is_none() { Some(proof.to_string()) } else { None },
    });
    let Value::Object(record) = record else { bail!("a record is an object") };
    Ok(record)
}
