"""Wrong arguments are exceptions with the text of the program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

import nullwindow

WRONG: list[tuple[type[Exception], str, Callable[[], object]]] = [
    (ValueError, "did you mean 'othello'", lambda: nullwindow.solve("otello")),
    (ValueError, "did you mean 'mtd-f'", lambda: nullwindow.search("chess", depth=1, algorithm="mtd-g")),
    (nullwindow.PositionError, "'8' is no position of connect4", lambda: nullwindow.board("connect4", "8")),
    (nullwindow.MoveError, "'e5' is no legal move of chess", lambda: nullwindow.board("chess", moves="e5")),
    (nullwindow.RequestError, "mt does not find the value", lambda: nullwindow.solve("nim", algorithm="mt")),
    (nullwindow.RequestError, "chess has no setting 'x'", lambda: nullwindow.deepen("chess", settings={"x": 1})),
    (ValueError, "expected a width and a depth", lambda: nullwindow.search("uniform 8", depth=1)),
    (nullwindow.TableError, "no memory for a table", lambda: nullwindow.search("chess", depth=1, table_mb=1e8)),
    (nullwindow.NullwindowError, "more than 10 nodes", lambda: nullwindow.proof("connect4", depth=4, limit=10)),
    (ValueError, "threads=0: expected a number from 1 to 256", lambda: nullwindow.solve("nim", threads=0)),
    (ValueError, "depth=255: expected a number from 1 to 254", lambda: nullwindow.search("nim", depth=255)),
    (ValueError, "time=0: expected a number of seconds above 0", lambda: nullwindow.solve("nim", time=0)),
    (ValueError, "table_mb=0: expected a size in MiB", lambda: nullwindow.solve("nim", table_mb=0)),
    (ValueError, "the greatest depth for chess", lambda: nullwindow.deepen("chess", depth=254)),
    (ValueError, "full width only", lambda: nullwindow.deepen("chess", depth=2, algorithm="sss*", selective=True)),
    (ValueError, "did you mean 'pearl'", lambda: nullwindow.tree("perl")),
    (ValueError, "the text ends", lambda: nullwindow.tree("((3 4)")),
    (ValueError, "there is no pass 9", lambda: nullwindow.tree("pearl").svg(9)),
    (ValueError, "infinite lines of play", lambda: nullwindow.trace("chess")),
    (ValueError, "expected 'max', 'min' or 'both'", lambda: nullwindow.proof("nim", kind="all")),
    (TypeError, "", lambda: nullwindow.solve("connect4", 4)),
    (TypeError, "", lambda: nullwindow.search("connect4", depth="deep")),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("kind", "text", "call"), WRONG, ids=[text or kind.__name__ for kind, text, _ in WRONG])
def test_wrong_arguments_raise(kind: type[Exception], text: str, call: Callable[[], object]) -> None:
    with pytest.raises(kind) as error:
        call()
    assert text in str(error.value)


def test_the_text_is_that_of_the_program() -> None:
    with pytest.raises(nullwindow.PositionError) as error:
        nullwindow.solve("connect4", "8")
    command = [sys.executable, "-m", "nullwindow", "solve", "connect4", "--position", "8"]
    assert subprocess.run(command, capture_output=True, text=True).stderr.strip() == f"error: --position: {error.value}"


def test_own_exceptions_have_natural_bases() -> None:
    for error in (nullwindow.PositionError, nullwindow.MoveError, nullwindow.RequestError):
        assert issubclass(error, nullwindow.NullwindowError) and issubclass(error, ValueError)
    assert issubclass(nullwindow.TableError, MemoryError)


def test_a_flawed_certificate_is_not_proven() -> None:
    text = nullwindow.proof("tictactoe", kind="min").text
    assert nullwindow.verify(text).proven and nullwindow.verify(text).value is None
    assert nullwindow.verify("").proven is False
    (check,) = nullwindow.verify("no certificate").checks
    assert check.grade == "unreadable" and check.wrong
