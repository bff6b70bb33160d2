"""Games written for easyAI, searched by nullwindow.

>>> import nullwindow
>>> from easyAI import TwoPlayerGame
>>> class Sticks(TwoPlayerGame):
...     def __init__(self, players=None):
...         self.players, self.pile, self.current_player = players, 21, 1
...     def possible_moves(self): return ["1", "2", "3"][: self.pile]
...     def make_move(self, move): self.pile -= int(move)
...     def is_over(self): return self.pile == 0
...     def scoring(self): return 100 if self.is_over() else 0
>>> nullwindow.search(nullwindow.EasyAIGame(Sticks), depth=6).value
0
>>> nullwindow.solve(nullwindow.EasyAIGame(Sticks)).value
-100
"""

from __future__ import annotations

import contextlib
import copy
import io
from collections.abc import Callable, Iterable
from typing import Any

from ._errors import RequestError, RulesError
from ._native import EasyAIStep, Player, attributes_key, copied_game

__all__ = ["EasyAIGame", "EasyAISearch"]

# What players of easyAI have at the beginning. One that has more stores a part of the game.
_OF_PLAYERS = frozenset({"name", "AI_algo", "move"})
# What easyAI itself writes into a game at the root of its searches.
_OF_SEARCHES = frozenset({"ai_move"})


