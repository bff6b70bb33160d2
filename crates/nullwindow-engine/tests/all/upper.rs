//! The upper tree of searches: its laws, and its bounds against minimax.

use crate::common::{NEVER, algorithm, engine, search};
use nullwindow::{AnyAlgorithm, Depth};
use nullwindow_engine::{
    AnsweredBy, Control, Engine, EngineError, Horizon, MemoryChoice, PositionText, SearchRequest, UpperNode, UpperTree,
};
use std::sync::atomic::AtomicBool;

/// The algorithms that can be watched and find the value.
const WATCHED: [&str; 11] = [
    "minimax",
    "alphabeta",
    "tt-alphabeta",
    "scout",
    "negascout",
    "aspiration",
    "mtd+inf",
    "mtd-inf",
    "mtd-f",
    "mtd-bi",
    "mtd-step",
];

/// Engines, positions and depths at which no score encodes the distance to a win.
const SUBJECTS: [(&str, &str, u32); 7] = [
    ("uniform 3x5", "seed 7", 5),
    ("ordered 4x4 r2 p0.9", "seed 3", 4),
    ("othello", "f5d6c3d3c4", 4),
    ("checkers", "11-15 23-19 8-11 22-17", 5),
    ("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", 3),
    ("connect4", "44", 5),
    ("tictactoe", "XO-------", 5),
];

fn request(name: &str, position: &str, depth: u32, memory: MemoryChoice) -> SearchRequest {
    let horizon = Horizon::Deepening { to: Depth::plies(depth), step: 1 };
    let mut request = SearchRequest::new(algorithm(name), horizon, memory);
    request.position = PositionText::new((!position.is_empty()).then_some(position));
    request
}

fn upper(engine: &dyn Engine, request: &SearchRequest, path: &[String], plies: u32) -> UpperTree {
    engine.upper_tree(request, path, plies, &mut Control::new(&NEVER)).unwrap()
}

/// The same tree without its time.
fn timeless(tree: UpperTree) -> String {
    let mut value = serde_json::to_value(tree).unwrap();
    value["seconds"] = 0.into();
    value.to_string()
}

fn each_node(node: &UpperNode, path: &mut Vec<String>, visit: &mut impl FnMut(&UpperNode, &[String])) {
    visit(node, path);
    for child in node.children.iter().flatten() {
        path.push(child.name.clone().unwrap());
        each_node(child, path, visit);
        path.pop();
    }
}

/// The position of the request and these moves.
fn after(request: &SearchRequest, path: &[String]) -> PositionText {
    let mut position = request.position.clone();
    position.moves.extend(path.iter().cloned());
    position
}

fn first_moves(engine: &dyn Engine, position: &PositionText) -> bool {
    engine.board(position).unwrap().first_player_moves
}

/// The bounds of a node for its own player to move. `parent` is the path to it without the last move.
fn own_bounds(engine: &dyn Engine, request: &SearchRequest, node: &UpperNode, path: &[String]) -> (i64, i64) {
    let lower = node.lower.map_or(i64::MIN + 1, i64::from);
    let upper = node.upper.map_or(i64::MAX, i64::from);
    let turns = path.split_last().is_some_and(|(_, before)| {
        first_moves(engine, &after(request, path)) != first_moves(engine, &after(request, before))
    });
    if turns { (-upper, -lower) } else { (lower, upper) }
}

/// The laws of every tree in full width: counts, names, and best replies that prove the bound.
fn check_laws(engine: &dyn Engine, request: &SearchRequest, tree: &UpperTree, without_memory: bool) {
    let what = format!("{} {}", engine.name(), request.algorithm);
    assert_eq!(tree.root.below, tree.nodes, "{what}");
    assert_eq!((tree.root.lower, tree.root.upper), (tree.value, tree.value), "{what}");
    each_node(&tree.root, &mut Vec::new(), &mut |node, path| {
        let what = format!("{what} after {path:?}: {node:?}");
        assert!(node.lower.unwrap_or(i32::MIN) <= node.upper.unwrap_or(i32::MAX), "{what}");
        assert!(node.visits > 0 && node.answered != AnsweredBy::None, "{what}");
        assert_eq!(node.moves, engine.board(&after(request, path)).unwrap().moves.len(), "{what}");
        let Some(children) = &node.children else { return };
        let spent: u64 = children.iter().map(|child| child.below).sum();
        assert_eq!(node.below, node.visits + node.aside + spent, "{what}");
        if without_memory {
            assert_eq!(node.aside, 0, "{what}");
        }
        if node.answered == AnsweredBy::Search && !node.cut && without_memory {
            assert_eq!(children.len(), node.moves, "all moves were searched: {what}");
        }
        if let Some(best) = &node.best {
            let (lower, _) = own_bounds(engine, request, node, path);
            let child = children.iter().find(|child| child.name.as_ref() == Some(best)).expect(&what);
            assert!(child.lower.map_or(i64::MIN, i64::from) >= lower, "{what}");
        }
    });
}

