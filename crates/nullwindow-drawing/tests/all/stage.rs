//! Searches as steps: a player that applies the changes against the replay from the trace, and against the drawings.
#![allow(missing_docs)]

use nullwindow::AnyAlgorithm;
use nullwindow::trees::ExplicitTree;
use nullwindow_drawing::stage::code::code;
use nullwindow_drawing::stage::view::backup_list;
use nullwindow_drawing::stage::{NodeView, Stage, StageError, StageEvent, StageOptions, StageState, StageStep};
use nullwindow_drawing::{
    DiagramLimits, DiagramNodeKind, DiagramTree, Drawing, OpenListEntry, RandomTreeError, RandomTreeKind, random_tree,
    rules, watch,
};
use serde_json::Value;
use std::collections::HashSet;

const PAPERS: [&str; 2] = [ExplicitTree::DBP96_FIG_1, ExplicitTree::PSPB96_FIG_3];

/// A player as the page has it: one view per node, and the place in the list of steps.
struct StagePlayer<'s> {
    stage: &'s Stage,
    views: Vec<NodeView>,
    step: usize,
}

impl StagePlayer<'_> {
    fn new(stage: &Stage) -> StagePlayer<'_> {
        StagePlayer { stage, views: stage.initial.clone(), step: 0 }
    }

    fn forward(&mut self) {
        for change in &self.stage.steps[self.step].changes {
            assert_eq!(self.views[change.node], change.before);
            assert_ne!(change.before, change.after);
            self.views[change.node] = change.after;
        }
        self.step += 1;
    }

    fn back(&mut self) {
        self.step -= 1;
        for change in &self.stage.steps[self.step].changes {
            assert_eq!(self.views[change.node], change.after);
            self.views[change.node] = change.before;
        }
    }

    fn check(&self, expected: &StageState, what: &str) {
        let Stage { steps, nodes, .. } = self.stage;
        let what = format!("{what}, step {} {:?}", self.step, self.step.checked_sub(1).map(|last| &steps[last]));
        for (node, (own, expected)) in self.views.iter().zip(&expected.nodes).enumerate() {
            assert_eq!(own, expected, "{what}, node {}", nodes[node].name);
        }
        let open = self.stage.open_order.map_or_else(Vec::new, |order| order.list(&self.views));
        assert_eq!(open, expected.open, "{what}");
        assert_eq!(backup_list(&self.views), expected.backup, "{what}");
        let last = self.step.checked_sub(1).map(|last| &steps[last]);
        assert_eq!(last.map_or_else(Default::default, |step| step.counts), expected.counts, "{what}");
        assert_eq!((self.step, last.map_or(0, |step| step.pass)), (expected.step, expected.pass), "{what}");
    }
}

/// Trees with few values, so that ties occur, with players that move twice in a row, and with ends at any depth.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % sides).unwrap()
    }

    fn tree(&mut self, depth: usize) -> String {
        if depth == 0 || depth < 3 && self.roll(6) == 0 {
            return (i64::try_from(self.roll(7)).unwrap() - 2).to_string();
        }
        let mark = ["", "", "", "+", "-", "1", "3-"][self.roll(7)];
        let sons: Vec<String> = (0..=self.roll(3)).map(|_| self.tree(depth - 1)).collect();
        format!("{mark}({})", sons.join(" "))
    }
}

fn staged(text: &str, algorithm: &AnyAlgorithm, depth: Option<u32>) -> Stage {
    let options = StageOptions { depth, ..StageOptions::new(*algorithm) };
    Stage::watch(&text.parse().unwrap(), &options).unwrap()
}

fn algorithms() -> Vec<AnyAlgorithm> {
    let more = ["ps*(3+)", "mtd-step(2)", "mtd-step-up(3)", "aspiration(1)", "mt(3)", "mtd-f(2)"];
    AnyAlgorithm::all().into_iter().chain(more.iter().map(|name| name.parse().unwrap())).collect()
}

/// Steps forward through the whole search and back to its beginning, and compares every state with the replay.
fn check_states(stage: &Stage, what: &str) {
    let states: Vec<StageState> = (0..=stage.steps.len()).map(|step| stage.state(step)).collect();
    let mut player = StagePlayer::new(stage);
    player.check(&states[0], what);
    for state in &states[1..] {
        player.forward();
        player.check(state, what);
    }
    for state in states[..stage.steps.len()].iter().rev() {
        player.back();
        player.check(state, what);
    }
    assert_eq!(player.views, stage.initial, "{what}");
}

