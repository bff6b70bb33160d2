"""Compares nullwindow with the Negamax of easyAI on easyAI's own games, at equal depth and evaluation.

    python easyai.py [--repeat 7] [--only connect]

Needs the package easyAI. Every search of the first table starts with empty tables and without known positions. In the
second table a whole game is played: easyAI chooses the moves, and all programs search the same positions, ours with what
they know from the earlier ones. `EasyAISearch` deepens iteratively. Our tables have 1 MiB, those of EasyAISearch 16 MiB.

"calls" counts how often `is_over` and `scoring` are called, by easyAI and by us: they are the larger part of the time of
most games. "equal" compares our value with minimax, which keeps the values of positions by key and depth.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

from easyAI import Human_Player, Negamax
from easyAI.AI import TranspositionTable
from easyAI.games import ConnectFour, GameOfBones, Nim, TicTacToe
from easyAI.games.Hexapawn import Hexapawn

import nullwindow

def lost(game: Any) -> int:
    return -100 if game.lose() else 0


def players() -> list[Any]:
    return [Human_Player(), Human_Player()]


def after(game: Any, moves: list[Any]) -> Any:
    for move in moves:
        game.play_move(move)
    return game


# Name, game, depth, scoring. The depths are those of easyAI's examples, or what takes it some seconds.
CASES: list[tuple[str, Callable[[], Any], int, Callable[[Any], float] | None]] = [
    ("tic-tac-toe", lambda: TicTacToe(players()), 6, None),
    ("tic-tac-toe", lambda: TicTacToe(players()), 9, None),
    ("Connect Four", lambda: ConnectFour(players()), 4, None),
    ("Connect Four", lambda: ConnectFour(players()), 5, None),
    ("Connect Four, 8 stones", lambda: after(ConnectFour(players()), [3, 3, 3, 2, 4, 1, 2, 2]), 5, None),
    ("Connect Four, 8 stones", lambda: after(ConnectFour(players()), [3, 3, 3, 2, 4, 1, 2, 2]), 6, None),
    ("Nim 3 4 5", lambda: Nim(players(), piles=(3, 4, 5)), 6, None),
    ("Nim 3 4 5", lambda: Nim(players(), piles=(3, 4, 5)), 10, None),
    ("Nim 5 5 5 5", lambda: Nim(players()), 5, None),
    ("Nim 5 5 5 5", lambda: Nim(players()), 6, None),
    ("game of bones", lambda: GameOfBones(players()), 10, None),
    ("game of bones", lambda: GameOfBones(players()), 12, None),
    ("Hexapawn 4x4", lambda: Hexapawn(players()), 8, lost),
    ("Hexapawn 4x4", lambda: Hexapawn(players()), 10, lost),
    ("Hexapawn 4x4", lambda: Hexapawn(players()), 14, lost),
]
# Whole games of easyAI against itself: name, game, depth, scoring.
GAMES: list[tuple[str, Callable[[], Any], int, Callable[[Any], float] | None]] = [
    ("tic-tac-toe", lambda: TicTacToe(players()), 6, None),
    ("tic-tac-toe", lambda: TicTacToe(players()), 9, None),
    ("Connect Four", lambda: ConnectFour(players()), 4, None),
    ("Connect Four", lambda: ConnectFour(players()), 5, None),
    ("Nim 3 4 5", lambda: Nim(players(), piles=(3, 4, 5)), 6, None),
    ("Nim 5 5 5 5", lambda: Nim(players()), 5, None),
    ("game of bones", lambda: GameOfBones(players()), 10, None),
    ("Hexapawn 4x4", lambda: Hexapawn(players()), 10, lost),
]


def minimax(game: nullwindow.EasyAIGame, state: Any, depth: int, values: dict[Any, int]) -> int:
    where = (game.key(state), game.mover(state), depth)
    if where not in values:
        final = game.score(state)
        if final is not None:
            values[where] = final
        elif depth == 0:
            values[where] = game.evaluation(state)
        else:
            values[where] = max(-minimax(game, game.play(state, move), depth - 1, values) for move in game.moves(state))
    return values[where]


def calls(create: Callable[[], Any], run: Callable[[Callable[[], Any]], Any]) -> int:
    """Returns the number of calls of `is_over` and `scoring` of a search, or of the function in the place of the latter."""
    count = 0
    game = create()
    own = type(game)

    class Counted(own):  # type: ignore[misc, valid-type]
        def is_over(self) -> bool:
            nonlocal count
            count += 1
            return bool(super().is_over())

        def scoring(self) -> float:
            nonlocal count
            count += 1
            return float(super().scoring()) if hasattr(own, "scoring") else lost(self)

    game.__class__ = Counted
    run(lambda: game)
    return count


def times(repeat: int, run: Callable[[], Any]) -> tuple[float, Any]:
    """Returns the shortest processor time of several runs, all threads included, and the answer."""
    best, answer = float("inf"), None
    for _ in range(repeat):
        begin = time.process_time()
        answer = run()
        best = min(best, time.process_time() - begin)
    return best, answer


def easyai(create: Callable[[], Any], depth: int, scoring: Any, table: bool) -> float:
    game = create()
    if table and not hasattr(game, "ttentry"):
        return float("nan")
    search = Negamax(depth, scoring, tt=TranspositionTable() if table else None)
    search(game)
    return float(search.alpha)


def ours(create: Callable[[], Any], depth: int, scoring: Any, algorithm: str) -> int | None:
    game = nullwindow.EasyAIGame(create(), scoring=scoring)
    return nullwindow.search(game, depth=depth, algorithm=algorithm, table_mb=1).value


def measured(repeat: int, only: str) -> Iterator[list[str]]:
    for name, create, depth, scoring in CASES:
        if only.lower() not in name.lower():
            continue
        theirs, their_value = times(repeat, lambda: easyai(create, depth, scoring, False))
        with_table, _ = times(repeat, lambda: easyai(create, depth, scoring, True))
        our_time, our_value = times(repeat, lambda: ours(create, depth, scoring, "mtd-f"))
        alpha_beta, _ = times(repeat, lambda: ours(create, depth, scoring, "alphabeta"))
        their_calls = calls(create, lambda counted: easyai(counted, depth, None, False))
        our_calls = calls(create, lambda counted: ours(counted, depth, None, "mtd-f"))
        game = nullwindow.EasyAIGame(create(), scoring=scoring)
        equal = "yes" if minimax(game, game.start(), depth, {}) == our_value else "NO"
        table = "-" if not hasattr(create(), "ttentry") else f"{with_table:.3f}"
        row = [f"{theirs:.3f}", table, f"{alpha_beta:.4f}", f"{our_time:.4f}", f"{theirs / our_time:.1f}"]
        yield [name, str(depth), *row, f"{their_calls}", f"{our_calls}", f"{their_value + 0.0:g}", str(our_value), equal]


def played(create: Callable[[], Any], depth: int, scoring: Any) -> tuple[float, list[Any], list[float]]:
    """Lets easyAI play against itself. Returns its time, the positions and the values."""
    game, search, seconds = create(), Negamax(depth, scoring), 0.0
    positions, values = [], []
    while not game.is_over():
        positions.append(game.copy())
        begin = time.process_time()
        move = search(game)
        seconds += time.process_time() - begin
        values.append(float(search.alpha))
        game.play_move(move)
    return seconds, positions, values


def searched(positions: list[Any], depth: int, scoring: Any) -> list[int | None]:
    """Searches the positions of a game one after the other, with what is known from those before."""
    game = nullwindow.EasyAIGame(positions[0], scoring=scoring)
    return [nullwindow.search(game, game._copy(position), depth=depth, table_mb=1).value for position in positions]


def chosen(positions: list[Any], depth: int, scoring: Any) -> None:
    """Chooses a move in the positions of a game, as an AI_Player with EasyAISearch does."""
    search = nullwindow.easyai.EasyAISearch(depth, scoring)
    for position in positions:
        search(position)


def measured_games(repeat: int, only: str) -> Iterator[list[str]]:
    for name, create, depth, scoring in GAMES:
        if only.lower() not in name.lower():
            continue
        theirs, positions, values = min((played(create, depth, scoring) for _ in range(repeat)), key=lambda run: run[0])
        our_time, our_values = times(repeat, lambda: searched(positions, depth, scoring))
        # easyAI adds a thousandth of the score per ply to wins and losses.
        equal = all(abs(theirs - ours) <= 2 for theirs, ours in zip(values, our_values))
        player, _ = times(repeat, lambda: chosen(positions, depth, scoring))
        row = [f"{theirs:.3f}", f"{our_time:.4f}", f"{theirs / our_time:.1f}", f"{player:.4f}", f"{theirs / player:.1f}"]
        yield [name, str(depth), str(len(positions)), *row, "yes" if equal else "NO"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=7, help="runs of each search; the shortest counts")
    parser.add_argument("--only", default="", help="a part of the name of a game")
    arguments = parser.parse_args()
    print("| game | depth | easyAI, s | with its table, s | our alphabeta, s | our mtd-f, s | ratio | its calls | our calls | its value | ours | equal |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for row in measured(arguments.repeat, arguments.only):
        print("| " + " | ".join(row) + " |", flush=True)
    print("\n| whole game | depth | moves | easyAI, s | our mtd-f, s | ratio | EasyAISearch, s | ratio | same values |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in measured_games(arguments.repeat, arguments.only):
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
