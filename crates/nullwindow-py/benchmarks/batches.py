"""Compares `evaluations(states)` with `evaluation(state)` in a game whose evaluation is a network in NumPy.

    OPENBLAS_NUM_THREADS=1 python batches.py [--repeat 7] [--depth 4]

The game is Connect Four with arrays as states, and without wins, so that both searches see positions of the same kind. The
networks have random weights and one or more hidden layers of one size. Every search starts without known
positions. A batch is the positions after all moves of a node, of which a search may need only some.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import nullwindow


class Columns:
    """Stones fall into seven columns of six squares until 42 have been placed."""

    def __init__(self, hidden: int, layers: int) -> None:
        dice = np.random.default_rng(1)
        sizes = [42, *[hidden] * layers]
        self.weights = [dice.standard_normal(shape, dtype=np.float32) / 8 for shape in zip(sizes, sizes[1:])]
        self.last = dice.standard_normal(hidden, dtype=np.float32)
        self.evaluated = 0

    def start(self) -> Any:
        return np.zeros((6, 7), dtype=np.int8)

    def key(self, state: Any) -> bytes:
        return bytes(state.tobytes())

    def moves(self, state: Any) -> list[int]:
        return [column for column in (3, 2, 4, 1, 5, 0, 6) if not state[5, column]]

    def play(self, state: Any, move: int) -> Any:
        after = -state
        after[np.count_nonzero(state[:, move]), move] = -1
        return after

    def score(self, state: Any) -> int | None:
        return 0 if state.all() else None

    def network(self, states: Any) -> Any:
        self.evaluated += len(states)
        layer = states.reshape(len(states), 42).astype(np.float32)
        for weights in self.weights:
            layer = np.maximum(layer @ weights, 0)
        return (layer @ self.last * 100).astype(int)


class Single(Columns):
    def evaluation(self, state: Any) -> int:
        return int(self.network(state[None])[0])


class Batched(Columns):
    def evaluations(self, states: Any) -> Any:
        return self.network(states)


def measured(own: type[Columns], hidden: int, layers: int, depth: int, repeat: int) -> tuple[float, int, Any]:
    """Returns the shortest processor time, the number of evaluated positions and the value."""
    best, game, value = float("inf"), own(hidden, layers), None
    for _ in range(repeat):
        game = own(hidden, layers)
        begin = time.process_time()
        value = nullwindow.search(game, depth=depth, table_mb=1).value
        best = min(best, time.process_time() - begin)
    return best, game.evaluated, value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=7, help="runs of each search; the shortest counts")
    parser.add_argument("--depth", type=int, default=4)
    arguments = parser.parse_args()
    print("| hidden layers | single, s | positions | batches, s | positions | ratio | same value |\n|---|---|---|---|---|---|---|")
    for hidden, layers in [(16, 1), (256, 1), (1024, 2), (64, 16)]:
        single = measured(Single, hidden, layers, arguments.depth, arguments.repeat)
        batched = measured(Batched, hidden, layers, arguments.depth, arguments.repeat)
        row = [f"{layers} of {hidden}", f"{single[0]:.3f}", str(single[1]), f"{batched[0]:.3f}", str(batched[1])]
        row += [f"{single[0] / batched[0]:.1f}", "yes" if single[2] == batched[2] else "NO"]
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
