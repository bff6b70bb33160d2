//! SSS-2: expand and diminish on one max solution tree.
//!
//! **Source.** \[dBP96\], Figs. 7 to 9, after Pijls and de Bruin (1990).
//! **Cost.** The leaves of SSS*, in its order.
//! **When to use it.** To understand SSS*: it refines one max solution tree G until there is no better one.
//!
//! **Contract.** `expand(n, v)` and `diminish(n, v)` return either `g < v`, the value of the max solution tree of n
//! that is now in G; or `g >= v`, a lower bound of n, and then no descendant of n is in G.
//!
//! **Differences from the paper**, whose Fig. 8 has three slips:
//! 1. `diminish(c, g)` in the MIN case is `diminish(c, v)`.
//! 2. The last `return g` there returns a lower bound, which is at least v.
//! 3. The test `v' >= v` in the MAX case belongs inside `if c.g = v`.

use super::perspective::Perspective;
use super::plays::{MoveSpan, Plays};
use crate::algorithm::{Algorithm, Task};
use crate::observe::{ListStep, Observer, Visit};
use crate::outcome::SearchReport;
use crate::worker::Expansion;
use crate::{Context, Depth, Game, Score, Stopped, Window, Worker};
use std::ops::{Index, IndexMut};

/// SSS-2. It uses no memory but its solution tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sss2;

impl Algorithm for Sss2 {
    fn name(&self) -> String {
        "sss-2".to_owned()
    }

    /// ```text
    /// G := {root}; g := expand(root, inf)
    /// repeat g' := g; g := diminish(root, g') until g >= g'
    /// ```
    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let view = Perspective::straight(worker.game, task.root);
        worker.pass(task, Window::FULL, report, |worker, _| {
            let nodes = Sss2Arena::new(worker.arenas.solution.take());
            let mut tree = Sss2Tree { view, nodes, path: Vec::new(), worker };
            let bound = tree.refine(task.root, task.depth);
            let Sss2Tree { nodes, worker, .. } = tree;
            worker.arenas.solution = Some(nodes);
            Ok(worker.value_at_root(bound?))
        })?;
        Ok(())
    }
}

type Id = usize;
const NONE: Id = usize::MAX;

/// A node of G.
pub(super) struct Sss2Node<P> {
    position: P,
    depth: Depth,
    /// The place among its brothers in the order of search.
    place: u16,
    /// The index in the order of generation.
    index: u16,
    is_max: bool,
    is_leaf: bool,
    /// The bound in G.
    g: Score,
    plays: MoveSpan,
    /// The first of its sons in G: all sons of a MAX node, one of a MIN node.
    first: Id,
    /// The last of them.
    last: Id,
    /// The next brother in G.
    next: Id,
}

/// The nodes of G, and the unused ones.
pub(super) struct Sss2Arena<G: Game> {
    all: Vec<Sss2Node<G::Position>>,
    free: Vec<Id>,
    plays: Plays<G::Move>,
}

impl<G: Game> Sss2Arena<G> {
    /// Creates an arena without nodes, in the memory of an old one if there is one.
    fn new(old: Option<Sss2Arena<G>>) -> Sss2Arena<G> {
        let mut nodes = old.unwrap_or_else(|| Sss2Arena { all: Vec::new(), free: Vec::new(), plays: Plays::new() });
        nodes.all.clear();
        nodes.free.clear();
        nodes.plays.clear();
        nodes
    }
}

impl<G: Game> Index<Id> for Sss2Arena<G> {
    type Output = Sss2Node<G::Position>;
    fn index(&self, id: Id) -> &Sss2Node<G::Position> {
        &self.all[id]
    }
}

impl<G: Game> IndexMut<Id> for Sss2Arena<G> {
    fn index_mut(&mut self, id: Id) -> &mut Sss2Node<G::Position> {
        &mut self.all[id]
    }
}

/// The max solution tree G.
struct Sss2Tree<'s, 'a, C: Context> {
    view: Perspective,
    nodes: Sss2Arena<C::Game>,
    /// The path to the current node.
    path: Vec<u16>,
    worker: &'s mut Worker<'a, C>,
}

impl<C: Context> Sss2Tree<'_, '_, C> {
    /// Runs the main loop: returns the smallest bound of a max solution tree of the root.
    fn refine(&mut self, root: &C::Position, depth: Depth) -> Result<Score, Stopped> {
        let root = self.add(root.clone(), depth, 0, 0);
        let mut g = self.expand(root, Score::INFINITY)?;
        loop {
            let before = g;
            g = self.diminish(root, before)?;
            if g >= before {
                return Ok(before);
            }
        }
    }

    /// Lowers the value `v` of the tree below n, if possible. The part of G below n must have value v.
    fn diminish(&mut self, n: Id, v: Score) -> Result<Score, Stopped> {
        if self.nodes[n].is_leaf {
            return Ok(v);
        }
        if self.nodes[n].is_max {
            let mut next = self.nodes[n].first;
            while next != NONE {
                let c = next;
                next = self.nodes[c].next;
                // Only sons at v hold the maximum at v; the test below belongs inside (difference 3).
                if self.nodes[c].g == v {
                    let below = self.at(c, |tree| tree.diminish(c, v))?;
                    if below >= v {
                        self.note_root_move(n, c);
                        self.purge(n);
                        return Ok(below);
                    }
                }
            }
            Ok(self.set_max(n))
        } else {
            let c = self.nodes[n].first;
            // With v, where the paper prints g (difference 1).
            let below = self.at(c, |tree| tree.diminish(c, v))?;
            if below < v {
                self.set(n, below);
                return Ok(below);
            }
            let next = self.nodes[c].place + 1;
            self.purge(n);
            self.next_sons(n, next, v, below)
        }
    }

