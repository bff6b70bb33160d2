//! Searches as steps: a player that applies the changes against the replay from the trace, and against the drawings.
#![allow(missing_docs)]

use nullwindow::AnyAlgorithm;
use nullwindow::trees::ExplicitTree;
use nullwindow_drawing::stage::view::backup_list;
use nullwindow_drawing::stage::{NodeView, Stage, StageEvent, StageOptions, StageState, StageStep};
use nullwindow_drawing::{DiagramNodeKind, DiagramTree, Drawing, OpenListEntry, watch};

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
    for step in &stage.steps {
        let what = format!("{what}: {step:?}");
        assert!(step.line < stage.code.lines.len(), "{what}");
        assert!(!stage.code.lines[step.line].is_empty(), "{what}");
        assert!(step.from.is_none_or(|from| ancestors(step.node).any(|node| node == from)), "{what}");
        assert!(!step.text.is_empty(), "{what}");
        assert_eq!(step.case.is_some(), step.event == StageEvent::Take, "{what}");
        let sorted = step.changes.windows(2).all(|pair| pair[0].node < pair[1].node);
        assert!(sorted, "{what}");
        let pass = &stage.passes[step.pass];
        let number = stage.steps.iter().position(|other| std::ptr::eq(other, step)).unwrap();
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
fn every_state_on_larger_trees() {
    let mut dice = Dice(11);
    for _ in 0..8 {
        let text = dice.tree(4);
        algorithms().iter().for_each(|algorithm| check(&text, algorithm, None));
    }
}

#[test]
fn sss_star_beside_mtd_plus_infinity() {
    let leaves = |text: &str, algorithm: &str| {
        let stage = staged(text, &algorithm.parse().unwrap(), None);
        let seen = |step: &&StageStep| {
            step.changes
                .iter()
                .any(|change| stage.nodes[change.node].kind == DiagramNodeKind::Leaf && change.node == step.node)
        };
        let mut sequence: Vec<(usize, usize)> =
            stage.steps.iter().filter(seen).map(|step| (step.counts.leaves, step.node)).collect();
        sequence.dedup_by_key(|(leaves, _)| *leaves);
        let new = |pair: &[(usize, usize)]| pair[1].0 > pair[0].0;
        assert!(sequence.windows(2).all(new));
        let passes: Vec<_> = stage.passes.iter().map(|pass| (pass.answer, pass.leaves)).collect();
        (stage.steps.iter().map(|step| step.counts.leaves).max(), passes)
    };
    let mut dice = Dice(5);
    for number in 0..40 {
        // Alternating players, as in the papers.
        let text = dice.tree(2 + number % 3).replace(['+', '-'], "");
        assert_eq!(leaves(&text, "sss*"), leaves(&text, "mtd+inf"), "{text}");
        assert_eq!(leaves(&text, "dual*"), leaves(&text, "mtd-inf"), "{text}");
    }
}
