"""Games written in Python: values, the number of calls, exceptions, the conformance kit."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nullwindow

ALGORITHMS = [info.name for info in nullwindow.algorithms()]


class RandomGame:
    """A graph with few distinct scores, transpositions, and players that may move twice in a row."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        self.sons: dict[int, list[int]] = {}
        self.movers, self.scores = [], []
        for node in range(40):
            later = list(range(node + 1, min(node + 7, 40)))
            self.sons[node] = dice.sample(later, min(len(later), dice.randint(0 if node else 2, 3)))
            self.movers.append(dice.randint(0, 1))
            self.scores.append(dice.randint(-2, 2))
        self.calls: Counter[tuple[str, int]] = Counter()

    def start(self) -> int:
        return 0

    def mover(self, state: int) -> int:
        return self.movers[state]

    def moves(self, state: int) -> list[int]:
        self.calls["moves", state] += 1
        return self.sons[state]

    def play(self, state: int, move: int) -> int:
        self.calls["play", state * 100 + move] += 1
        return move

    def score(self, state: int) -> int | None:
        self.calls["score", state] += 1
        return None if self.sons[state] else self.scores[state]

    def evaluation(self, state: int) -> int:
        self.calls["evaluation", state] += 1
        return self.scores[state]


def minimax(game: RandomGame, state: int, depth: int | None) -> int:
    if not game.sons[state] or depth == 0:
        return game.scores[state]
    below = None if depth is None else depth - 1
    values = [(son, minimax(game, son, below)) for son in game.sons[state]]
    return max(value if game.movers[son] == game.movers[state] else -value for son, value in values)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_agrees_with_minimax(algorithm: str) -> None:
    for seed in range(40):
        game = RandomGame(seed)
        for depth in (1, 2, 4, None):
            expected = minimax(game, 0, depth)
            found = nullwindow.search(game, depth=depth, algorithm=algorithm, table_mb=0.1)
            where = f"seed {seed}, depth {depth}, {found}"
            lower = -3 if found.lower is None else found.lower
            upper = 3 if found.upper is None else found.upper
            assert lower <= expected <= upper, where
            if algorithm not in ("mt", "mtd-best", "mtd-best-rest"):
                assert found.value == expected, where


def test_every_position_is_asked_once() -> None:
    game = RandomGame(3)
    for algorithm in ALGORITHMS:
        nullwindow.search(game, depth=None, algorithm=algorithm, table_mb=0.1)
    assert game.calls and max(game.calls.values()) == 1
    before = sum(game.calls.values())
    nullwindow.search(game, depth=None)
    assert sum(game.calls.values()) == before, "a later search of the same game asks nothing"
    known = nullwindow.known_positions(game)
    assert nullwindow.clear(game) == known > 0
    nullwindow.search(game, depth=None)
    assert sum(game.calls.values()) > before


class TicTacToe:
    """A state is nine numbers: 1 for the player to move, -1 for the other."""

    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def start(self) -> Any:
        return (0,) * 9

    def moves(self, state: Any) -> Any:
        return [square for square in range(9) if not state[square]]

    def play(self, state: Any, move: int) -> Any:
        after = [-one for one in state]
        after[move] = -1
        return tuple(after)

    def score(self, state: Any) -> Any:
        if any(all(state[square] == -1 for square in line) for line in self.LINES):
            return -1
        return 0 if all(state) else None


def with_methods(**methods: Callable[..., Any]) -> Any:
    return type("Changed", (TicTacToe,), methods)()


def test_positions_are_states_or_texts() -> None:
    game = TicTacToe()
    state = (0, 0, 0, 0, -1, 0, 0, 0, 0)
    by_state, by_moves = nullwindow.search(game, state, depth=3), nullwindow.search(game, "4", depth=3)
    assert (by_state.value, by_state.move) == (by_moves.value, by_moves.move)
    assert by_state.position == str(state)
    parsed = with_methods(parse=lambda self, text: tuple(map(int, text.split(","))), text=lambda self, state: ",".join(map(str, state)))
    assert nullwindow.search(parsed, "0,0,0,0,-1,0,0,0,0", depth=3).value == by_state.value
    with pytest.raises(nullwindow.PositionError, match="invalid literal"):
        nullwindow.search(parsed, "x", depth=1)
    with pytest.raises(nullwindow.PositionError):
        nullwindow.search(game, "4 4", depth=1)


def test_arrays_are_states() -> None:
    game = with_methods(
        start=lambda self: np.zeros(9, dtype=np.int8),
        play=lambda self, state, move: np.array(TicTacToe.play(self, state, move), dtype=np.int8),
    )
    assert nullwindow.solve(game).value == 0
    assert nullwindow.known_positions(game) <= 5478, "equal arrays are one position"


