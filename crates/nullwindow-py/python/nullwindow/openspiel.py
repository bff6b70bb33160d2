"""A bot for games of OpenSpiel."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Any

from ._errors import PositionError, RequestError
from ._native import Player

__all__ = ["NullwindowBot", "OpenSpielGame"]

_spiel: Any
try:
    _spiel = importlib.import_module("pyspiel")
except ImportError:
    _spiel = None
_Bot: Any = object if _spiel is None else _spiel.Bot


class OpenSpielGame:
    """A sequential game of OpenSpiel with perfect information, without chance, zero-sum and for two players, as a game
    that every function of this package takes.

    ``evaluation(state)`` returns a score for the player to move, as an int between the scores of a loss and a win; without
    it every unfinished state scores 0. ``scale`` multiplies the returns of the game, which are then rounded. States with
    the same text are one position; with ``merge=False`` only states with the same moves are. That is slower, and necessary
    where the text leaves out what the rules depend on, such as a number of moves without progress.

    >>> import nullwindow, pyspiel
    >>> game = nullwindow.openspiel.OpenSpielGame(pyspiel.load_game("tic_tac_toe"))
    >>> nullwindow.search(game, depth=None).value
    0
    """

    # OpenSpiel has games that never end, and does not tell which.
    endless = True

    def __init__(
        self, game: Any, *, evaluation: Callable[[Any], int] | None = None, scale: float = 1, merge: bool = True
    ) -> None:
        _require_solvable(game)
        self.name = game.get_type().short_name
        self.endless = game.max_game_length() > 200
        self._game = game
        self._scale = scale
        if evaluation is not None:
            self.evaluation = evaluation
        if not merge:
            setattr(self, "key", _history)

    def start(self) -> Any:
        """Returns the state in which the game begins.

        >>> import pyspiel
        >>> OpenSpielGame(pyspiel.load_game("tic_tac_toe")).start().legal_actions()
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
        """
        return self._game.new_initial_state()

    def mover(self, state: Any) -> int:
        """Returns the player to move. The score of a finished state is that of player 0.

        >>> import pyspiel
        >>> game = OpenSpielGame(pyspiel.load_game("tic_tac_toe"))
        >>> game.mover(game.play(game.start(), 4))
        1
        """
        return max(0, int(state.current_player()))

    def moves(self, state: Any) -> Iterable[int]:
        """Returns the legal actions.

        >>> import pyspiel
        >>> game = OpenSpielGame(pyspiel.load_game("connect_four"))
        >>> game.moves(game.start())
        [0, 1, 2, 3, 4, 5, 6]
        """
        actions: list[int] = state.legal_actions()
        return actions

    def play(self, state: Any, move: int) -> Any:
        """Returns the state after an action.

        >>> import pyspiel
        >>> game = OpenSpielGame(pyspiel.load_game("tic_tac_toe"))
        >>> game.play(game.start(), 4).history()
        [4]
        """
        return state.child(move)

    def score(self, state: Any) -> int | None:
        """Returns the final score, or ``None`` while the game goes on.

        >>> import pyspiel
        >>> game = OpenSpielGame(pyspiel.load_game("tic_tac_toe"))
        >>> print(game.score(game.start()))
        None
        """
        return round(state.player_return(0) * self._scale) if state.is_terminal() else None

    def key(self, state: Any) -> Any:
        """Returns the identity of a state: its text.

        >>> import pyspiel
        >>> game = OpenSpielGame(pyspiel.load_game("tic_tac_toe"))
        >>> game.key(game.start()).split()
        ['...', '...', '...']
        """
        return str(state)


class NullwindowBot(_Bot):  # type: ignore[misc]
    """Plays a game of OpenSpiel: ``pyspiel.evaluate_bots(state, [bot, other], seed)``.

    Connect Four, tic-tac-toe, Othello and chess are searched by the engines of this package. Every other sequential game
    with perfect information, without chance, zero-sum and for two players is searched through :class:`OpenSpielGame`, for
    which ``evaluation`` and ``scale`` are meant; a game that is none of these is refused.

    ``seconds``, ``depth`` and ``nodes`` limit the search for a move; without any of them it takes a second.

    >>> import pyspiel, nullwindow
    >>> game = pyspiel.load_game("connect_four")
    >>> bot = nullwindow.openspiel.NullwindowBot(game, 0, depth=8)
    >>> state = game.new_initial_state()
    >>> for action in (3, 2, 3, 2, 3, 2):
    ...     state.apply_action(action)
    >>> bot.step(state)
    3
    """

    def __init__(
        self,
        game: Any,
        player_id: int,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        evaluation: Callable[[Any], int] | None = None,
        scale: float = 1,
    ) -> None:
        if _spiel is None:
            raise ImportError("expected the module pyspiel; install it by: pip install open_spiel")
        super().__init__()
        _require_solvable(game)
        if player_id not in (0, 1):
            raise RequestError(f"player_id={player_id}: expected 0 or 1")
        if seconds is None and depth is None and nodes is None:
            seconds = 1.0
        self._game, self._player_id = game, player_id
        self._limits: dict[str, Any] = {"seconds": seconds, "depth": depth, "nodes": nodes}
        self._engine = None if evaluation is not None else _engine(game)
        self._rules = None if self._engine else OpenSpielGame(game, evaluation=evaluation, scale=scale)
        self._player = Player(self._engine or self._rules)

    @property
    def engine(self) -> str | None:
        """Returns the name of the engine that plays, or ``None`` for the rules of OpenSpiel.

        >>> import pyspiel
        >>> NullwindowBot(pyspiel.load_game("othello"), 0).engine
        'othello'
        """
        return self._engine

    def player_id(self) -> int:
        """Returns the player of the bot.

        >>> import pyspiel
        >>> NullwindowBot(pyspiel.load_game("othello"), 1).player_id()
        1
        """
        return self._player_id

    def restart_at(self, state: Any) -> None:
        """Does nothing: every state tells all that the bot needs.

        >>> import pyspiel
        >>> game = pyspiel.load_game("othello")
        >>> NullwindowBot(game, 1).restart_at(game.new_initial_state())
        """

    def restart(self) -> None:
        """Does nothing: every state tells all that the bot needs.

        >>> import pyspiel
        >>> NullwindowBot(pyspiel.load_game("othello"), 1).restart()
        """

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Does nothing: every state tells all that the bot needs.

        >>> import pyspiel
        >>> game = pyspiel.load_game("othello")
        >>> NullwindowBot(game, 1).inform_action(game.new_initial_state(), 0, 19)
        """

    def step(self, state: Any) -> int:
        """Returns the action for a state.

        >>> import pyspiel
        >>> game = pyspiel.load_game("breakthrough(rows=5,columns=4)")
        >>> state = game.new_initial_state()
        >>> NullwindowBot(game, 0, depth=2).step(state) in state.legal_actions()
        True
        """
        actions: list[int] = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if self._engine is None:
            best, _ = self._player.choose(state.clone(), **self._limits)
            return next(action for action in actions if str(action) == best)
        position, moves = self._position(state)
        best, _ = self._player.choose(position, moves, **self._limits)
        names = {_name(self._engine, state, action): action for action in actions}
        return names[best or ""]

    def _position(self, state: Any) -> tuple[str | None, list[str]]:
        """Returns a state as the engine reads it: the moves from the start, or the text of a state that began elsewhere."""
        engine = self._engine or ""
        replayed, moves = self._game.new_initial_state(), []
        for action in state.history():
            moves.append(_name(engine, replayed, action))
            replayed.apply_action(action)
        if str(replayed) == str(state):
            return None, moves
        if engine == "chess":
            return str(state), []
        raise PositionError("the state does not begin at the start of the game")


