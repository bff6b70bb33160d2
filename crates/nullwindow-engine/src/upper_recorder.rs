//! Records the upper tree of a search: the part of the observer behind [`UpperTree`](crate::UpperTree).
//!
//! A node is recorded if it lies on the path of the request or in the plies below its end. All other nodes are only
//! counted: `unrecorded` is the number of those that the search is in. Every node that a depth-first search enters ends
//! with one event: a leaf, an answer of memory, a rule, or the end of its loop. A stopped search leaves nodes open; the
//! next pass begins anew.
//!
//! Not every node that is entered below another is its child:
//! - Before a node is expanded, rules of selective search search the node itself, or the position after a pass.
//! - Searches that order moves enter children with smaller depths. In full width these are recognised by their depth.
//!   Rules of selective search also reduce depths, so there the deepest search of a child counts.

use crate::upper::AnsweredBy;
use nullwindow::memory::ProbeResult;
use nullwindow::observe::{Exit, LeafKind};
use nullwindow::{Bounds, Depth, Score, Window};

/// Records the nodes of a search near its root.
pub(crate) struct UpperRecorder<'c> {
    scope: UpperScope<'c>,
    nodes: Vec<UpperRecord>,
    /// The recorded nodes that the search is in, the root first.
    open: Vec<OpenNode>,
    /// The number of unrecorded nodes that the search is in, below the last of `open`.
    unrecorded: u64,
    /// The nodes so far, as the counters of the library count them.
    count: u64,
}

/// The part of the tree that is recorded.
#[derive(Clone, Copy)]
pub(crate) struct UpperScope<'c> {
    /// The path to the first node whose children are all recorded, as indices in the order of generation.
    pub(crate) path: &'c [u16],
    /// The plies recorded below it.
    pub(crate) plies: usize,
    /// True if the game follows rules of selective search.
    pub(crate) selective: bool,
    /// True if every leaf at the horizon has its value, and none a bound.
    pub(crate) exact_leaves: bool,
    /// Returns whether the player to move changes with the last move of a path. Observers do not see the game.
    pub(crate) turns: &'c dyn Fn(&[u16]) -> bool,
}

impl UpperScope<'_> {
    /// Returns whether a child of a recorded node is recorded too.
    fn contains(&self, ply: usize, place: u16) -> bool {
        match self.path.get(ply - 1) {
            Some(&step) => step == place,
            None => ply <= self.last_ply(),
        }
    }

    /// Returns the last ply that is recorded.
    fn last_ply(&self) -> usize {
        self.path.len().saturating_add(self.plies)
    }
}

/// A recorded node. Scores are those of its own player to move.
#[derive(Clone, Debug)]
pub(crate) struct UpperRecord {
    /// The index of the move that leads to it.
    pub(crate) place: u16,
    /// True if the player to move is not that of its parent.
    pub(crate) flip: bool,
    pub(crate) bounds: Bounds,
    /// The move that proved the lower bound.
    pub(crate) best: Option<u16>,
    pub(crate) below: u64,
    pub(crate) visits: u64,
    pub(crate) answered: AnsweredBy,
    pub(crate) cut: bool,
    /// The children visited, by their indices among the nodes.
    pub(crate) children: Vec<usize>,
    /// The greatest depth to which it was searched.
    depth: Option<Depth>,
    /// The visit of the parent, by its number, in which this node was entered last.
    entered_in: u64,
}

/// A recorded node that the search is in.
#[derive(Debug)]
struct OpenNode {
    node: usize,
    window: Window,
    depth: Depth,
    /// The count of nodes before this visit.
    before: u64,
    /// The number of moves, once they are generated.
    moves: Option<usize>,
    /// The children that memory refuted in this visit.
    refuted: usize,
    /// The children entered in this visit.
    entered: usize,
    /// The child with the highest answer so far, and this answer.
    best: Option<(u16, Score)>,
    /// The child entered last.
    last: Option<u16>,
}

