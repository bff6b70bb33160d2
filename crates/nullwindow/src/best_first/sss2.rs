//! SSS-2: expand and diminish on one max solution tree.
//!
//! **Source.** Paper 000, Figs. 7 to 9, after Pijls and de Bruin (1990). **Cost.** The leaves of SSS*, in its
//! order. **When to use it.** To understand SSS*: it refines one max solution tree G until no better one is
//! to be had.
//!
//! **Contract.** `expand(n, v)` and `diminish(n, v)` return `g < v`, the value of the max solution tree of n
//! that is now in G; or `g >= v`, a lower bound of n, and nothing of n's descendants is in G.
//!
//! **Differences from the paper**, whose Fig. 8 has three slips:
//! 1. `diminish(c, g)` in the MIN case is `diminish(c, v)`.
//! 2. The last `return g` there returns a lower bound, which is at least v.
//! 3. The test `v' >= v` in the MAX case belongs inside `if c.g = v`.
//! 4. A node of G knows the best move behind its bound, so that the root's is known in the end.

use super::rows::look;
use super::view::View;
use crate::algorithm::{Algorithm, Task};
use crate::memory::Memory;
use crate::observe::{Observer, Step};
use crate::outcome::Report;
use crate::{Depth, Evaluator, Score, Search, Stopped, Window};

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
    fn search<G: Evaluator, M: Memory<G>, O: Observer<G>>(
        &self,
        search: &mut Search<'_, G, M, O>,
        task: &Task<'_, G::Position>,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        let view = View::straight(search.game, task.root);
        search.pass(task, Window::FULL, report, |search, _| {
            let mut tree = Solution { view, nodes: Vec::new(), free: Vec::new(), path: Vec::new(), search };
            let root = tree.add(task.root.clone(), task.depth, 0);
            let mut g = tree.expand(root, Score::INFINITY)?;
            loop {
                let before = g;
                g = tree.diminish(root, before)?;
                if g >= before {
                    return Ok(tree.search.value_at_root(before));
                }
            }
        })?;
        Ok(())
    }
}

type Id = usize;

/// A node of G.
struct Node<P, M> {
    position: P,
    depth: Depth,
    /// Its place among its brothers.
    place: u16,
    is_max: bool,
    is_leaf: bool,
    /// Its bound in G.
    g: Score,
    plays: Vec<M>,
    /// Its sons in G: all of a MAX node's, one of a MIN node's.
    sons: Vec<Id>,
}

