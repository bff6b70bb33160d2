//! The result of a distributed solution as a certificate: the upper tree, with jobs as leaves.
//!
//! The format is JSON lines.
//!
//! ```text
//! {"format":"nullwindow-job-proof","version":1,"game":"connect4 5x4","position":"","kind":"min","bound":0, ...}
//! {"sons":1}                                the root, then all nodes in preorder
//! {"move":"3","sons":5}                     a node with sons
//! {"move":"1","job":"0123..."}              a leaf whose bound a job has proven
//! {"move":"2","over":-3}                    a leaf where the game is over, with its score for the player to move there
//! {"job":{...},"result":{...}}              every job once, with its result
//! {"checksum":"0123456789abcdef"}           64-bit FNV-1a of the lines above, each with a newline behind it
//! ```
//!
//! A `min` tree proves a lower bound of the value of the root: it has one move where the player to move at the root is to
//! move, and all moves elsewhere. A `max` tree proves an upper bound in the same way with the players exchanged. The tree
//! is checked by the rules alone; a job is checked by its id and its bounds, and on request by running it again.

use crate::distributed::graph::{NodeNumber, UpperGraph};
use crate::run::in_solved_units;
use crate::{DistributedSolve, Job, JobError, JobResult};
use nullwindow::Score;
use nullwindow::solution::SolutionKind;
use nullwindow_engine::{Catalogue, Engine, PositionText};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// A solution tree over jobs: the proof of a bound of one position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct JobProof {
    /// The game.
    pub game: String,
    /// The position; `None` for the start position.
    pub position: Option<String>,
    /// The kind of the tree: a min tree proves a lower bound, a max tree an upper bound.
    pub kind: SolutionKind,
    /// The bound, for the player to move.
    pub bound: i32,
    /// The nodes in preorder.
    pub nodes: Vec<ProofNode>,
    /// The jobs with their results, by id.
    pub jobs: BTreeMap<String, (Job, JobResult)>,
}

/// A node of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProofNode {
    /// The move that leads to the node; `None` at the root.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What follows.
    #[serde(flatten)]
    pub step: ProofStep,
}

/// The content of a node of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ProofStep {
    /// An inner node with this many sons.
    Sons(usize),
    /// A leaf that a job has proven, by its id.
    Job(String),
    /// A leaf where the game is over, with its score for the player to move.
    Over(i32),
}

/// A text that is not a certificate of this format, or not a complete one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobProofError {
    /// The text is empty.
    #[error("the certificate is empty")]
    Empty,
    /// The text has another format, or another version of it.
    #[error("the format is {format}, version {version}; this program reads {FORMAT}, version {VERSION}")]
    Format {
        /// The format.
        format: String,
        /// The version.
        version: u32,
    },
    /// A line is wrong.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line in the certificate, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// Lines are missing or added.
    #[error("{found} lines instead of {expected}: a part is missing or added")]
    Length {
        /// The number of lines.
        found: usize,
        /// The number that the first line implies.
        expected: usize,
    },
    /// The checksum is that of another text.
    #[error("the checksum is {computed} and not {stated}: the certificate was altered")]
    Checksum {
        /// The checksum at the end of the text.
        stated: String,
        /// The checksum of its lines.
        computed: String,
    },
}

impl JobProofError {
    fn line(number: usize, reason: &dyn std::fmt::Display) -> JobProofError {
        JobProofError::Line { line: number + 1, reason: reason.to_string() }
    }

    /// Returns whether the text is a certificate of this version that was altered or cut off.
    #[must_use]
    pub fn is_alteration(&self) -> bool {
        !matches!(self, JobProofError::Empty | JobProofError::Format { .. })
    }
}

/// Reads a line with its number, from 0.
fn line_of<T: serde::de::DeserializeOwned>((number, line): (usize, &str)) -> Result<T, JobProofError> {
    serde_json::from_str(line).map_err(|error| JobProofError::line(number, &error))
}

/// The part of the first line that all versions share.
#[derive(Deserialize)]
struct FormatLine {
    format: String,
    version: u32,
}

/// The first line of a certificate.
#[derive(Serialize, Deserialize)]
struct ProofHeader {
    format: String,
    version: u32,
    game: String,
    position: Option<String>,
    kind: String,
    bound: i32,
    nodes: usize,
    jobs: usize,
}

