//! The command `verify`: checks certificates by the rules of the game alone.

use crate::App;
use crate::interrupt::EndAtOnce;
use crate::output::style::{BAD, GOOD, HEAD};
use crate::output::{Record, Records, Ui, thousands};
use nullwindow::solution::{Proof, ProofError, ProofReason, SolutionKind, SolutionTree};
use nullwindow::{Depth, Score};
use nullwindow_engine::Catalogue;
use nullwindow_jobs::JobProof;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

const HELP: &str = "\
Each certificate is replayed by the rules of the game. The command checks that every move is present where all moves are \
needed, that all moves are legal, that every leaf has the stated value, and that the bound follows. It uses no search and no \
knowledge of the game. A file may contain several certificates.

A certificate of a distributed solution has jobs as leaves. The tree above them is checked by the rules; each job is checked \
to be about its position and to prove what is needed. --rerun runs jobs again and compares their results.

Exit code: 0 all certificates are valid; 1 one is false or was altered; 2 a file cannot be read or contains no certificate.

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
    /// Run this many jobs of each certificate of a distributed solution again
    #[arg(long, value_name = "N", default_value_t = 0)]
    rerun: usize,
}

/// A certificate.
enum Certificate {
    /// A solution tree to the end of the game, or to its depth.
    Tree(Proof),
    /// A solution tree with jobs as leaves.
    Jobs(JobProof),
}

impl Certificate {
    /// Returns the position with its game.
    fn root(&self) -> String {
        match self {
            Certificate::Tree(proof) => proof.root().to_owned(),
            Certificate::Jobs(proof) => format!("{}: {}", proof.game, proof.position.as_deref().unwrap_or("start")),
        }
    }

    fn kind(&self) -> SolutionKind {
        match self {
            Certificate::Tree(proof) => proof.tree().kind(),
            Certificate::Jobs(proof) => proof.kind,
        }
    }

    fn depth(&self) -> Depth {
        match self {
            Certificate::Tree(proof) => proof.tree().depth(),
            Certificate::Jobs(_) => Depth::END,
        }
    }

    fn bound(&self) -> Score {
        match self {
            Certificate::Tree(proof) => proof.tree().bound(),
            Certificate::Jobs(proof) => Score::saturating(proof.bound),
        }
    }

    fn nodes(&self) -> usize {
        match self {
            Certificate::Tree(proof) => proof.tree().nodes().len(),
            Certificate::Jobs(proof) => proof.nodes.len(),
        }
    }

    /// Returns the number of jobs at its leaves.
    fn jobs(&self) -> Option<usize> {
        match self {
            Certificate::Tree(_) => None,
            Certificate::Jobs(proof) => Some(proof.jobs.len()),
        }
    }

    fn claim(&self) -> String {
        describe_claim(self.kind(), self.bound(), self.depth())
    }
}

/// The grade of a certificate. The worst one determines the exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum CertificateGrade {
    True,
    False,
    Unreadable,
}

/// The result of checking a certificate.
struct CertificateCheck<'f> {
    file: &'f Path,
    /// The line on which the certificate starts.
    line: usize,
    proof: Option<Certificate>,
    grade: CertificateGrade,
    /// The error.
    wrong: Option<String>,
    /// The moves from the root to the error.
    path: Option<Vec<String>>,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let ui = &app.ui;
    // A replay of millions of nodes does not check the stop flag. Results already printed are valid.
    let _end_at_once = EndAtOnce::begin();
    let mut worst = CertificateGrade::True;
    let mut records = (!ui.is_human()).then(|| ui.records());
    for file in &args.files {
        let checks = check_file(file, args, &app.catalogue);
        // A file without a certificate counts as unreadable.
        worst = checks.iter().map(|check| check.grade).max().unwrap_or(CertificateGrade::Unreadable).max(worst);
        for check in &checks {
            report(ui, records.as_mut(), check)?;
        }
        if records.is_none() {
            conclude(ui, file, &checks)?;
        }
    }
    Ok(match worst {
        CertificateGrade::True => ExitCode::SUCCESS,
        CertificateGrade::False => ExitCode::FAILURE,
        CertificateGrade::Unreadable => ExitCode::from(2),
    })
}

