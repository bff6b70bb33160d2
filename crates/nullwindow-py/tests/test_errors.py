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
    (nullwindow.RequestError, "there is no algorithm 'foo'", lambda: nullwindow.solve("connect4", algorithm="foo")),
    (nullwindow.RequestError, "depth=-1: expected", lambda: nullwindow.search("connect4", depth=-1)),
    (nullwindow.RequestError, "the number is out of range", lambda: nullwindow.search("connect4", depth=1 << 70)),
    (nullwindow.RequestError, "expected at least one", lambda: nullwindow.compare("nim", algorithms=[])),
    (nullwindow.RequestError, "there is no algorithm 'mtd'", lambda: nullwindow.compare("nim", algorithms="mtd")),
    (nullwindow.RequestError, "there is no plan", lambda: nullwindow.lab.run("no plan")),
    (nullwindow.RequestError, "there is no form", lambda: nullwindow.lab.run("leaves", form="x")),  # type: ignore[arg-type]
    (nullwindow.RequestError, "a depth or a time", lambda: nullwindow.easyai.EasyAISearch(None)),
    (nullwindow.RequestError, "expected a JSON object", lambda: nullwindow._native.run_job("[]")),
    (nullwindow.RequestError, "give the job a depth", lambda: nullwindow.jobs.run({"game": "chess"})),
    (TypeError, "job: expected a mapping", lambda: nullwindow.jobs.run([])),  # type: ignore[arg-type]
    (TypeError, "position: expected a str or None, not int", lambda: nullwindow.solve("connect4", 4)),
    (TypeError, "depth: expected an int or None, not float", lambda: nullwindow.search("nim", depth=2.0)),  # type: ignore[arg-type]
    (TypeError, "depth: expected an int or None, not str", lambda: nullwindow.search("nim", depth="deep")),  # type: ignore[arg-type]
    (TypeError, "threads: expected an int, not str", lambda: nullwindow.solve("nim", threads="2")),  # type: ignore[arg-type]
    (TypeError, "algorithm: expected a str, not NoneType", lambda: nullwindow.solve("nim", algorithm=None)),  # type: ignore[arg-type]
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
    for full in (nullwindow.TableError, nullwindow.PositionLimitError):
        assert issubclass(full, nullwindow.NullwindowError) and issubclass(full, MemoryError)
    assert issubclass(nullwindow.RulesError, nullwindow.NullwindowError)


def test_every_error_of_a_value_or_of_memory_is_one_of_the_package() -> None:
    calls = [call for kind, _, call in WRONG if kind is not TypeError]
    for call in calls:
        with pytest.raises(nullwindow.NullwindowError):
            call()


def test_one_algorithm_may_be_given_by_its_name() -> None:
    assert [row.algorithm for row in nullwindow.compare("nim", algorithms="mtd-f")] == ["mtd-f"]


def test_a_flawed_certificate_is_not_proven() -> None:
    text = nullwindow.proof("tictactoe", kind="min").text
    assert nullwindow.verify(text).proven and nullwindow.verify(text).value is None
    assert nullwindow.verify("").proven is False
    (check,) = nullwindow.verify("no certificate").checks
    assert check.grade == "unreadable" and check.wrong
