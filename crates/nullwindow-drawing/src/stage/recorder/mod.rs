//! Turns the trace of a search into steps.
//!
//! A depth-first search makes one step per event. A list algorithm makes one step per application of its operator: the
//! state taken, with everything that the case puts into OPEN or removes from it. Passes are those of the drawings
//! (`crate::recorder`): every one begins with a step `pass` and ends with a step `answer`, also where the trace has no
//! such event, as between two merits of SSS*.

mod lists;
mod walk;

use super::Stage;
use super::board::Board;
use super::code::{CodeListing, Place};
use super::lists::OpenSet;
use super::proofs::{BestSon, Proofs};
use super::step::{StageEvent, StagePass, StageStep};
use super::view::StageCounts;
use crate::captions::{self, number};
use crate::lists::PassKind;
use crate::rules;
use crate::shape::{DiagramNodeKind, DiagramTree};
use crate::walk::WalkReader;
use nullwindow::observe::{Event, Trace};
use nullwindow::{AnyAlgorithm, Bounds, Score, Window};
use std::collections::HashMap;

/// The state of the recording.
pub(super) struct StageRecorder<'s> {
    shape: &'s DiagramTree,
    /// The nodes by name.
    names: HashMap<&'s str, usize>,
    /// The index after the last node of the subtree of each node.
    subtree_ends: Vec<usize>,
    kind: PassKind,
    /// True for the recursive list algorithms, which purge outside of the cases.
    purges_apart: bool,
    /// True if MIN moves at the root.
    flip: bool,
    rules: rules::Rules,
    listing: &'s CodeListing,
    board: Board,
    proofs: Proofs,
    open: OpenSet,
    /// The bounds that a depth-first search has found, and those of the root, as the drawings define them.
    found: Vec<Bounds>,
    root: Bounds,
    reader: WalkReader<&'s DiagramTree>,
    /// The nodes on the current path, with the windows of their searches.
    path: Vec<Option<(usize, Window)>>,
    counts: StageCounts,
    /// The number of sons of each node that a depth-first search has skipped.
    cut_counts: Vec<usize>,
    /// The bounds of the root that those of its sons give, for MTD-best.
    by_sons: BestSon,
    /// The query of this pass, for MAX, and the son of the root at which it was made.
    question: Option<Window>,
    target: Option<usize>,
    /// The highest merit in OPEN, for the algorithm's MAX.
    merit: Score,
    /// The first step of this pass, and the leaves before it.
    first_step: usize,
    leaves_before: usize,
    /// The events read, and the changes of all steps so far.
    events: usize,
    changes: usize,
    steps: Vec<StageStep>,
    passes: Vec<StagePass>,
}

/// The parts of a step that its event determines.
struct Cue {
    event: StageEvent,
    node: usize,
    text: String,
    place: Place,
    from: Option<usize>,
    case: Option<u8>,
}

impl Cue {
    fn new(event: StageEvent, node: usize, text: impl Into<String>, place: Place) -> Cue {
        Cue { event, node, text: text.into(), place, from: None, case: None }
    }
}

