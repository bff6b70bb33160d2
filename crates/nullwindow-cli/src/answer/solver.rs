//! The value to the end of the game, by what suits each game.

use super::live::Live;
use super::searcher::{Leader, Searcher};
use crate::games::Playable;
use nullwindow::observe::{Cost, Observer};
use nullwindow::{AnyAlgorithm, Bounds, Deepening, Depth, Game, Order, Outcome, RootMove, Score, Stopped};
use nullwindow_games::othello::Othello;

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

/// How the game of this name is solved, and with which order of moves; `order` is the one that suits it at any depth.
fn way_and_order(game: &str, order: Order) -> (Way, Order) {
    match game {
        "chess" | "checkers" => (Way::Deepening, order),
        // The evaluation predicts the final score, and an iteration more costs little beside the endgame. Short searches
        // order moves better than it does, which pays where the tree behind them is large.
        "othello" => (Way::ToTheEnd { guess: 11 }, Othello::SOLVING),
        "tree" => (Way::ToTheEnd { guess: 0 }, order),
        // What is not decided is worth 0 here. Who interrupts is told a move; beside the whole it costs nothing.
        _ => (Way::ToTheEnd { guess: 8 }, order),
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
    /// Questions put at the root.
    pub passes: u64,
    /// What all threads searched.
    pub cost: Cost,
    /// Distinct leaves, where they were told apart.
    pub leaves: Option<u64>,
}

impl<M> Solved<M> {
    /// An answer about the end of the game, perhaps unfinished; the last completed iteration before it; the cost of all.
    fn new(answer: Option<Outcome<M>>, estimate: Option<Outcome<M>>, cost: Cost) -> Solved<M> {
        let done = answer.as_ref().is_some_and(|answer| answer.stopped.is_none());
        let (mut bounds, mut best, mut line) = (Bounds::UNKNOWN, None, Vec::new());
        let (mut depth, mut passes) = (None, 0);
        if let Some(answer) = answer {
            (bounds, best, line) = (answer.bounds, answer.best, answer.line);
            (depth, passes) = (answer.depth.get(), answer.passes.len() as u64);
        }
        Solved { bounds, best, line, estimate, depth, done, passes, cost, leaves: None }
    }

    /// The exact value, if it was found.
    pub fn value(&self) -> Option<Score> {
        self.bounds.exact().filter(|_| self.done)
    }
}

/// Solves positions of a game.
#[derive(Debug)]
pub struct Solver<'t, G> {
    /// How it searches.
    pub searcher: Searcher<'t, G>,
    /// By which algorithm.
    pub algorithm: &'t AnyAlgorithm,
    /// In which way.
    pub way: Way,
}

impl<'t, G: Playable> Solver<'t, G> {
    /// A solver in the way that suits the game.
    pub fn new(mut searcher: Searcher<'t, G>, algorithm: &'t AnyAlgorithm) -> Solver<'t, G> {
        let way;
        (way, searcher.order) = way_and_order(G::NAME, searcher.order);
        Solver { searcher, algorithm, way }
    }

    /// Solves `root`.
    pub fn solve(&self, root: &G::Position, live: &Live) -> Solved<G::Move> {
        self.searcher.search(live, |search| {
            let mut solved = match self.way {
                Way::Deepening => self.deepening(search, root),
                Way::ToTheEnd { guess } => self.to_the_end(search, root, guess),
            };
            if self.searcher.threads == 1 {
                solved.leaves = Observer::<G>::counts(search.observed()).distinct_leaves;
            }
            solved
        })
    }

    fn deepening(&self, search: &mut Leader<'_, G>, root: &G::Position) -> Solved<G::Move> {
        let game = self.searcher.game;
        let mut deepened = search.deepen_with(self.algorithm, root, &Deepening::to(Depth::END), |outcome| {
            if is_decided(game, outcome) {
                self.searcher.enough();
            }
        });
        let cost = deepened.cost();
        let last = deepened.iterations.pop();
        let decided = last.as_ref().is_some_and(|last| is_decided(game, last));
        let (answer, estimate) = if decided { (last, None) } else { (None, last) };
        let mut solved = Solved::new(answer, estimate, cost);
        // What was decided at a depth is kept by the first move to the end, and by the others at that depth.
        solved.line.truncate(1);
        solved
    }

    fn to_the_end(&self, search: &mut Leader<'_, G>, root: &G::Position, plies: u32) -> Solved<G::Move> {
        let (mut estimate, mut cost) = (None, Cost::default());
        if plies > 0 {
            let mut deepened = search.deepen(self.algorithm, root, &Deepening::to(Depth::plies(plies)));
            cost = deepened.cost();
            estimate = deepened.iterations.pop();
        }
        if estimate.as_ref().is_some_and(|last| last.settled) {
            // It has seen the end.
            return Solved { depth: None, ..Solved::new(estimate, None, cost) };
        }
        let guess = estimate.as_ref().and_then(Outcome::value);
        let answer = search.run_from(self.algorithm, root, Depth::END, guess);
        cost += answer.counts.cost;
        Solved::new(Some(answer), estimate, cost)
    }

    /// The exact value of every root move, best first; at this depth, or to the end of the game.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn all_moves(
        &self,
        root: &G::Position,
        depth: Option<u32>,
        live: &Live,
    ) -> Result<Vec<RootMove<G::Move>>, Stopped> {
        let depth = depth.map_or(Depth::END, Depth::plies);
        self.searcher.search(live, |search| search.root_moves(self.algorithm, root, depth))
    }
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
