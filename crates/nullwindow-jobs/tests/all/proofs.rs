//! Proofs with jobs as leaves: true ones are accepted, altered ones are not.

use crate::{NEVER, SHIPPED, finish, solve};
use nullwindow_jobs::{JobProof, Ledger, ProofStep};

fn proofs(game: &str, position: Option<&str>, budget: u64) -> [JobProof; 2] {
    let mut solution = solve(game, position, budget, Ledger::in_memory().unwrap());
    finish(&mut solution).unwrap();
    solution.proofs().unwrap()
}

fn flaw(proof: &JobProof) -> Option<String> {
    proof.verify(&SHIPPED).unwrap().err().map(|fault| fault.reason)
}

#[test]
fn proofs_are_written_read_and_verified() {
    for (game, position, budget) in [
        ("tictactoe", None, 20),
        ("connect4 5x4", None, 500),
        ("connect4", Some("4444432222554"), 1_000),
        ("nim", None, 20),
    ] {
        for proof in proofs(game, position, budget) {
            assert_eq!(flaw(&proof), None, "{game}");
            assert!(game != "connect4 5x4" || proof.jobs.len() > 1);
            let read = JobProof::parse(&proof.to_text()).unwrap();
            assert_eq!(read, proof);
            assert_eq!(proof.rerun(&SHIPPED, 3, &NEVER).unwrap(), Ok(proof.jobs.len().min(3)));
        }
    }
}

#[test]
fn no_bound_but_the_value_is_proven() {
    let [lower, upper] = proofs("connect4 5x4", Some("33"), 500);
    let mut wrong = lower;
    wrong.bound += 1;
    assert!(flaw(&wrong).is_some());
    let mut wrong = upper;
    wrong.bound -= 1;
    assert!(flaw(&wrong).is_some());
}

/// Removes, doubles, renames and replaces parts of the tree, one at a time.
#[test]
fn altered_trees_are_refuted() {
    for proof in proofs("tictactoe", Some("X--------"), 100) {
        for number in 1..proof.nodes.len() {
            let mut missing = proof.clone();
            missing.nodes.remove(number);
            assert!(flaw(&missing).is_some(), "without node {number}");
            let mut twice = proof.clone();
            twice.nodes.insert(number, twice.nodes[number].clone());
            assert!(flaw(&twice).is_some(), "node {number} twice");
            let mut renamed = proof.clone();
            renamed.nodes[number].name = Some("z9".to_owned());
            assert!(flaw(&renamed).is_some(), "node {number} by an illegal move");
            let mut leaf = proof.clone();
            leaf.nodes[number].step = ProofStep::Over(100);
            assert!(flaw(&leaf).is_some(), "node {number} as a finished game");
        }
    }
}

#[test]
fn altered_jobs_are_refuted() {
    for proof in proofs("connect4 5x4", None, 2_000) {
        let ids: Vec<String> = proof.jobs.keys().cloned().collect();
        for (number, id) in ids.iter().enumerate() {
            let mut other = proof.clone();
            other.jobs.get_mut(id).unwrap().0.nodes = Some(1);
            assert!(flaw(&other).unwrap().contains("was altered"));
            let mut weak = proof.clone();
            let result = &mut weak.jobs.get_mut(id).unwrap().1;
            (result.lower, result.upper) = (None, None);
            assert!(flaw(&weak).unwrap().contains("does not prove"));
            let mut swapped = proof.clone();
            let place = swapped.nodes.iter_mut().find(|node| node.step == ProofStep::Job(id.clone())).unwrap();
            place.step = ProofStep::Job(ids[(number + 1) % ids.len()].clone());
            assert!(ids.len() == 1 || flaw(&swapped).is_some(), "another job at the leaf of {id}");
        }
        // A lie about a bound passes the check of the tree, and fails when the job is run again.
        let mut lie = proof.clone();
        lie.jobs.get_mut(&ids[0]).unwrap().1.nodes += 1;
        assert!(lie.rerun(&SHIPPED, 1, &NEVER).unwrap().unwrap_err().contains("another result"));
    }
}

#[test]
fn altered_texts_are_refused() {
    let text = proofs("tictactoe", None, 20)[0].to_text();
    let without_a_line: String = text.split_inclusive('\n').skip(1).collect();
    assert!(JobProof::parse(&without_a_line).is_err());
    assert!(JobProof::parse("").is_err());
    for (number, line) in text.lines().enumerate().step_by(5) {
        let shorter: String = text.lines().filter(|&each| each != line).flat_map(|line| [line, "\n"]).collect();
        let error = JobProof::parse(&shorter).expect_err("a line is missing");
        assert!(number == 0 || error.is_alteration(), "without line {number}: {error}");
    }
    let changed = text.replacen("\"bound\":0", "\"bound\":1", 1);
    let error = JobProof::parse(&changed).unwrap_err();
    assert!(error.is_alteration() && error.to_string().contains("altered"), "{error}");
    // A later version may have another meaning: such a text is not false, but cannot be read.
    let later = text.replacen("\"version\":1", "\"version\":2", 1);
    let error = JobProof::parse(&later).unwrap_err();
    assert!(!error.is_alteration() && error.to_string().contains("version 2"), "{error}");
}