#[derive(Serialize, Deserialize)]
struct JobLine {
    job: Job,
    result: JobResult,
}

#[derive(Serialize, Deserialize)]
struct ChecksumLine {
    checksum: String,
}

const FORMAT: &str = "nullwindow-job-proof";
const VERSION: u32 = 1;

impl DistributedSolve {
    /// Returns the proofs of the lower bound and of the upper bound, if the value is known.
    #[must_use]
    pub fn proofs(&self) -> Option<[JobProof; 2]> {
        let value = Score::saturating(self.value()?);
        Some([self.proof(SolutionKind::Min, value), self.proof(SolutionKind::Max, value)])
    }

    fn proof(&self, kind: SolutionKind, bound: Score) -> JobProof {
        // A lower bound is the test "at least the bound" passed, an upper bound the test above it failed.
        let (gamma, outcome) = if kind == SolutionKind::Min { (bound, true) } else { (bound.succ(), false) };
        let mut writer = ProofWriter { graph: self.graph(), gamma, outcome, nodes: Vec::new(), jobs: BTreeMap::new() };
        writer.write(None, 0);
        let position = self.graph().nodes[0].position.text.clone();
        let game = self.engine().name().to_owned();
        JobProof { game, position, kind, bound: bound.get(), nodes: writer.nodes, jobs: writer.jobs }
    }
}

/// Writes the nodes of a proof in preorder.
struct ProofWriter<'g> {
    graph: &'g UpperGraph,
    gamma: Score,
    outcome: bool,
    nodes: Vec<ProofNode>,
    jobs: BTreeMap<String, (Job, JobResult)>,
}

impl ProofWriter<'_> {
    fn write(&mut self, name: Option<&str>, number: NodeNumber) {
        let at = &self.graph.nodes[number];
        let name = name.map(str::to_owned);
        if at.is_over {
            let score = at.turned(at.bounds).lower;
            self.nodes.push(ProofNode { name, step: ProofStep::Over(score.get()) });
            return;
        }
        let tested = at.tested_bound(self.gamma).get();
        if let Some((job, result)) = at.results.iter().find(|(_, result)| result.decides(tested)) {
            self.jobs.insert(result.id.clone(), (job.clone(), result.clone()));
            self.nodes.push(ProofNode { name, step: ProofStep::Job(result.id.clone()) });
            return;
        }
        let children = at.children.as_deref().unwrap_or_default();
        let proven =
            |&&(_, child): &&(String, NodeNumber)| self.graph.nodes[child].test(self.gamma) == Some(self.outcome);
        // One move suffices for the player that the bound favours.
        let sons: Vec<_> = if at.is_max == self.outcome {
            children.iter().filter(proven).take(1).collect()
        } else {
            children.iter().collect()
        };
        self.nodes.push(ProofNode { name, step: ProofStep::Sons(sons.len()) });
        for (name, child) in sons {
            self.write(Some(name), *child);
        }
    }
}

impl JobProof {
    /// Returns whether a text starts like a certificate of this format.
    #[must_use]
    pub fn is_begin(line: &str) -> bool {
        line.starts_with("{\"format\":\"nullwindow-job-proof\"")
    }

