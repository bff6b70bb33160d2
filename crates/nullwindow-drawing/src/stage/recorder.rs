//! Turns the trace of a search into steps.
//!
//! A depth-first search makes one step per event. A list algorithm makes one step per application of its operator: the
//! state taken, with everything that the case puts into OPEN or removes from it. Passes are those of the drawings
//! (`crate::recorder`): every one begins with a step `pass` and ends with a step `answer`, also where the trace has no
//! such event, as between two merits of SSS*.

use super::Stage;
use super::board::Board;
use super::code::{Listing, Place, exchange};
use super::lists::OpenSet;
use super::proofs::{BestSon, Proofs};
use super::step::{StageEvent, StagePass, StageStep};
use super::view::{BackupView, Merit, StageCounts, WindowView};
use crate::captions::{self, number};
use crate::lists::PassKind;
use crate::rules;
use crate::shape::{DiagramNodeKind, DiagramTree};
use crate::walk::{WalkEvent, WalkReader};
use nullwindow::observe::{Event, Exit, Status, Trace};
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
    listing: &'s Listing,
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
        listing: &'s Listing,
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

    // Passes.

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

    // Nodes and bounds.

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

    // Depth-first searches.

    fn walk(&mut self, event: &Event) {
        self.events += 1;
        let step = self.reader.read(event);
        match event {
            Event::Pass(window) => return self.begin(window.flip_if(self.flip)),
            Event::Answer(answer) => return self.answer(answer.flip_if(self.flip)),
            // MTD-best generates the root's moves before its first pass.
            Event::Expand { ply: 0, moves } if step.is_none() => {
                return self.push(Cue::new(StageEvent::Expand, 0, sons(*moves), Place::Moves));
            }
            _ => {}
        }
        let Some(step) = step else { return };
        let node = self.at(self.reader.path());
        let mut text = step.text;
        match event {
            Event::Enter { ply, window, .. } => {
                text = format!("window {}", step.window);
                self.enter(node, *ply, *window);
            }
            Event::Probe { bounds, .. } => {
                self.counts.probes += 1;
                self.counts.hits += usize::from(*bounds != Bounds::UNKNOWN);
            }
            Event::Leaf { .. } => {
                self.counts.visits += 1;
                self.see(node);
            }
            Event::Leave { ply, value, exit } => {
                self.leave(node, *ply, *value);
                if let Exit::Cut { .. } = exit {
                    text = format!("{}: {text}", self.cut_sons(node));
                }
            }
            _ => {}
        }
        let from = step.from.and_then(|name| self.names.get(name.as_str()).copied());
        let place = self.place(step.event, node);
        self.push(Cue { from, ..Cue::new(step.event.into(), node, text, place) });
    }

    fn enter(&mut self, node: usize, ply: usize, window: Window) {
        // A search that starts at ply 1 is a query at a son of the root, as MTD-best makes them.
        if self.path.is_empty() && ply == 1 {
            self.target = Some(node);
        }
        self.path.resize(ply, None);
        self.path.push(Some((node, window)));
        let window = window.flip_if(self.shape.nodes[node].min_moves);
        let view = self.board.write(node);
        let was_cut = std::mem::take(&mut view.cut);
        (view.pass, view.window) = (Some(self.passes.len()), Some(WindowView(window)));
        (view.alpha, view.beta) = captions::edges(window);
        if let (true, Some(parent)) = (was_cut, self.shape.nodes[node].parent) {
            self.cut_counts[parent] -= 1;
        }
    }

    fn leave(&mut self, node: usize, ply: usize, value: Score) {
        let Some(Some((_, window))) = self.path.get(ply).copied() else { return };
        let learnt = window.learn(value).flip_if(self.shape.nodes[node].min_moves);
        self.find(node, learnt);
        self.set_bounds(node, self.found[node]);
        if node == 0 {
            self.root = self.found[0];
            self.refresh(&[]);
        }
    }

    /// Adds bounds that a depth-first search has found.
    fn find(&mut self, node: usize, bounds: Bounds) {
        let new = self.found[node].and(bounds);
        let old = std::mem::replace(&mut self.found[node], new);
        if self.shape.nodes[node].parent == Some(0) {
            let sons = || self.shape.nodes[0].sons.iter().map(|&son| self.found[son]);
            self.by_sons.tighten(old, new, sons);
        }
    }

    fn answer(&mut self, answer: Score) {
        if let (Some(target), Some(window)) = (self.target, self.question) {
            self.find(target, window.learn(answer));
            if self.shape.nodes[target].kind != DiagramNodeKind::Leaf {
                self.set_bounds(target, self.found[target]);
            }
            self.root = self.by_sons.bounds();
            self.set_bounds(0, self.root);
            self.refresh(&[]);
        }
        self.close(Some(answer), true);
    }

    /// Marks the sons that a cutoff skips, and describes them.
    fn cut_sons(&mut self, node: usize) -> String {
        /// More names than these would not fit on a line.
        const MOST: usize = 6;
        let (sons, tried) = (&self.shape.nodes[node].sons, self.reader.tried());
        let count = sons.len() - tried.len();
        let is_skipped = |place: &usize| u16::try_from(*place).is_ok_and(|place| tried.binary_search(&place).is_err());
        let skipped = || (0..sons.len()).filter(is_skipped).map(|place| sons[place]);
        // In most passes they were skipped before: looking at each would take longer than the search.
        if self.cut_counts[node] < count {
            skipped().for_each(|son| self.board.write(son).cut = true);
            self.cut_counts[node] = count;
        }
        match count {
            0 => "cutoff".to_owned(),
            1..=MOST => {
                let names: Vec<&str> = skipped().map(|son| self.shape.nodes[son].name.as_str()).collect();
                format!("cuts off {}", names.join(" "))
            }
            many => format!("cuts off {many} sons"),
        }
    }

    fn place(&self, event: WalkEvent, node: usize) -> Place {
        let max = !self.shape.nodes[node].min_moves;
        // Scout's test has its own function.
        let is_test = || {
            let window = self.path.get(self.shape.nodes[node].path.len()).copied().flatten();
            self.listing.find(Place::EnterTest).is_some() && window.is_some_and(|(_, window)| window.is_null())
        };
        match event {
            WalkEvent::Enter if is_test() => Place::EnterTest,
            WalkEvent::Leaf if is_test() => Place::LeafTest,
            WalkEvent::Expand if is_test() => {
                if max {
                    Place::ExpandTestMax
                } else {
                    Place::ExpandTestMin
                }
            }
            WalkEvent::Leave if is_test() => {
                if max {
                    Place::LeaveTestMax
                } else {
                    Place::LeaveTestMin
                }
            }
            WalkEvent::Enter => Place::Enter,
            WalkEvent::Probe => Place::Probe,
            WalkEvent::Stored => Place::Stored,
            WalkEvent::Leaf => Place::Leaf,
            WalkEvent::Expand => {
                if max {
                    Place::ExpandMax
                } else {
                    Place::ExpandMin
                }
            }
            WalkEvent::Cutoff => {
                if max {
                    Place::CutMax
                } else {
                    Place::CutMin
                }
            }
            WalkEvent::Leave | WalkEvent::Add | WalkEvent::Remove => Place::Leave,
        }
    }

    // Algorithms with lists.

    /// Performs the events of one step.
    fn lists(&mut self, group: &[Event]) {
        if let Some(Event::Take(state, _)) = group.iter().find(|event| matches!(event, Event::Take(..))) {
            // Before the events are performed: the front of OPEN still belongs to the pass that ends.
            self.front(state.merit);
        }
        self.events += group.len();
        let root_bound = group.iter().find_map(|event| match event {
            Event::Add(path, bound) if path.is_empty() && bound.is_finite() => Some(bound.flip_if(self.flip)),
            _ => None,
        });
        let cue = self.cue(group);
        group.iter().for_each(|event| self.perform(event, group));
        match group[0] {
            Event::Pass(_) => {
                let infinity = Score::INFINITY.flip_if(self.exchanged());
                self.begin(self.merit_question(infinity));
            }
            Event::Answer(answer) => {
                // At the end both sides are known.
                for node in 0..self.shape.nodes.len() {
                    if self.proofs.bounds[node] != Bounds::UNKNOWN {
                        self.set_bounds(node, self.proofs.bounds[node]);
                    }
                }
                self.root = self.proofs.bounds[0];
                self.refresh(&[]);
                self.close(Some(answer.flip_if(self.flip)), true);
            }
            _ => cue.into_iter().for_each(|cue| self.push(cue)),
        }
        if let Some(bound) = root_bound {
            self.close(Some(bound), false);
            self.begin(self.merit_question(bound));
        }
    }

    /// Ends a pass if the merit at the front of OPEN has changed; for PS*, if it has risen.
    fn front(&mut self, taken: Score) {
        // A state taken from behind the front, as RecSSS* does, still belongs to the pass.
        if self.open.front() != Some(taken) {
            return;
        }
        let before = std::mem::replace(&mut self.merit, taken);
        let (ends, answer) = match self.kind {
            PassKind::Phased => (taken > before, before),
            _ => (taken != before, taken),
        };
        if ends {
            self.close(Some(answer.flip_if(self.exchanged())), false);
            self.begin(self.merit_question(taken.flip_if(self.exchanged())));
        }
    }

    /// Returns the step of a group, before its events are performed.
    fn cue(&self, group: &[Event]) -> Option<Cue> {
        group.iter().find_map(|event| match event {
            Event::Take(state, case) => {
                let node = self.at(&state.path);
                let twice = *case > 0
                    && !group.iter().any(|event| matches!(event, Event::Leaf { .. }))
                    && group.iter().any(|event| matches!(event, Event::Put(put) if put.path == state.path));
                // The levels of the algorithm alternate, also below a player that moves twice, and above the root of DUAL*.
                let text = if twice {
                    "this level of the algorithm has only the node itself: it enters again at h".to_owned()
                } else {
                    self.rule(*case)
                };
                Some(Cue { case: Some(*case), ..Cue::new(StageEvent::Take, node, text, Place::Case(*case)) })
            }
            Event::Purge(path) if self.purges_apart => {
                let text = "a solved son decides the node: it is solved at h; everything below it leaves OPEN";
                Some(Cue::new(StageEvent::Purge, self.at(path), text, Place::Case(1)))
            }
            Event::Add(path, bound) => Some(self.added(self.at(path), *bound)),
            Event::Remove(path) => Some(self.removed(self.at(path))),
            _ => None,
        })
    }

    fn rule(&self, case: u8) -> String {
        let rule = rules::rule(self.rules, case);
        if self.exchanged() { exchange(rule) } else { rule.to_owned() }
    }

    fn has_bound(&self, node: usize) -> bool {
        self.board.view(node).merit.is_some_and(|merit| merit.0.is_finite())
    }

    fn added(&self, node: usize, bound: Score) -> Cue {
        let side = if self.flip { "at least" } else { "at most" };
        let parent_is_max = self.shape.nodes[node].parent.is_some_and(|parent| self.is_max(parent));
        let is_leaf = self.shape.nodes[node].kind == DiagramNodeKind::Leaf;
        let (place, text) = match bound.is_finite() {
            false if parent_is_max => (Place::JoinMax, "joins G".to_owned()),
            false => (Place::JoinMin, "joins G".to_owned()),
            true => {
                let place = match (self.is_max(node), self.has_bound(node)) {
                    _ if is_leaf => Place::Leaf,
                    (true, false) => Place::BoundMax,
                    (true, true) => Place::DiminishMax,
                    (false, false) => Place::BoundMin,
                    (false, true) => Place::DiminishMin,
                };
                (place, format!("in G, {side} {}", bound.flip_if(self.flip)))
            }
        };
        Cue::new(StageEvent::Add, node, text, place)
    }

    /// Returns the step in which the sons of a MAX node, or the son of a MIN node, leave G.
    fn removed(&self, son: usize) -> Cue {
        let parent = self.shape.nodes[son].parent.unwrap_or(0);
        let has_bound = self.has_bound(parent);
        if self.is_max(parent) {
            let place = if has_bound { Place::GiveUpMax } else { Place::FailMax };
            Cue::new(StageEvent::Remove, parent, "its sons leave G, with their subtrees", place)
        } else {
            let place = if has_bound { Place::GiveUpMin } else { Place::FailMin };
            Cue::new(StageEvent::Remove, son, "leaves G, with its subtree", place)
        }
    }

    fn perform(&mut self, event: &Event, group: &[Event]) {
        let exchanged = self.exchanged();
        match event {
            Event::Leaf { .. } => self.counts.visits += 1,
            Event::Take(state, _) => {
                let node = self.at(&state.path);
                self.open.remove(node);
                let view = self.board.write(node);
                (view.live, view.merit) = (None, None);
                if state.status == Status::Live {
                    (view.pass, view.cut) = (Some(self.passes.len()), false);
                }
                if group.iter().any(|event| matches!(event, Event::Leaf { .. })) {
                    self.see(node);
                }
            }
            Event::Put(state) => {
                let node = self.at(&state.path);
                self.open.insert(node, state.merit);
                let view = self.board.write(node);
                view.live = Some(state.status == Status::Live);
                view.merit = Some(Merit(state.merit.flip_if(exchanged)));
                if state.status == Status::Solved {
                    view.backup = None;
                    self.cut_unvisited(node + 1, self.subtree_ends[node]);
                }
            }
            Event::Purge(path) => {
                let node = self.at(path);
                for below in self.open.purge(node + 1..self.subtree_ends[node]) {
                    let view = self.board.write(below);
                    (view.live, view.merit, view.backup) = (None, None, None);
                }
            }
            Event::Backup(entry) => {
                let (low, high) = if exchanged { (-entry.high, -entry.low) } else { (entry.low, entry.high) };
                let (last, low, high) = (entry.last, number(low), number(high));
                let node = self.at(&entry.path);
                self.open.list(node);
                self.board.write(node).backup = Some(BackupView { last, low, high });
            }
            Event::Add(path, bound) => self.add(self.at(path), *bound),
            // The first of a group stands for all that leave G with it.
            Event::Remove(path) if std::ptr::eq(event, &group[0]) => self.remove(self.at(path)),
            _ => {}
        }
    }

    /// Adds a node to the solution tree of SSS-2, or changes its bound there.
    fn add(&mut self, node: usize, bound: Score) {
        let pass = self.passes.len();
        let view = self.board.write(node);
        (view.pass, view.cut) = (Some(pass), false);
        (view.g, view.merit) = (true, Some(Merit(bound.flip_if(self.flip))));
        if bound.is_finite() && self.shape.nodes[node].kind == DiagramNodeKind::Leaf {
            self.see(node);
        }
    }

    /// Removes the sons of a MAX node, or the son of a MIN node, with their subtrees from the solution tree of SSS-2.
    fn remove(&mut self, son: usize) {
        // Below a node that has failed nothing is searched again: a MAX node with all its sons, or the son of a MIN node.
        let top = self.shape.nodes[son].parent.filter(|&parent| self.is_max(parent)).unwrap_or(son);
        let from = if top == son { son } else { top + 1 };
        for below in from..self.subtree_ends[top] {
            if self.board.view(below).g {
                let view = self.board.write(below);
                (view.g, view.merit) = (false, None);
            }
        }
        self.cut_unvisited(top + 1, self.subtree_ends[top]);
    }
}

fn sons(moves: usize) -> String {
    if moves == 1 { "1 son".to_owned() } else { format!("{moves} sons") }
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
