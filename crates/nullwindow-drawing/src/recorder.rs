//! Splits the trace of an algorithm into pictures, one per pass.
//!
//! A pass of a depth-first algorithm is a query at the root. A list algorithm makes no queries. Its pass ends, as in
//! \[PSPB96\] section 2.1, when the highest merit in OPEN changes, which happens only when every state there is solved.
//! A pass of PS* ends when the next partition of some node enters OPEN, and a pass of SSS-2 when its solution tree gets
//! a new bound.
//!
//! Bounds at interior nodes are those that a depth-first search has found. A list algorithm keeps none there; its
//! bounds are those that follow from the leaves visited, on the side that it works on.

use super::captions::{self, number};
use super::lists::{self, PassKind};
use super::picture::{GammaStep, NodeState, Picture};
use super::proven::{from_sons, max_tree, min_tree, proven};
use super::rules;
use super::shape::{DiagramNodeKind, DiagramTree};
use super::walk::{WalkEvent, WalkReader, WalkStep};
use nullwindow::observe::{Event, Replay, Status, Trace};
use nullwindow::{AnyAlgorithm, Bounds, Score, Window};

/// The state of a replay.
pub(super) struct Recorder<'s> {
    shape: &'s DiagramTree,
    pass_kind: PassKind,
    rules: rules::Rules,
    /// True if MIN moves at the root.
    flip: bool,
    states: Vec<NodeState>,
    /// The bounds that a depth-first search has found.
    found: Vec<Bounds>,
    seen: Vec<bool>,
    visits: u32,
    /// The nodes on the current path, with the windows of their searches.
    path_windows: Vec<Option<(usize, Window)>>,
    /// The query of this pass, for MAX, and the node at which it was made.
    question: Option<Window>,
    target: Option<usize>,
    /// The highest merit in OPEN, for the algorithm's MAX.
    merit: Score,
    pictures: Vec<Picture>,
    steps: Vec<GammaStep>,
    reader: WalkReader<&'s DiagramTree>,
    walk: Vec<WalkStep>,
}

/// The pictures of a search, at least one, and its steps.
pub(super) struct Recording {
    pub(super) pictures: Vec<Picture>,
    pub(super) steps: Vec<GammaStep>,
    pub(super) walk: Vec<WalkStep>,
}