/// The max solution tree G.
struct Solution<'s, 'a, G: Evaluator, M, O> {
    view: View,
    nodes: Vec<Node<G::Position, G::Move>>,
    free: Vec<Id>,
    /// The path to the node at hand.
    path: Vec<u16>,
    search: &'s mut Search<'a, G, M, O>,
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Solution<'_, '_, G, M, O> {
    /// May only be called if the part of G below n has value v.
    fn diminish(&mut self, n: Id, v: Score) -> Result<Score, Stopped> {
        if self.nodes[n].is_leaf {
            return Ok(v);
        }
        if self.nodes[n].is_max {
            for i in 0..self.nodes[n].sons.len() {
                let c = self.nodes[n].sons[i];
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
            let c = self.nodes[n].sons[0];
            let below = self.at(c, |tree| tree.diminish(c, v))?;
            if below < v {
                self.set(n, below);
                return Ok(below);
            }
            let next = self.nodes[c].place + 1;
            self.remove(n, c);
            self.next_sons(n, next, v, below)
        }
    }

    /// G contains n but no descendant of n.
    fn expand(&mut self, n: Id, v: Score) -> Result<Score, Stopped> {
        let ply = u16::try_from(self.path.len()).unwrap_or(u16::MAX);
        let node = &mut self.nodes[n];
        let leaf = look(self.search, &node.position, (ply, node.depth), node.place, &mut node.plays)?;
        node.is_leaf = leaf.is_some();
        if let Some(score) = leaf {
            let value = self.view.value(score, self.search.game.mover(&self.nodes[n].position));
            self.set(n, value);
            return Ok(value);
        }
        if !self.nodes[n].is_max {
            return self.next_sons(n, 0, v, Score::INFINITY);
        }
        for place in 0..super::rows::width(&self.nodes[n].plays) {
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

    /// The sons of a MIN node from `place` on, until one is below v; `least` is the lowest bound of those
    /// before it.
    fn next_sons(&mut self, n: Id, place: u16, v: Score, mut least: Score) -> Result<Score, Stopped> {
        for place in place..super::rows::width(&self.nodes[n].plays) {
            let c = self.add_son(n, place);
            let below = self.at(c, |tree| tree.expand(c, v))?;
            if below < v {
                self.set(n, below);
                return Ok(below);
            }
            self.remove(n, c);
            least = least.min(below);
        }
        Ok(least)
    }

    /// The root is a MAX node; the son that fails to get below v proves v.
    fn note_root_move(&mut self, n: Id, c: Id) {
        if self.path.is_empty() {
            let place = self.nodes[c].place;
            self.search.root_best = Some((place, self.nodes[n].plays[usize::from(place)]));
        }
    }

    /// n.g := max{c.g | c child of n}
    fn set_max(&mut self, n: Id) -> Score {
        let bound = self.nodes[n].sons.iter().map(|&c| self.nodes[c].g).max();
        let bound = bound.unwrap_or(Score::NEG_INFINITY);
        self.set(n, bound);
        bound
    }

    fn set(&mut self, n: Id, bound: Score) {
        self.nodes[n].g = bound;
        if O::STEPS {
            self.search.observer.step(Step::Join { path: &self.path, bound });
        }
    }

    /// Works on son `c`, with its path.
    fn at<T>(&mut self, c: Id, work: impl FnOnce(&mut Self) -> Result<T, Stopped>) -> Result<T, Stopped> {
        self.path.push(self.nodes[c].place);
        let done = work(self);
        self.path.pop();
        done
    }

    fn add_son(&mut self, n: Id, place: u16) -> Id {
        let node = &self.nodes[n];
        let position = self.search.game.play(&node.position, node.plays[usize::from(place)]);
        let c = self.add(position, node.depth.child(), place);
        self.nodes[n].sons.push(c);
        if O::STEPS {
            self.path.push(place);
            self.search.observer.step(Step::Join { path: &self.path, bound: Score::INFINITY });
            self.path.pop();
        }
        c
    }

    fn add(&mut self, position: G::Position, depth: Depth, place: u16) -> Id {
        let is_max = self.view.is_max(self.search.game.mover(&position));
        let node = Node {
            position,
            depth,
            place,
            is_max,
            is_leaf: false,
            g: Score::INFINITY,
            plays: Vec::new(),
            sons: Vec::new(),
        };
        match self.free.pop() {
            Some(id) => {
                let old = std::mem::replace(&mut self.nodes[id], node);
                self.nodes[id].plays = old.plays;
                self.nodes[id].sons = old.sons;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    /// PURGE all descendants of n from G.
    fn purge(&mut self, n: Id) {
        while let Some(c) = self.nodes[n].sons.pop() {
            self.drop_son(c);
        }
    }

    fn remove(&mut self, n: Id, c: Id) {
        self.nodes[n].sons.retain(|&son| son != c);
        self.drop_son(c);
    }

    fn drop_son(&mut self, c: Id) {
        if O::STEPS {
            self.path.push(self.nodes[c].place);
            self.search.observer.step(Step::Part { path: &self.path });
        }
        while let Some(son) = self.nodes[c].sons.pop() {
            self.drop_son(son);
        }
        if O::STEPS {
            self.path.pop();
        }
        self.nodes[c].plays.clear();
        self.free.push(c);
    }
}