impl<'c> UpperRecorder<'c> {
    pub(crate) fn new(scope: UpperScope<'c>) -> UpperRecorder<'c> {
        UpperRecorder { scope, nodes: Vec::new(), open: Vec::new(), unrecorded: 0, count: 0 }
    }

    /// Returns the nodes, the root first; none if the search has visited none.
    pub(crate) fn into_nodes(self) -> Vec<UpperRecord> {
        self.nodes
    }

    /// Begins a pass.
    pub(crate) fn pass(&mut self) {
        self.open.clear();
        self.unrecorded = 0;
    }

    /// Enters a node.
    pub(crate) fn enter(&mut self, ply: usize, depth: Depth, place: u16, window: Window) {
        self.count += 1;
        match self.recorded(ply, depth, place) {
            Some(node) => {
                let before = self.count - 1;
                let (moves, refuted, entered, best, last) = (None, 0, 0, None, None);
                self.open.push(OpenNode { node, window, depth, before, moves, refuted, entered, best, last });
            }
            None => self.unrecorded += 1,
        }
    }

    /// Receives the result of a probe.
    pub(crate) fn probe(&mut self, ply: usize, probe: &ProbeResult, answer: Option<Score>) {
        // The root of a selective search has no rules, so that bounds of the same position in memory are not its own.
        if self.unrecorded == 0
            && ply > 0
            && let Some(open) = self.open.last()
        {
            // Bounds from memory come without a reliable move: positions that share a key need not share the order of
            // their moves.
            self.nodes[open.node].learn(probe.bounds, None);
        }
        if let Some(answer) = answer {
            self.end(answer, AnsweredBy::Table, |_| Bounds::UNKNOWN);
        }
    }

    /// Ends the visit of a leaf.
    pub(crate) fn leaf(&mut self, ply: usize, depth: Depth, value: Score, kind: LeafKind) {
        if ply == 0 && self.open.is_empty() {
            // A root that is a leaf is evaluated without a pass.
            self.enter(0, depth, 0, Window::FULL);
        }
        let is_exact = kind == LeafKind::Over || kind == LeafKind::Horizon && self.scope.exact_leaves;
        self.end(value, AnsweredBy::Leaf, |window| if is_exact { Bounds::exactly(value) } else { window.learn(value) });
    }

    /// Receives the number of moves of the node.
    pub(crate) fn expand(&mut self, moves: usize) {
        if self.unrecorded == 0
            && let Some(open) = self.open.last_mut()
        {
            open.moves = Some(moves);
        }
    }

    /// Receives the number of children that memory has refuted.
    pub(crate) fn refuted(&mut self, children: usize) {
        self.count += children as u64;
        if self.unrecorded == 0
            && let Some(open) = self.open.last_mut()
        {
            open.refuted += children;
        }
    }

    /// Ends the visit of a node that rules decide.
    pub(crate) fn ruled(&mut self, value: Score) {
        self.end(value, AnsweredBy::Rule, |window| window.learn(value));
    }

    /// Ends the visit of a node whose moves were searched.
    pub(crate) fn leave(&mut self, value: Score, exit: Exit) {
        if self.unrecorded == 0
            && let Some(open) = self.open.last()
        {
            let (node, proves) = (open.node, value > open.window.alpha());
            // In a cutoff it is the last move that proves the bound; one by memory names no move.
            let best = match exit {
                Exit::Cut { tried: 0, .. } => None,
                Exit::Cut { .. } => open.last,
                Exit::Searched => open.best.map(|(place, _)| place),
            };
            let learned = open.window.learn(value);
            self.nodes[node].learn(learned, best.filter(|_| proves));
            self.nodes[node].cut = matches!(exit, Exit::Cut { .. });
            if exit == Exit::Searched {
                self.name_refuted(value);
            }
        }
        self.end(value, AnsweredBy::Search, |_| Bounds::UNKNOWN);
    }

    /// Ends the visit of the current node. `learn` returns what the answer says, given the window.
    fn end(&mut self, value: Score, answered: AnsweredBy, learn: impl FnOnce(Window) -> Bounds) {
        if self.unrecorded > 0 {
            self.unrecorded -= 1;
            return;
        }
        let Some(open) = self.open.pop() else { return };
        let node = &mut self.nodes[open.node];
        node.learn(learn(open.window), None);
        node.below += self.count - open.before;
        node.visits += 1;
        node.answered = answered;
        node.cut &= answered == AnsweredBy::Search;
        let (place, value) = (node.place, value.flip_if(node.flip));
        if let Some(parent) = self.open.last_mut() {
            // A second search of a child replaces the answer of the first.
            if parent.best.is_none_or(|(best, score)| best == place || value > score) {
                parent.best = Some((place, value));
            }
        }
    }

    /// Returns the record of a node that the search enters; `None` if it is not recorded.
    fn recorded(&mut self, ply: usize, depth: Depth, place: u16) -> Option<usize> {
        if self.unrecorded > 0 {
            return None;
        }
        let Some(parent) = self.open.last_mut() else { return (ply == 0).then(|| self.root(depth)) };
        let node = parent.node;
        // Before its moves are generated, a node has no children: a rule searches something else.
        if parent.moves.is_none() || !self.scope.selective && depth != parent.depth.child() {
            return None;
        }
        parent.last = Some(place);
        if !self.scope.contains(ply, place) {
            return None;
        }
        let child = self.child(node, place);
        if !self.deepen(child, depth) {
            return None;
        }
        let visit = self.nodes[node].visits + 1;
        let is_new = std::mem::replace(&mut self.nodes[child].entered_in, visit) != visit;
        if let Some(parent) = self.open.last_mut() {
            parent.entered += usize::from(is_new);
        }
        Some(child)
    }

    /// Returns the root of an iteration. The first visit with another depth begins a new one.
    fn root(&mut self, depth: Depth) -> usize {
        if self.nodes.first().is_none_or(|root| root.depth != Some(depth)) {
            self.nodes = vec![UpperRecord { depth: Some(depth), ..UpperRecord::new(0, false) }];
            self.count = 1; // this visit
        }
        0
    }

    /// Returns the record of a child, and creates it if there is none. The parent is the last of the open nodes.
    fn child(&mut self, parent: usize, place: u16) -> usize {
        let nodes = &self.nodes;
        let found = nodes[parent].children.iter().find(|&&child| nodes[child].place == place);
        found.copied().unwrap_or_else(|| {
            let steps = self.open.iter().skip(1).map(|open| self.nodes[open.node].place);
            let path: Vec<u16> = steps.chain([place]).collect();
            let child = self.nodes.len();
            self.nodes.push(UpperRecord::new(place, (self.scope.turns)(&path)));
            self.nodes[parent].children.push(child);
            child
        })
    }

    /// Prepares a record for a search to this depth; returns false if there was a deeper one.
    fn deepen(&mut self, node: usize, depth: Depth) -> bool {
        match self.nodes[node].depth {
            Some(searched) if depth < searched => return false,
            Some(searched) if depth > searched => self.forget(node),
            _ => {}
        }
        self.nodes[node].depth = Some(depth);
        true
    }

    /// Forgets what searches to smaller depths have shown about a node and the nodes below it; their cost stays.
    fn forget(&mut self, node: usize) {
        let record = &mut self.nodes[node];
        (record.bounds, record.best, record.depth) = (Bounds::UNKNOWN, None, None);
        (record.answered, record.cut) = (AnsweredBy::None, false);
        for child in record.children.clone() {
            self.forget(child);
        }
    }

    /// Records the children of the current node that memory refuted, if they can be told: they are those that were not
    /// entered, if all others were. None of them is worth more than the node.
    fn name_refuted(&mut self, value: Score) {
        let Some(open) = self.open.last() else { return };
        let (node, depth, moves) = (open.node, open.depth, open.moves.unwrap_or_default());
        let ply = self.open.len();
        let all_recorded = ply > self.scope.path.len() && ply <= self.scope.last_ply();
        // Rules bound moves too, and search none of the moves that they decide.
        if self.scope.selective || !all_recorded || open.refuted == 0 || open.entered + open.refuted != moves {
            return;
        }
        let visit = self.nodes[node].visits + 1;
        for place in (0..moves).filter_map(|place| u16::try_from(place).ok()) {
            let child = self.child(node, place);
            let record = &mut self.nodes[child];
            if record.entered_in == visit {
                continue;
            }
            record.depth = Some(depth.child());
            let flip = record.flip;
            record.learn(Bounds::at_most(value).flip_if(flip), None);
            record.visits += 1;
            record.below += 1;
            (record.answered, record.cut) = (AnsweredBy::Table, false);
        }
    }
}

impl UpperRecord {
    fn new(place: u16, flip: bool) -> UpperRecord {
        UpperRecord {
            place,
            flip,
            bounds: Bounds::UNKNOWN,
            best: None,
            below: 0,
            visits: 0,
            answered: AnsweredBy::None,
            cut: false,
            children: Vec::new(),
            depth: None,
            entered_in: 0,
        }
    }

