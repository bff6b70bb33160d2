//! The events of depth-first searches, one step each.

use super::{Cue, StageRecorder};
use crate::captions;
use crate::shape::DiagramNodeKind;
use crate::stage::code::Place;
use crate::stage::step::StageEvent;
use crate::stage::view::WindowView;
use crate::walk::WalkEvent;
use nullwindow::observe::{Event, Exit};
use nullwindow::{Bounds, Score, Window};

impl StageRecorder<'_> {
    /// Performs one event.
    pub(super) fn walk(&mut self, event: &Event) {
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
}

fn sons(moves: usize) -> String {
    if moves == 1 { "1 son".to_owned() } else { format!("{moves} sons") }
}
