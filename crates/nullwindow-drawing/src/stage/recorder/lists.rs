//! The events of algorithms with lists: one step per application of the operator, or per change of the solution tree G.

use super::{Cue, StageRecorder};
use crate::captions::number;
use crate::lists::PassKind;
use crate::rules;
use crate::shape::DiagramNodeKind;
use crate::stage::code::{Place, exchange};
use crate::stage::step::StageEvent;
use crate::stage::view::{BackupView, Merit};
use nullwindow::observe::{Event, Status};
use nullwindow::{Bounds, Score};

impl StageRecorder<'_> {
    /// Performs the events of one step.
    pub(super) fn lists(&mut self, group: &[Event]) {
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