    /// Writes the certificate.
    #[must_use]
    pub fn to_text(&self) -> String {
        let header = ProofHeader {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: self.game.clone(),
            position: self.position.clone(),
            kind: self.kind.to_string(),
            bound: self.bound,
            nodes: self.nodes.len(),
            jobs: self.jobs.len(),
        };
        // Plain data: nothing that could fail.
        let mut text = serde_json::to_string(&header).unwrap_or_default() + "\n";
        for node in &self.nodes {
            let _ = writeln!(text, "{}", serde_json::to_string(node).unwrap_or_default());
        }
        for (job, result) in self.jobs.values() {
            let line = JobLine { job: job.clone(), result: result.clone() };
            let _ = writeln!(text, "{}", serde_json::to_string(&line).unwrap_or_default());
        }
        let checksum = checksum(&text);
        text + &format!("{{\"checksum\":\"{checksum}\"}}\n")
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// The first thing that is wrong. It tells certificates that were altered from texts that this version cannot read.
    pub fn parse(text: &str) -> Result<JobProof, JobProofError> {
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.first().ok_or(JobProofError::Empty)?;
        let begin: FormatLine = line_of((0, first))?;
        if begin.format != FORMAT || begin.version != VERSION {
            return Err(JobProofError::Format { format: begin.format, version: begin.version });
        }
        let header: ProofHeader = line_of((0, first))?;
        let kind = match header.kind.as_str() {
            "min" => SolutionKind::Min,
            "max" => SolutionKind::Max,
            other => return Err(JobProofError::line(0, &format!("the kind is '{other}'; expected min or max"))),
        };
        let expected = header.nodes.saturating_add(header.jobs).saturating_add(2);
        if lines.len() != expected {
            return Err(JobProofError::Length { found: lines.len(), expected });
        }
        let read = |number: usize| (number, lines[number]);
        let last: ChecksumLine = line_of(read(expected - 1))?;
        let computed = checksum(&lines[..expected - 1].iter().fold(String::new(), |text, line| text + line + "\n"));
        if last.checksum != computed {
            return Err(JobProofError::Checksum { stated: last.checksum, computed });
        }
        let nodes = (1..=header.nodes).map(|number| line_of(read(number))).collect::<Result<_, _>>()?;
        let mut jobs = BTreeMap::new();
        for number in 1 + header.nodes..=header.nodes + header.jobs {
            let JobLine { job, result } = line_of(read(number))?;
            jobs.insert(result.id.clone(), (job, result));
        }
        Ok(JobProof { game: header.game, position: header.position, kind, bound: header.bound, nodes, jobs })
    }

    /// Checks the proof by the rules of the game: every needed move is present and legal, every leaf proves what is needed,
    /// and every job belongs to its position. Jobs themselves are trusted: see [`JobProof::rerun`].
    ///
    /// # Errors
    /// The inner error describes the first flaw, with the moves that lead to it. The outer error: the game is unknown, or
    /// the position is wrong.
    pub fn verify(&self, catalogue: &Catalogue) -> Result<Result<(), ProofFault>, JobError> {
        let engine = catalogue.engine(&self.game)?;
        let root = PositionText::new(self.position.as_deref());
        let root_is_first = engine.board(&root)?.first_player_moves;
        let bound = Score::saturating(self.bound);
        let (gamma, outcome) = if self.kind == SolutionKind::Min { (bound, true) } else { (bound.succ(), false) };
        let mut check =
            ProofCheck { proof: self, engine: &*engine, root, root_is_first, gamma, outcome, used: HashSet::new() };
        Ok(check.run())
    }

    /// Runs the first `count` jobs again and compares the results: all but the time must be equal.
    ///
    /// # Errors
    /// If a job cannot be run. The inner error names a job whose result differs.
    pub fn rerun(
        &self,
        catalogue: &Catalogue,
        count: usize,
        stop: &AtomicBool,
    ) -> Result<Result<usize, String>, JobError> {
        let mut done = 0;
        for (id, (job, result)) in self.jobs.iter().take(count) {
            let again = job.run(catalogue, stop)?;
            if again.stopped.as_deref() == Some("interrupted") {
                break;
            }
            if (JobResult { seconds: result.seconds, ..again }) != *result {
                return Ok(Err(format!("the job {id} has another result when it is run again")));
            }
            done += 1;
        }
        Ok(Ok(done))
    }
}

/// The first flaw of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProofFault {
    /// The moves from the root to the flaw.
    pub path: Vec<String>,
    /// The flaw.
    pub reason: String,
}

/// Walks through a proof.
struct ProofCheck<'p> {
    proof: &'p JobProof,
    engine: &'p dyn Engine,
    root: PositionText,
    root_is_first: bool,
    gamma: Score,
    outcome: bool,
    used: HashSet<&'p str>,
}