class EasyAIGame:
    """A ``TwoPlayerGame`` of easyAI, as a game that every function of this package takes.

    ``game`` is a class, which is called with two players, or a game, whose current state is the start. Its methods are
    used as they are: ``possible_moves``, ``make_move``, ``switch_player``, ``is_over``, ``scoring``, and ``ttentry`` if
    there is one. States are copies of the game, so that ``unmake_move`` is not needed.

    ``scoring`` replaces the game's own method of this name. Scores are integers; ``scale`` multiplies fractional ones,
    which are then rounded.

    Positions are identified by ``ttentry`` and the player to move, or by all attributes of the game.

    >>> import nullwindow
    >>> from easyAI.games import TicTacToe
    >>> game = nullwindow.EasyAIGame(TicTacToe)
    >>> nullwindow.search(game, depth=None).value
    0
    >>> state = game.start()
    >>> for move in (5, 1, 3):
    ...     state = game.play(state, move)
    >>> nullwindow.search(game, state, depth=2).move
    '7'
    """

    # Finished states have the score that an evaluation returns: at the horizon it need not be known which they are.
    _ends_by_evaluation = True

    def __init__(self, game: Any, *, scoring: Callable[[Any], float] | None = None, scale: float = 1) -> None:
        if isinstance(game, type):
            game = game([_NoPlayer(), _NoPlayer()])
        missing = [name for name in ("possible_moves", "make_move", "is_over", "switch_player") if not hasattr(game, name)]
        if missing:
            raise TypeError(f"expected a TwoPlayerGame of easyAI; {type(game).__name__} has no method '{missing[0]}'")
        if scoring is None and not hasattr(game, "scoring"):
            raise TypeError(f"{type(game).__name__} has no method 'scoring'; pass scoring=, a function of the game")
        self.name = type(game).__name__
        self.scale = scale
        self._scoring = scoring
        self._start = game
        self._shares_players = all(set(vars(one)) <= _OF_PLAYERS for one in _players(game) if hasattr(one, "__dict__"))
        self._guarded = [_guarded(one) for one in _players(game)]
        own = type(game)
        # A class that copies itself in its own way knows better what to copy.
        self._copies_itself = _copies_itself(own) or not hasattr(game, "__dict__")
        if hasattr(game, "ttentry") and type(self).key is EasyAIGame.key:
            setattr(self, "key", _ttentry)
        # By this order the keys of all states have their attributes in the same places.
        self._names = [name for name in sorted(getattr(game, "__dict__", ())) if name not in _OF_SEARCHES]

    def start(self) -> Any:
        """Returns the state in which the game begins.

        >>> from easyAI.games import Nim
        >>> EasyAIGame(Nim).start().piles
        [5, 5, 5, 5]
        """
        return self._copy(self._start)

    def mover(self, state: Any) -> int:
        """Returns the player to move, 0 or 1.

        >>> from easyAI.games import Nim
        >>> game = EasyAIGame(Nim)
        >>> game.mover(game.start())
        0
        """
        return int(state.current_player) - 1

    def moves(self, state: Any) -> Iterable[Any]:
        """Returns the legal moves.

        >>> from easyAI.games import GameOfBones
        >>> game = EasyAIGame(GameOfBones)
        >>> game.moves(game.start())
        ['1', '2', '3']
        """
        try:
            moves: Iterable[Any] = state.possible_moves()
        except _PlayerChanged:
            self._stop_sharing(state)
            moves = state.possible_moves()
        return moves

    def play(self, state: Any, move: Any) -> Any:
        """Returns the state after a move.

        >>> from easyAI.games import GameOfBones
        >>> game = EasyAIGame(GameOfBones)
        >>> game.play(game.start(), '3').pile
        17
        """
        after = self._copy(state)
        try:
            after.make_move(move)
            after.switch_player()
        except _PlayerChanged:
            # The copy may have changed in part.
            after = self._play_unshared(state, move)
        return after

    def _play_unshared(self, state: Any, move: Any) -> Any:
        """Returns the state after a move that stores an attribute in a player."""
        after = self._copy(state)
        self._stop_sharing(after)
        after.make_move(move)
        after.switch_player()
        return after

    @property
    def _step(self) -> EasyAIStep | None:
        """Returns what plays the moves of a search: `play`, `mover` and `key` in one call that runs no code of this class.
        A class derived from this one may define them differently, and then has none."""
        own = {name: vars(self).get(name, getattr(type(self), name)) for name in ("play", "mover", "key")}
        by_attributes = own["key"] is EasyAIGame.key
        is_changed = any(own[name] is not getattr(EasyAIGame, name) for name in ("play", "mover"))
        if is_changed or self._copies_itself or not (by_attributes or own["key"] is _ttentry):
            return None
        names = self._names_without_players() if by_attributes else None
        return EasyAIStep(self, self._guarded, names, self._names, len(self._names), _PlayerChanged)

    def _names_without_players(self) -> list[str]:
        return [name for name in self._names if name != "players"]

    def score(self, state: Any) -> int | None:
        """Returns the final score for the player to move, or ``None`` while the game goes on.

        >>> from easyAI.games import GameOfBones
        >>> game = EasyAIGame(GameOfBones)
        >>> print(game.score(game.start()))
        None
        """
        try:
            is_over = state.is_over()
        except _PlayerChanged:
            self._stop_sharing(state)
            is_over = state.is_over()
        return self.evaluation(state) if is_over else None

    def evaluation(self, state: Any) -> int:
        """Returns the scaled score of ``scoring``.

        >>> from easyAI.games import GameOfBones
        >>> EasyAIGame(GameOfBones, scoring=lambda game: game.pile / 8, scale=100).evaluation(GameOfBones())
        250
        """
        try:
            score = state.scoring() if self._scoring is None else self._scoring(state)
        except _PlayerChanged:
            self._stop_sharing(state)
            score = state.scoring() if self._scoring is None else self._scoring(state)
        if type(score) is int and self.scale == 1:
            return score
        scaled = score * self.scale
        whole = round(scaled)
        if self.scale == 1 and whole != scaled:
            raise RulesError(f"scoring() returned {score}; scores are integers: pass scale=, such as scale=1000")
        return whole

    def key(self, state: Any) -> Any:
        """Returns the identity of a state: ``ttentry()``, or all attributes.

        >>> from easyAI.games import Nim
        >>> game = EasyAIGame(Nim)
        >>> game.key(game.start())
        (5, 5, 5, 5)
        """
        names = self._names_without_players() if self._shares_players else self._names
        return attributes_key(state, names, None if self._copies_itself else len(self._names))

    def text(self, state: Any) -> str:
        """Returns a state as text.

        >>> from easyAI.games import Nim
        >>> game = EasyAIGame(Nim)
        >>> game.text(game.start())
        '(5, 5, 5, 5) player 1'
        """
        return f"{self.key(state)} player {state.current_player}"

    def draw(self, state: Any) -> str:
        """Returns what ``show`` prints.

        >>> from easyAI.games import Nim
        >>> game = EasyAIGame(Nim)
        >>> game.draw(game.start())
        '5 5 5 5'
        """
        if not hasattr(state, "show"):
            return self.text(state)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            state.show()
        return printed.getvalue().strip("\n")

    def _copy(self, state: Any) -> Any:
        """Returns a copy, as ``copy.deepcopy`` makes it, but several times as fast. Players are copied only if they store
        a part of the game; what they think with never is."""
        if self._copies_itself:
            return state.copy() if hasattr(state, "copy") else copy.deepcopy(state)
        return copied_game(state, self._shares_players, self._guarded)

    def _stop_sharing(self, state: Any) -> None:
        """Gives a state players of its own, because the game stores a part of itself in them; from now on all states."""
        self._shares_players = False
        state.players = [_unguarded(player) for player in state.players]


