//! The value to the end of the game, by what suits each game.

use super::live::Live;
use super::team::{Finish, Team, Worker, cost, varied_guess};
use crate::games::Playable;
use nullwindow::observe::Cost;
use nullwindow::{Algorithm, AnyAlgorithm, Bounds, Deepening, Depth, Game, Outcome, RootMove, Score, Stopped};
use std::sync::atomic::Ordering::Relaxed;

/// How a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Every line of play ends: search to the end at once, after iterations to this depth that give the first guess and
    /// order the moves.
    ToTheEnd {
        /// Plies; none to begin without them.
        guess: u32,
    },
    /// Lines may go on for long: deepen until the answer holds at every greater depth.
    Deepening,
}

impl Way {
    /// The way for the game of this name.
    pub fn of(game: &str) -> Way {
        match game {
            "chess" | "checkers" => Way::Deepening,
            // The evaluation predicts the final score, and an iteration more costs little beside the endgame.
            "othello" => Way::ToTheEnd { guess: 8 },
            "tree" => Way::ToTheEnd { guess: 0 },
            // What is not decided is worth 0 here. Who interrupts is told a move; beside the whole it costs nothing.
            _ => Way::ToTheEnd { guess: 8 },
        }
    }
}

/// What is known when a position was solved, or the time was over.
#[derive(Debug)]
pub struct Solved<M> {
    /// What is proven of the value to the end of the game.
    pub bounds: Bounds,
    /// A move that proves the lower bound.
    pub best: Option<M>,
    /// Best play from there, as far as memory held it; empty unless the value is known.
    pub line: Vec<M>,
    /// The last iteration that was completed and says nothing of the end of the game.
    pub estimate: Option<Outcome<M>>,
    /// The depth at which the answer was settled; none if the search went to the end.
    pub depth: Option<u32>,
    /// Whether the algorithm was done.
    pub done: bool,
    /// Questions put at the root by the thread that answered.
    pub passes: u64,
    /// What all threads searched.
    pub cost: Cost,
    /// Distinct leaves, where they were told apart.
    pub leaves: Option<u64>,
}

/// The attempt of one thread.
struct Attempt<M> {
    /// An answer about the end of the game, perhaps unfinished.
    answer: Option<Outcome<M>>,
    /// The last completed iteration before it.
    estimate: Option<Outcome<M>>,
}

/// Solves `root`.
///
/// # Errors
/// If threads cannot be started.
pub fn solve<G: Playable>(
    team: &Team<'_, G>,
    algorithm: &AnyAlgorithm,
    root: &G::Position,
    live: &Live,
) -> anyhow::Result<Solved<G::Move>> {
    let attempts = team.race(live, |number, search| {
        let attempt = match Way::of(G::NAME) {
            Way::Deepening => deepening(team, search, algorithm, root),
            Way::ToTheEnd { guess } => to_the_end(number, search, algorithm, root, guess),
        };
        let done = attempt.answer.as_ref().is_some_and(|answer| answer.stopped.is_none());
        (attempt, done)
    })?;
    let mut solved = together(attempts);
    if Way::of(G::NAME) != Way::Deepening {
        solved.depth = None; // an iteration that is settled has seen the end
    }
    Ok(solved)
}

fn deepening<G: Playable>(
    team: &Team<'_, G>,
    search: &mut Worker<'_, G>,
    algorithm: &impl Algorithm,
    root: &G::Position,
) -> Attempt<G::Move> {
    let mut deepened = search.deepen_with(algorithm, root, &Deepening::to(Depth::END), |outcome| {
        if is_decided(team.game, outcome) {
            team.stop.store(true, Relaxed);
        }
    });
    let last = deepened.iterations.pop();
    let decided = last.as_ref().is_some_and(|last| is_decided(team.game, last));
    let (answer, estimate) = if decided { (last, None) } else { (None, last) };
    Attempt { answer, estimate }
}

/// Whether an answer holds at every greater depth.
///
/// It does if no leaf behind it was at the horizon. And it does if it is a win or a loss: that is proven by finished games alone,
/// and a shorter one would have been seen at this depth.
pub fn is_decided<G: Game>(game: &G, outcome: &Outcome<G::Move>) -> bool {
    outcome.settled || outcome.value().is_some_and(|value| is_win(game, value))
}

/// Whether a score is a win or a loss whose distance counts.
pub fn is_win<G: Game>(game: &G, score: Score) -> bool {
    score.is_finite() && (score >= game.wins_from() || score <= -game.wins_from())
}

fn to_the_end<G: Playable>(
    number: usize,
    search: &mut Worker<'_, G>,
    algorithm: &impl Algorithm,
    root: &G::Position,
    plies: u32,
) -> Attempt<G::Move> {
    let mut estimate = None;
    if plies > 0 {
        estimate = search.deepen(algorithm, root, &Deepening::to(Depth::plies(plies))).iterations.pop();
    }
    if estimate.as_ref().is_some_and(|last| last.settled) {
        return Attempt { answer: estimate, estimate: None };
    }
    let guess = estimate.as_ref().and_then(Outcome::value);
    // Alone, an algorithm finds its own first guess where there is none.
    let guess = if number == 0 { guess } else { varied_guess(guess.or(Some(Score::ZERO)), number) };
    let answer = search.run_from(algorithm, root, Depth::END, guess);
    Attempt { answer: Some(answer), estimate }
}

/// The answer of the thread that was done; or all that was proven by any.
fn together<M: Copy>(mut attempts: Vec<Finish<Attempt<M>>>) -> Solved<M> {
    let cost = cost(&attempts);
    let leaves = if let [only] = &attempts[..] { only.counts.distinct_leaves } else { None };
    let winner = attempts.iter().position(|attempt| attempt.done);
    let first = attempts.swap_remove(winner.unwrap_or(0)).answer;
    let mut solved = Solved {
        bounds: Bounds::UNKNOWN,
        best: None,
        line: Vec::new(),
        estimate: first.estimate,
        depth: None,
        done: winner.is_some(),
        passes: 0,
        cost,
        leaves,
    };
    if let Some(answer) = first.answer {
        solved.bounds = answer.bounds;
        solved.best = answer.best;
        solved.depth = answer.depth.get();
        solved.passes = answer.passes.len() as u64;
        solved.line = answer.line;
    }
    if winner.is_none() {
        for other in attempts.into_iter().filter_map(|attempt| attempt.answer.answer) {
            if other.bounds.lower > solved.bounds.lower {
                solved.best = other.best;
            }
            solved.bounds = solved.bounds.and(other.bounds);
        }
    }
    solved
}

/// The exact value of every root move, best first; at this depth, or to the end of the game.
///
/// # Errors
/// If threads cannot be started; within, if the search was stopped.
pub fn all_moves<G: Playable>(
    team: &Team<'_, G>,
    algorithm: &AnyAlgorithm,
    root: &G::Position,
    depth: Option<u32>,
    live: &Live,
) -> anyhow::Result<Result<Vec<RootMove<G::Move>>, Stopped>> {
    let depth = depth.map_or(Depth::END, Depth::plies);
    let mut finished = team.race(live, |_, search| {
        let moves = search.root_moves(algorithm, root, depth);
        let done = moves.is_ok();
        (moves, done)
    })?;
    let winner = finished.iter().position(|finish| finish.done).unwrap_or(0);
    Ok(finished.swap_remove(winner).answer)
}
