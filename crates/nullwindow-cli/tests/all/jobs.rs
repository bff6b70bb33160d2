//! `job`, and `verify` of certificates with jobs as leaves.

use crate::common::{fails, nullwindow};
use nullwindow_engine::Catalogue;
use nullwindow_jobs::{DistributedSolve, Job, JobProof, Ledger, ProofStep, SolveSettings};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// Returns the results of jobs, one per line, and the exit code.
fn job(args: &[&str], input: &str) -> (Vec<Value>, i32) {
    let output = nullwindow(&[&["job"], args].concat()).write_stdin(input).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    let results = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    (results, output.status.code().unwrap())
}

#[test]
fn a_job_is_answered_by_a_line() {
    let line = r#"{"game":"connect4","position":"2132141557322421674152753375633"}"#;
    let (results, code) = job(&[], &format!("{line}\n"));
    assert_eq!((code, results.len()), (0, 1));
    let result = &results[0];
    assert_eq!((&result["value"], &result["lower"], &result["upper"]), (&1.into(), &1.into(), &1.into()));
    assert_eq!(result["id"], line.parse::<Job>().unwrap().id());
    assert!(result["complete"] == true && result["stopped"].is_null() && result["depth"].is_null(), "{result}");
    assert!(result["move"] == result["line"][0] && result["nodes"].as_u64() > Some(0), "{result}");
}

/// The example of the help; the id is part of the format.
#[test]
fn the_example_of_the_help_is_solved() {
    let (results, code) = job(&[], "{\"game\":\"connect4\",\"position\":\"44444\"}\n");
    assert_eq!((code, &results[0]["value"], &results[0]["move"]), (0, &(-1).into(), &"4".into()));
    assert_eq!(results[0]["id"], "086432eab511aef0a104cff54cc08a7f");
}

#[test]
fn a_limit_ends_a_job_and_is_named() {
    let (results, code) = job(&[], "{\"game\":\"connect4\",\"position\":\"44444\",\"nodes\":20000}\n");
    assert_eq!((code, &results[0]["complete"], &results[0]["stopped"]), (0, &false.into(), &"nodes".into()));
    assert!(results[0]["value"].is_null());
}

#[test]
fn a_test_decides_one_bound() {
    for (gamma, bound, value) in [(0, "lower", 0), (1, "upper", 0)] {
        let (results, _) = job(&[], &format!("{{\"game\":\"tictactoe\",\"at_least\":{gamma}}}"));
        assert_eq!((&results[0][bound], &results[0]["complete"]), (&value.into(), &true.into()), "{gamma}");
    }
}

