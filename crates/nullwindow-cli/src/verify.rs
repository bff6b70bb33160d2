//! The command `verify`: certificates, checked by the rules of the game alone.

use crate::answer::certificate::{claim, split, subject};
use crate::answer::written::WrittenTree;
use crate::games::{Job, Playable, with_game};
use crate::output::style::{BAD, GOOD, HEAD};
use crate::output::{Record, Records, Ui, thousands};
use anyhow::Context;
use nullwindow::solution::{Fault, Flaw, Kind, Proof, ProofError, ProofReason, SolutionTree, verify};
use nullwindow::{Depth, MoveBuf, Order, Score};
use nullwindow_games::Notation;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
Each certificate is replayed by the rules: that every move is there where all are needed, that each is legal, that every \
leaf has the value that it states, and that the bound follows. No search and no knowledge of the game is involved. A \
file may hold several.

Exit code: 0 all are proofs; 1 one is false, or was changed; 2 a file cannot be read, or is none.

Examples:
  nullwindow proof tictactoe --out draw.proof
  nullwindow verify draw.proof";

/// The arguments of `verify`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Files with certificates, as `nullwindow proof` writes them; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// How a certificate was found to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Grade {
    True,
    False,
    Unreadable,
}

/// A certificate, and what was found.
struct Finding<'f> {
    file: &'f Path,
    /// The line on which it begins.
    line: usize,
    proof: Option<Proof>,
    grade: Grade,
    /// What is wrong.
    wrong: Option<String>,
    /// Where in the tree: moves from the root.
    path: Option<Vec<String>>,
}

/// Runs the command.
pub fn run(args: Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let Args { files } = args;
    let mut worst = Grade::True;
    let mut records = (!ui.is_human()).then(|| ui.records());
    for file in &files {
        let findings = look_at(file);
        worst = findings.iter().map(|finding| finding.grade).max().unwrap_or(Grade::Unreadable).max(worst);
        for finding in &findings {
            tell(ui, records.as_mut(), finding)?;
        }
        if records.is_none() {
            conclude(ui, file, &findings)?;
        }
    }
    Ok(match worst {
        Grade::True => ExitCode::SUCCESS,
        Grade::False => ExitCode::FAILURE,
        Grade::Unreadable => ExitCode::from(2),
    })
}

/// Checks every certificate of a file.
fn look_at(file: &Path) -> Vec<Finding<'_>> {
    let unreadable = |wrong: String| {
        vec![Finding { file, line: 1, proof: None, grade: Grade::Unreadable, wrong: Some(wrong), path: None }]
    };
    let read = match file.as_os_str() == "-" {
        true => std::io::read_to_string(std::io::stdin()),
        false => std::fs::read_to_string(file),
    };
    let text = match read {
        Ok(text) if text.trim().is_empty() => return unreadable("the file is empty".to_owned()),
        Ok(text) => text,
        Err(error) => return unreadable(format!("cannot read it: {error}")),
    };
    split(&text).into_iter().map(|(before, text)| certificate(file, before, text)).collect()
}

fn certificate<'f>(file: &'f Path, before: usize, text: &str) -> Finding<'f> {
    let mut finding =
        Finding { file, line: before + 1, proof: None, grade: Grade::Unreadable, wrong: None, path: None };
    let proof: Proof = match text.parse() {
        Ok(proof) => proof,
        Err(error) => {
            (finding.grade, finding.wrong) =
                (grade(&error), Some(ProofError { line: before + error.line, ..error }.to_string()));
            return finding;
        }
    };
    match replay(&proof) {
        Ok(Ok(())) => finding.grade = Grade::True,
        Ok(Err((path, wrong))) => {
            (finding.grade, finding.wrong, finding.path) = (Grade::False, Some(wrong), Some(path));
        }
        Err(error) => finding.wrong = Some(format!("{error:#}")),
    }
    finding.proof = Some(proof);
    finding
}

/// A text that was changed is a false proof; one that is no proof at all is not.
fn grade(error: &ProofError) -> Grade {
    match error.reason {
        ProofReason::Bound { .. } | ProofReason::Checksum { .. } => Grade::False,
        _ => Grade::Unreadable,
    }
}

/// Where a tree is false, in moves from the root, and why.
type Wrong = (Vec<String>, String);

fn replay(proof: &Proof) -> anyhow::Result<Result<(), Wrong>> {
    let (game, position) = subject(proof).context("the line 'root' names no game; expected 'root GAME: POSITION'")?;
    let check = Check { tree: proof.tree(), position };
    if game == WrittenTree::NAME {
        let tree = position.parse().with_context(|| format!("'{position}' is no tree"))?;
        return check.run(&WrittenTree(tree), Order::GENERATED);
    }
    with_game(game, check)?
}

struct Check<'p> {
    tree: &'p SolutionTree,
    position: &'p str,
}