fn check_laws(stage: &Stage, what: &str) {
    let ancestors = |node: usize| std::iter::successors(Some(node), |&node| stage.nodes[node].parent);
    for (number, step) in stage.steps.iter().enumerate() {
        let what = format!("{what}: {step:?}");
        assert!(step.line < stage.code.lines.len(), "{what}");
        assert!(!stage.code.lines[step.line].is_empty(), "{what}");
        assert!(step.from.is_none_or(|from| ancestors(step.node).any(|node| node == from)), "{what}");
        assert!(!step.text.is_empty(), "{what}");
        assert_eq!(step.case.is_some(), step.event == StageEvent::Take, "{what}");
        let sorted = step.changes.windows(2).all(|pair| pair[0].node < pair[1].node);
        assert!(sorted, "{what}");
        let pass = &stage.passes[step.pass];
        assert!((pass.first_step..=pass.last_step).contains(&number), "{what}");
    }
    let last = stage.steps.last().unwrap();
    let visits = u64::try_from(last.counts.visits).unwrap();
    assert_eq!((last.counts.leaves as u64, visits), (stage.leaves, stage.leaf_visits), "{what}");
    let (value, last) = (stage.value, stage.passes.last().unwrap());
    assert!(value.is_none() || (last.lower, last.upper) == (value, value), "{what}");
    for (number, pass) in stage.passes.iter().enumerate() {
        assert_eq!(
            pass.first_step,
            number.checked_sub(1).map_or(0, |before| stage.passes[before].last_step + 1),
            "{what}"
        );
        let steps = &stage.steps[pass.first_step..=pass.last_step];
        let begins: Vec<&StageStep> = steps.iter().filter(|step| step.event == StageEvent::Pass).collect();
        assert_eq!((begins.len(), &begins[0].text), (1, &pass.question), "{what}");
        let answer = steps.last().unwrap();
        assert_eq!((answer.event, &answer.text), (StageEvent::Answer, &pass.reply), "{what}");
    }
    for (number, node) in stage.nodes.iter().enumerate() {
        assert!(node.sons.iter().all(|&son| stage.nodes[son].parent == Some(number)), "{what}");
        assert_eq!(node.kind == DiagramNodeKind::Leaf, node.value.is_some(), "{what}");
    }
}

/// Compares the state at the end of every pass with the drawing's picture of it.
fn check_pictures(stage: &Stage, drawing: &Drawing, what: &str) {
    assert_eq!(stage.passes.len(), drawing.pictures.len(), "{what}");
    assert_eq!((stage.value, stage.best, stage.leaves), (drawing.value, drawing.best, drawing.leaves), "{what}");
    let mut player = StagePlayer::new(stage);
    for (number, (pass, picture)) in stage.passes.iter().zip(&drawing.pictures).enumerate() {
        while player.step <= pass.last_step {
            player.forward();
        }
        let what = format!("{what}, pass {number}");
        assert_eq!((&pass.question, &pass.reply), (&picture.question, &picture.reply), "{what}");
        assert_eq!((pass.alpha, pass.beta, pass.answer), (picture.alpha, picture.beta, picture.answer), "{what}");
        assert_eq!((pass.lower, pass.upper), (picture.lower, picture.upper), "{what}");
        assert_eq!((pass.leaves, pass.new_leaves), (picture.leaves, picture.new_leaves), "{what}");
        for (node, (view, state)) in player.views.iter().zip(&picture.states).enumerate() {
            let what = format!("{what}, node {}", stage.nodes[node].name);
            assert_eq!((view.max, view.min), (state.max_tree, state.min_tree), "{what}");
            assert_eq!((view.lower, view.upper), (state.lower, state.upper), "{what}");
            if node > 0 {
                assert_eq!(
                    (view.pass.is_some(), view.pass == Some(number)),
                    (state.visit.is_some(), state.now),
                    "{what}"
                );
            }
        }
        // At the end of the search OPEN is empty: the drawing then has none.
        let open = stage.open_order.map_or_else(Vec::new, |order| order.list(&player.views));
        let open = open.iter().map(|entry| (stage.nodes[entry.node].name.clone(), entry.solved, entry.merit.0));
        let entry = |entry: &OpenListEntry| (entry.name.clone(), entry.solved, entry.merit);
        let expected: Vec<_> = picture.open.iter().flatten().map(entry).collect();
        let finite = |score: nullwindow::Score| score.is_finite().then(|| score.get());
        assert_eq!(
            open.map(|(name, solved, merit)| (name, solved, finite(merit))).collect::<Vec<_>>(),
            expected,
            "{what}"
        );
    }
    assert_eq!(player.step, stage.steps.len(), "{what}");
}