    /// Narrows the bounds. `best` is the move behind the lower bound, if it is known.
    fn learn(&mut self, bounds: Bounds, best: Option<u16>) {
        if bounds.lower > self.bounds.lower || bounds.lower == self.bounds.lower && best.is_some() {
            self.best = best;
        }
        self.bounds = self.bounds.and(bounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow::order::Source;

    const CUT: Exit = Exit::Cut { tried: 1, source: Source::Generated };

    fn recorder(selective: bool, turns: &dyn Fn(&[u16]) -> bool) -> UpperRecorder<'_> {
        UpperRecorder::new(UpperScope { path: &[], plies: 2, selective, exact_leaves: true, turns })
    }

    fn score(value: i32) -> Score {
        Score::new(value)
    }

    fn leaf(recorder: &mut UpperRecorder<'_>, ply: usize, depth: u32, place: u16, value: i32) {
        recorder.enter(ply, Depth::plies(depth), place, Window::FULL);
        recorder.leaf(ply, Depth::plies(depth), score(value), LeafKind::Horizon);
    }

    /// The root has two moves, worth 3 and 7 to the mover there.
    #[test]
    fn answers_are_seen_by_the_player_that_moves_at_the_parent() {
        for alternate in [true, false] {
            let turns = |_: &[u16]| alternate;
            let mut recorder = recorder(false, &turns);
            let sign = if alternate { -1 } else { 1 };
            recorder.pass();
            recorder.enter(0, Depth::plies(1), 0, Window::FULL);
            recorder.expand(2);
            leaf(&mut recorder, 1, 0, 0, 3 * sign);
            leaf(&mut recorder, 1, 0, 1, 7 * sign);
            recorder.leave(score(7), Exit::Searched);
            let nodes = recorder.into_nodes();
            assert_eq!((nodes[0].best, nodes[0].below, nodes[0].visits), (Some(1), 3, 1));
            assert_eq!(nodes[0].bounds, Bounds::exactly(score(7)));
            assert_eq!(nodes[2].bounds.flip_if(nodes[2].flip), Bounds::exactly(score(7)));
        }
    }

    #[test]
    fn searches_of_rules_and_shallow_searches_are_no_children() {
        let turns = |_: &[u16]| true;
        let mut recorder = recorder(true, &turns);
        recorder.pass();
        recorder.enter(0, Depth::plies(4), 0, Window::FULL);
        recorder.expand(2);
        recorder.enter(1, Depth::plies(3), 1, Window::FULL);
        leaf(&mut recorder, 2, 0, 0, 5); // after a pass
        recorder.enter(1, Depth::plies(1), 1, Window::FULL); // the node itself, to a smaller depth
        recorder.expand(1);
        leaf(&mut recorder, 2, 0, 0, 6);
        recorder.leave(score(6), Exit::Searched);
        recorder.ruled(score(9));
        leaf(&mut recorder, 1, 1, 1, 2); // smaller than the depth recorded
        recorder.leave(score(-9), CUT);
        let nodes = recorder.into_nodes();
        assert_eq!((nodes.len(), nodes[1].visits, nodes[1].below), (2, 1, 4));
        assert_eq!((nodes[1].answered, nodes[1].bounds), (AnsweredBy::Rule, Bounds::exactly(score(9))));
        assert_eq!((nodes[0].below, nodes[0].best, nodes[0].cut), (6, Some(1), true));
    }

    #[test]
    fn deeper_searches_replace_shallower_ones_and_iterations_begin_anew() {
        let turns = |_: &[u16]| true;
        let mut recorder = recorder(true, &turns);
        for depth in [2, 4] {
            recorder.pass();
            recorder.enter(0, Depth::plies(depth), 0, Window::FULL);
            recorder.expand(1);
            recorder.enter(1, Depth::plies(1), 0, Window::FULL);
            recorder.expand(1);
            leaf(&mut recorder, 2, 0, 0, 8);
            recorder.leave(score(-8), Exit::Searched);
            recorder.enter(1, Depth::plies(depth - 1), 0, Window::FULL);
            recorder.ruled(score(4));
            recorder.leave(score(-4), Exit::Searched);
        }
        let nodes = recorder.into_nodes();
        assert_eq!((nodes[0].below, nodes[0].visits), (4, 1), "of the last iteration");
        assert_eq!((nodes[1].bounds, nodes[1].visits), (Bounds::exactly(score(4)), 2));
        assert_eq!(nodes[2].bounds, Bounds::UNKNOWN, "of a shallower search");
    }

    /// A stopped pass leaves nodes open.
    #[test]
    fn a_new_pass_begins_at_the_root() {
        let turns = |_: &[u16]| true;
        let mut recorder = recorder(false, &turns);
        recorder.enter(0, Depth::plies(3), 0, Window::FULL);
        recorder.expand(1);
        recorder.enter(1, Depth::plies(2), 0, Window::FULL);
        recorder.pass();
        recorder.enter(0, Depth::plies(3), 0, Window::null(score(5)));
        recorder.expand(1);
        recorder.leave(score(2), Exit::Searched);
        let nodes = recorder.into_nodes();
        assert_eq!((nodes[0].visits, nodes[0].bounds), (1, Bounds::at_most(score(2))));
    }

    #[test]
    fn children_that_memory_refuted_are_told_where_all_others_were_entered() {
        let turns = |_: &[u16]| true;
        let mut recorder = recorder(false, &turns);
        recorder.pass();
        recorder.enter(0, Depth::plies(1), 0, Window::null(score(5)));
        recorder.expand(3);
        recorder.refuted(2);
        leaf(&mut recorder, 1, 0, 1, -4);
        recorder.leave(score(4), Exit::Searched);
        let nodes = recorder.into_nodes();
        assert_eq!((nodes[0].below, nodes[0].best, nodes[0].children.len()), (4, None, 3));
        for node in nodes.iter().filter(|node| node.answered == AnsweredBy::Table) {
            assert_eq!((node.below, node.visits, node.bounds), (1, 1, Bounds::at_least(score(-4))));
        }
    }
}
