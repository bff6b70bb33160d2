"""An agent for Kaggle's ConnectX.

The file of a submission needs two lines:

    from nullwindow.kaggle import connectx_agent
    agent = connectx_agent
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._errors import PositionError
from ._native import Player

__all__ = ["ConnectX", "connectx_agent"]

_PLAYERS: dict[tuple[int, int, int], Player] = {}
# The share of the time for a move that is used: the machine may be busy with other agents.
_SHARE = 0.75


def connectx_agent(observation: Any, configuration: Any) -> int:
    """Returns the column for a move, from 0.

    Boards of any size with four in a row are played by the engine for Connect Four if they fit into 64 bits, counting
    one row more than there is; other boards and other lengths by the rules of :class:`ConnectX`. The search takes three
    quarters of ``configuration.actTimeout``, or ends earlier if the game is decided.

    >>> from types import SimpleNamespace
    >>> board = [0] * 35 + [1, 1, 1, 0, 2, 2, 0]
    >>> observation = SimpleNamespace(board=board, mark=2)
    >>> connectx_agent(observation, SimpleNamespace(columns=7, rows=6, inarow=4, actTimeout=1))
    3
    """
    columns, rows = int(configuration.columns), int(configuration.rows)
    inarow = int(_value(configuration, "inarow", 4))
    board = [int(cell) for cell in observation.board]
    open_columns = [column for column in range(columns) if board[column] == 0]
    if not open_columns:
        raise PositionError("the board is full")
    if len(open_columns) == 1:
        return open_columns[0]
    seconds = _SHARE * float(_value(configuration, "actTimeout", _value(configuration, "timeout", 2)))
    size = (columns, rows, inarow)
    is_usual = inarow == 4 and columns * (rows + 1) <= 64 and columns >= 4 and rows >= 4
    player = _PLAYERS.get(size)
    if player is None:
        game: Any = f"connect4 {columns}x{rows}" if is_usual else ConnectX(columns, rows, inarow)
        player = _PLAYERS[size] = Player(game)
    position: Any = _picture(board, columns) if is_usual else (tuple(board), int(observation.mark))
    best, _ = player.choose(position, seconds=seconds)
    # Columns beyond the ninth are letters, and those of ConnectX are counted from 0.
    return int(best or "", 36) - 1 if is_usual else int(best or "")


class ConnectX:
    """Connect Four with any size and any length of a line, written in Python.

    A state is the board, row by row from the top, and the mark of the player to move, 1 or 2.

    >>> import nullwindow
    >>> game = nullwindow.kaggle.ConnectX(4, 3, 3)
    >>> nullwindow.search(game, depth=None).value > 0
    True
    """

    win = 1_000_000

    def __init__(self, columns: int, rows: int, inarow: int) -> None:
        self.columns, self.rows, self.inarow = columns, rows, inarow
        # Columns in the centre belong to more lines.
        self._order = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self._lines = _lines(columns, rows, inarow)
        self._through = [[line for line in self._lines if cell in line] for cell in range(columns * rows)]

    def start(self) -> tuple[tuple[int, ...], int]:
        """Returns the empty board.

        >>> ConnectX(2, 2, 2).start()
        ((0, 0, 0, 0), 1)
        """
        return (0,) * (self.columns * self.rows), 1

    def mover(self, state: tuple[tuple[int, ...], int]) -> int:
        """Returns the player to move.

        >>> game = ConnectX(2, 2, 2)
        >>> game.mover(game.start())
        0
        """
        return state[1] - 1

    def moves(self, state: tuple[tuple[int, ...], int]) -> Iterable[int]:
        """Returns the columns with room, the central ones first.

        >>> game = ConnectX(3, 1, 2)
        >>> game.moves(((1, 0, 0), 2))
        [1, 2]
        """
        return [column for column in self._order if state[0][column] == 0]

    def play(self, state: tuple[tuple[int, ...], int], move: int) -> tuple[tuple[int, ...], int]:
        """Returns the state after a stone fell into a column.

        >>> game = ConnectX(2, 2, 2)
        >>> game.play(game.start(), 0)
        ((0, 0, 1, 0), 2)
        """
        board, mark = list(state[0]), state[1]
        cell = (self.rows - 1) * self.columns + move
        while board[cell]:
            cell -= self.columns
        board[cell] = mark
        return tuple(board), 3 - mark

    def score(self, state: tuple[tuple[int, ...], int]) -> int | None:
        """Returns a loss if the opponent has a line, 0 for a full board, and ``None`` while the game goes on.

        >>> ConnectX(3, 1, 2).score(((1, 1, 2), 2))
        -1000000
        """
        board, other = state[0], 3 - state[1]
        if any(all(board[cell] == other for cell in line) for line in self._lines):
            return -self.win
        return None if 0 in board[: self.columns] else 0

    def evaluation(self, state: tuple[tuple[int, ...], int]) -> int:
        """Returns the difference of the stones in lines that the other player has not blocked.

        >>> ConnectX(3, 1, 2).evaluation(((1, 0, 0), 2))
        -1
        """
        board, mark = state
        value = 0
        for line in self._lines:
            stones = {board[cell] for cell in line}
            if mark not in stones or 3 - mark not in stones:
                value += sum((board[cell] == mark) - (board[cell] == 3 - mark) for cell in line)
        return value


def _value(configuration: Any, name: str, usual: Any) -> Any:
    """Returns a setting; configurations are dictionaries with attributes, and old ones lack some settings."""
    value = getattr(configuration, name, None)
    if value is None and hasattr(configuration, "get"):
        value = configuration.get(name)
    return usual if value is None else value


def _picture(board: list[int], columns: int) -> str:
    rows = [board[begin : begin + columns] for begin in range(0, len(board), columns)]
    return "/".join("".join(".xo"[cell] for cell in row) for row in rows)


def _lines(columns: int, rows: int, inarow: int) -> list[tuple[int, ...]]:
    lines = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + (inarow - 1) * down, column + (inarow - 1) * right
                if last_row < rows and 0 <= last_column < columns:
                    lines.append(tuple((row + i * down) * columns + column + i * right for i in range(inarow)))
    return lines