fn check(text: &str, algorithm: &AnyAlgorithm, depth: Option<u32>) {
    let what = format!("{algorithm} on {text} to {depth:?}");
    let stage = staged(text, algorithm, depth);
    let tree = text.parse().unwrap();
    let drawing = watch(&DiagramTree::of(&tree, depth).unwrap(), &tree, algorithm, None);
    check_laws(&stage, &what);
    check_pictures(&stage, &drawing, &what);
    check_states(&stage, &what);
}

#[test]
fn every_state_on_the_papers_trees() {
    for algorithm in algorithms() {
        for text in PAPERS {
            check(text, &algorithm, None);
            check(text, &algorithm, Some(3));
        }
    }
}

#[test]
fn every_state_on_small_trees_by_every_algorithm() {
    let mut dice = Dice(3);
    for number in 0..200 {
        let text = dice.tree(2 + number % 2);
        let depth = [None, None, None, Some(2)][number % 4];
        algorithms().iter().for_each(|algorithm| check(&text, algorithm, depth));
    }
}

#[test]
fn a_guess_and_a_title_are_those_of_the_options() {
    for name in ["mtd-f", "aspiration", "mt", "mtd-best"] {
        let (algorithm, guess) = (name.parse().unwrap(), Some(20));
        let options = StageOptions { guess, title: Some("mine".to_owned()), ..StageOptions::new(algorithm) };
        for text in PAPERS {
            let tree = text.parse().unwrap();
            let stage = Stage::watch(&tree, &options).unwrap();
            let drawing = watch(&DiagramTree::of(&tree, None).unwrap(), &tree, &algorithm, guess);
            check_pictures(&stage, &drawing, name);
            check_states(&stage, name);
            assert_eq!(stage.title, "mine");
            assert_ne!(stage.steps, staged(text, &algorithm, None).steps, "{name}");
        }
    }
}

#[test]
fn every_state_on_larger_trees() {
    let mut dice = Dice(11);
    for _ in 0..8 {
        let text = dice.tree(4);
        algorithms().iter().for_each(|algorithm| check(&text, algorithm, None));
    }
}

/// The leaves that a search visits, in the order in which its counter rises.
fn leaf_sequence(stage: &Stage) -> Vec<usize> {
    let mut leaves = 0;
    let rises = |step: &&StageStep| std::mem::replace(&mut leaves, step.counts.leaves) < step.counts.leaves;
    stage.steps.iter().filter(rises).map(|step| step.node).collect()
}

#[test]
fn sss_star_beside_mtd_plus_infinity() {
    let mut dice = Dice(5);
    for number in 0..40 {
        // Alternating players, as in the papers.
        let text = dice.tree(2 + number % 3).replace(['+', '-'], "");
        for (list, driver) in [("sss*", "mtd+inf"), ("dual*", "mtd-inf"), ("sss-2", "mtd+inf"), ("rec-sss*", "mtd+inf")]
        {
            let [list, driver] = [list, driver].map(|name| staged(&text, &name.parse().unwrap(), None));
            let passes = |stage: &Stage| stage.passes.iter().map(|pass| (pass.answer, pass.leaves)).collect::<Vec<_>>();
            let what = format!("{} and {} on {text}", list.algorithm, driver.algorithm);
            assert_eq!(leaf_sequence(&list), leaf_sequence(&driver), "{what}");
            assert_eq!(passes(&list), passes(&driver), "{what}");
        }
    }
}

