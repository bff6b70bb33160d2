"""Compares nullwindow with the Negamax of easyAI on easyAI's own games, at equal depth and evaluation.

    python easyai.py [--repeat 3] [--only connect]

Needs the package easyAI. Every search starts with empty tables and without known positions. "equal" compares the value
with that of plain minimax, which is run separately where it ends within some seconds.
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

# The largest number of nodes of plain minimax that is searched to check values.
MOST = 300_000


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
    ("Nim 5 5 5 5", lambda: Nim(players()), 6, None),
    ("game of bones", lambda: GameOfBones(players()), 10, None),
    ("Hexapawn 4x4", lambda: Hexapawn(players()), 10, lost),
    ("Hexapawn 4x4", lambda: Hexapawn(players()), 14, lost),
]
# Whole games of easyAI against itself: name, game, depth, scoring.
GAMES: list[tuple[str, Callable[[], Any], int, Callable[[Any], float] | None]] = [
    ("tic-tac-toe", lambda: TicTacToe(players()), 6, None),
    ("tic-tac-toe", lambda: TicTacToe(players()), 9, None),
    ("Connect Four", lambda: ConnectFour(players()), 4, None),
    ("Nim 3 4 5", lambda: Nim(players(), piles=(3, 4, 5)), 6, None),
    ("Nim 5 5 5 5", lambda: Nim(players()), 5, None),
    ("game of bones", lambda: GameOfBones(players()), 10, None),
    ("Hexapawn 4x4", lambda: Hexapawn(players()), 10, lost),
]


def minimax(game: nullwindow.EasyAIGame, state: Any, depth: int, left: list[int]) -> int:
    """Returns the value, or raises TimeoutError after MOST nodes."""
    left[0] -= 1
    if left[0] < 0:
        raise TimeoutError
    final = game.score(state)
    if final is not None:
        return final
    if depth == 0:
        return game.evaluation(state)
    return max(-minimax(game, game.play(state, move), depth - 1, left) for move in game.moves(state))


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
        game = nullwindow.EasyAIGame(create(), scoring=scoring)
        try:
            equal = "yes" if minimax(game, game.start(), depth, [MOST]) == our_value else "NO"
        except TimeoutError:
            equal = "-"
        table = "-" if not hasattr(create(), "ttentry") else f"{with_table:.3f}"
        row = [f"{theirs:.3f}", table, f"{alpha_beta:.4f}", f"{our_time:.4f}", f"{theirs / our_time:.1f}"]
        yield [name, str(depth), *row, f"{their_value:g}", str(our_value), equal]


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


def measured_games(repeat: int, only: str) -> Iterator[list[str]]:
    for name, create, depth, scoring in GAMES:
        if only.lower() not in name.lower():
            continue
        theirs, positions, values = min((played(create, depth, scoring) for _ in range(repeat)), key=lambda run: run[0])
        our_time, our_values = times(repeat, lambda: searched(positions, depth, scoring))
        # easyAI adds a thousandth of the score per ply to wins and losses.
        equal = all(abs(theirs - ours) <= 2 for theirs, ours in zip(values, our_values))
        row = [f"{theirs:.3f}", f"{our_time:.4f}", f"{theirs / our_time:.1f}", "yes" if equal else "NO"]
        yield [name, str(depth), str(len(positions)), *row]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3, help="runs of each search; the shortest counts")
    parser.add_argument("--only", default="", help="a part of the name of a game")
    arguments = parser.parse_args()
    print("| game | depth | easyAI, s | with its table, s | our alphabeta, s | our mtd-f, s | ratio | easyAI | ours | equal |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for row in measured(arguments.repeat, arguments.only):
        print("| " + " | ".join(row) + " |", flush=True)
    print("\n| whole game | depth | moves | easyAI, s | our mtd-f, s | ratio | same values |\n|---|---|---|---|---|---|---|")
    for row in measured_games(arguments.repeat, arguments.only):
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
