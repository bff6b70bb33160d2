use super::{json, refused, text};
use nullwindow::solution::{Proof, SolutionNode, SolutionTree};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const OTHELLO: &str =
    "f5d6c3d3c4f4c5b3c2b4e3e6c6g4f6b6g6g5f3d7f7c7a3g3a4e7b5f2e2a5h3h4h5e1f8h6h7d2h2b1f1g1d8e8c8b7d1c1a8a7g7h8a6";

/// Writes a proof to a file in a directory of its own.
fn prove(args: &[&str]) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("test.proof");
    let (_, err, code) = text(&[&["proof", "--table", "4M", "--out", file.to_str().unwrap()], args].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    (directory, file)
}

fn verify(file: &Path) -> (String, i32) {
    let (out, err, code) = text(&["verify", file.to_str().unwrap()]);
    assert_eq!(err, "");
    (out, code)
}

/// The file with other contents.
fn verify_text(file: &Path, contents: &str) -> (String, i32) {
    std::fs::write(file, contents).unwrap();
    verify(file)
}

#[test]
fn what_is_proven_is_verified() {
    let cases: [(&[&str], &str); 12] = [
        (&["--tree", "pearl"], "is worth 35 "),
        (&["--tree", "((41 5) (12 90))", "--algorithm", "sss*"], "is worth 12 "),
        (&["tictactoe"], "tictactoe: --------- is worth 0 "),
        (&["nim", "2", "3", "4"], "nim 2 3 4: 2,3,4 is worth 1 "),
        (&["connect4", "--position", "2132141557322421674152753375633"], "is worth 1 "),
        (&["connect4", "5x4", "--position", "3333", "--depth", "5"], "connect4 5x4: 3333 is worth 0 "),
        (&["othello", "--position", OTHELLO], "is worth "),
        (&["othello", "--depth", "3", "--algorithm", "negascout"], "is worth "),
        (&["chess", "--position", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"], "is worth 999997 "),
        (&["chess", "--depth", "2"], "is worth "),
        (&["checkers", "--depth", "5"], "is worth "),
        (&["draughts", "--position", "B:W29:B26,K18"], "checkers: "),
    ];
    for (args, says) in cases {
        let (_directory, file) = prove(args);
        let (out, code) = verify(&file);
        assert_eq!(code, 0, "{args:?}: {out}");
        assert!(out.contains(says) && out.matches("proven").count() == 2, "{args:?}: {out}");
    }
}

#[test]
fn one_kind_alone_proves_one_bound() {
    for (kind, says) in [("max", "at most 35"), ("min", "at least 35")] {
        let (_directory, file) = prove(&["--tree", "pearl", "--kind", kind]);
        let (out, code) = verify(&file);
        assert!(code == 0 && out.contains(says) && !out.contains("worth"), "{out}");
    }
    let found = json(&["proof", "--tree", "pearl"]);
    assert_eq!(
        (found.len(), &found[1]["kind"], &found[1]["bound"], &found[1]["leaves"]),
        (2, &"min".into(), &35.into(), &4.into())
    );
    assert!(found[0]["proof"].as_str().unwrap().parse::<Proof>().is_ok());
    let (_directory, file) = prove(&["--tree", "pearl"]);
    let checked = json(&["verify", file.to_str().unwrap()]);
    assert!(checked.len() == 2 && checked.iter().all(|each| each["proven"] == true && each["bound"] == 35));
}

/// Changes in the text are found by the checksum or sooner.
#[test]
fn a_text_that_was_changed_is_refused() {
    let (_directory, file) = prove(&["tictactoe", "--kind", "min"]);
    let good = std::fs::read_to_string(&file).unwrap();
    assert_eq!(verify_text(&file, &good).1, 0);
    for (from, to, code) in [
        ("=0", "=1", 1),
        ("bound 0", "bound 1", 1),
        ("depth end", "depth 9", 1),
        ("tictactoe: ---------", "tictactoe: X--------", 1),
        ("1(", "2(", 1),
        ("kind min", "kind max", 1),
        ("nullwindow-proof 1", "nullwindow-proof 2", 2),
        ("kind min", "kind big", 2),
    ] {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good, "{from}");
        let (out, found) = verify_text(&file, &changed);
        assert_eq!(found, code, "{from} -> {to}: {out}");
        assert!(!out.contains("proven") && out.contains("line"), "{out}");
    }
}

/// Forgeries with the right checksum are found by the rules, and the place is told in moves.
#[test]
fn a_forged_proof_is_refused_by_the_rules() {
    let (_directory, file) = prove(&["tictactoe", "--kind", "min"]);
    let proof: Proof = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    let forge = |root: &str, nodes: Vec<SolutionNode>| {
        let tree = SolutionTree::new(proof.tree().kind(), proof.tree().depth(), nodes).unwrap();
        verify_text(&file, &Proof::new(root, tree).to_string())
    };
    let nodes = proof.tree().nodes().to_vec();
    assert_eq!(forge(proof.root(), nodes.clone()).1, 0, "unchanged");
    // Another value of a leaf: a lost game is called a draw.
    let mut lie = nodes.clone();
    let last = lie.iter().rposition(|node| node.sons == 0).unwrap();
    lie[last].value = lie[last].value.succ();
    let (out, code) = forge(proof.root(), lie);
    assert!(code == 1 && out.contains("false") && out.contains("after 5 "), "{out}");
    assert!(out.contains("the value is "), "{out}");
    // A move that is not there.
    let mut lie = nodes.clone();
    lie[1].place = 8000;
    let (out, code) = forge(proof.root(), lie);
    assert!(code == 1 && out.contains("there is no such move, only 9"), "{out}");
    // Another position, of the same game or of another.
    let (out, code) = forge("tictactoe: X---O----", nodes.clone());
    assert!(code == 1 && out.contains("false"), "{out}");
    let (out, code) = forge("nim: 3,4,5", nodes.clone());
    assert!(code == 1 && out.contains("false"), "{out}");
    // Nothing that can be checked.
    for (root, says) in
        [("", "names no game"), ("chss: x", "no game 'chss'"), ("tictactoe: XX", "is no position of tictactoe")]
    {
        let (out, code) = forge(root, nodes.clone());
        assert!(code == 2 && out.contains(says), "{root}: {out}");
    }
}

/// A reply left out of a proof is a hole in it.
#[test]
fn a_missing_reply_is_found() {
    let (_directory, file) = prove(&["--tree", "((41 5) (12 90))", "--kind", "min"]);
    let proof: Proof = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    let mut nodes = proof.tree().nodes().to_vec();
    assert_eq!(nodes.len(), 4);
    nodes.pop();
    nodes[1].sons = 1;
    let forged = Proof::new(proof.root(), SolutionTree::new(proof.tree().kind(), proof.tree().depth(), nodes).unwrap());
    let (out, code) = verify_text(&file, &forged.to_string());
    assert!(code == 1 && out.contains("after 1: all 2 moves are needed, but the tree has 1"), "{out}");
}

#[test]
fn what_is_no_proof_is_told_apart() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("other");
    for (contents, says) in [("", "empty"), ("hello\n", "line 1"), ("nullwindow-proof 1\nkind max\n", "line 3")] {
        let (out, code) = verify_text(&file, contents);
        assert!(code == 2 && out.contains("unreadable") && out.contains(says), "{out}");
    }
    let (out, code) = verify(directory.path());
    assert!(code == 2 && out.contains("cannot read"), "{out}");
    let (out, code) = verify(&directory.path().join("nothing"));
    assert!(code == 2 && out.contains("cannot read"), "{out}");
    // One bad file does not hide a good one.
    let (_directory, good) = prove(&["--tree", "(1 2)"]);
    let (out, _, code) = text(&["verify", file.to_str().unwrap(), good.to_str().unwrap()]);
    assert!(code == 2 && out.contains("is worth 2"), "{out}");
}