impl Job for Check<'_> {
    const TO_THE_END: bool = true;
    const BY_THE_RULES: bool = true;
    type Output = anyhow::Result<Result<(), Wrong>>;

    fn run<G: Playable>(self, game: &G, _: Order) -> Self::Output {
        let root = match G::NAME {
            "tree" => game.start(),
            name => game
                .parse_position(self.position)
                .with_context(|| format!("'{}' is no position of {name}", self.position))?,
        };
        Ok(verify(game, &root, self.tree).map(|_| ()).map_err(|flaw| {
            let path = moves(game, &root, &flaw.path);
            (path, fault(&flaw))
        }))
    }
}

/// A path of places as moves; a place that no move has is told by its number.
fn moves<G: Playable>(game: &G, root: &G::Position, places: &[u16]) -> Vec<String> {
    let mut position = root.clone();
    let mut names = Vec::new();
    for &place in places {
        let mut moves = MoveBuf::new();
        game.moves(&position, &mut moves);
        let Some(play) = moves.iter().nth(place.into()) else {
            names.push(format!("(move number {place})"));
            return names;
        };
        names.push(game.format_move(&position, play));
        position = game.play(&position, play);
    }
    names
}

fn fault(flaw: &Flaw) -> String {
    match flaw.fault {
        Fault::Unfinished { moves } => format!("the tree ends, but there are {moves} moves"),
        Fault::PastTheEnd { sons } => format!("nothing follows here, but the tree has {sons} moves"),
        Fault::NotAll { moves, sons } => format!("all {moves} moves are needed, but the tree has {sons}"),
        Fault::NotOne { sons } => format!("one move is needed, but the tree has {sons}"),
        Fault::WrongPlace { expected } => format!("move number {expected} was expected here, and this is another"),
        Fault::NoSuchMove { moves } => format!("there is no such move, only {moves}, numbered from 0"),
        Fault::Value { stated, actual } => {
            format!("the value is {actual}, not {stated} (for the player to move at the root)")
        }
        _ => flaw.to_string(),
    }
}

fn tell(ui: &Ui, records: Option<&mut Records>, finding: &Finding<'_>) -> anyhow::Result<()> {
    if let Some(records) = records {
        records.write(&record(finding))?;
        return Ok(());
    }
    let mut out = ui.out();
    let (file, line) = (finding.file.display(), finding.line);
    let about =
        finding.proof.as_ref().map_or(String::new(), |proof| format!("{}: {}", proof.root(), claim(proof.tree())));
    match (finding.grade, &finding.wrong) {
        (Grade::True, _) => {
            let nodes = finding.proof.as_ref().map_or(0, |proof| proof.tree().nodes().len());
            writeln!(out, "{file}:{line}: {GOOD}proven{GOOD:#}: {about} ({} nodes)", thousands(nodes as u64))?;
        }
        (Grade::False, wrong) => {
            let place = match &finding.path {
                Some(path) if path.is_empty() => "at the root: ".to_owned(),
                Some(path) => format!("after {}: ", path.join(" ")),
                None => String::new(),
            };
            // Of a text that was changed nothing else is believed.
            let about = if about.is_empty() { about } else { format!("{about}\n  ") };
            let wrong = wrong.as_deref().unwrap_or("it is no proof");
            writeln!(out, "{file}:{line}: {BAD}false{BAD:#}: {about}{place}{wrong}")?;
        }
        (Grade::Unreadable, wrong) => {
            writeln!(out, "{file}:{line}: {BAD}unreadable{BAD:#}: {}", wrong.as_deref().unwrap_or("it is no proof"))?;
        }
    }
    Ok(())
}

/// Two bounds that meet prove the value.
fn conclude(ui: &Ui, file: &Path, findings: &[Finding<'_>]) -> anyhow::Result<()> {
    let claims: Vec<(&str, Depth, Kind, Score)> = findings
        .iter()
        .filter(|finding| finding.grade == Grade::True)
        .filter_map(|finding| finding.proof.as_ref())
        .map(|proof| (proof.root(), proof.tree().depth(), proof.tree().kind(), proof.tree().bound()))
        .collect();
    for &(root, depth, kind, bound) in &claims {
        if kind == Kind::Max && claims.contains(&(root, depth, Kind::Min, bound)) {
            writeln!(ui.out(), "{}: {HEAD}{root} is worth {bound}{HEAD:#} to the player to move", file.display())?;
        }
    }
    Ok(())
}

fn record(finding: &Finding<'_>) -> Record {
    let tree = finding.proof.as_ref().map(Proof::tree);
    let record = json!({
        "file": finding.file.display().to_string(),
        "line": finding.line,
        "root": finding.proof.as_ref().map(Proof::root),
        "kind": tree.map(|tree| tree.kind().to_string()),
        "depth": tree.and_then(|tree| tree.depth().get()),
        "bound": tree.map(|tree| tree.bound().get()),
        "nodes": tree.map(|tree| tree.nodes().len()),
        "proven": finding.grade == Grade::True,
        "wrong": finding.wrong,
        "path": finding.path,
    });
    match record {
        Value::Object(record) => record,
        _ => Record::new(),
    }
}