impl<'s> StageRecorder<'s> {
    pub(super) fn new(
        shape: &'s DiagramTree,
        algorithm: &AnyAlgorithm,
        flip: bool,
        listing: &'s CodeListing,
    ) -> StageRecorder<'s> {
        let count = shape.nodes.len();
        let kind = PassKind::of(algorithm);
        StageRecorder {
            shape,
            names: shape.nodes.iter().enumerate().map(|(n, node)| (node.name.as_str(), n)).collect(),
            subtree_ends: subtree_ends(shape),
            kind,
            purges_apart: matches!(algorithm, AnyAlgorithm::RecSssStar(_) | AnyAlgorithm::RecDualStar(_)),
            flip,
            rules: if kind == PassKind::Phased { rules::PS_STAR } else { rules::SSS_STAR },
            listing,
            board: Board::new(count),
            proofs: Proofs::new(shape),
            open: OpenSet::new(count),
            found: vec![Bounds::UNKNOWN; count],
            root: Bounds::UNKNOWN,
            reader: WalkReader::new(shape),
            path: Vec::new(),
            counts: StageCounts::default(),
            cut_counts: vec![0; count],
            by_sons: BestSon::new(shape.nodes[0].kind == DiagramNodeKind::Max, shape.nodes[0].sons.len()),
            question: None,
            target: None,
            merit: Score::INFINITY,
            first_step: 0,
            leaves_before: 0,
            events: 0,
            changes: 0,
            steps: Vec::new(),
            passes: Vec::new(),
        }
    }

    /// Reads the whole trace and returns its steps and passes, at least one each; `None` if they have too many changes.
    pub(super) fn run(mut self, trace: &Trace) -> Option<(Vec<StageStep>, Vec<StagePass>)> {
        let events = trace.events();
        if let Some(value) = self.shape.nodes[0].value {
            self.evaluate_root(value, events.len());
        }
        while self.events < events.len() {
            let group = self.group(&events[self.events..]);
            let group = &events[self.events..self.events + group];
            match self.kind {
                PassKind::Walk => self.walk(&group[0]),
                _ => self.lists(group),
            }
            if self.changes > Stage::MAX_CHANGES {
                return None;
            }
        }
        if self.passes.is_empty() {
            // MTD-best searches nothing if there is one move.
            self.begin(Window::FULL);
            self.close(None, true);
        }
        Some((self.steps, self.passes))
    }

    /// Adds the steps of a root that is a leaf, which no algorithm searches.
    fn evaluate_root(&mut self, value: i32, events: usize) {
        self.begin(Window::FULL);
        self.events = events;
        self.counts.visits += 1;
        self.see(0);
        self.root = self.proofs.bounds[0];
        self.set_bounds(0, self.root);
        self.refresh(&[]);
        self.push(Cue::new(StageEvent::Leaf, 0, format!("f = {value}"), Place::Leaf));
        self.close(Some(Score::new(value)), true);
    }

    /// Returns the number of events that form the next step.
    fn group(&self, events: &[Event]) -> usize {
        let first_rest = |begins: &dyn Fn(&Event, &Event) -> bool| {
            let ends = events.windows(2).position(|pair| begins(&pair[0], &pair[1]));
            ends.map_or(events.len(), |place| place + 1)
        };
        match self.kind {
            PassKind::Walk => 1,
            // A node is visited just before the event that says which node it was.
            PassKind::Refine => first_rest(&|before, event| match (before, event) {
                (Event::Leaf { .. }, _) => false,
                // The sons of a node leave G together, each with its subtree.
                (Event::Remove(_), Event::Remove(path)) => match &events[0] {
                    Event::Remove(first) => {
                        path.len() < first.len() || !path.starts_with(&first[..first.len().saturating_sub(1)])
                    }
                    _ => true,
                },
                (_, event) => !matches!(event, Event::Expand { .. }),
            }),
            _ => first_rest(&|before, event| match event {
                Event::Pass(_) | Event::Answer(_) | Event::Leaf { .. } | Event::Expand { .. } => true,
                Event::Take(..) => !matches!(before, Event::Leaf { .. } | Event::Expand { .. }),
                Event::Purge(_) => self.purges_apart,
                _ => false,
            }),
        }
    }

    fn at(&self, path: &[u16]) -> usize {
        self.shape.at(path).unwrap_or(0)
    }

    /// Returns whether the algorithm's MAX is MIN of the tree.
    fn exchanged(&self) -> bool {
        self.flip != (self.kind == PassKind::Dual)
    }

    /// Returns whether the algorithm's MAX moves at the node.
    fn is_max(&self, node: usize) -> bool {
        self.shape.nodes[node].min_moves == self.exchanged()
    }

    /// Ends a step.
    fn push(&mut self, cue: Cue) {
        let Cue { event, node, text, place, from, case } = cue;
        let (line, changes) = (self.listing.line(place), self.board.changes());
        self.changes += changes.len();
        let (pass, counts, events) = (self.passes.len(), self.counts, self.events);
        self.steps.push(StageStep { pass, event, node, text, line, from, case, counts, changes, events });
    }

    /// Begins a pass. Its text is known when it ends.
    fn begin(&mut self, question: Window) {
        self.question = Some(question);
        self.path.clear();
        self.board.write(0).pass = Some(self.passes.len());
        self.push(Cue::new(StageEvent::Pass, 0, String::new(), Place::Pass));
    }

    /// Ends a pass. `ends` is true for the last pass of a list algorithm.
    fn close(&mut self, answer: Option<Score>, ends: bool) {
        let window = self.question.unwrap_or(Window::FULL);
        let target = self.target.map(|n| self.shape.nodes[n].name.as_str());
        let (question, reply) = match answer {
            None => (captions::question(window, target), "nothing needs to be searched".to_owned()),
            Some(answer) if self.kind == PassKind::Phased && window != Window::FULL => {
                (captions::phase(window), captions::phase_ends(answer, ends))
            }
            Some(answer) => (captions::question(window, target), captions::reply(window, answer)),
        };
        let node = self.target.unwrap_or(0);
        self.push(Cue::new(StageEvent::Answer, node, reply.clone(), Place::Answer));
        let (first_step, last_step) = (self.first_step, self.steps.len() - 1);
        if let Some(step) = self.steps[first_step..].iter_mut().find(|step| step.event == StageEvent::Pass) {
            (step.node, step.text) = (node, question.clone());
        }
        let (alpha, beta) = captions::edges(window);
        self.passes.push(StagePass {
            question,
            reply,
            alpha,
            beta,
            answer: answer.map(Score::get),
            lower: number(self.root.lower),
            upper: number(self.root.upper),
            leaves: self.counts.leaves,
            new_leaves: self.counts.leaves - self.leaves_before,
            first_step,
            last_step,
        });
        (self.first_step, self.leaves_before, self.target) = (last_step + 1, self.counts.leaves, None);
    }

    /// Returns the query that a merit of a list algorithm stands for.
    fn merit_question(&self, merit: Score) -> Window {
        if self.exchanged() { Window::new(merit, merit.succ()) } else { Window::null(merit) }
    }

    /// Counts a visit of a leaf.
    fn see(&mut self, leaf: usize) {
        if self.proofs.has_seen(leaf) {
            return;
        }
        self.counts.leaves += 1;
        let changed = self.proofs.see(self.shape, leaf);
        match self.kind {
            PassKind::Walk => self.set_bounds(leaf, self.proofs.bounds[leaf]),
            _ => {
                changed.iter().for_each(|&node| self.set_bounds(node, self.one_side(self.proofs.bounds[node])));
                self.root = self.one_side(self.proofs.bounds[0]);
            }
        }
        self.refresh(&changed);
    }

    /// Returns the part of proven bounds that a list algorithm knows before its end.
    fn one_side(&self, bounds: Bounds) -> Bounds {
        match (self.kind, self.exchanged()) {
            (PassKind::Phased, _) => bounds,
            (_, false) => Bounds::at_most(bounds.upper),
            (_, true) => Bounds::at_least(bounds.lower),
        }
    }

    fn set_bounds(&mut self, node: usize, bounds: Bounds) {
        let view = self.board.write(node);
        (view.lower, view.upper) = (number(bounds.lower), number(bounds.upper));
    }

    /// Adapts the solution trees to the bounds of the root.
    fn refresh(&mut self, changed: &[usize]) {
        let [max, min] = self.proofs.refresh(self.shape, self.root, changed);
        max.into_iter().for_each(|node| self.board.write(node).max = self.proofs.max.has(node));
        min.into_iter().for_each(|node| self.board.write(node).min = self.proofs.min.has(node));
    }

    /// Marks the nodes from `from` up to `to` that a visited parent has left out.
    fn cut_unvisited(&mut self, from: usize, to: usize) {
        for node in from..to {
            let unvisited = |n: usize| self.board.view(n).pass.is_none();
            if unvisited(node) && self.shape.nodes[node].parent.is_some_and(|parent| !unvisited(parent)) {
                self.board.write(node).cut = true;
            }
        }
    }
}

/// Returns, for each node, the index after the last node of its subtree.
fn subtree_ends(shape: &DiagramTree) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=shape.nodes.len()).collect();
    // In preorder a son comes after its parent, and the last son's subtree ends where the parent's does.
    for n in (0..shape.nodes.len()).rev() {
        if let Some(&last) = shape.nodes[n].sons.last() {
            ends[n] = ends[last];
        }
    }
    ends
}
