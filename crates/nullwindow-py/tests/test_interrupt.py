"""Ctrl-C, and other threads during a search."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable

import pytest

import nullwindow

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

LATEST = 0.1


class SignalTimer:
    """Sends SIGINT to this process after some time, and remembers when."""

    def __init__(self, seconds: float = 0.3) -> None:
        self.sent: float | None = None
        self._timer = threading.Timer(seconds, self._send)

    def _send(self) -> None:
        self.sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    def __enter__(self) -> SignalTimer:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._timer.join()

    def delay(self) -> float:
        assert self.sent is not None, "the call ended before the signal"
        return time.monotonic() - self.sent


CALLS: list[tuple[str, Callable[[], object]]] = [
    ("solve", lambda: nullwindow.solve("connect4")),
    ("solve with threads", lambda: nullwindow.solve("connect4", threads=2)),
    ("search", lambda: nullwindow.search("chess", depth=30)),
    ("search by a list algorithm", lambda: nullwindow.search("othello", depth=20, algorithm="sss*")),
    ("deepen", lambda: nullwindow.deepen("othello")),
    ("compare", lambda: nullwindow.compare("chess", depth=20)),
    ("trace", lambda: nullwindow.trace("chess", depth=30, limit=10**12).result),
    ("check", lambda: nullwindow.check("chess", depth=8)),
    ("perft", lambda: nullwindow.perft("chess", depth=12)),
    ("divided perft", lambda: nullwindow.perft("chess", depth=12, divide=True)),
]


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[name for name, _ in CALLS])
def test_ctrl_c_returns_a_partial_result_within_100_ms(name: str, call: Callable[[], object]) -> None:
    with SignalTimer() as timer:
        result = call()
        delay = timer.delay()
    assert getattr(result, "stopped") == "interrupted"
    print(f"{name}: {delay * 1000:.1f} ms")
    assert delay < LATEST


def test_an_interrupted_search_has_what_was_proven() -> None:
    with SignalTimer():
        deepening = nullwindow.deepen("chess")
    assert deepening.stopped == "interrupted" and deepening.value is not None and len(deepening) >= 3
    with SignalTimer():
        solved = nullwindow.solve("connect4")
    assert not solved.solved and solved.estimate is not None and solved.estimate.move == "4"
    assert f"at depth {solved.estimate.depth}: value {solved.estimate.value}, move 4" in repr(solved)


def test_an_interrupted_search_of_several_moves_has_its_costs() -> None:
    with SignalTimer(0.6):
        interrupted = nullwindow.search("chess", depth=20, multi_pv=5)
    limited = nullwindow.search("chess", depth=20, multi_pv=5, time=0.5)
    for result, stopped in ((interrupted, "interrupted"), (limited, "time")):
        assert (result.stopped, result.depth, result.value) == (stopped, 20, None)
        assert result.nodes > 1000 and result.seconds > 0.3, result


def test_moves_that_an_interrupted_search_has_finished_bound_the_value() -> None:
    """The best moves have values of their own, but the others may be better."""
    result = nullwindow.search("connect4", "444", depth=8, multi_pv=7, nodes=2000)
    assert result.stopped == "nodes" and 1 <= len(result.moves) < 7 and result.depth == 8
    assert result.value is None and result.upper is None and not result.move_is_proven
    assert result.lower == max(move.value for move in result.moves)
    assert result.nodes > 1000 and result.seconds > 0
    unfinished = nullwindow.deepen("connect4", "444", depth=8, multi_pv=7, nodes=4000).unfinished
    assert unfinished is not None and unfinished.value is None and unfinished.seconds > 0


def test_an_interrupted_simulation_has_the_complete_runs() -> None:
    with SignalTimer(0.5):
        table = nullwindow.cluster.simulate("connect4 7x6", workers=[4])
    assert (table.stopped, table.runs, table._repr_svg_()) == ("interrupted", (), None)
    assert str(table).splitlines()[-1] == "interrupted"
    with pytest.raises(nullwindow.NullwindowError, match="nothing to draw"):
        table.save_plot("scaling.svg")


def test_an_interrupted_comparison_has_the_complete_searches() -> None:
    with SignalTimer(1.0):
        comparison = nullwindow.compare("uniform 8x8", algorithms=["mtd-f", "minimax", "alphabeta"])
    assert comparison.stopped == "interrupted" and comparison.agree and len(comparison) < 3


def test_ctrl_c_ends_a_proof_with_an_exception() -> None:
    with SignalTimer() as timer:
        with pytest.raises(KeyboardInterrupt):
            nullwindow.proof("connect4")
        assert timer.delay() < LATEST


def test_the_handler_of_python_is_asked() -> None:
    def handler(number: int, frame: object) -> None:
        raise RuntimeError("the handler was called")

    before = signal.signal(signal.SIGINT, handler)
    try:
        with SignalTimer(), pytest.raises(RuntimeError, match="the handler was called"):
            nullwindow.solve("connect4")
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_exception_of_a_callback_ends_the_search() -> None:
    def stop(iteration: nullwindow.SearchResult) -> None:
        if iteration.depth == 3:
            raise LookupError("deep enough")

    with pytest.raises(LookupError, match="deep enough"):
        nullwindow.deepen("chess", on_iteration=stop)


def test_callbacks_see_every_iteration_on_the_calling_thread() -> None:
    seen: list[tuple[int | None, bool]] = []
    main = threading.get_ident()
    result = nullwindow.deepen(
        "connect4", depth=6, on_iteration=lambda each: seen.append((each.depth, threading.get_ident() == main))
    )
    assert seen == [(each.depth, True) for each in result]


def test_another_thread_works_during_a_search() -> None:
    counts: list[int] = []

    def count() -> None:
        number, end = 0, time.monotonic() + 0.4
        while time.monotonic() < end:
            number += 1
        counts.append(number)

    def counted(work: Callable[[], object]) -> int:
        thread = threading.Thread(target=count)
        thread.start()
        work()
        thread.join()
        return counts.pop()

    free = counted(lambda: time.sleep(0.4))
    # If a search kept the interpreter, the thread would count only before and after it.
    assert counted(lambda: nullwindow.solve("connect4", time=0.4)) > 0.2 * free


def test_searches_run_in_several_threads_at_once() -> None:
    results: list[int | None] = []
    threads = [
        threading.Thread(target=lambda: results.append(nullwindow.search("othello", depth=6).value)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and len(set(results)) == 1