/// A position is echoed as it was given, although the game would write its columns in another order.
#[test]
fn positions_stay_as_they_were_given_and_proofs_come_through_a_pipe() {
    let columns = "2132141557322421674152753375633";
    let found = json(&["proof", "connect4", "-p", columns, "--kind", "min", "--table", "4M"]);
    assert_eq!(found[0]["root"], format!("connect4: {columns}"));
    let proof = found[0]["proof"].as_str().unwrap();
    let checked = super::nullwindow(&["verify", "-", "--json"]).write_stdin(proof).output().unwrap();
    assert!(checked.status.success());
    let checked: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(checked["root"], found[0]["root"]);
}

#[test]
fn wrong_input_is_refused() {
    refused(&["proof"], &["GAME"]);
    refused(&["proof", "nim", "--kind", "middle"], &["max", "min", "both"]);
    refused(&["proof", "nim", "--algorithm", "mt(5)"], &["does not find the value"]);
    refused(&["verify"], &["FILE"]);
    let (out, err, code) = text(&["proof", "tictactoe", "--limit", "10"]);
    assert!(code == 1 && out.is_empty() && err.contains("more than 10 nodes") && err.contains("--limit"), "{err}");
    let (_, err, code) = text(&["proof", "--tree", "pearl", "--out", "/no/such/directory/file"]);
    assert!(code == 1 && err.contains("/no/such/directory/file"), "{err}");
}