#[test]
fn every_algorithm_keeps_the_laws_on_every_game() {
    for (name, position, depth) in SUBJECTS {
        let engine = engine(name);
        for algorithm in WATCHED {
            for (memory, without) in [
                (MemoryChoice::Nothing, true),
                (MemoryChoice::Entries(1 << 14), false),
                (MemoryChoice::Everything, false),
            ] {
                let request = request(algorithm, position, depth, memory);
                let tree = upper(&*engine, &request, &[], 2);
                let record = search(&*engine, &request).records.pop().unwrap();
                let found = (tree.value, tree.nodes, tree.depth);
                assert_eq!(found, (record.value, record.total, record.depth), "{name} {algorithm}");
                assert!(tree.root.best.is_some(), "{name} {algorithm}");
                check_laws(&*engine, &request, &tree, without);
            }
        }
    }
}

/// The value of a position for its mover, by an algorithm that no observer watches.
fn value(engine: &dyn Engine, position: PositionText, depth: u32) -> i64 {
    let mut request =
        SearchRequest::new(algorithm("minimax"), Horizon::Fixed(Depth::plies(depth)), MemoryChoice::Nothing);
    request.position = position;
    search(engine, &request).records[0].value.unwrap().into()
}

#[test]
fn bounds_contain_the_values_of_minimax() {
    for (name, position, depth) in SUBJECTS {
        let engine = engine(name);
        let depth = depth.min(4);
        for algorithm in ["alphabeta", "negascout", "mtd-f", "mtd+inf"] {
            for memory in [MemoryChoice::Nothing, MemoryChoice::Everything] {
                let request = request(algorithm, position, depth, memory);
                let tree = upper(&*engine, &request, &[], 2);
                let mut decided = 0;
                each_node(&tree.root, &mut Vec::new(), &mut |node, path| {
                    let (lower, upper) = own_bounds(&*engine, &request, node, path);
                    let left = depth - u32::try_from(path.len()).unwrap();
                    let truth = value(&*engine, after(&request, path), left);
                    assert!(lower <= truth && truth <= upper, "{name} {algorithm} {path:?}: {truth}, not {node:?}");
                    decided += u32::from(node.lower.is_some() || node.upper.is_some());
                });
                assert!(decided > 3, "{name} {algorithm}");
            }
        }
    }
}

#[test]
fn random_trees_keep_the_laws_to_their_leaves() {
    let engine = engine("uniform 3x4");
    for seed in 1..=30 {
        for algorithm in WATCHED {
            let request = request(algorithm, &format!("seed {seed}"), 4, MemoryChoice::Nothing);
            let tree = upper(&*engine, &request, &[], 9);
            check_laws(&*engine, &request, &tree, true);
            let mut leaves = 0;
            each_node(&tree.root, &mut Vec::new(), &mut |node, path| {
                assert_eq!(node.answered == AnsweredBy::Leaf, path.len() == 4, "seed {seed} {algorithm}: {node:?}");
                leaves += if path.len() == 4 { node.visits } else { 0 };
                if algorithm == "minimax" || path.len() == 4 {
                    assert!(node.lower == node.upper && node.visits > 0, "seed {seed} {algorithm}: {node:?}");
                }
            });
            assert_eq!(leaves, search(&*engine, &request).records[3].leaf_visits, "seed {seed} {algorithm}");
        }
    }
}

