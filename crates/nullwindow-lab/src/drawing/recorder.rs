//! Cuts what an algorithm did, given as its trace, into pictures, one a pass.
//!
//! Passes are the questions put at the root. The list algorithms put none; theirs end, as in paper 001, section 2.1,
//! when the highest merit in OPEN changes, which it does only when every state there is solved. A pass of PS* ends when
//! the next partition of some node comes into OPEN, and one of SSS-2 when its solution tree has a new bound.
//!
//! Bounds at inner nodes are those that a depth-first search has found; of the list algorithms, which keep none there,
//! those that follow from the leaves they have seen, on the side that they work on.

use super::lists::{self, Manner};
use super::picture::{Picture, State, Step};
use super::proven::{from_sons, max_tree, min_tree, proven};
use super::shape::{Kind, Shape};
use super::words::{self, number};
use nullwindow::observe::{Event, Replay, Status, Trace};
use nullwindow::{AnyAlgorithm, Bounds, Score, Window};

/// What is known while a trace is replayed.
pub(super) struct Recorder<'s> {
    shape: &'s Shape,
    manner: Manner,
    /// Whether MIN moves at the root.
    flip: bool,
    states: Vec<State>,
    /// What a walk has found of the nodes.
    found: Vec<Bounds>,
    seen: Vec<bool>,
    visits: u32,
    /// The nodes on the way down, with the windows they were asked.
    asked: Vec<Option<(usize, Window)>>,
    /// The question of this pass, for MAX, and the node it was put to.
    question: Option<Window>,
    target: Option<usize>,
    /// The highest merit in OPEN, for the algorithm's MAX.
    merit: Score,
    pictures: Vec<Picture>,
    steps: Vec<Step>,
}

