//! What a caller asks a search for, besides the algorithm and the root: depths, guesses, and who hears of each
//! iteration.

use crate::deepening::Deepening;
use crate::outcome::Outcome;
use crate::root_moves::RootMove;
use crate::{Depth, Score};
use std::fmt;

/// A request to a search: how deep, from which first guess, and which callback receives each iteration.
///
/// A [`Depth`] is a request for that depth, and a [`Deepening`] one for its iterations, so most callers never name this
/// type. [`Search::run`] searches once, to the last depth of the request; [`Search::deepen`] and
/// [`Search::root_moves`] run all of its iterations.
///
/// ```
/// use nullwindow::{Depth, Request, Score, Search, mtd::MtdF, trees::ExplicitTree};
///
/// let tree: ExplicitTree = "((41 5) (12 90))".parse()?;
/// let mut depths = Vec::new();
/// let mut listener = |outcome: &nullwindow::Outcome<_>| depths.push(outcome.depth);
/// let request = Request::to(Depth::END).with_guess(Score::new(12)).with_listener(&mut listener);
/// let answer = Search::new(&tree).deepen(&MtdF::new(), &tree.root(), request);
/// assert_eq!(answer.value(), Some(Score::new(12)));
/// assert_eq!(depths, [Depth::plies(1), Depth::plies(2)]); // the second reached the end of every line
/// # Ok::<(), nullwindow::trees::ParseTreeError>(())
/// ```
///
/// [`Search::run`]: crate::Search::run
/// [`Search::deepen`]: crate::Search::deepen
/// [`Search::root_moves`]: crate::Search::root_moves
pub struct Request<'r, M> {
    pub(crate) schedule: Deepening,
    pub(crate) guess: Option<Score>,
    pub(crate) plies_left: Option<u32>,
    pub(crate) only: Option<&'r [M]>,
    pub(crate) choose_guess: Option<&'r mut ChooseGuess<'r>>,
    pub(crate) listener: Option<&'r mut Listener<'r, M>>,
    pub(crate) moves_listener: Option<&'r mut MovesListener<'r, M>>,
}

/// Chooses the guess of an iteration from its depth and the guess of the schedule.
type ChooseGuess<'r> = dyn FnMut(Depth, Option<Score>) -> Option<Score> + 'r;
/// Receives the outcome of an iteration.
type Listener<'r, M> = dyn FnMut(&Outcome<M>) + 'r;
/// Receives the depth and the moves of an iteration.
type MovesListener<'r, M> = dyn FnMut(Depth, &[RootMove<M>]) + 'r;

impl<'r, M> Request<'r, M> {
    /// Creates a request for this depth; its iterations deepen by one ply.
    #[must_use]
    pub fn to(depth: Depth) -> Request<'r, M> {
        Request::from(Deepening::to(depth))
    }

    /// Creates a request for this depth with a single iteration.
    #[must_use]
    pub fn once(depth: Depth) -> Request<'r, M> {
        Request::from(Deepening::once(depth))
    }

    /// Sets the guess of the value for the first iteration, for algorithms that use one. Later iterations are guessed
    /// from earlier ones; see [`Deepening::with_guess`].
    #[must_use]
    pub fn with_guess(mut self, guess: Score) -> Request<'r, M> {
        self.guess = Some(guess);
        self
    }

    /// Sets a callback that chooses the guess of each iteration. It receives the depth and the guess of the schedule.
    #[must_use]
    pub fn with_guesses(mut self, choose: &'r mut dyn FnMut(Depth, Option<Score>) -> Option<Score>) -> Request<'r, M> {
        self.choose_guess = Some(choose);
        self
    }

    /// Sets an estimate of the plies from the root until the game is over or decided at little cost, such as the number
    /// of empty squares.
    ///
    /// A search [to the end](Depth::END) uses it to distinguish large subtrees from small ones: expensive move ordering
    /// and sharing between threads pay only in large ones. It changes the work and never the value.
    #[must_use]
    pub fn with_plies_left(mut self, plies: impl Into<Option<u32>>) -> Request<'r, M> {
        self.plies_left = plies.into();
        self
    }

    /// Restricts [`root_moves`](crate::Search::root_moves) to these moves. Other methods ignore it: the value of a
    /// root with fewer moves is not the value of the position, and must not get into a table.
    #[must_use]
    pub fn with_only(mut self, moves: &'r [M]) -> Request<'r, M> {
        self.only = Some(moves);
        self
    }

    /// Sets a callback that receives the outcome of each iteration completed by [`deepen`](crate::Search::deepen).
    #[must_use]
    pub fn with_listener(mut self, listener: &'r mut dyn FnMut(&Outcome<M>)) -> Request<'r, M> {
        self.listener = Some(listener);
        self
    }

    /// Sets a callback that receives the depth and the moves, best first, of each iteration completed by
    /// [`root_moves`](crate::Search::root_moves).
    #[must_use]
    pub fn with_moves_listener(mut self, listener: &'r mut dyn FnMut(Depth, &[RootMove<M>])) -> Request<'r, M> {
        self.moves_listener = Some(listener);
        self
    }

    /// Returns the guess of an iteration, after iterations with these values.
    pub(crate) fn guess_at(&mut self, depth: Depth, values: &[Score]) -> Option<Score> {
        // The caller's guess is older than every iteration, so it serves only before the first.
        let guess = self.schedule.guess_from(values).or(self.guess);
        match &mut self.choose_guess {
            Some(choose) => choose(depth, guess),
            None => guess,
        }
    }
}

impl<M> From<Deepening> for Request<'_, M> {
    fn from(schedule: Deepening) -> Self {
        Request {
            schedule,
            guess: None,
            plies_left: None,
            only: None,
            choose_guess: None,
            listener: None,
            moves_listener: None,
        }
    }
}

impl<M> From<Depth> for Request<'_, M> {
    fn from(depth: Depth) -> Self {
        Request::to(depth)
    }
}

impl<M> fmt::Debug for Request<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("schedule", &self.schedule)
            .field("guess", &self.guess)
            .field("plies_left", &self.plies_left)
            .finish_non_exhaustive()
    }
}