#[test]
fn pearls_tree_step_by_step() {
    let stage = staged(ExplicitTree::PSPB96_FIG_3, &"mtd+inf".parse().unwrap(), None);
    let line = |step: &StageStep| {
        let code = stage.code.lines[step.line].trim();
        format!("{:?} {} | {} | {code}", step.event, stage.nodes[step.node].name, step.text)
    };
    let lines: Vec<String> = stage.steps.iter().map(line).collect();
    let begins = [
        "Pass a | is it +inf or more? | g := MT(root, bound)",
        "Enter a | window (+inf-1, +inf) | function MT(n, gamma)",
        "Probe a | nothing stored | retrieve n.f-, n.f+",
        "Expand a | 2 sons | g := -inf; c := first son of n",
    ];
    assert_eq!(lines[..4], begins);
    let cut = "Cutoff d | cuts off n: g = 41 <= alpha = +inf-1, from the query | while g >= gamma and c exists do";
    assert!(lines.contains(&cut.to_owned()), "{lines:#?}");
    let end = "Answer a | yes, at least 35 | if g < bound then f+ := g else f- := g";
    assert_eq!(lines.last().unwrap(), end);
    let stage = staged(ExplicitTree::PSPB96_FIG_3, &"sss*".parse().unwrap(), None);
    let cases: String = stage.steps.iter().filter_map(|step| step.case).map(|case| case.to_string()).collect();
    // [PSPB96], section 2.1: down to the first leaf, and the root is solved at the end.
    assert!(cases.starts_with("65654") && cases.ends_with("310"), "{cases}");
}

/// What Alpha-Beta leaves out is what it never visits below a visited node.
#[test]
fn cuts_of_alpha_beta_are_those_of_the_drawings() {
    let mut dice = Dice(17);
    for _ in 0..40 {
        let (text, algorithm) = (dice.tree(4), "alphabeta".parse().unwrap());
        let tree = text.parse().unwrap();
        let drawing = watch(&DiagramTree::of(&tree, None).unwrap(), &tree, &algorithm, None);
        let stage = staged(&text, &algorithm, None);
        let views = stage.state(stage.steps.len()).nodes;
        let cut: Vec<bool> = drawing.last().states.iter().map(|state| state.cut).collect();
        assert_eq!(views.iter().map(|view| view.cut).collect::<Vec<_>>(), cut, "{text}");
    }
}

#[test]
fn every_algorithm_has_code_with_a_source() {
    for algorithm in algorithms() {
        let code = code(&algorithm);
        assert!((6..=34).contains(&code.lines.len()), "{algorithm}: {} lines", code.lines.len());
        assert!(code.source.contains('[') && !code.title.is_empty(), "{algorithm}");
        assert!(code.lines.iter().all(|line| line.chars().count() <= 100), "{algorithm}");
    }
    // From the other side a list algorithm exchanges the players, and so do its rules.
    let stage = staged("-((1 2) (3 4))", &"sss*".parse().unwrap(), None);
    assert!(stage.code.lines[0].contains("-inf"), "{:?}", stage.code.lines);
    let dual = staged("((1 2) (3 4))", &"dual*".parse().unwrap(), None);
    assert_eq!(stage.code.lines, dual.code.lines);
    let texts = |stage: &Stage| stage.steps.iter().map(|step| step.text.clone()).collect::<Vec<_>>();
    let rules = [rules::DUAL_STAR, rules::SSS_STAR].map(|rules| rules.to_vec());
    let taken = dual.steps.iter().filter(|step| step.case.is_some_and(|case| case > 0));
    assert!(taken.clone().count() > 4);
    // The root of DUAL* is a level of its own.
    let taken = taken.filter(|step| step.node > 0);
    taken.for_each(|step| assert_eq!(step.text, rules[0][usize::from(step.case.unwrap()) - 1]));
    let straight = staged("((1 2) (3 4))", &"sss*".parse().unwrap(), None);
    assert!(texts(&straight).iter().any(|text| rules[1].contains(&text.as_str())));
}

#[test]
fn json_has_names_and_leaves_out_what_is_absent() {
    for algorithm in algorithms() {
        let stage = staged(ExplicitTree::PSPB96_FIG_3, &algorithm, None);
        let json: Value = serde_json::from_str(&serde_json::to_string(&stage).unwrap()).unwrap();
        let name = json["algorithm"].as_str().unwrap();
        assert_eq!(name.parse::<AnyAlgorithm>().unwrap(), algorithm);
        assert_eq!(json["nodes"].as_array().unwrap().len(), json["initial"].as_array().unwrap().len());
        let names: HashSet<&str> = stage.nodes.iter().map(|node| node.name.as_str()).collect();
        assert_eq!(names.len(), stage.nodes.len());
        for (step, json) in stage.steps.iter().zip(json["steps"].as_array().unwrap()) {
            assert_eq!(json["event"], format!("{:?}", step.event).to_lowercase());
            assert_eq!(
                (json["node"].as_u64(), json["leaves"].as_u64()),
                (Some(step.node as u64), Some(step.counts.leaves as u64))
            );
            let views =
                json["changes"].as_array().unwrap().iter().flat_map(|change| [&change["before"], &change["after"]]);
            for view in views {
                let absent = |value: &Value| value.is_null();
                assert!(!view.as_object().unwrap().values().any(absent), "{view}");
            }
        }
        let state = serde_json::to_value(stage.state(3)).unwrap();
        assert_eq!((state["step"].as_u64(), state["nodes"][0]["pass"].as_u64()), (Some(3), Some(0)));
    }
}