/// Checks every certificate of a file.
fn check_file<'f>(file: &'f Path, args: &Args, catalogue: &Catalogue) -> Vec<CertificateCheck<'f>> {
    let unreadable = |wrong: String| {
        vec![CertificateCheck {
            file,
            line: 1,
            proof: None,
            grade: CertificateGrade::Unreadable,
            wrong: Some(wrong),
            path: None,
        }]
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
    let check = |(before, text): (usize, &str)| {
        let check = CertificateCheck {
            file,
            line: before + 1,
            proof: None,
            grade: CertificateGrade::Unreadable,
            wrong: None,
            path: None,
        };
        if JobProof::is_begin(text) {
            jobs_check(check, text, args, catalogue)
        } else {
            tree_check(check, text, catalogue)
        }
    };
    split(&text).into_iter().map(check).collect()
}

/// Checks a solution tree.
fn tree_check<'f>(mut check: CertificateCheck<'f>, text: &str, catalogue: &Catalogue) -> CertificateCheck<'f> {
    let proof: Proof = match text.parse() {
        Ok(proof) => proof,
        Err(mut error) => {
            error.line += check.line - 1;
            (check.grade, check.wrong) = (grade(&error), Some(error.to_string()));
            return check;
        }
    };
    let replayed =
        catalogue.proof_subject(proof.root()).and_then(|(engine, position)| engine.verify(&position, proof.tree()));
    match replayed {
        Ok(Ok(())) => check.grade = CertificateGrade::True,
        Ok(Err(flaw)) => {
            (check.grade, check.wrong, check.path) = (CertificateGrade::False, Some(flaw.reason), Some(flaw.path));
        }
        Err(error) => check.wrong = Some(format!("{:#}", anyhow::Error::from(error))),
    }
    check.proof = Some(Certificate::Tree(proof));
    check
}

/// Checks a solution tree with jobs as leaves.
fn jobs_check<'f>(
    mut check: CertificateCheck<'f>,
    text: &str,
    args: &Args,
    catalogue: &Catalogue,
) -> CertificateCheck<'f> {
    let proof = match JobProof::parse(text) {
        Ok(proof) => proof,
        Err(error) => {
            if error.is_alteration() {
                check.grade = CertificateGrade::False;
            }
            check.wrong = Some(error.to_string());
            return check;
        }
    };
    let never = AtomicBool::new(false);
    let checked = proof.verify(catalogue).and_then(|verified| match verified {
        Ok(()) => Ok(proof.rerun(catalogue, args.rerun, &never)?.map_err(|reason| (reason, None)).map(|_| ())),
        Err(fault) => Ok(Err((fault.reason, Some(fault.path)))),
    });
    match checked {
        Ok(Ok(())) => check.grade = CertificateGrade::True,
        Ok(Err((reason, path))) => {
            (check.grade, check.wrong, check.path) = (CertificateGrade::False, Some(reason), path);
        }
        Err(error) => check.wrong = Some(error.to_string()),
    }
    check.proof = Some(Certificate::Jobs(proof));
    check
}

/// Grades a certificate that cannot be read: an altered one is false, any other text is unreadable.
fn grade(error: &ProofError) -> CertificateGrade {
    match error.reason {
        ProofReason::Bound { .. } | ProofReason::Checksum { .. } => CertificateGrade::False,
        _ => CertificateGrade::Unreadable,
    }
}

/// The start of every certificate.
const BEGIN: &str = "nullwindow-proof ";

/// Splits a file into its certificates, each with the number of lines before it.
fn split(text: &str) -> Vec<(usize, &str)> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut byte = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        // Text before the first certificate is checked too, and reported as unreadable.
        if line.starts_with(BEGIN) || JobProof::is_begin(line) || number == 0 {
            starts.push((number, byte));
        }
        byte += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, byte)| byte).chain([text.len()]);
    starts.iter().zip(ends).map(|(&(line, start), end)| (line, &text[start..end])).collect()
}