def _history(state: Any) -> Any:
    return tuple(state.history())


def _require_solvable(game: Any) -> None:
    """Refuses games that no minimax search can play."""
    if _spiel is None:
        raise ImportError("expected the module pyspiel; install it by: pip install open_spiel")
    kind = game.get_type()
    expected = {
        "turns": (kind.dynamics, _spiel.GameType.Dynamics.SEQUENTIAL, "simultaneous moves"),
        "chance": (kind.chance_mode, _spiel.GameType.ChanceMode.DETERMINISTIC, "chance"),
        "information": (kind.information, _spiel.GameType.Information.PERFECT_INFORMATION, "hidden information"),
        "utility": (kind.utility, _spiel.GameType.Utility.ZERO_SUM, "returns that do not sum to zero"),
    }
    for found, wanted, words in expected.values():
        if found != wanted:
            raise RequestError(f"{kind.short_name} has {words}; a minimax search cannot play it")
    if game.num_players() != 2:
        raise RequestError(f"{kind.short_name} has {game.num_players()} players; a minimax search plays games of two")


def _engine(game: Any) -> str | None:
    """Returns the name of the engine with the same rules, if there is one."""
    name, given = game.get_type().short_name, game.get_parameters()
    if name == "connect_four":
        rows, columns = given.get("rows", 6), given.get("columns", 7)
        is_usual = given.get("x_in_row", 4) == 4
        fits = columns * (rows + 1) <= 64
        return f"connect4 {columns}x{rows}" if is_usual and fits else None
    engines = {"tic_tac_toe": "tictactoe", "othello": "othello", "chess": "chess"}
    # Some games list parameters that were not given: those that are off change nothing.
    return engines.get(name) if not any(given.values()) else None


def _name(engine: str, state: Any, action: int) -> str:
    """Returns the name of an action in the notation of the engine."""
    if engine == "chess":
        return str(state.action_to_string(state.current_player(), action))
    if engine == "othello":
        return "pass" if action == 64 else f"{'abcdefgh'[action % 8]}{action // 8 + 1}"
    number = action + 1
    # Columns beyond the ninth are letters.
    return str(number) if number < 10 else chr(ord("a") + number - 10)