impl<'s> Recorder<'s> {
    /// Returns a recorder. `flip` is true if MIN moves at the root.
    pub(super) fn new(shape: &'s DiagramTree, algorithm: &AnyAlgorithm, flip: bool) -> Recorder<'s> {
        let count = shape.nodes.len();
        let mut recorder = Recorder {
            shape,
            pass_kind: PassKind::of(algorithm),
            rules: rules::of(algorithm),
            flip,
            states: vec![NodeState::default(); count],
            found: vec![Bounds::UNKNOWN; count],
            seen: vec![false; count],
            visits: 0,
            path_windows: Vec::new(),
            question: None,
            target: None,
            merit: Score::INFINITY,
            pictures: Vec::new(),
            steps: Vec::new(),
            reader: WalkReader::new(shape),
            walk: Vec::new(),
        };
        recorder.visit(&[]);
        recorder
    }

    /// Replays a trace.
    pub(super) fn run(mut self, trace: &Trace) -> Recording {
        let mut replay = trace.replay();
        for event in trace.events() {
            if let Event::Take(state, _) = event
                && self.pass_kind.has_open()
            {
                // Before the replay applies the event: the front of OPEN still belongs to the pass that ends.
                self.front(state.merit, &replay);
            }
            replay.step();
            self.follow(event);
            self.apply(event, &replay);
        }
        if self.pictures.is_empty() {
            // The root is a leaf, or its only move needs no search.
            let root = &self.shape.nodes[0];
            let value = root.value.map(Score::new);
            self.seen[0] = value.is_some();
            self.close(value, true, &replay);
        }
        Recording { pictures: self.pictures, steps: self.steps, walk: self.walk }
    }

    /// Adds the step of an event. A leaf, and a node that memory answers, is one step with its entry.
    fn follow(&mut self, event: &Event) {
        let pass = self.pictures.len();
        match (event, self.pass_kind) {
            (_, PassKind::Walk) => {}
            (Event::Add(path, bound), _) => {
                let bound = Some(bound.flip_if(self.flip));
                let step = self.reader.refined(path, pass, WalkEvent::Add, bound);
                return self.walk.push(step);
            }
            (Event::Remove(path), _) => {
                let step = self.reader.refined(path, pass, WalkEvent::Remove, None);
                return self.walk.push(step);
            }
            _ => return,
        }
        let Some(mut step) = self.reader.read(event) else { return };
        match (step.event, self.walk.last_mut()) {
            (WalkEvent::Expand, _) => {}
            (WalkEvent::Probe, Some(entry)) => {
                if !matches!(event, Event::Probe { bounds, .. } if *bounds == Bounds::UNKNOWN) {
                    entry.text = step.text;
                }
            }
            (WalkEvent::Leaf | WalkEvent::Stored, Some(entry)) => {
                let (alpha, beta, window) = (entry.alpha, entry.beta, std::mem::take(&mut entry.window));
                *entry = WalkStep { alpha, beta, window, ..step };
            }
            (WalkEvent::Cutoff, _) => {
                step.skipped = self.skipped();
                let named = match step.skipped.as_slice() {
                    [] => "cutoff".to_owned(),
                    names => format!("cuts off {}", names.join(" ")),
                };
                step.text = format!("{named}: {}", step.text);
                self.walk.push(step);
            }
            _ => self.walk.push(step),
        }
    }

    /// Returns the names of the sons that the last cutoff has left out.
    fn skipped(&self) -> Vec<String> {
        let node = self.shape.at(self.reader.path()).map(|n| &self.shape.nodes[n]);
        let sons = node.iter().flat_map(|node| &node.sons).map(|&son| &self.shape.nodes[son]);
        let tried = self.reader.tried();
        let skipped = sons.filter(|son| son.path.last().is_some_and(|place| !tried.contains(place)));
        skipped.map(|son| son.name.clone()).collect()
    }

    fn apply(&mut self, event: &Event, replay: &Replay<'_>) {
        match event {
            Event::Pass(window) => {
                self.question = Some(self.first_question(window.flip_if(self.flip)));
                self.path_windows.clear();
            }
            Event::Answer(answer) => {
                let answer = answer.flip_if(self.flip);
                if let (Some(target), Some(window)) = (self.target, self.question) {
                    self.found[target] = self.found[target].and(window.learn(answer));
                }
                self.close(Some(answer), true, replay);
            }
            Event::Enter { ply, window, .. } => {
                let Some(node) = self.visit(replay.path()) else { return };
                // A search that starts at ply 1 is a query at a son of the root, as MTD-best makes them.
                if self.path_windows.is_empty() && *ply == 1 {
                    self.target = Some(node);
                }
                self.path_windows.resize(*ply, None);
                self.path_windows.push(Some((node, *window)));
            }
            Event::Leaf { ply, .. } => {
                if let Some(Some((node, _))) = self.path_windows.get(*ply) {
                    self.seen[*node] = true;
                }
            }
            Event::Probe { ply, answer: Some(_), .. } => {
                if let Some(Some((node, _))) = self.path_windows.get(*ply) {
                    self.states[*node].recalled = true;
                }
            }
            Event::Leave { ply, value, .. } => {
                if let Some(Some((node, window))) = self.path_windows.get(*ply).copied() {
                    // Values of a depth-first search are relative to the player to move.
                    let min = self.shape.nodes[node].kind == DiagramNodeKind::Min;
                    self.found[node] = self.found[node].and(window.learn(*value).flip_if(min));
                }
            }
            Event::Take(state, case) => {
                // A solved state has been visited before.
                if state.status == Status::Live {
                    self.visit_leaf(&state.path);
                }
                let flip = self.exchanged();
                let (taken, pass) = (lists::listed(self.shape, state, flip), self.pictures.len());
                let rule = rules::rule(self.rules, *case);
                self.steps.push(GammaStep { taken, case: *case, rule, open: Vec::new(), pass });
            }
            Event::Put(_) | Event::Purge(_) if self.pass_kind.has_open() => {
                let open = lists::open(self.shape, replay.open(), self.exchanged());
                if let Some(step) = self.steps.last_mut() {
                    step.open = open;
                }
            }
            Event::Add(path, bound) => self.join(path, *bound, replay),
            _ => {}
        }
    }

    /// Handles a new node or a new bound in the solution tree of SSS-2. A new bound of the root ends a pass.
    fn join(&mut self, path: &[u16], bound: Score, replay: &Replay<'_>) {
        self.visit_leaf(path);
        if path.is_empty() && bound.is_finite() {
            let bound = bound.flip_if(self.flip);
            self.close(Some(bound), false, replay);
            self.question = Some(self.merit_question(bound));
        }
    }

    /// Returns the first query of a pass that the trace starts. List algorithms start at an infinity.
    fn first_question(&self, window: Window) -> Window {
        match self.pass_kind {
            PassKind::Walk => window,
            _ => self.merit_question(Score::INFINITY.flip_if(self.exchanged())),
        }
    }

    /// Returns the query that a merit of a list algorithm stands for: is the value at least the merit? With the players
    /// exchanged: is it at most the merit?
    fn merit_question(&self, merit: Score) -> Window {
        if self.exchanged() { Window::new(merit, merit.succ()) } else { Window::null(merit) }
    }

    /// Returns whether the algorithm's MAX is MIN of the tree.
    fn exchanged(&self) -> bool {
        self.flip != (self.pass_kind == PassKind::Dual)
    }

    /// Ends a pass of a list algorithm if the merit at the front of OPEN has changed; for PS*, if it has risen.
    fn front(&mut self, taken: Score, replay: &Replay<'_>) {
        // A state taken from behind the front, as RecSSS* does, still belongs to the pass.
        if replay.open().first().is_none_or(|front| front.merit != taken) {
            return;
        }
        let before = std::mem::replace(&mut self.merit, taken);
        let (ends, answer) = match self.pass_kind {
            PassKind::Phased => (taken > before, before),
            _ => (taken != before, taken),
        };
        if ends {
            self.close(Some(answer.flip_if(self.exchanged())), false, replay);
            self.question = Some(self.merit_question(taken.flip_if(self.exchanged())));
        }
    }

    fn visit_leaf(&mut self, path: &[u16]) {
        if let Some(node) = self.visit(path) {
            self.seen[node] = self.shape.nodes[node].kind == DiagramNodeKind::Leaf;
        }
    }

    fn visit(&mut self, path: &[u16]) -> Option<usize> {
        let node = self.shape.at(path)?;
        let state = &mut self.states[node];
        if state.visit.is_none() {
            self.visits += 1;
            state.visit = Some(self.visits);
            state.new = true;
        }
        state.now = true;
        Some(node)
    }

    /// Ends a pass and turns the current state into a picture. `ends` is true for the last pass of a list algorithm.
    fn close(&mut self, answer: Option<Score>, ends: bool, replay: &Replay<'_>) {
        let window = self.question.unwrap_or(Window::FULL);
        let proven = proven(self.shape, &self.seen);
        let known = self.known(&proven, ends);
        let max = max_tree(self.shape, &proven, known[0].upper);
        let min = min_tree(self.shape, &proven, known[0].lower);
        let met = known[0].lower == known[0].upper;
        for n in 0..self.states.len() {
            let known = known[n];
            let parent = self.shape.nodes[n].parent;
            let parent_visited = parent.is_none_or(|parent| self.states[parent].visit.is_some());
            let state = &mut self.states[n];
            state.cut = state.visit.is_none() && parent_visited;
            (state.lower, state.upper) = (number(known.lower), number(known.upper));
            (state.max_tree, state.min_tree, state.line) = (max[n], min[n], met && max[n] && min[n]);
        }
        let fresh = |(n, state): (usize, &NodeState)| state.new && self.seen[n];
        let new_leaves = self.states.iter().enumerate().filter(|&it| fresh(it)).count();
        let (question, reply) = self.captions(window, answer, ends);
        let (alpha, beta) = captions::edges(window);
        let root = &self.states[0];
        let has_open = self.pass_kind.has_open() && !replay.open().is_empty();
        self.pictures.push(Picture {
            question,
            reply,
            alpha,
            beta,
            answer: answer.map(Score::get),
            lower: root.lower,
            upper: root.upper,
            leaves: self.seen.iter().filter(|&&seen| seen).count(),
            new_leaves,
            states: self.states.clone(),
            open: has_open.then(|| lists::open(self.shape, replay.open(), self.exchanged())),
            backup: lists::backup(self.shape, replay.backup(), self.exchanged()),
        });
        for state in &mut self.states {
            (state.now, state.new, state.recalled) = (false, false, false);
        }
        self.target = None;
    }

    fn captions(&self, window: Window, answer: Option<Score>, ends: bool) -> (String, String) {
        let target = self.target.map(|n| self.shape.nodes[n].name.as_str());
        match answer {
            None => (captions::question(window, target), "nothing needs to be searched".to_owned()),
            Some(answer) if self.pass_kind == PassKind::Phased && window != Window::FULL => {
                (captions::phase(window), captions::phase_ends(answer, ends))
            }
            Some(answer) => (captions::question(window, target), captions::reply(window, answer)),
        }
    }

    /// Returns the bounds that the algorithm knows.
    fn known(&self, proven: &[Bounds], ends: bool) -> Vec<Bounds> {
        match self.pass_kind {
            PassKind::Walk => {
                let leaf = |n: usize| self.shape.nodes[n].kind == DiagramNodeKind::Leaf;
                let mut known: Vec<Bounds> =
                    (0..proven.len()).map(|n| if leaf(n) { proven[n] } else { self.found[n] }).collect();
                if self.target.is_some() {
                    // The query was made at a son of the root.
                    known[0] = from_sons(self.shape, 0, &self.found);
                }
                known
            }
            PassKind::Phased => proven.to_vec(),
            // Until its last pass, SSS* and its variants compute bounds on one side only.
            _ if ends => proven.to_vec(),
            _ => {
                let one_side = |bounds: &Bounds| match self.exchanged() {
                    false => Bounds::at_most(bounds.upper),
                    true => Bounds::at_least(bounds.lower),
                };
                proven.iter().map(one_side).collect()
            }
        }
    }
}
