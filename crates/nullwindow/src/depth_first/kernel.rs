//! The one depth-first search with memory. Alpha-Beta, NegaScout and MT are ways of calling it.
//!
//! **Source.** `TTAlphabeta`, paper 000 Fig. 5 (and paper 001 Fig. 2), with NegaScout's windows, paper 000
//! Fig. 6, as a [`Style`] of the function.
//!
//! **Contract.** With `f` the value of the node at this depth and `g` the answer to `(alpha, beta)`:
//!
//! ```text
//! g <= alpha          =>  f <= g
//! g >= beta           =>  f >= g
//! alpha < g < beta    =>  f == g
//! ```
//!
//! **What may change the value:** position and depth. **What changes only the work:** the window, the
//! memory, the order of moves, the scout's windows.
//!
//! **Differences from the paper.**
//! 1. One case for both players: scores are seen from the mover, and the window flips when the mover
//!    changes, not when a ply passes.
//! 2. Memory never answers at the root, so that a move is always found there.
//! 3. An entry answers only for the depth it was searched to, or, for every greater depth, when no
//!    leaf behind it was at the horizon (*settled*).
//! 4. Leaves are stored only if the memory keeps them.
//! 5. What the game knows of a node without a search narrows the window before memory does.
//! 6. A cutoff by the bound of some child that memory already holds may come before the search of any
//!    ([`Order::transpositions`](crate::Order)).
//!
//! ```text
//!                                                         knowledge
//! if n in transposition table then                        recall
//!     if n.f- >= beta return n.f-; if n.f+ <= alpha ...   answer
//!     alpha := max(alpha, n.f-); beta := ...              sharpen
//! if n is a leaf then g := eval(n)                        look
//! g := -inf; a := alpha; c := FirstChild(n)
//! while g < beta and c is well defined do                 the loop over places
//!     g := max(g, TTAlphabeta(c, a, beta)); a := ...      child
//! if g < beta then n.f+ := g; if g > alpha then ...       record
//! ```

use crate::crew::Claim;
use crate::game::List;
use crate::limits::Budget;
use crate::memory::{Finding, Memory, Recall};
use crate::observe::{Exit, Observer, Visit};
use crate::order::{At, Source, source};
use crate::search::{Look, Value};
use crate::{Bounds, Depth, Evaluator, Score, Search, Stopped, Window};
use std::cmp::Reverse;

/// A way of calling the kernel, fixed when it is compiled.
pub(crate) trait Style {
    /// Whether children after the first are asked a null window first, and searched again only if
    /// they fail high.
    const SCOUTS: bool;
    /// Whether the search's memory is used.
    const REMEMBERS: bool;
}

/// Alpha-Beta without memory.
pub(crate) struct Forgetful;
/// Alpha-Beta with memory; on null windows, MT.
pub(crate) struct Mindful;
/// NegaScout, with whatever memory there is.
pub(crate) struct Scouting;

impl Style for Forgetful {
    const SCOUTS: bool = false;
    const REMEMBERS: bool = false;
}

impl Style for Mindful {
    const SCOUTS: bool = false;
    const REMEMBERS: bool = true;
}

impl Style for Scouting {
    const SCOUTS: bool = true;
    const REMEMBERS: bool = true;
}

/// Where the successors are worth a recall each: with fewer plies to go, searching costs less.
const TRANSPOSITIONS_FROM: u32 = 3;
/// So many of them are fetched at once.
const AT_ONCE: usize = 16;

/// What the search of a node's children has found so far.
struct Best {
    score: Score,
    /// Whether the line behind `score` saw no horizon.
    settled: bool,
    /// Whether no line behind any child did.
    all_settled: bool,
    /// The place of the child that raised `score` above alpha.
    place: Option<u16>,
}

impl Best {
    const NOTHING: Best = Best { score: Score::NEG_INFINITY, settled: false, all_settled: true, place: None };
}