#[test]
fn a_path_leads_to_the_same_subtree() {
    for (name, position, depth) in SUBJECTS {
        let engine = engine(name);
        let request = request("mtd-f", position, depth, MemoryChoice::Entries(1 << 14));
        let whole = upper(&*engine, &request, &[], 3);
        assert_eq!(timeless(whole.clone()), timeless(upper(&*engine, &request, &[], 3)), "{name}: deterministic");
        let second = whole.root.children.as_ref().unwrap().iter().rfind(|child| child.below > 1).unwrap();
        let path = [second.name.clone().unwrap()];
        let below = upper(&*engine, &request, &path, 2);
        assert_eq!((below.value, below.nodes), (whole.value, whole.nodes), "{name}");
        assert_eq!(below.root, *second, "{name}");
        let none = upper(&*engine, &request, &[], 0);
        let mut root = whole.root.clone();
        root.children = None;
        assert_eq!(none.root, root, "{name}");
    }
}

#[test]
fn selective_searches_can_be_watched() {
    for (name, position, depth) in [
        ("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", 6),
        ("othello", "f5d6c3d3c4f4c5b3c2", 8),
        ("checkers", "11-15 23-19 8-11 22-17", 9),
    ] {
        let engine = engine(name);
        for algorithm in ["alphabeta", "negascout", "mtd-f"] {
            let mut request = request(algorithm, position, depth, MemoryChoice::Entries(1 << 16));
            (request.selective, request.exact_leaves) = (true, false);
            let tree = upper(&*engine, &request, &[], 2);
            let record = search(&*engine, &request).records.pop().unwrap();
            let found = (tree.value, tree.nodes, tree.root.best.clone());
            assert_eq!(found, (record.value, record.total, record.best), "{name} {algorithm}");
            assert_eq!((tree.root.lower, tree.root.upper), (tree.value, tree.value), "{name} {algorithm}");
            assert_eq!(tree.root.below, tree.nodes, "{name} {algorithm}");
            each_node(&tree.root, &mut Vec::new(), &mut |node, path| {
                let what = format!("{name} {algorithm} {path:?}: {node:?}");
                assert!(node.lower.unwrap_or(i32::MIN) <= node.upper.unwrap_or(i32::MAX), "{what}");
                let spent: u64 = node.children.iter().flatten().map(|child| child.below).sum();
                assert!(node.children.is_none() || node.below == node.visits + node.aside + spent, "{what}");
            });
        }
    }
}

#[test]
fn a_finished_game_is_a_leaf() {
    let tree = upper(&*engine("tictactoe"), &request("mtd-f", "XXXOO----", 3, MemoryChoice::Nothing), &[], 2);
    let root = &tree.root;
    assert_eq!((root.answered, root.below, root.visits, root.moves), (AnsweredBy::Leaf, 1, 1, 0));
    assert_eq!((root.lower, root.upper, &root.best, &root.name), (tree.value, tree.value, &None, &None));
}

#[test]
fn nodes_that_were_not_visited_say_so() {
    let engine = engine("tree ((41 5) (12 90))");
    let request = request("alphabeta", "", 2, MemoryChoice::Nothing);
    let board = engine.board(&PositionText::start()).unwrap();
    let path = [board.moves[0].clone(), board.moves[0].clone()];
    let visited = upper(&*engine, &request, &path, 1);
    // The leaf is worth 41 to MAX, and MIN made the move to it.
    assert_eq!((visited.root.lower, visited.root.visits), (Some(-41), 1));
    let mut shallow = request;
    shallow.horizon = Horizon::Fixed(Depth::plies(1));
    let unvisited = upper(&*engine, &shallow, &path, 1);
    assert_eq!((unvisited.root.answered, unvisited.root.visits), (AnsweredBy::None, 0));
}

#[test]
fn wrong_requests_are_errors() {
    let engine = engine("chess");
    let ask = |name: &str, path: &[&str], stop: &AtomicBool| {
        let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
        let request = request(name, "", 3, MemoryChoice::Nothing);
        engine.upper_tree(&request, &path, 2, &mut Control::new(stop)).unwrap_err()
    };
    for name in AnyAlgorithm::NAMES {
        let watched = WATCHED.contains(&name) || ["mt", "mtd-step-up", "mtd-gallop"].contains(&name);
        let error = ask(name, &["e5"], &NEVER);
        assert_eq!(matches!(error, EngineError::Move { .. }), watched, "{name}: {error}");
        assert_eq!(matches!(error, EngineError::CannotBeWatched { .. }), !watched, "{name}: {error}");
    }
    let error = ask("sss*", &[], &NEVER).to_string();
    assert!(error.starts_with("sss* does not walk") && error.contains("mtd-f") && !error.contains("dual*"), "{error}");
    assert!(matches!(ask("mtd-f", &[], &AtomicBool::new(true)), EngineError::Stopped(_)));
}