/// The JSON of a stage goes over a network, and the page keeps it in memory.
#[test]
fn large_trees_have_small_stages() {
    let limits = DiagramLimits::of_nodes(Stage::MAX_NODES);
    for (size, most) in [("3x8", 5_000_000), ("19999x1", 30_000_000)] {
        let tree = random_tree(RandomTreeKind::Uniform, size.parse().unwrap(), 1, limits).unwrap();
        for algorithm in ["mtd+inf", "sss*"] {
            let stage = Stage::watch(&tree, &StageOptions::new(algorithm.parse().unwrap())).unwrap();
            let bytes = serde_json::to_string(&stage).unwrap().len();
            assert!(bytes < most, "{algorithm} on {size}: {bytes} bytes");
            let mut player = StagePlayer::new(&stage);
            stage.steps.iter().for_each(|_| player.forward());
            if size == "3x8" {
                player.check(&stage.state(stage.steps.len()), algorithm);
            }
            stage.steps.iter().for_each(|_| player.back());
            assert_eq!(player.views, stage.initial);
        }
    }
}

#[test]
fn searches_that_are_too_large_are_refused() {
    let watched = |text: &str, algorithm: &str, depth| {
        let options = StageOptions { depth, ..StageOptions::new(algorithm.parse().unwrap()) };
        Stage::watch(&text.parse().unwrap(), &options)
    };
    let wide = format!("({})", "1 ".repeat(Stage::MAX_NODES));
    let error = watched(&wide, "alphabeta", None).unwrap_err();
    assert!(error.to_string().contains("at most 20000 nodes"), "{error}");
    assert!(watched(&wide, "alphabeta", Some(0)).is_ok(), "only the root is searched");
    assert_eq!(watched("(1 2)", "alphabeta", Some(255)).unwrap_err(), StageError::Depth(255));
    // Every pass of the driver from below visits one more leaf.
    let rising: Vec<String> = (0..2000).map(|value| value.to_string()).collect();
    let error = watched(&format!("({})", rising.join(" ")), "mtd-inf", None).unwrap_err();
    assert_eq!(error, StageError::Steps);
    assert!(error.to_string().contains("at most 400000 steps"), "{error}");
}

#[test]
fn random_trees_are_written_out_within_limits() {
    for kind in RandomTreeKind::ALL {
        let tree = |size: &str, seed| random_tree(kind, size.parse()?, seed, DiagramLimits::DRAWING);
        let (one, other) = (tree("3x4", 1).unwrap(), tree("3x4", 2).unwrap());
        assert_eq!((one.leaves().len(), &one), (81, &tree("3x4", 1).unwrap()), "{kind}");
        assert_ne!(one, other, "{kind}");
        assert_eq!(tree("5x0", 1).unwrap().leaves().len(), 1, "{kind}");
        let large = tree("3x9", 1).unwrap_err().to_string();
        assert_eq!(large, "a tree of 3x9 has 19683 leaves in 9 plies; at most 256 leaves and 20 plies can be drawn");
        assert!(matches!(tree("0x4", 1), Err(RandomTreeError::Shape(_))), "{kind}");
        assert!(matches!(tree("7", 1), Err(RandomTreeError::Size(_))), "{kind}");
        assert!(tree("65535x255", 1).is_err(), "{kind}");
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!(matches!("fir".parse::<RandomTreeKind>(), Err(RandomTreeError::Kind(_))));
    let nodes = DiagramLimits::of_nodes(100);
    let error = random_tree(RandomTreeKind::Uniform, "3x5".parse().unwrap(), 1, nodes).unwrap_err();
    assert_eq!(error.to_string(), "a tree of 3x5 has 364 nodes in 5 plies; at most 100 nodes can be drawn");
}