impl<'s> Recorder<'s> {
    /// `flip`: whether MIN moves at the root.
    pub(super) fn new(shape: &'s Shape, algorithm: &AnyAlgorithm, flip: bool) -> Recorder<'s> {
        let count = shape.nodes.len();
        let mut recorder = Recorder {
            shape,
            manner: Manner::of(algorithm),
            flip,
            states: vec![State::default(); count],
            found: vec![Bounds::UNKNOWN; count],
            seen: vec![false; count],
            visits: 0,
            asked: Vec::new(),
            question: None,
            target: None,
            merit: Score::INFINITY,
            pictures: Vec::new(),
            steps: Vec::new(),
        };
        recorder.visit(&[]);
        recorder
    }

    /// Replays a trace: the pictures, at least one, and the steps.
    pub(super) fn run(mut self, trace: &Trace) -> (Vec<Picture>, Vec<Step>) {
        let mut replay = trace.replay();
        for event in trace.events() {
            if let Event::Take(state, _) = event
                && self.manner.has_open()
            {
                self.front(state.merit, &replay);
            }
            replay.step();
            self.see(event, &replay);
        }
        if self.pictures.is_empty() {
            // The root is a leaf, or has one move that nobody needs to search.
            let root = &self.shape.nodes[0];
            let value = root.value.map(Score::new);
            self.seen[0] = value.is_some();
            self.close(value, true, &replay);
        }
        (self.pictures, self.steps)
    }

    fn see(&mut self, event: &Event, replay: &Replay<'_>) {
        match event {
            Event::Pass(window) => {
                self.question = Some(self.first_question(window.flip_if(self.flip)));
                self.asked.clear();
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
                if self.asked.is_empty() && *ply == 1 {
                    self.target = Some(node);
                }
                self.asked.resize(*ply, None);
                self.asked.push(Some((node, *window)));
            }
            Event::Leaf { ply, .. } => {
                if let Some(Some((node, _))) = self.asked.get(*ply) {
                    self.seen[*node] = true;
                }
            }
            Event::Probe { ply, answer: Some(_), .. } => {
                if let Some(Some((node, _))) = self.asked.get(*ply) {
                    self.states[*node].recalled = true;
                }
            }
            Event::Leave { ply, value, .. } => {
                if let Some(Some((node, window))) = self.asked.get(*ply).copied() {
                    let min = self.shape.nodes[node].kind == Kind::Min;
                    self.found[node] = self.found[node].and(window.learn(*value).flip_if(min));
                }
            }
            Event::Take(state, case) => {
                if state.status == Status::Live {
                    self.look(&state.path);
                }
                let flip = self.exchanged();
                let (taken, pass) = (lists::listed(self.shape, state, flip), self.pictures.len());
                self.steps.push(Step { taken, case: *case, open: Vec::new(), pass });
            }
            Event::Put(_) | Event::Purge(_) if self.manner.has_open() => {
                let open = lists::open(self.shape, replay.open(), self.exchanged());
                if let Some(step) = self.steps.last_mut() {
                    step.open = open;
                }
            }
            Event::Join(path, bound) => self.join(path, *bound, replay),
            _ => {}
        }
    }

    /// A node of SSS-2's solution tree is new, or has a new bound; the root's ends a pass.
    fn join(&mut self, path: &[u16], bound: Score, replay: &Replay<'_>) {
        self.look(path);
        if path.is_empty() && bound.is_finite() {
            let bound = bound.flip_if(self.flip);
            self.close(Some(bound), false, replay);
            self.question = Some(self.merit_question(bound));
        }
    }

    /// The first question of a pass that the trace opens; the list algorithms begin at an infinity.
    fn first_question(&self, window: Window) -> Window {
        match self.manner {
            Manner::Walk => window,
            _ => self.merit_question(Score::INFINITY.flip_if(self.exchanged())),
        }
    }

    /// What a list algorithm asks at a merit: is there no better one?
    fn merit_question(&self, merit: Score) -> Window {
        if self.exchanged() { Window::new(merit, merit.succ()) } else { Window::null(merit) }
    }

    /// Whether the algorithm's MAX is our MIN.
    fn exchanged(&self) -> bool {
        self.flip != (self.manner == Manner::Dual)
    }

    /// Ends a pass of a list algorithm if the merit in front of OPEN has changed; of PS*, if it has risen.
    /// What is taken from behind the front, as RecSSS* does, is still part of the pass.
    fn front(&mut self, taken: Score, replay: &Replay<'_>) {
        if replay.open().first().is_none_or(|front| front.merit != taken) {
            return;
        }
        let before = std::mem::replace(&mut self.merit, taken);
        let (ends, answer) = match self.manner {
            Manner::Phased => (taken > before, before),
            _ => (taken != before, taken),
        };
        if ends {
            self.close(Some(answer.flip_if(self.exchanged())), false, replay);
            self.question = Some(self.merit_question(taken.flip_if(self.exchanged())));
        }
    }

    fn look(&mut self, path: &[u16]) {
        if let Some(node) = self.visit(path) {
            self.seen[node] = self.shape.nodes[node].kind == Kind::Leaf;
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

    /// Ends a pass, and if `ends` the search of a list algorithm: what is known now becomes a picture.
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
        let fresh = |(n, state): (usize, &State)| state.new && self.seen[n];
        let new_leaves = self.states.iter().enumerate().filter(|&it| fresh(it)).count();
        let (question, reply) = self.words(window, answer, ends);
        let (alpha, beta) = words::edges(window);
        let root = &self.states[0];
        let has_open = self.manner.has_open() && !replay.open().is_empty();
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

    fn words(&self, window: Window, answer: Option<Score>, ends: bool) -> (String, String) {
        let target = self.target.map(|n| self.shape.nodes[n].name.as_str());
        match answer {
            None => (words::question(window, target), "nothing needs to be searched".to_owned()),
            Some(answer) if self.manner == Manner::Phased && window != Window::FULL => {
                (words::phase(window), words::phase_ends(answer, ends))
            }
            Some(answer) => (words::question(window, target), words::reply(window, answer)),
        }
    }

    /// What the algorithm knows of the nodes.
    fn known(&self, proven: &[Bounds], ends: bool) -> Vec<Bounds> {
        match self.manner {
            Manner::Walk => {
                let leaf = |n: usize| self.shape.nodes[n].kind == Kind::Leaf;
                let mut known: Vec<Bounds> =
                    (0..proven.len()).map(|n| if leaf(n) { proven[n] } else { self.found[n] }).collect();
                if self.target.is_some() {
                    // The question was put to a son of the root.
                    known[0] = from_sons(self.shape, 0, &self.found);
                }
                known
            }
            Manner::Phased => proven.to_vec(),
            // Until the last pass, bounds on one side are all that SSS* and its like are after.
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