    /// Builds a max solution tree below n with a value below `v`, if possible. G contains n but no descendant of n.
    fn expand(&mut self, n: Id, v: Score) -> Result<Score, Stopped> {
        let node = &mut self.nodes.all[n];
        let visit = Visit { position: &node.position, ply: self.path.len(), depth: node.depth, place: node.index };
        match self.worker.expand_for_list(visit)? {
            Expansion::Leaf(value) => {
                node.is_leaf = true;
                let value = self.view.value(value.score, self.worker.game.mover(&node.position));
                self.set(n, value);
                return Ok(value);
            }
            Expansion::Inner(list) => {
                self.nodes.plays.set(&mut node.plays, self.worker.moves.open_list());
                self.worker.moves.close(list);
            }
        }
        if !self.nodes[n].is_max {
            return self.next_sons(n, 0, v, Score::INFINITY);
        }
        for place in 0..self.nodes[n].plays.len() {
            let c = self.add_son(n, place);
            let below = self.at(c, |tree| tree.expand(c, v))?;
            if below >= v {
                self.note_root_move(n, c);
                self.purge(n);
                return Ok(below);
            }
        }
        Ok(self.set_max(n))
    }

    /// Expands the sons of a MIN node from `place` on until one is below `v`. `least` is the lowest bound of those
    /// before it.
    fn next_sons(&mut self, n: Id, place: u16, v: Score, mut least: Score) -> Result<Score, Stopped> {
        for place in place..self.nodes[n].plays.len() {
            let c = self.add_son(n, place);
            let below = self.at(c, |tree| tree.expand(c, v))?;
            if below < v {
                self.set(n, below);
                return Ok(below);
            }
            self.purge(n);
            least = least.min(below);
        }
        Ok(least)
    }

    /// Records the root move, if n is the root: the son that fails to get below v proves v.
    fn note_root_move(&mut self, n: Id, c: Id) {
        if self.path.is_empty() {
            let place = self.nodes[c].place;
            let plays = self.nodes[n].plays;
            self.worker.root_best = Some((self.nodes.plays.index(plays, place), self.nodes.plays.get(plays, place)));
        }
    }

    /// Sets `n.g := max{c.g | c child of n}`.
    fn set_max(&mut self, n: Id) -> Score {
        let mut bound = Score::NEG_INFINITY;
        let mut c = self.nodes[n].first;
        while c != NONE {
            bound = bound.max(self.nodes[c].g);
            c = self.nodes[c].next;
        }
        self.set(n, bound);
        bound
    }

    /// Sets the bound of a node and reports it.
    fn set(&mut self, n: Id, bound: Score) {
        self.nodes[n].g = bound;
        if self.worker.observer.wants_steps() {
            self.worker.observer.step(ListStep::Add { path: &self.path, bound });
        }
    }

    /// Calls `work` on son `c`, with the path to it.
    fn at<T>(&mut self, c: Id, work: impl FnOnce(&mut Self) -> Result<T, Stopped>) -> Result<T, Stopped> {
        self.path.push(self.nodes[c].index);
        let done = work(self);
        self.path.pop();
        done
    }

    /// Adds the son at `place` to G.
    fn add_son(&mut self, n: Id, place: u16) -> Id {
        let node = &self.nodes[n];
        let (play, index) = (self.nodes.plays.get(node.plays, place), self.nodes.plays.index(node.plays, place));
        let position = self.worker.game.play(&node.position, play);
        let c = self.add(position, node.depth.child(), place, index);
        match self.nodes[n].last {
            NONE => self.nodes[n].first = c,
            brother => self.nodes[brother].next = c,
        }
        self.nodes[n].last = c;
        if self.worker.observer.wants_steps() {
            self.path.push(index);
            self.worker.observer.step(ListStep::Add { path: &self.path, bound: Score::INFINITY });
            self.path.pop();
        }
        c
    }

    /// Creates a node, in the memory of an unused one if there is one.
    fn add(&mut self, position: C::Position, depth: Depth, place: u16, index: u16) -> Id {
        let is_max = self.view.is_max(self.worker.game.mover(&position));
        let (g, plays) = (Score::INFINITY, MoveSpan::default());
        let mut node = Sss2Node {
            position,
            depth,
            place,
            index,
            is_max,
            is_leaf: false,
            g,
            plays,
            first: NONE,
            last: NONE,
            next: NONE,
        };
        match self.nodes.free.pop() {
            Some(id) => {
                // Keeps the room for moves of the old node.
                node.plays = self.nodes[id].plays;
                self.nodes[id] = node;
                id
            }
            None => {
                self.nodes.all.push(node);
                self.nodes.all.len() - 1
            }
        }
    }

    /// Removes all descendants of n from G (PURGE).
    fn purge(&mut self, n: Id) {
        let mut c = std::mem::replace(&mut self.nodes[n].first, NONE);
        self.nodes[n].last = NONE;
        while c != NONE {
            let next = self.nodes[c].next;
            if self.worker.observer.wants_steps() {
                self.path.push(self.nodes[c].index);
                self.worker.observer.step(ListStep::Remove { path: &self.path });
            }
            self.purge(c);
            if self.worker.observer.wants_steps() {
                self.path.pop();
            }
            self.nodes.free.push(c);
            c = next;
        }
    }
}