impl<'p> ProofCheck<'p> {
    fn run(&mut self) -> Result<(), ProofFault> {
        // The sons still to come of every open node: a stack instead of recursion, because a certificate may be deep.
        let mut missing: Vec<usize> = Vec::new();
        let mut path: Vec<String> = Vec::new();
        // The moves that the open nodes still need, where all are needed.
        let mut needed: Vec<Option<HashSet<String>>> = Vec::new();
        let proof = self.proof;
        for (number, node) in proof.nodes.iter().enumerate() {
            let fault = |reason: String, path: &[String]| Err(ProofFault { path: path.to_vec(), reason });
            if number > 0 && missing.is_empty() {
                return fault("nodes follow the end of the tree".to_owned(), &path);
            }
            match (&node.name, number) {
                (None, 0) => {}
                (Some(name), 1..) => {
                    if let Some(Some(open)) = needed.last_mut()
                        && !open.remove(name)
                    {
                        return fault(format!("the move {name} is not legal, or occurs twice"), &path);
                    }
                    path.push(name.clone());
                }
                _ => return fault("exactly the root has no move".to_owned(), &path),
            }
            let sons = self.node(node, &path).map_err(|reason| ProofFault { path: path.clone(), reason })?;
            if let Some((sons, moves)) = sons {
                missing.push(sons);
                needed.push(moves);
                continue;
            }
            path.pop();
            while let Some(left) = missing.last_mut() {
                *left -= 1;
                if *left > 0 {
                    break;
                }
                missing.pop();
                if needed.pop().flatten().is_some_and(|left| !left.is_empty()) {
                    return fault("a move is missing where all are needed".to_owned(), &path);
                }
                path.pop();
            }
        }
        if !missing.is_empty() || proof.nodes.is_empty() {
            return Err(ProofFault { path, reason: "the tree ends before it is complete".to_owned() });
        }
        if let Some(unused) = proof.jobs.keys().find(|id| !self.used.contains(id.as_str())) {
            return Err(ProofFault { path: Vec::new(), reason: format!("the job {unused} belongs to no leaf") });
        }
        Ok(())
    }

    /// Checks a node. Returns the number of its sons, with all moves if all are needed.
    #[allow(clippy::type_complexity, reason = "two numbers of one node, used once")]
    fn node(
        &mut self,
        node: &'p ProofNode,
        path: &[String],
    ) -> Result<Option<(usize, Option<HashSet<String>>)>, String> {
        let position = PositionText { text: self.root.text.clone(), moves: path.to_vec() };
        let board = self.engine.board(&position).map_err(|error| error.to_string())?;
        let is_max = board.first_player_moves == self.root_is_first;
        let tested = if is_max { self.gamma } else { -self.gamma.pred() }.get();
        // For MIN, the test of MAX passes if its own test fails.
        let passes = self.outcome == is_max;
        match &node.step {
            ProofStep::Sons(sons) => {
                if board.over.is_some() {
                    return Err("the game is over here".to_owned());
                }
                let needs_all = is_max != self.outcome;
                let expected = if needs_all { board.moves.len() } else { 1 };
                if *sons != expected {
                    return Err(format!("{sons} sons instead of {expected}"));
                }
                Ok(Some((*sons, needs_all.then(|| board.moves.into_iter().collect()))))
            }
            ProofStep::Over(score) => {
                if board.over.map(|score| in_solved_units(self.engine, score)) != Some(*score) {
                    return Err(format!("the game is not over here with the score {score}"));
                }
                if (*score >= tested) != passes {
                    Err(format!("the score {score} does not prove the bound"))
                } else {
                    Ok(None)
                }
            }
            ProofStep::Job(id) => {
                let (job, result) = self.proof.jobs.get(id).ok_or_else(|| format!("there is no job {id}"))?;
                self.used.insert(id);
                if job.id() != *id || result.id != *id {
                    return Err(format!("the job {id} was altered: its id does not follow from its content"));
                }
                if job.game != self.engine.name() || job.depth.is_some() {
                    return Err(format!("the job {id} is about another game or depth"));
                }
                let about = self.engine.board(&job.position_text()).map_err(|error| error.to_string())?;
                if about.notation != board.notation || result.position != board.notation {
                    return Err(format!("the job {id} is about another position"));
                }
                let proven = match passes {
                    true => result.lower.is_some_and(|lower| lower >= tested),
                    false => result.upper.is_some_and(|upper| upper < tested),
                };
                if proven { Ok(None) } else { Err(format!("the job {id} does not prove the bound")) }
            }
        }
    }
}

/// The FNV-1a checksum of a text.
fn checksum(text: &str) -> String {
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{sum:016x}")
}
