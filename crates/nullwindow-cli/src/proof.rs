//! The command `proof`: solution trees that prove a value, as certificates.

use crate::answer::certificate::{certificate, claim};
use crate::answer::live::Live;
use crate::answer::request::{self, Engine, Subject};
use crate::answer::searcher::{Leader, Searcher};
use crate::answer::solver::Solver;
use crate::games::{Job, Playable};
use crate::interrupt;
use crate::output::{Interrupted, OutFile, Record, Ui, thousands};
use anyhow::bail;
use clap::ValueEnum;
use nullwindow::memory::Table;
use nullwindow::solution::{ExtractError, Proof};
use nullwindow::{Deepening, Depth, Order, Score};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
A max solution tree has every move of the player to move and one answer to each: it proves that the value is at most so \
much. A min solution tree is the other way round, and proves that it is at least so much. Both together prove the value. \
`nullwindow verify FILE` checks them by the rules of the game alone, without any search; the file says which game and \
position they are about. Leaves at the horizon are judged by the game's evaluation.

Without --depth the proof goes to the end of the game; in chess and checkers to the depth at which the answer no longer \
depends on it.

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
    subject: Subject,
    /// To how many plies the bound is to hold, or end
    #[arg(long, short, value_name = "N", value_parser = request::depth)]
    depth: Option<Depth>,
    /// What to prove
    #[arg(long, value_name = "KIND", default_value = "both")]
    kind: Which,
    #[command(flatten)]
    engine: Engine,
    /// The file to write; without it standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Give up on trees of more nodes than this
    #[arg(long, value_name = "N", default_value = "4000000", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
}

/// Which trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Which {
    /// That the value is at most so much
    Max,
    /// That the value is at least so much
    Min,
    /// Both: that it is so much
    Both,
}

/// Runs the command.
#[allow(clippy::needless_pass_by_value, reason = "all commands are called alike")]
pub fn run(args: Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    args.engine.finds_value()?;
    let table = args.engine.table()?;
    let live = Live::new(ui, "search");
    let to_the_end = args.depth.is_none_or(|depth| depth == Depth::END);
    let solved =
        if to_the_end { Some(args.subject.with(Solve { args: &args, table: &table, live: &live })??) } else { None };
    let proofs = args.subject.with(Extract { args: &args, table: &table, solved, live: &live })??;
    drop(live);
    write(&args, ui, &proofs)?;
    Ok(ExitCode::SUCCESS)
}

/// The value to the end of the game, and the depth at which it is settled.
#[derive(Clone, Copy)]
struct Exact {
    value: Score,
    depth: Depth,
}

/// Finds the value to the end of the game, with all that the game knows. What the table holds then is true by the rules too.
struct Solve<'a> {
    args: &'a Args,
    table: &'a Table,
    live: &'a Live,
}

impl Job for Solve<'_> {
    const TO_THE_END: bool = true;
    type Output = anyhow::Result<Exact>;

    fn run<G: Playable>(self, game: &G, order: Order) -> anyhow::Result<Exact> {
        let Solve { args, table, live } = self;
        let root = request::position(game, args.subject.position.as_deref())?;
        let solver = Solver::new(Searcher::new(game, order, table), &args.engine.algorithm);
        let solved = solver.solve(&root, live);
        let depth = solved.depth.map_or(Depth::END, Depth::plies);
        solved.value().map(|value| Exact { value, depth }).ok_or_else(|| Interrupted.into())
    }
}

/// Takes the trees out of the table, by the rules alone; what it has lost is searched again.
struct Extract<'a> {
    args: &'a Args,
    table: &'a Table,
    /// The value, if it is known already; otherwise it is searched for.
    solved: Option<Exact>,
    live: &'a Live,
}

impl Job for Extract<'_> {
    const TO_THE_END: bool = true;
    const BY_THE_RULES: bool = true;
    type Output = anyhow::Result<Vec<Proof>>;

    fn run<G: Playable>(self, game: &G, order: Order) -> anyhow::Result<Vec<Proof>> {
        let root = request::position(game, self.args.subject.position.as_deref())?;
        Searcher::new(game, order, self.table).search(self.live, |search| self.extract(game, search, &root))
    }
}

impl Extract<'_> {
    fn extract<G: Playable>(
        &self,
        game: &G,
        search: &mut Leader<'_, G>,
        root: &G::Position,
    ) -> anyhow::Result<Vec<Proof>> {
        let Extract { args, solved, live, .. } = *self;
        let Exact { value, depth } = match (solved, args.depth) {
            (Some(exact), _) => exact,
            (None, depth) => {
                let depth = depth.unwrap_or(Depth::END);
                let deepened = search.deepen(&args.engine.algorithm, root, &Deepening::to(depth));
                match deepened.last().and_then(nullwindow::Outcome::value) {
                    Some(value) if deepened.stopped().is_none() => Exact { value, depth },
                    _ => return Err(Interrupted.into()),
                }
            }
        };
        live.about("the solution tree");
        let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
        let (game_name, position) = (args.subject.name(), args.subject.given(game, root));
        let mut proofs = Vec::new();
        if args.kind != Which::Min {
            let tree = search.solution(root, depth).limit(limit).complete().max(value).map_err(refused)?;
            proofs.push(certificate(&game_name, &position, tree));
        }
        if args.kind != Which::Max {
            let tree = search.solution(root, depth).limit(limit).complete().min(value).map_err(refused)?;
            proofs.push(certificate(&game_name, &position, tree));
        }
        Ok(proofs)
    }
}

/// Why there is no tree.
fn refused(error: ExtractError) -> anyhow::Error {
    match error {
        ExtractError::TooLarge { limit } => {
            let limit = thousands(limit as u64);
            anyhow::anyhow!(
                "the solution tree has more than {limit} nodes; --limit N allows more, --depth N needs fewer"
            )
        }
        ExtractError::Stopped { .. } if interrupt::stopped() => Interrupted.into(),
        other => anyhow::Error::from(other).context("the solution tree"),
    }
}

fn write(args: &Args, ui: &Ui, proofs: &[Proof]) -> anyhow::Result<()> {
    let text: String = proofs.iter().map(ToString::to_string).collect();
    let out = args.out.as_ref().filter(|path| path.as_os_str() != "-");
    if let Some(path) = out {
        OutFile::write(path, &text)?;
    } else if ui.is_human() {
        ui.out().write_all(text.as_bytes())?;
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
            (None, None) => ui.note(format_args!("{}: {size}", claim(tree))),
        }
    }
    Ok(())
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