def test_batches_are_evaluated_at_once() -> None:
    sizes = []

    def evaluations(self: Any, states: Any) -> Any:
        assert isinstance(states, np.ndarray) and states.shape[1:] == (9,)
        sizes.append(len(states))
        return states[:, 4].astype(int) * 3 + states[:, 0]

    arrays: dict[str, Callable[..., Any]] = {
        "start": lambda self: np.zeros(9, dtype=np.int8),
        "play": lambda self, state, move: np.array(TicTacToe.play(self, state, move), dtype=np.int8),
    }
    batched = with_methods(evaluations=evaluations, **arrays)
    single = with_methods(evaluation=lambda self, state: int(state[4]) * 3 + int(state[0]), **arrays)
    for depth in (1, 2, 3, 4):
        assert nullwindow.search(batched, depth=depth).value == nullwindow.search(single, depth=depth).value
    assert sum(sizes) / len(sizes) > 3


def test_shorter_wins_score_higher() -> None:
    game = with_methods(score=lambda self, state: TicTacToe.score(self, state) and -10_000)
    game.win = 10_000
    state = (1, 1, 0, -1, -1, 0, 0, 0, 0)
    found = nullwindow.search(game, state, depth=5)
    assert (found.value, found.move) == (9_999, "2")


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("score", False, r"score\(.*\) returned False; expected an int, or None"),
        ("score", 0.5, r"score\(.*\) returned 0.5; .*multiply"),
        ("score", 1 << 40, r"score\(.*\) returned 1099511627776; expected an int between"),
        ("moves", [], r"moves\(.*\) returned no moves"),
        ("moves", 7, r"moves\(.*\) returned 7; expected a list"),
        ("mover", 2, r"mover\(.*\) returned 2; expected 0"),
        ("key", [1], r"key\(.*\) returned \[1\]; expected a hashable"),
        ("evaluation", "x", r"evaluation\(.*\) returned 'x'; expected an int"),
        ("evaluations", [1], r"evaluations\(states\) returned 1 scores for 9"),
        ("evaluations", 3, r"evaluations\(states\) returned 3; expected a list"),
    ],
)
def test_wrong_answers_name_the_method_and_the_state(method: str, answer: Any, message: str) -> None:
    game = with_methods(**{method: lambda self, *arguments: answer})
    with pytest.raises(nullwindow.RulesError, match=message):
        nullwindow.search(game, depth=1)


def test_a_state_changed_in_place_is_found() -> None:
    def play(self: Any, state: list[int], move: int) -> list[int]:
        state[move] = 1
        return state

    with pytest.raises(nullwindow.RulesError, match="a new state, and the old one unchanged"):
        nullwindow.search(with_methods(start=lambda self: [0] * 9, play=play), depth=2)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("method", ["moves", "play", "score", "evaluation", "key", "mover"])
