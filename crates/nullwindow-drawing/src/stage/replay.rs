//! The state after some steps, computed from the events of the trace alone.
//!
//! It shares nothing with the changes of the steps: the tests compare both. It replays every event from the beginning and
//! computes bounds and solution trees for the whole tree, so that it takes time in proportion to the length of the trace.

use super::Stage;
use super::step::StageEvent;
use super::view::{BackupView, Merit, NodeView, StageBackupEntry, StageCounts, StageOpenEntry, StageState, WindowView};
use crate::captions::{edges, number};
use crate::lists::PassKind;
use crate::proven::{from_sons, max_tree, min_tree, proven};
use crate::shape::{DiagramNodeKind, DiagramTree};
use nullwindow::observe::{Event, Exit, Replay, Status};
use nullwindow::{Bounds, Score, Window};

/// A search of a node on the current path.
struct Entry {
    node: usize,
    window: Window,
    /// The sons entered so far.
    sons: Vec<usize>,
}

/// The state by the events so far.
struct Prefix<'s> {
    shape: &'s DiagramTree,
    kind: PassKind,
    flip: bool,
    pass: usize,
    views: Vec<NodeView>,
    seen: Vec<bool>,
    found: Vec<Bounds>,
    /// The bounds of the root by the answers of MTD-best.
    by_sons: Option<Bounds>,
    path: Vec<Option<Entry>>,
    question: Option<Window>,
    target: Option<usize>,
    merit: Score,
    /// The nodes below which nothing is searched any more.
    dead: Vec<bool>,
    after_leaf: bool,
    ended: bool,
    counts: StageCounts,
}

/// Returns the state after the first `step` steps.
pub(super) fn state(stage: &Stage, step: usize) -> StageState {
    let steps = &stage.steps[..step];
    let count = steps.last().map_or(0, |step| step.events);
    let nodes = stage.shape.nodes.len();
    let mut prefix = Prefix {
        shape: &stage.shape,
        kind: PassKind::of(&stage.any),
        flip: stage.flip,
        pass: 0,
        views: vec![NodeView::default(); nodes],
        seen: vec![false; nodes],
        found: vec![Bounds::UNKNOWN; nodes],
        by_sons: None,
        path: Vec::new(),
        question: None,
        target: None,
        merit: Score::INFINITY,
        dead: vec![false; nodes],
        after_leaf: false,
        ended: false,
        counts: StageCounts::default(),
    };
    let mut replay = stage.trace.replay();
    for event in &stage.trace.events()[..count] {
        prefix.boundary(event, &replay);
        replay.step();
        prefix.read(event, &replay);
    }
    // The steps between the passes of a list algorithm have no event.
    let begun = steps.iter().filter(|step| step.event == StageEvent::Pass).count();
    if let Some(pass) = begun.checked_sub(1) {
        prefix.views[0].pass = Some(pass);
    }
    let open = prefix.lists(&replay);
    prefix.finish(step, steps.last().map_or(0, |step| step.pass), open)
}

