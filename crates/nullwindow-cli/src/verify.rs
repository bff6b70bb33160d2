//! The command `verify`: certificates, checked by the rules of the game alone.

use crate::App;
use crate::interrupt::EndAtOnce;
use crate::output::style::{BAD, GOOD, HEAD};
use crate::output::{Record, Records, Ui, thousands};
use nullwindow::solution::{Proof, ProofError, ProofReason, SolutionKind, SolutionTree};
use nullwindow::{Depth, Score};
use nullwindow_engine::Catalogue;
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
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let ui = &app.ui;
    // A replay of millions of nodes does not look at the stop flag, and what is reported so far stays.
    let _end_at_once = EndAtOnce::begin();
    let mut worst = Grade::True;
    let mut records = (!ui.is_human()).then(|| ui.records());
    for file in &args.files {
        let findings = look_at(file, &app.catalogue);
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
fn look_at<'f>(file: &'f Path, catalogue: &Catalogue) -> Vec<Finding<'f>> {
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
    split(&text).into_iter().map(|(before, text)| certificate(file, before, text, catalogue)).collect()
}

fn certificate<'f>(file: &'f Path, before: usize, text: &str, catalogue: &Catalogue) -> Finding<'f> {
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
    let replayed =
        catalogue.proof_subject(proof.root()).and_then(|(engine, position)| engine.verify(&position, proof.tree()));
    match replayed {
        Ok(Ok(())) => finding.grade = Grade::True,
        Ok(Err(flaw)) => {
            (finding.grade, finding.wrong, finding.path) = (Grade::False, Some(flaw.reason), Some(flaw.path));
        }
        Err(error) => finding.wrong = Some(format!("{:#}", anyhow::Error::from(error))),
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

/// The first word of every certificate.
const BEGIN: &str = "nullwindow-proof ";

/// Splits a file into its certificates, each with the number of lines before it.
fn split(text: &str) -> Vec<(usize, &str)> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut byte = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if line.starts_with(BEGIN) || number == 0 {
            starts.push((number, byte));
        }
        byte += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, byte)| byte).chain([text.len()]);
    starts.iter().zip(ends).map(|(&(line, start), end)| (line, &text[start..end])).collect()
}

/// Says in words what a tree proves.
pub fn claim(tree: &SolutionTree) -> String {
    let than = if tree.kind() == SolutionKind::Max { "at most" } else { "at least" };
    let depth = tree.depth().get().map_or("to the end of the game".to_owned(), |plies| format!("at depth {plies}"));
    format!("the value is {than} {} {depth}", tree.bound())
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
    let claims: Vec<(&str, Depth, SolutionKind, Score)> = findings
        .iter()
        .filter(|finding| finding.grade == Grade::True)
        .filter_map(|finding| finding.proof.as_ref())
        .map(|proof| (proof.root(), proof.tree().depth(), proof.tree().kind(), proof.tree().bound()))
        .collect();
    for &(root, depth, kind, bound) in &claims {
        if kind == SolutionKind::Max && claims.contains(&(root, depth, SolutionKind::Min, bound)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_split_where_certificates_begin() {
        let text = "nullwindow-proof 1\nkind max\nnullwindow-proof 1\nkind min\n";
        assert_eq!(split(text), [(0, "nullwindow-proof 1\nkind max\n"), (2, "nullwindow-proof 1\nkind min\n")]);
        assert_eq!(split("junk\nnullwindow-proof 1"), [(0, "junk\n"), (1, "nullwindow-proof 1")]);
        assert!(split("").is_empty());
    }
}