def test_exceptions_of_the_rules_are_raised(method: str, algorithm: str) -> None:
    for after in (0, 3, 20, 60):
        left = [after]

        def raising(self: Any, state: Any, *move: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KeyError("planted")
            defaults: dict[str, Callable[..., Any]] = {
                "evaluation": lambda state: sum(state[::2]),
                "key": tuple,
                "mover": lambda state: sum(map(abs, state)) % 2,
            }
            return defaults[method](state) if method in defaults else getattr(TicTacToe, method)(self, state, *move)

        game = with_methods(**{method: raising})
        with pytest.raises(KeyError, match="planted"):
            nullwindow.search(game, depth=4, algorithm=algorithm, table_mb=0.1)
            nullwindow.search(game, depth=7, algorithm="minimax")
        left[0] = 1 << 40
        expected = nullwindow.search(with_methods(evaluation=lambda self, state: sum(state[::2])), depth=3).value
        if method == "evaluation":
            assert nullwindow.search(game, depth=3).value == expected, "the game is as good as new"


def test_objects_that_are_no_games_are_refused() -> None:
    with pytest.raises(TypeError, match=r"pass TicTacToe\(\) instead"):
        nullwindow.search(TicTacToe, depth=1)
    with pytest.raises(TypeError, match="int has no method 'moves'"):
        nullwindow.search(5, depth=1)


def test_games_within_games() -> None:
    """The evaluation of a game is a search, of another game and of itself."""
    inner = TicTacToe()
    game = with_methods(evaluation=lambda self, state: nullwindow.search(inner, state, depth=1).value)
    assert nullwindow.search(game, depth=2).value == 0
    inside: list[object] = []

    def evaluation(self: Any, state: Any) -> Any:
        if inside:
            return 0
        inside.append(state)
        value = nullwindow.search(self, state, depth=2).value
        inside.pop()
        return value

    assert nullwindow.search(with_methods(evaluation=evaluation), depth=2).value == 0


def test_games_on_several_threads() -> None:
    game, values = TicTacToe(), []
    threads = [threading.Thread(target=lambda: values.append(nullwindow.solve(game).value)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert values == [0] * 4
    assert nullwindow.solve(game, threads=4).value == 0


def test_copies_start_without_positions() -> None:
    game = TicTacToe()
    nullwindow.search(game, depth=3)
    for one in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert nullwindow.known_positions(one) == 0
        assert nullwindow.search(one, depth=3).value == 0


def test_a_limit_of_positions() -> None:
    game = TicTacToe()
    game.most_positions = 100  # type: ignore[attr-defined]
    with pytest.raises(nullwindow.PositionLimitError, match="most_positions"):
        nullwindow.solve(game)


def test_a_limit_of_positions_ends_deepening() -> None:
    """What was completed before is returned, with the values of a game without the limit."""
    game, heard = TicTacToe(), list[int | None]()
    game.most_positions = 100  # type: ignore[attr-defined]
    limited = nullwindow.deepen(game, on_iteration=lambda each: heard.append(each.depth))
    whole = nullwindow.deepen(TicTacToe(), depth=9)
    assert limited.stopped == "positions" and limited.unfinished is None and 1 <= len(limited) < 9
    assert heard == [each.depth for each in limited]
    assert [each.value for each in limited] == [each.value for each in whole[: len(limited)]]
    full = TicTacToe()
    full.most_positions = 1  # type: ignore[attr-defined]
    with pytest.raises(nullwindow.PositionLimitError):
        nullwindow.deepen(full)


class Endless:
    """Steps on a circle of seven places."""

    endless = True

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        return [1, 2]

    def play(self, state: int, move: int) -> int:
        return (state + move) % 7

    def score(self, state: int) -> None:
        return None

    def evaluation(self, state: int) -> int:
        return state


def test_endless_games() -> None:
    assert nullwindow.search(Endless(), depth=12).value is not None
    game = Endless()
    game.endless = False
    assert nullwindow.search(game, depth=None).stopped == "endless"


def test_ctrl_c_ends_a_search() -> None:
    class Slow(Endless):
        def play(self, state: int, move: int) -> Any:
            return state + move

        def key(self, state: int) -> int:
            return random.getrandbits(60)

    def seconds_to_end() -> float:
        pressed = []

        def press() -> None:
            pressed.append(time.perf_counter())
            signal.raise_signal(signal.SIGINT)

        timer = threading.Timer(0.3, press)
        timer.start()
        result = nullwindow.search(Slow(), depth=60, algorithm="minimax")
        assert result.stopped == "interrupted"
        return time.perf_counter() - pressed[0]

    # A busy machine may be late; a search that is always late is not.
    delays: list[float] = []
    while not delays or (min(delays) >= 0.1 and len(delays) < 3):
        delays.append(seconds_to_end())
    assert min(delays) < 0.1, delays


def test_the_kit_passes_a_game_and_finds_planted_flaws() -> None:
    assert nullwindow.check(TicTacToe()).sound
    # The stones on the last two squares are not part of the key of the first one.
    for flawed, flaw in [
        (with_methods(key=lambda self, state: state[:7]), "positions of one key"),
        (with_methods(mover=lambda self, state: 0), "the same player has every move"),
        (with_methods(moves=lambda self, state: TicTacToe.moves(self, state) * 2), "the same move twice"),
    ]:
        report = nullwindow.check(flawed)
        assert not report.sound and flaw in str(report), report


@pytest.mark.parametrize(
    "run",
    [
        lambda game: nullwindow.compare(game, depth=5, algorithms=["mtd-f"], threads=4),
        lambda game: nullwindow.search(game, depth=5, threads=4),
        lambda game: nullwindow.solve(game, threads=4),
        lambda game: nullwindow.proof(game, depth=5),
    ],
    ids=["compare", "search", "solve", "proof"],
)
def test_rules_are_asked_by_one_thread(run: Callable[[Any], Any]) -> None:
    threads: set[int] = set()
    inside: list[Any] = []

    def moves(self: Any, state: Any) -> Any:
        threads.add(threading.get_ident())
        inside.append(state)
        # Other threads run meanwhile.
        time.sleep(0.0002)
        assert inside == [state], "no method is called while another one runs"
        inside.clear()
        return TicTacToe.moves(self, state)

    run(with_methods(moves=moves))
    assert 1 <= len(threads) <= 2, "the thread of the work, and perhaps that of the call, which reads the position"


@pytest.mark.parametrize("run", [nullwindow.compare, nullwindow.proof], ids=["compare", "proof"])
@pytest.mark.parametrize("method", ["moves", "play", "score", "evaluation"])
def test_comparisons_and_proofs_raise_exceptions_of_the_rules(run: Any, method: str) -> None:
    for after in (0, 3, 20):
        left = [after]

        def raising(self: Any, state: Any, *move: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KeyError("planted")
            return 0 if method == "evaluation" else getattr(TicTacToe, method)(self, state, *move)

        with pytest.raises(KeyError, match="planted"):
            run(with_methods(**{method: raising}), depth=4)