class EasyAISearch:
    """Chooses moves in games of easyAI, in the place of its ``Negamax``: ``AI_Player(EasyAISearch(8))``.

    ``depth`` is the number of plies to search, and ``seconds`` the time for a move; one of them may be ``None``.
    ``scoring`` and ``scale`` are those of :class:`EasyAIGame`. ``value`` is the value of the last search.

    >>> from easyAI.games import TicTacToe
    >>> search = EasyAISearch(9)
    >>> game = TicTacToe([None, None])
    >>> for move in (5, 1, 3):
    ...     game.play_move(move)
    >>> search(game), search.value
    (7, 0.0)
    """

    def __init__(
        self,
        depth: int | None,
        scoring: Callable[[Any], float] | None = None,
        *,
        seconds: float | None = None,
        scale: float = 1,
    ) -> None:
        if depth is None and seconds is None:
            raise RequestError("expected a depth or a time in seconds")
        self.depth, self.seconds = depth, seconds
        self.scoring, self.scale = scoring, scale
        self.value: float | None = None
        self._game: EasyAIGame | None = None
        self._player: Player | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> EasyAISearch:
        # easyAI copies the game with its players before every move, for its record of the game. The copies of a player
        # play the same game: they may share what is known of its positions.
        return self

    def __getstate__(self) -> dict[str, Any]:
        # The table belongs to this process; the search in another one starts with an empty one.
        return {**vars(self), "_game": None, "_player": None}

    def __call__(self, game: Any) -> Any:
        """Returns the best move found.

        >>> from easyAI.games import GameOfBones
        >>> EasyAISearch(20)(GameOfBones())
        '3'
        """
        # The positions of earlier moves are still known, unless another game is played.
        if self._game is None or self._player is None or type(self._game._start) is not type(game):
            self._game = EasyAIGame(game, scoring=self.scoring, scale=self.scale)
            self._player = Player(self._game, table_bytes=16 << 20)
        state = self._game._copy(game)
        best, infos = self._player.choose(state, depth=self.depth, seconds=self.seconds)
        self.value = infos[0]["score"] / self.scale if infos else None
        return next(move for move in self._game.moves(state) if "".join(str(move).split()) == best)


class _NoPlayer:
    """A player that is never asked for a move."""

    name = "nullwindow"

    def ask_move(self, game: Any) -> Any:
        raise RuntimeError("a search asks no player")


class _PlayerChanged(BaseException):
    """A game stores an attribute in a player that its states share. No game catches it by ``except Exception``."""


def _guarded(player: Any) -> Any:
    """Returns a copy of a player that notices when an attribute is set: then states cannot share it."""
    if not hasattr(player, "__dict__"):
        return player

    def changed(self: Any, name: str, *value: Any) -> None:
        raise _PlayerChanged

    own: Any = type(player)
    guard: Any = type(own.__name__, (own,), {"__setattr__": changed, "__delattr__": changed, "_guards": own})
    after = guard.__new__(guard)
    after.__dict__.update(player.__dict__)
    return after


def _unguarded(player: Any) -> Any:
    own: Any = getattr(type(player), "_guards", None)
    if own is None:
        return player
    after = own.__new__(own)
    after.__dict__.update(player.__dict__)
    return after


def _ttentry(state: Any) -> Any:
    return state.ttentry()


def _players(game: Any) -> Iterable[Any]:
    return getattr(game, "players", None) or []


def _copies_itself(own: type) -> bool:
    """Returns whether a copy of an object is more than a copy of its attributes."""
    own_copy = getattr(own, "copy", None)
    if own_copy is not None and getattr(own_copy, "__module__", "").split(".")[0] != "easyAI":
        return True
    if any(hasattr(own, name) for name in ("__deepcopy__", "__setstate__")):
        return True
    # A class with another `__new__` may derive from a list or a dictionary, whose items are no attributes.
    own_way = ("__new__", "__reduce__", "__reduce_ex__", "__getstate__")
    if any(getattr(own, name, None) is not getattr(object, name, None) for name in own_way):
        return True
    return any(vars(base).get("__slots__") for base in own.__mro__)
