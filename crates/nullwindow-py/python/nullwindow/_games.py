"""Games written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from ._native import Positions

State = TypeVar("State")
Move = TypeVar("Move")


class Game(ABC, Generic[State, Move]):
    """The rules of a two-player, zero-sum game of perfect information.

    An object with these four methods can be searched by every algorithm. Deriving from this class is not necessary; it
    checks that the methods are there.

    >>> import nullwindow
    >>> class Matches(nullwindow.Game[int, int]):
    ...     '''Take one to three of the matches; the player that takes the last one wins.'''
    ...     def start(self): return 21
    ...     def moves(self, state): return range(1, min(state, 3) + 1)
    ...     def play(self, state, move): return state - move
    ...     def score(self, state): return -1 if state == 0 else None
    >>> nullwindow.solve(Matches()).value
    1

    A game may have more methods:

    - ``mover(state)``: the player to move, 0 or 1. Without it the players alternate.
    - ``evaluation(state)``: a score for the player to move, of a state that is not over. Without it 0.
    - ``evaluations(states)``: the same for several states at once: a list of states, or one array if the states are
      arrays of NumPy; returns as many scores.
    - ``key(state)``: a hashable object that identifies the state. Without it the state itself, if it is hashable, or its
      pickled form. The player to move need not be part of it.
    - ``notation(state, move)``: the text of a move. Without it ``str(move)``. Blanks are removed.
    - ``text(state)``, ``parse(text)``: a state as text, and back. Without ``parse``, a text is moves from the start.
    - ``draw(state)``: a picture for the terminal.

    and these attributes:

    - ``win``: the score of a won game, more than 1024. Then a shorter win is worth more than a longer one: ``win`` minus
      one for every ply to it. Evaluations must stay below ``win - 1024``.
    - ``endless = True``: lines of play need not end, so that a search needs a depth.
    - ``players``: the names of the two players.
    - ``most_positions``: the number of positions to keep in memory, at most.

    A state must not change after it was returned: ``play`` returns a new one. All answers are kept, so that every method
    is called at most once for a state, in this search and in later ones of the same object; see :func:`clear`.
    """

    @abstractmethod
    def start(self) -> State:
        """Returns the state in which the game begins."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[Move]:
        """Returns the legal moves of a state that is not over: at least one, promising ones first."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """Returns the state after a move, and leaves the given one unchanged."""

    @abstractmethod
    def score(self, state: State) -> int | None:
        """Returns the final score for the player to move, or ``None`` while the game goes on."""


def known_positions(game: Any) -> int:
    """Returns the number of positions that earlier searches of a game have left in memory.

    >>> import nullwindow
    >>> class Matches:
    ...     def start(self): return 9
    ...     def moves(self, state): return range(1, min(state, 3) + 1)
    ...     def play(self, state, move): return state - move
    ...     def score(self, state): return -1 if state == 0 else None
    >>> game = Matches()
    >>> nullwindow.known_positions(game)
    0
    >>> nullwindow.solve(game).value
    1
    >>> nullwindow.known_positions(game) > 0
    True
    """
    positions = _kept(game)
    return 0 if positions is None else len(positions)


def clear(game: Any) -> int:
    """Forgets the positions of a game, to free memory or after its rules have changed. Returns their number.

    >>> import nullwindow
    >>> class Matches:
    ...     def start(self): return 9
    ...     def moves(self, state): return range(1, min(state, 3) + 1)
    ...     def play(self, state, move): return state - move
    ...     def score(self, state): return -1 if state == 0 else None
    >>> game = Matches()
    >>> nullwindow.solve(game).value
    1
    >>> nullwindow.clear(game) > 0, nullwindow.known_positions(game)
    (True, 0)
    """
    positions = _kept(game)
    if positions is None:
        return 0
    forgotten = len(positions)
    if not positions.clear():
        raise RuntimeError("the game is being searched")
    return forgotten


def _kept(game: Any) -> Positions | None:
    kept = getattr(game, "__dict__", {}).get("_nullwindow_positions")
    return kept if isinstance(kept, Positions) else None
