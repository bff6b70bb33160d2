//! The steps of depth-first searches: the reasons of cutoffs against a naive Alpha-Beta that remembers where its bounds
//! come from, and laws that hold for every algorithm.
#![allow(missing_docs)]

use nullwindow::AnyAlgorithm;
use nullwindow::trees::ExplicitTree;
use nullwindow_drawing::{DiagramNodeKind, DiagramTree, Drawing, WalkEvent, WalkStep, watch};

fn drawn(text: &str, algorithm: &str) -> Drawing {
    let tree: ExplicitTree = text.parse().unwrap();
    watch(&DiagramTree::of(&tree, None).unwrap(), &tree, &algorithm.parse().unwrap(), None)
}

/// Small trees with few values, so that ties occur, and with players that move twice in a row.
fn random_trees() -> Vec<String> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    (0..60).map(|_| subtree(&mut random, 4)).collect()
}

fn subtree(random: &mut impl FnMut(u64) -> u64, depth: u32) -> String {
    if depth == 0 || depth < 3 && random(5) == 0 {
        return random(7).to_string();
    }
    let mark = ["", "", "", "+", "-"][usize::try_from(random(5)).unwrap()];
    let sons: Vec<String> = (0..=random(3)).map(|_| subtree(random, depth - 1)).collect();
    format!("{mark}({})", sons.join(" "))
}

/// A bound with the name of the node that it comes from.
type Edge = (i32, Option<String>);

/// Alpha-Beta as in [dBP96] Fig. 3, which lists its cutoffs: the node, the bound's origin, and the sons left out.
fn naive(
    shape: &DiagramTree,
    n: usize,
    alpha: Edge,
    beta: Edge,
    cuts: &mut Vec<(String, Option<String>, String)>,
) -> i32 {
    let node = &shape.nodes[n];
    if let Some(value) = node.value {
        return value;
    }
    let max = node.kind == DiagramNodeKind::Max;
    let (mut alpha, mut beta, mut g) = (alpha, beta, None);
    for (tried, &son) in node.sons.iter().enumerate() {
        let value = naive(shape, son, alpha.clone(), beta.clone(), cuts);
        let best = g.map_or(value, |g: i32| if max { g.max(value) } else { g.min(value) });
        g = Some(best);
        if if max { best >= beta.0 } else { best <= alpha.0 } {
            let left: Vec<&str> = node.sons[tried + 1..].iter().map(|&son| shape.nodes[son].name.as_str()).collect();
            cuts.push((node.name.clone(), if max { beta.1 } else { alpha.1 }, left.join(" ")));
            return best;
        }
        if max && best > alpha.0 {
            alpha = (best, Some(node.name.clone()));
        } else if !max && best < beta.0 {
            beta = (best, Some(node.name.clone()));
        }
    }
    g.unwrap()
}

#[test]
fn the_reasons_of_alpha_beta_are_those_of_a_naive_one() {
    for text in random_trees() {
        let tree: ExplicitTree = text.parse().unwrap();
        let shape = DiagramTree::of(&tree, None).unwrap();
        let mut expected = Vec::new();
        let value = naive(&shape, 0, (i32::MIN, None), (i32::MAX, None), &mut expected);
        let drawing = drawn(&text, "alphabeta");
        assert_eq!(drawing.value, Some(value), "{text}");
        let cuts = drawing.walk.iter().filter(|step| step.event == WalkEvent::Cutoff);
        let cuts: Vec<_> = cuts.map(|step| (step.node.clone(), step.from.clone(), step.skipped.join(" "))).collect();
        assert_eq!(cuts, expected, "{text}");
    }
}

/// Every step of every algorithm is consistent: windows are those of the papers, reasons hold, bounds come from
/// ancestors, and every node that is entered is left.
#[test]
fn steps_of_every_algorithm_hold() {
    for text in random_trees().into_iter().take(20) {
        for algorithm in AnyAlgorithm::NAMES {
            let drawing = drawn(&text, algorithm);
            let what = format!("{algorithm} on {text}");
            assert!(drawing.steps.is_empty() || drawing.walk.is_empty(), "{what}");
            let mut open: Vec<&WalkStep> = Vec::new();
            for step in &drawing.walk {
                match step.event {
                    WalkEvent::Enter => open.push(step),
                    WalkEvent::Cutoff | WalkEvent::Leave => check_exit(&drawing, step, &mut open, &what),
                    WalkEvent::Stored => assert!(step.text.starts_with("stored f"), "{what}: {step:?}"),
                    _ => {}
                }
            }
            assert!(open.is_empty(), "{what}");
            let has_steps = drawing.nodes.len() == 1 || !drawing.steps.is_empty() || !drawing.walk.is_empty();
            // MTD-best searches nothing if there is one move.
            assert!(has_steps || algorithm.starts_with("mtd-best"), "{what}");
        }
    }
}

fn check_exit(drawing: &Drawing, step: &WalkStep, open: &mut Vec<&WalkStep>, what: &str) {
    let entry = open.pop().expect("a node that was entered");
    assert_eq!((&entry.node, entry.ply), (&step.node, step.ply), "{what}");
    let node = drawing.nodes.iter().find(|node| node.name == step.node).unwrap();
    if step.event == WalkEvent::Leave {
        assert!(step.skipped.is_empty() && step.from.is_none(), "{what}");
        return;
    }
    let g = step.value.unwrap();
    let max = node.kind == DiagramNodeKind::Max;
    // A stored bound may have narrowed the window of the entry.
    if entry.text.is_empty() {
        let holds =
            if max { entry.beta.is_none_or(|beta| g >= beta) } else { entry.alpha.is_none_or(|alpha| g <= alpha) };
        assert!(holds, "{what}: {step:?}");
    }
    assert!(step.text.contains(if max { ">= beta" } else { "<= alpha" }), "{what}: {step:?}");
    assert!(step.from.is_some() || step.text.ends_with("from the query"), "{what}: {step:?}");
    if let Some(from) = &step.from {
        let origin = drawing.nodes.iter().find(|node| node.name == *from).unwrap();
        assert!(node.path.starts_with(&origin.path), "{what}: {step:?}");
    }
}

#[test]
fn windows_and_reasons_read_as_in_the_papers() {
    let lines = |text: &str, algorithm: &str| {
        let drawing = drawn(text, algorithm);
        drawing.walk.iter().map(|step| format!("{} {} {}", step.label, step.window, step.text)).collect::<Vec<_>>()
    };
    let expected = [
        "[a] (-inf, +inf) ",
        "(b) (-inf, +inf) ",
        "b1 (-inf, +inf) f = 3",
        "b2 (-inf, 3) f = 5",
        "(b)  all sons searched: g = 3",
        "(c) (3, +inf) ",
        "c1 (3, +inf) f = 2",
        "(c)  cuts off c2: g = 2 <= alpha = 3, from [a] at ply 0",
        "[a]  all sons searched: g = 3",
    ];
    assert_eq!(lines("((3 5) (2 9))", "alphabeta"), expected);
    let mtd = lines("((3 5) (2 9))", "mtd+inf");
    assert_eq!(mtd[0], "[a] (+inf-1, +inf) ");
    assert!(mtd.contains(&"(b)  cuts off b2: g = 3 <= alpha = +inf-1, from the query".to_owned()), "{mtd:#?}");
    let scout = lines("(5 ((3 9) (7 9)) ((6 8) (5 8)))", "negascout");
    assert!(scout.iter().any(|line| line.contains("from a test at [a], ply 0")), "{scout:#?}");
}