impl<G: Evaluator, M: Memory<G>, O: Observer<G>> Search<'_, G, M, O> {
    /// The kernel. See the contract above.
    #[inline]
    pub(crate) fn kernel<S: Style>(&mut self, visit: Visit<'_, G::Position>, window: Window) -> Result<Value, Stopped> {
        debug_assert!(window.alpha() < window.beta());
        self.budget.tick()?;
        self.observer.enter(visit, window);
        let known = match self.knowledge(visit, window) {
            Ok(value) => return Ok(value),
            Err(bounds) => bounds,
        };
        let remembers = M::REMEMBERS && S::REMEMBERS && self.memory.keeps(visit.depth);
        if visit.depth.is_horizon() && !remembers {
            return Ok(self.horizon(visit)); // most nodes are leaves: they cost no call
        }
        self.node::<S>(visit, window, known, remembers)
    }

    fn node<S: Style>(
        &mut self,
        visit: Visit<'_, G::Position>,
        window: Window,
        known: Bounds,
        remembers: bool,
    ) -> Result<Value, Stopped> {
        if !window.is_null() {
            self.lines.enter(visit.ply);
        }
        let (key, recall) =
            if remembers { self.recall(visit, window, known) } else { (0, Recall::NOTHING.and_known(known)) };
        let sharpened = if visit.ply > 0 && (recall.found || known != Bounds::UNKNOWN) {
            match answer(&recall, window) {
                Ok(value) => return Ok(value),
                Err(sharpened) => sharpened,
            }
        } else {
            window
        };
        let before = self.budget.visited();
        let list = match self.look(visit) {
            Look::Leaf(value) => {
                if remembers && self.memory.keeps(Depth::ZERO) {
                    self.record_leaf(key, visit, value);
                }
                return Ok(value);
            }
            Look::Inner(list) => list,
        };
        if visit.ply >= Budget::MAX_PLY {
            return Err(Stopped::Endless);
        }
        let looks_ahead = M::REMEMBERS && S::REMEMBERS && self.order.transpositions && visit.ply > 0;
        let held = if looks_ahead { self.transposition(visit, sharpened.beta(), list) } else { None };
        let way = self.way();
        let best = match held {
            Some(best) => best,
            None => match self.children::<S>(visit, sharpened, recall.best, list) {
                Ok(best) => best,
                Err(stopped) => {
                    self.moves.close(list);
                    return self.answered_elsewhere(way).ok_or(stopped);
                }
            },
        };
        self.moves.close(list);
        self.go_back(way);
        let effort = self.budget.visited() - before;
        let mut value = self.conclude(remembers.then_some(key), visit, sharpened, &best, effort);
        // Where the search met a remembered bound from the other side, both are behind the value.
        if sharpened != window {
            value.settled &= recall.lower_settled || value.score > sharpened.alpha();
            value.settled &= recall.upper_settled || value.score < sharpened.beta();
        }
        Ok(value)
    }

    /// Searches the children in order until one cuts off.
    #[inline]
    fn children<S: Style>(
        &mut self,
        visit: Visit<'_, G::Position>,
        window: Window,
        hint: Option<u16>,
        list: List,
    ) -> Result<Best, Stopped> {
        let Visit { position, ply, depth, .. } = visit;
        let (alpha, beta) = (window.alpha(), window.beta());
        let mover = self.game.mover(position);
        let at = At { ply, mover, depth };
        let mut ordering = self.ordering(at, visit, hint);
        let end = self.moves.entries.len();
        let shares = self.shares::<S>(visit, window);
        // Moves from `rest` on are put off, because other threads search them, until this one has done the others.
        let (mut next, mut rest, mut again) = (list.start, end, false);
        let mut best = Best::NOTHING;
        while next < end {
            if next == rest {
                (rest, again) = (end, true);
            }
            self.bring(&mut ordering, at, visit, list, next, rest)?;
            let entry = self.moves.entries[next];
            let child = self.game.play(position, entry.play);
            let flip = self.game.mover(&child) != mover;
            let child = Visit { position: &child, ply: ply + 1, depth: depth.child(), place: entry.index };
            let later = next > list.start && !again && (ply > 0 || window.is_null());
            let claim = if shares { self.claim(child, later)? } else { Claim::FREE };
            if matches!(claim, Claim::Taken) {
                self.moves.entries[next..end].rotate_left(1);
                rest -= 1;
                continue;
            }
            let a = alpha.max(best.score);
            let scouts = S::SCOUTS && next > list.start && a.succ() < beta;
            let answer = if scouts {
                self.scout(child, flip, Window::between(a, beta))
            } else {
                let value = self.kernel::<S>(child, Window::between(a, beta).flip_if(flip));
                value.map(|value| (value.flip_if(flip), true))
            };
            self.release(claim);
            let (value, exact) = answer?;
            best.all_settled &= value.settled;
            if value.score > best.score {
                best.score = value.score;
                best.settled = value.settled;
                if best.score > alpha {
                    best.place = Some(entry.index);
                    if ply == 0 {
                        self.root_best = Some((entry.index, entry.play));
                    }
                    if !window.is_null() {
                        // Reaching a remembered upper bound, a move cuts off and is exact all the same.
                        let goes_on = exact && best.score < beta && !depth.child().is_horizon();
                        self.lines.raise(ply, entry.play, goes_on);
                    }
                }
            }
            if best.score >= beta && ply == 0 && rest < end {
                // A move that comes before this one was put off, and may be as good: begin again, with what memory holds.
                self.moves.entries[list.start..end].sort_by_key(|entry| (Reverse(entry.rank), entry.index));
                (next, rest, again, best) = (list.start, end, true, Best::NOTHING);
                continue;
            }
            if best.score >= beta {
                let source = source(self.order, entry.rank);
                self.learned.cut(self.order, at, &self.moves.entries[list.start..=next]);
                self.observer.leave(ply, best.score, Exit::Cut { tried: next - list.start + 1, source });
                return Ok(best);
            }
            next += 1;
        }
        self.observer.leave(ply, best.score, Exit::Searched);
        Ok(best)
    }

    /// NegaScout at a later child: is it better than `alpha`? Only then, how much? The second answer
    /// tells whether the line below the child is exact.
    fn scout(&mut self, child: Visit<'_, G::Position>, flip: bool, window: Window) -> Result<(Value, bool), Stopped> {
        let (alpha, beta) = (window.alpha(), window.beta());
        let test = Window::null(alpha.succ()).flip_if(flip);
        let first = self.kernel::<Scouting>(child, test)?.flip_if(flip);
        if first.score <= alpha || first.score >= beta {
            return Ok((first, false));
        }
        let again = Window::between(first.score, beta).flip_if(flip);
        let second = self.kernel::<Scouting>(child, again)?.flip_if(flip);
        // The first search proved at least its score. If the second fails low, it proved at most that.
        let met = second.score <= first.score;
        let settled = second.settled && (!met || first.settled);
        Ok((Value { score: second.score, settled }, !met))
    }

    #[inline]
    fn recall(&mut self, visit: Visit<'_, G::Position>, window: Window, known: Bounds) -> (u64, Recall) {
        let key = self.memory.key(self.game, visit.position);
        let recall = self.remembered(key, visit.depth, visit.ply).and_known(known);
        let answers = visit.ply > 0 && recall.found;
        let answer = if answers { answer(&recall, window).ok().map(|value| value.score) } else { None };
        self.observer.recall(visit.ply, &recall, answer);
        (key, recall)
    }

    /// Whether memory holds a child whose bound already reaches `beta`. All are fetched before the first is looked at.
    fn transposition(&mut self, visit: Visit<'_, G::Position>, beta: Score, list: List) -> Option<Best> {
        let depth = visit.depth.child();
        if self.plies_below(visit.position, visit.depth) < TRANSPOSITIONS_FROM || !self.memory.keeps(depth) {
            return None;
        }
        let mover = self.game.mover(visit.position);
        let mut keys = [(0, false); AT_ONCE];
        for entries in self.moves.entries[list.start..].chunks(AT_ONCE) {
            for (entry, (key, flip)) in entries.iter().zip(&mut keys) {
                let child = self.game.play(visit.position, entry.play);
                *key = self.memory.key(self.game, &child);
                *flip = self.game.mover(&child) != mover;
                self.memory.expect(*key);
            }
            for (entry, &(key, flip)) in entries.iter().zip(&keys) {
                let recall = self.remembered(key, depth, visit.ply + 1);
                let lower = recall.bounds.flip_if(flip).lower;
                if lower >= beta {
                    let settled = if flip { recall.upper_settled } else { recall.lower_settled };
                    self.observer.leave(visit.ply, lower, Exit::Cut { tried: 0, source: Source::Transposition });
                    return Some(Best { score: lower, settled, all_settled: false, place: Some(entry.index) });
                }
            }
        }
        None
    }

    /// Remembers what the children have shown, and answers for the node.
    #[inline]
    fn conclude(
        &self,
        key: Option<u64>,
        visit: Visit<'_, G::Position>,
        window: Window,
        best: &Best,
        effort: u64,
    ) -> Value {
        let Best { score, settled, all_settled, place } = *best;
        let bounds = window.learn(score);
        if let Some(key) = key {
            let finding = Finding {
                depth: visit.depth,
                bounds,
                lower_settled: settled,
                upper_settled: all_settled,
                best: place,
                effort,
            };
            self.remember(key, visit.ply, finding);
        }
        let settled = match (bounds.lower == score, bounds.upper == score) {
            (true, true) => settled && all_settled,
            (true, false) => settled,
            _ => all_settled,
        };
        Value { score, settled }
    }

    fn record_leaf(&self, key: u64, visit: Visit<'_, G::Position>, value: Value) {
        let finding = Finding {
            depth: visit.depth,
            bounds: Bounds::exactly(value.score),
            lower_settled: value.settled,
            upper_settled: value.settled,
            best: None,
            effort: 1,
        };
        self.remember(key, visit.ply, finding);
    }
}

/// Memory's answer to the window, or the window that it leaves open.
#[inline]
pub(crate) fn answer(recall: &Recall, window: Window) -> Result<Value, Window> {
    let Bounds { lower, upper } = recall.bounds;
    if lower == upper {
        return Ok(Value { score: lower, settled: recall.lower_settled && recall.upper_settled });
    }
    if lower >= window.beta() {
        return Ok(Value { score: lower, settled: recall.lower_settled });
    }
    if upper <= window.alpha() {
        return Ok(Value { score: upper, settled: recall.upper_settled });
    }
    Err(Window::between(window.alpha().max(lower), window.beta().min(upper)))
}