/// Every wrong line is answered in its place, with its number, and the lines after it are answered all the same.
#[test]
fn a_wrong_line_does_not_end_the_stream() {
    let good = r#"{"game":"tictactoe","position":"XOX-O----"}"#;
    let wrong = [
        ("no job", "not a job"),
        (r#"{"position":"44444"}"#, "game"),
        (r#"{"game":"tictactoe","dpeth":3}"#, "dpeth"),
        (r#"{"game":"tictactoes"}"#, "tictactoe"),
        (r#"{"game":"tictactoe","position":"?"}"#, "expected"),
        (r#"{"game":"tictactoe","moves":["z9"]}"#, "z9"),
        (r#"{"game":"tictactoe","algorithm":"mtd-x"}"#, "mtd-x"),
        (r#"{"game":"tictactoe","depth":0}"#, "1 to 1000"),
        (r#"{"game":"tictactoe","threads":0}"#, "1 to 256"),
        (r#"["tictactoe"]"#, "expected a JSON object"),
        (r#"{"game":"chess"}"#, "give the job a depth, nodes or seconds"),
    ];
    let input: String = wrong.iter().map(|(line, _)| format!("{line}\n{good}\n")).collect();
    for workers in ["1", "3"] {
        let (results, code) = job(&["--workers", workers], &input);
        assert_eq!((code, results.len()), (1, 2 * wrong.len()));
        for (i, (line, says)) in wrong.iter().enumerate() {
            let (refused, answered) = (&results[2 * i], &results[2 * i + 1]);
            assert!(refused["error"].as_str().unwrap().contains(says), "{line}: {refused}");
            assert_eq!(refused["line"], 2 * i + 1);
            assert!(answered.get("error").is_none() && answered["value"].is_number(), "{answered}");
        }
    }
}

/// Results keep the order of the jobs, and depend neither on the number of workers nor on the run.
#[test]
fn results_are_those_of_one_worker() {
    let positions = ["", "3", "33", "333", "3333", "1", "12", "123"];
    let jobs = positions.map(|position| {
        format!("{{\"game\":\"connect4 5x4\",\"position\":\"{position}\",\"at_least\":0,\"table\":65536}}\n")
    });
    let [one, four] = ["1", "4"].map(|workers| {
        let (mut results, code) = job(&["--workers", workers], &jobs.concat());
        assert_eq!(code, 0);
        for result in &mut results {
            result.as_object_mut().unwrap().remove("seconds").unwrap();
        }
        results
    });
    assert_eq!(one, four);
    // The order of the stones may differ, not their number.
    let stones: Vec<_> = one.iter().map(|result| result["position"].as_str().unwrap().len()).collect();
    assert_eq!(stones, positions.map(str::len));
}

#[test]
fn blank_lines_are_skipped_and_counted() {
    let (results, code) = job(&[], "\n{\"game\":\"TicTacToe\"}\n\n \nx\n");
    assert_eq!((code, results.len()), (1, 2));
    assert_eq!(results[0]["id"], Job::new("tictactoe").id());
    assert_eq!(results[1]["line"], 5);
}

#[test]
fn an_empty_stream_is_no_error() {
    assert_eq!(job(&[], "\n\n"), (vec![], 0));
    assert_eq!(job(&[], ""), (vec![], 0));
    assert!(fails(2, &["job", "--workers", "0"]).contains("1..=256"));
}

/// Solves a small board by jobs, and writes the certificates of both bounds.
fn certificates() -> (TempDir, PathBuf, [JobProof; 2]) {
    let (catalogue, never) = (Catalogue::shipped(), AtomicBool::new(false));
    let settings = SolveSettings::default().with_budget(2_000).with_table(1 << 12);
    let engine = catalogue.engine("connect4 5x4").unwrap();
    let mut solve = DistributedSolve::new(engine, Some("33"), settings, Ledger::in_memory().unwrap()).unwrap();
    while let Some(job) = solve.take().unwrap() {
        solve.record(&job.run(&catalogue, &never).unwrap(), "here").unwrap();
    }
    let proofs = solve.proofs().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("jobs.proof");
    std::fs::write(&file, proofs.iter().map(JobProof::to_text).collect::<String>()).unwrap();
    (directory, file, proofs)
}

fn verify(file: &Path, args: &[&str]) -> (String, i32) {
    let output = nullwindow(&[&["verify", file.to_str().unwrap()], args].concat()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

#[test]
fn certificates_of_jobs_are_verified() {
    let (_directory, file, [min, max]) = certificates();
    assert_eq!(min.bound, max.bound);
    assert!(min.jobs.len() + max.jobs.len() > 5);
    for args in [&[][..], &["--rerun", "3"], &["--rerun", "1000"]] {
        let (out, code) = verify(&file, args);
        assert_eq!((code, out.matches("proven").count()), (0, 2), "{args:?}: {out}");
        assert!(out.contains(&format!("is worth {}", min.bound)) && out.contains("jobs"), "{out}");
    }
    let (out, code) = verify(&file, &["--json"]);
    let checks: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, checks.len(), &checks[0]["jobs"]), (0, 2, &min.jobs.len().into()));
    assert!(checks.iter().all(|check| check["proven"] == true && check["root"] == "connect4 5x4: 33"), "{out}");
}

#[test]
fn certificates_of_jobs_that_were_altered_are_false() {
    let (_directory, file, [min, _]) = certificates();
    let good = min.to_text();
    let alter = |from: &str, to: &str| {
        let altered = good.replacen(from, to, 1);
        assert_ne!(altered, good, "{from}");
        std::fs::write(&file, altered).unwrap();
        verify(&file, &[])
    };
    for (from, to) in
        [("\"kind\":\"min\"", "\"kind\":\"max\""), ("\"sons\":", "\"sons\":1"), ("\"nodes\":", "\"nodes\":1")]
    {
        let (out, code) = alter(from, to);
        assert!(code == 1 && out.contains("false") && !out.contains("proven"), "{from}: {code}: {out}");
    }
    let last = good.lines().rev().nth(1).unwrap();
    let (out, code) = alter(&format!("{last}\n"), "");
    assert!(code == 1 && out.contains("missing"), "{out}");
    let (out, code) = alter("\"version\":1", "\"version\":2");
    assert!(code == 2 && out.contains("unreadable: the format is nullwindow-job-proof, version 2"), "{code}: {out}");
}

/// Forgeries with the right checksum: the rules find a wrong tree, the id a wrong job, and only a second run a wrong result.
#[test]
fn certificates_of_jobs_that_were_forged_are_false() {
    let (_directory, file, [min, _]) = certificates();
    let forge = |change: &dyn Fn(&mut JobProof), args: &[&str]| {
        let mut forged = min.clone();
        change(&mut forged);
        std::fs::write(&file, forged.to_text()).unwrap();
        verify(&file, args)
    };
    assert_eq!(forge(&|_| {}, &[]).1, 0, "unchanged");
    let (out, code) = forge(&|proof| proof.bound += 1, &[]);
    assert!(code == 1 && out.contains("does not prove the bound"), "{out}");
    let (out, code) = forge(
        &|proof| {
            let leaf = proof.nodes.iter().rposition(|node| !matches!(node.step, ProofStep::Sons(_))).unwrap();
            proof.nodes[leaf].name = Some("9".to_owned());
        },
        &[],
    );
    assert!(code == 1 && out.contains("false"), "{out}");
    let (out, code) = forge(&|proof| proof.jobs.values_mut().for_each(|(job, _)| job.table *= 2), &[]);
    assert!(code == 1 && out.contains("was altered"), "{out}");
    let more_nodes = |proof: &mut JobProof| proof.jobs.values_mut().for_each(|(_, result)| result.nodes += 1);
    assert_eq!(forge(&more_nodes, &[]).1, 0, "results are trusted unless they are run again");
    let (out, code) = forge(&more_nodes, &["--rerun", "1"]);
    assert!(code == 1 && out.contains("another result"), "{out}");
}
