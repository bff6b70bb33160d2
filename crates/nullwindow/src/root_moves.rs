//! The exact value of every root move (multi-PV).

use crate::algorithm::{Algorithm, Task};
use crate::distance::from_root;
use crate::game::MoveList;
use crate::memory::Memory;
use crate::mtd::MtdF;
use crate::observe::Visit;
use crate::order::by_rank;
use crate::outcome::Outcome;
use crate::worker::Expansion;
use crate::{Context, Depth, Game, Request, Score, Stopped, Window, Worker};
use std::cmp::Reverse;

/// A root move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub play: M,
    /// Its value for the player to move at the root.
    pub value: Score,
    /// The principal variation, starting with the move.
    pub line: Vec<M>,
    /// The outcome of the search of its successor, seen from the mover there.
    pub outcome: Outcome<M>,
}

/// The result of deepening with the exact value of every root move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DeepenedMoves<M> {
    /// The root moves with the values of the last completed iteration, best first. The depth of their outcomes is one
    /// less than that of the iteration.
    pub moves: Vec<RootMove<M>>,
    /// The depth of that iteration; `None` before the first is completed.
    pub depth: Option<Depth>,
    /// The root moves that the stopped iteration had finished, best first. An iteration searches first the moves that
    /// were best in the previous one.
    pub unfinished: Vec<RootMove<M>>,
    /// The reason for an early stop, if there was one.
    pub stopped: Option<Stopped>,
}

/// The state of a root move between iterations.
struct RootCandidate<M> {
    /// The index in the order of generation.
    place: usize,
    play: M,
    /// The values of all iterations, for the mover at the root.
    values: Vec<Score>,
}

/// Returns the order of values, the highest first, equal ones by place.
fn best_first(values: impl Iterator<Item = (Score, usize)>) -> Vec<usize> {
    sorted(values.zip(0..).map(|((value, place), i)| (Reverse(value), place, i)).collect())
}

/// Sorts keys. It is not generic over the type of moves, so that one copy of the sort serves all games.
fn sorted(mut keys: Vec<(Reverse<Score>, usize, usize)>) -> Vec<usize> {
    keys.sort_unstable();
    keys.into_iter().map(|(.., i)| i).collect()
}

/// Returns the items in this order.
fn arranged<T>(items: Vec<T>, order: &[usize]) -> Vec<T> {
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.iter().filter_map(|&i| items[i].take()).collect()
}

impl<C: Context> Worker<'_, C> {
    /// Searches every root move to increasing depths; see [`Search::root_moves`](crate::Search::root_moves).
    pub(crate) fn root_moves(
        &mut self,
        algorithm: &impl Algorithm,
        root: &C::Position,
        request: &mut Request<'_, C::Move>,
    ) -> DeepenedMoves<C::Move> {
        let mut answer = DeepenedMoves { moves: Vec::new(), depth: None, unfinished: Vec::new(), stopped: None };
        // Every move is searched from its successor, one ply closer to the end.
        self.begin_root(root, request.plies_left.map(|plies| plies.saturating_sub(1)));
        let only = request.only;
        let wanted = |(_, play): &(usize, C::Move)| only.is_none_or(|only| only.contains(play));
        let candidate = |(place, play)| RootCandidate { place, play, values: Vec::new() };
        let mut candidates: Vec<RootCandidate<C::Move>> = match self.root_plays(root, request.schedule.last_depth()) {
            Ok(plays) => plays.into_iter().enumerate().filter(wanted).map(candidate).collect(),
            Err(reason) => {
                answer.stopped = Some(reason);
                return answer;
            }
        };
        for depth in request.schedule.depths() {
            self.memory.new_generation();
            let mut found: Vec<(usize, RootMove<C::Move>)> = Vec::new();
            for candidate in &mut candidates {
                // The values of root moves are similar: without an earlier value, the previous move gives a good guess.
                let last = found.last().map(|(_, last)| last.value);
                let guess = request.guess_at(depth, &candidate.values).or(last);
                match self.root_move(algorithm, root, candidate.play, depth, guess) {
                    Ok(root_move) => {
                        candidate.values.push(root_move.value);
                        found.push((candidate.place, root_move));
                    }
                    Err(reason) => {
                        answer.stopped = Some(reason);
                        break;
                    }
                }
            }
            let order = best_first(found.iter().map(|(place, found)| (found.value, *place)));
            let moves = arranged(found, &order).into_iter().map(|(_, found)| found).collect();
            if answer.stopped.is_some() {
                answer.unfinished = moves;
                return answer;
            }
            (answer.moves, answer.depth) = (moves, Some(depth));
            if let Some(listener) = &mut request.moves_listener {
                listener(depth, &answer.moves);
            }
            if answer.moves.iter().all(|found| found.outcome.settled) {
                return answer;
            }
            // The best moves come first, so that a stopped iteration has finished the moves that matter.
            let value = |candidate: &RootCandidate<C::Move>| *candidate.values.last().unwrap_or(&Score::NEG_INFINITY);
            let order = best_first(candidates.iter().map(|each| (value(each), each.place)));
            candidates = arranged(candidates, &order);
        }
        answer
    }

    /// Returns the moves of the root in the order of generation; at depth zero there are none.
    fn root_plays(&mut self, root: &C::Position, depth: Depth) -> Result<Vec<C::Move>, Stopped> {
        self.moves.clear();
        if depth.is_horizon() {
            return Ok(Vec::new());
        }
        self.tick()?;
        let Expansion::Inner(list) = self.expand(Visit { position: root, ply: 0, depth, place: 0 }, Window::FULL)
        else {
            return Ok(Vec::new());
        };
        let plays = self.moves.iter().collect();
        self.moves.close(list);
        Ok(plays)
    }

    /// Searches one root move. The guess is for the mover at the root.
    fn root_move(
        &mut self,
        algorithm: &impl Algorithm,
        root: &C::Position,
        play: C::Move,
        depth: Depth,
        guess: Option<Score>,
    ) -> Result<RootMove<C::Move>, Stopped> {
        let game = self.game;
        let child = game.play(root, play);
        let flip = game.mover(&child) != game.mover(root);
        // The successor is the root of this search; the order of the moves of the real root does not apply to it.
        self.learned.forget_root();
        let guess = guess.map(|value| value.flip_if(flip));
        let task = Task { root: &child, depth: depth.child(), guess };
        // Rules of selective search apply to the successor as they do in a search of the real root.
        self.rules_at_root = true;
        let mut outcome = self.run_task(algorithm, &task);
        if outcome.value().is_none() && outcome.stopped.is_none() {
            // MT and MTD-best return bounds; the caller is promised a value.
            outcome = self.run_task(&MtdF::new(), &task);
        }
        self.rules_at_root = false;
        let Some(value) = outcome.value() else {
            return Err(outcome.stopped.unwrap_or(Stopped::Nodes));
        };
        let line = std::iter::once(play).chain(outcome.line.iter().copied()).collect();
        let value = from_root(game, value, 1).flip_if(flip);
        Ok(RootMove { play, value, line, outcome })
    }

    /// Returns the moves of the open list at the root, in the order of search.
    pub(crate) fn ranked(&mut self, root: Visit<'_, C::Position>, list: &MoveList) -> Vec<(u16, C::Move)> {
        let by_game = self.rank_by_game(root, list.start, self.moves.entries.len()) && self.order.ranks;
        let list = self.moves.open_list();
        self.learned.rank_root(self.order, by_game, list);
        by_rank(list);
        list.iter().map(|entry| (entry.index, entry.play)).collect()
    }
}