impl Prefix<'_> {
    fn exchanged(&self) -> bool {
        self.flip != (self.kind == PassKind::Dual)
    }

    fn at(&self, path: &[u16]) -> usize {
        self.shape.at(path).expect("a node of the tree")
    }

    /// Counts the passes of a list algorithm: each ends before a state of another merit is taken from the front.
    fn boundary(&mut self, event: &Event, before: &Replay<'_>) {
        let (Event::Take(state, _), true) = (event, self.kind.has_open()) else { return };
        if before.open().first().is_some_and(|front| front.merit == state.merit) {
            let ends = match self.kind {
                PassKind::Phased => state.merit > self.merit,
                _ => state.merit != self.merit,
            };
            self.pass += usize::from(ends);
            self.merit = state.merit;
        }
    }

    fn read(&mut self, event: &Event, replay: &Replay<'_>) {
        let after_leaf = std::mem::replace(&mut self.after_leaf, matches!(event, Event::Leaf { .. }));
        match event {
            Event::Pass(window) => {
                (self.question, self.target) = (Some(window.flip_if(self.flip)), None);
                self.path.clear();
            }
            Event::Answer(answer) => self.answer(answer.flip_if(self.flip)),
            Event::Enter { ply, window, .. } => self.enter(self.at(replay.path()), *ply, *window),
            Event::Probe { bounds, .. } => {
                self.counts.probes += 1;
                self.counts.hits += usize::from(*bounds != Bounds::UNKNOWN);
            }
            Event::Leaf { ply, .. } => {
                self.counts.visits += 1;
                // A root that is a leaf is evaluated without being entered.
                self.seen[0] |= self.shape.nodes[0].value.is_some();
                if let Some(Some(entry)) = self.path.get(*ply) {
                    self.seen[entry.node] = true;
                }
            }
            Event::Leave { ply, value, exit } => self.leave(*ply, *value, *exit),
            Event::Take(state, _) => {
                let node = self.at(&state.path);
                if state.status == Status::Live {
                    self.views[node].pass = Some(self.pass);
                }
                self.seen[node] |= after_leaf;
            }
            Event::Put(state) if state.status == Status::Solved => {
                let node = self.at(&state.path);
                self.dead[node] = true;
            }
            Event::Add(path, bound) => {
                let node = self.at(path);
                self.views[node].pass = Some(self.pass);
                self.seen[node] |= bound.is_finite() && self.shape.nodes[node].kind == DiagramNodeKind::Leaf;
                self.pass += usize::from(node == 0 && bound.is_finite());
            }
            Event::Remove(path) => {
                let node = self.at(path);
                self.dead[node] = true;
                if let Some(parent) = self.shape.nodes[node].parent {
                    self.dead[parent] |= self.shape.nodes[parent].min_moves == self.exchanged();
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, node: usize, ply: usize, window: Window) {
        if self.path.is_empty() && ply == 1 {
            self.target = Some(node);
        }
        self.path.truncate(ply);
        if let Some(Some(parent)) = self.path.last_mut() {
            parent.sons.push(node);
        }
        while self.path.len() < ply {
            self.path.push(None);
        }
        self.path.push(Some(Entry { node, window, sons: Vec::new() }));
        let here = &self.shape.nodes[node];
        let window = window.flip_if(here.min_moves);
        let view = &mut self.views[node];
        (view.pass, view.cut, view.window) = (Some(self.pass), false, Some(WindowView(window)));
        (view.alpha, view.beta) = edges(window);
    }

    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        let Some(Some(Entry { node, window, sons })) = self.path.get(ply) else { return };
        let here = &self.shape.nodes[*node];
        self.found[*node] = self.found[*node].and(window.learn(value).flip_if(here.min_moves));
        if let Exit::Cut { .. } = exit {
            let skipped = here.sons.iter().filter(|son| !sons.contains(son));
            skipped.for_each(|&son| self.views[son].cut = true);
        }
    }

    fn answer(&mut self, answer: Score) {
        if let (Some(target), Some(window)) = (self.target, self.question) {
            self.found[target] = self.found[target].and(window.learn(answer));
            self.by_sons = Some(from_sons(self.shape, 0, &self.found));
        }
        (self.pass, self.ended) = (self.pass + 1, true);
    }

    /// Writes the lists into the views, and returns OPEN.
    fn lists(&mut self, replay: &Replay<'_>) -> Vec<StageOpenEntry> {
        let flip = self.exchanged();
        let open = replay.open().iter().filter(|_| self.kind.has_open()).map(|state| {
            let (node, solved) = (self.at(&state.path), state.status == Status::Solved);
            StageOpenEntry { node, solved, merit: Merit(state.merit.flip_if(flip)) }
        });
        let open: Vec<StageOpenEntry> = open.collect();
        for entry in &open {
            let view = &mut self.views[entry.node];
            (view.live, view.merit) = (Some(!entry.solved), Some(entry.merit));
        }
        for entry in replay.backup() {
            let (low, high) = if flip { (-entry.high, -entry.low) } else { (entry.low, entry.high) };
            let node = self.at(&entry.path);
            self.views[node].backup = Some(BackupView { last: entry.last, low: number(low), high: number(high) });
        }
        for (path, bound) in replay.solution() {
            let node = self.at(path);
            let view = &mut self.views[node];
            (view.g, view.merit) = (true, Some(Merit(bound.flip_if(flip))));
        }
        open
    }

    fn finish(mut self, step: usize, pass: usize, open: Vec<StageOpenEntry>) -> StageState {
        let proven = proven(self.shape, &self.seen);
        let known: Vec<Bounds> = (0..proven.len()).map(|node| self.known(node, &proven)).collect();
        let max = max_tree(self.shape, &proven, known[0].upper);
        let min = min_tree(self.shape, &proven, known[0].lower);
        if self.kind != PassKind::Walk {
            (1..proven.len()).for_each(|node| self.views[node].cut = self.is_skipped(node));
        }
        for (node, view) in self.views.iter_mut().enumerate() {
            (view.lower, view.upper) = (number(known[node].lower), number(known[node].upper));
            (view.max, view.min) = (max[node], min[node]);
        }
        self.counts.leaves = self.seen.iter().filter(|&&seen| seen).count();
        let entry = |(node, view): (usize, &NodeView)| {
            view.backup.map(|BackupView { last, low, high }| StageBackupEntry { node, last, low, high })
        };
        let backup = self.views.iter().enumerate().filter_map(entry).collect();
        StageState { step, pass, nodes: self.views, open, backup, counts: self.counts }
    }

    /// Returns the bounds of a node, as the drawings define them.
    fn known(&self, node: usize, proven: &[Bounds]) -> Bounds {
        let is_leaf = self.shape.nodes[node].kind == DiagramNodeKind::Leaf;
        match (self.kind, self.exchanged()) {
            (PassKind::Walk, _) if is_leaf => proven[node],
            (PassKind::Walk, _) if node == 0 => self.by_sons.unwrap_or(self.found[0]),
            (PassKind::Walk, _) => self.found[node],
            (PassKind::Phased, _) => proven[node],
            _ if self.ended || proven.len() == 1 => proven[node],
            (_, false) => Bounds::at_most(proven[node].upper),
            (_, true) => Bounds::at_least(proven[node].lower),
        }
    }

    /// Returns whether the parent of a node was visited, the node was not, and never will be.
    fn is_skipped(&self, node: usize) -> bool {
        let visited = |node: usize| self.views[node].pass.is_some();
        let above = |node: usize| self.shape.nodes[node].parent;
        let mut ancestors = std::iter::successors(above(node), |&node| above(node));
        !visited(node) && above(node).is_some_and(visited) && ancestors.any(|node| self.dead[node])
    }
}
