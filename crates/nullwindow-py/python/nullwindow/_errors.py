"""Exceptions of the package. Their texts are those of the program's error messages."""


class NullwindowError(Exception):
    """The base of the package's own exceptions.

    Arguments of a wrong type raise ``TypeError``, files ``OSError``, and a lost cluster ``ConnectionError``, as they do
    elsewhere in Python.

    >>> import nullwindow
    >>> nullwindow.solve("connect4", "8")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    nullwindow._errors.PositionError: '8' is no position of connect4: character 1: expected a column from 1 to 7 ...
    """


class PositionError(NullwindowError, ValueError):
    """A text is not a position of the game."""


class MoveError(NullwindowError, ValueError):
    """A text is not a legal move of the position."""


class RequestError(NullwindowError, ValueError):
    """The engine refuses a request: an unknown name, size or setting, or an algorithm that does not suit it."""


class TableError(NullwindowError, MemoryError):
    """A transposition table does not fit into memory."""


class PositionLimitError(TableError):
    """A game written in Python has as many positions in memory as its ``most_positions`` permits."""


class RulesError(NullwindowError, ValueError):
    """The rules of a game written in Python gave an answer that no game can give."""
