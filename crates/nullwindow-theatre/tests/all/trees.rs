//! Searches of trees over the service.

use crate::ask::last;
use serde_json::{Value, json};

/// Applies the changes of the first steps, as the page does.
fn played(stage: &Value, steps: usize) -> Vec<Value> {
    let mut views = stage["initial"].as_array().unwrap().clone();
    for step in &stage["steps"].as_array().unwrap()[..steps] {
        for change in step["changes"].as_array().unwrap() {
            views[usize::try_from(change["node"].as_u64().unwrap()).unwrap()] = change["after"].clone();
        }
    }
    views
}

#[test]
fn every_algorithm_plays_on_pearls_tree_as_the_library_replays_it() {
    let hello = last(&json!({"type": "hello"}));
    for entry in hello["algorithms"].as_array().unwrap() {
        let request = json!({"type": "tree", "tree": {"name": "pearl"}, "algorithm": entry["name"]});
        let stage = last(&request);
        let count = stage["steps"].as_array().unwrap().len();
        assert!(entry["finds_value"] == false || stage["value"] == 35, "{}: {}", entry["name"], stage["value"]);
        for step in [0, count / 3, count] {
            let mut at = request.clone();
            (at["type"], at["step"]) = (json!("tree-state"), json!(step));
            assert_eq!(json!(played(&stage, step)), last(&at)["nodes"], "{} at {step}", entry["name"]);
        }
        let lines = stage["code"]["lines"].as_array().unwrap().len() as u64;
        assert!(stage["steps"].as_array().unwrap().iter().all(|step| step["line"].as_u64().unwrap() < lines));
    }
}

#[test]
fn random_trees_and_traces_are_sent() {
    for kind in ["uniform", "ordered", "incremental"] {
        let tree = json!({"kind": kind, "size": "3x4", "seed": 7});
        let stage = last(&json!({"type": "tree", "tree": tree, "algorithm": "mtd-f", "guess": 5}));
        assert_eq!(stage["nodes"].as_array().unwrap().len(), 121, "{kind}: {}", stage["message"]);
        let trace = last(&json!({"type": "trace", "tree": tree, "algorithm": "mtd-f"}));
        assert!(trace["text"].as_str().unwrap().starts_with(r#"{"event":"pass""#));
    }
}

#[test]
fn wrong_trees_are_refused() {
    let wrong = [
        (json!({"text": "((41 5) (12"}), "tree"),
        (json!({"name": "oak"}), "tree"),
        (json!({}), "tree"),
        (json!({"kind": "uniform", "size": "3by4"}), "size"),
        (json!({"kind": "uniform", "size": "60x60"}), "size"),
        (json!({"kind": "round", "size": "3x3"}), "kind"),
    ];
    for (tree, field) in wrong {
        let reply = last(&json!({"type": "tree", "tree": tree, "algorithm": "alphabeta"}));
        assert_eq!((&reply["type"], &reply["field"]), (&json!("error"), &json!(field)), "{tree}: {reply}");
    }
    let large = json!({"kind": "uniform", "size": "3x8", "seed": 1});
    let replayed = last(&json!({"type": "tree-state", "tree": large, "algorithm": "alphabeta", "step": 9}));
    assert_eq!((&replayed["type"], &replayed["field"]), (&json!("error"), &json!("tree")), "{replayed}");
    let guessed = last(&json!({"type": "tree", "tree": {"name": "pearl"}, "algorithm": "sss*", "guess": 1}));
    assert_eq!(guessed["field"], "guess");
}