/// Describes the bound that a tree proves.
pub fn claim(tree: &SolutionTree) -> String {
    describe_claim(tree.kind(), tree.bound(), tree.depth())
}

fn describe_claim(kind: SolutionKind, bound: Score, depth: Depth) -> String {
    let than = if kind == SolutionKind::Max { "at most" } else { "at least" };
    let depth = depth.get().map_or("to the end of the game".to_owned(), |plies| format!("at depth {plies}"));
    format!("the value is {than} {bound} {depth}")
}

fn report(ui: &Ui, records: Option<&mut Records>, check: &CertificateCheck<'_>) -> anyhow::Result<()> {
    if let Some(records) = records {
        records.write(&record(check))?;
        return Ok(());
    }
    let mut out = ui.out();
    let (file, line) = (check.file.display(), check.line);
    let about = check.proof.as_ref().map_or(String::new(), |proof| format!("{}: {}", proof.root(), proof.claim()));
    match (check.grade, &check.wrong) {
        (CertificateGrade::True, _) => {
            let nodes = check.proof.as_ref().map_or(0, Certificate::nodes);
            let jobs = check.proof.as_ref().and_then(Certificate::jobs);
            // The claim rests on the jobs: the line says so.
            let jobs = jobs.map_or(String::new(), |jobs| format!(", given {} jobs", thousands(jobs as u64)));
            writeln!(out, "{file}:{line}: {GOOD}proven{GOOD:#}: {about} ({} nodes{jobs})", thousands(nodes as u64))?;
        }
        (CertificateGrade::False, wrong) => {
            let place = match &check.path {
                Some(path) if path.is_empty() => "at the root: ".to_owned(),
                Some(path) => format!("after {}: ", path.join(" ")),
                None => String::new(),
            };
            // Nothing else in an altered text is trustworthy.
            let about = if about.is_empty() { about } else { format!("{about}\n  ") };
            let wrong = wrong.as_deref().unwrap_or("it is not a proof");
            writeln!(out, "{file}:{line}: {BAD}false{BAD:#}: {about}{place}{wrong}")?;
        }
        (CertificateGrade::Unreadable, wrong) => {
            writeln!(
                out,
                "{file}:{line}: {BAD}unreadable{BAD:#}: {}",
                wrong.as_deref().unwrap_or("it is not a proof")
            )?;
        }
    }
    Ok(())
}

/// Reports the value if two bounds meet.
fn conclude(ui: &Ui, file: &Path, checks: &[CertificateCheck<'_>]) -> anyhow::Result<()> {
    let claims: Vec<(String, Depth, SolutionKind, Score)> = checks
        .iter()
        .filter(|check| check.grade == CertificateGrade::True)
        .filter_map(|check| check.proof.as_ref())
        .map(|proof| (proof.root(), proof.depth(), proof.kind(), proof.bound()))
        .collect();
    for (root, depth, kind, bound) in &claims {
        if *kind == SolutionKind::Max && claims.contains(&(root.clone(), *depth, SolutionKind::Min, *bound)) {
            writeln!(ui.out(), "{}: {HEAD}{root} is worth {bound}{HEAD:#} to the player to move", file.display())?;
        }
    }
    Ok(())
}

fn record(check: &CertificateCheck<'_>) -> Record {
    let proof = check.proof.as_ref();
    let record = json!({
        "file": check.file.display().to_string(),
        "line": check.line,
        "root": proof.map(Certificate::root),
        "kind": proof.map(|proof| proof.kind().to_string()),
        "depth": proof.and_then(|proof| proof.depth().get()),
        "bound": proof.map(|proof| proof.bound().get()),
        "nodes": proof.map(Certificate::nodes),
        "jobs": proof.and_then(Certificate::jobs),
        "proven": check.grade == CertificateGrade::True,
        "wrong": check.wrong,
        "path": check.path,
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
