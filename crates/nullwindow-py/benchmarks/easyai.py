"""Compares nullwindow with the Negamax of easyAI on easyAI's own games, at equal depth and evaluation.

    python easyai.py [--repeat 7] [--only connect]

Needs the package easyAI. Every search of the first table starts with empty tables and without known positions. In the
second table a whole game is played: easyAI chooses the moves, and all programs search the same positions, ours with what
they know from the earlier ones. `EasyAISearch` deepens iteratively. Our tables have 1 MiB, those of EasyAISearch 16 MiB.

- "Game" is the same game as a class of `examples/games.py`; "adapter" is easyAI's own class in an `EasyAIGame`.
- "calls" counts how often `is_over` and `scoring` are called: they are the larger part of the time of most games.
- "foreseen" is a search that knows all values in advance and asks for a proof only: the fewest calls that we could find,
  see `foreseen`. Its time is that of easyAI's methods alone, as if copying, storing and looking up cost nothing. No
  search by the adapter is likely to exceed the ratio after it, because none knows the values.
- "equal" compares our values with minimax, which keeps the values of positions by key and depth.
"""

from __future__ import annotations

import argparse
import gc
import runpy
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from easyAI import Human_Player, Negamax
from easyAI.AI import TranspositionTable
from easyAI.games import ConnectFour, GameOfBones, Nim, TicTacToe
from easyAI.games.Hexapawn import Hexapawn

import nullwindow

EXAMPLES: Any = runpy.run_path(str(Path(__file__).parent.parent / "examples" / "games.py"))


def lost(game: Any) -> int:
    return -100 if game.lose() else 0


def players() -> list[Any]:
    return [Human_Player(), Human_Player()]


def after(game: Any, moves: list[Any]) -> Any:
    for move in moves:
        game.play_move(move)
    return game


class Case(NamedTuple):
    """A search: the game of easyAI, ours, and how we write a move of easyAI."""

    name: str
    depth: int
    theirs: Callable[[], Any]
    ours: Callable[[], Any]
    move: Callable[[Any, Any], Any] = lambda game, move: move
    opening: tuple[int, ...] = ()
    scoring: Callable[[Any], float] | None = None

    def create(self) -> Any:
        """Returns the game of easyAI after the opening."""
        return after(self.theirs(), list(self.opening))

    def state(self) -> tuple[Any, Any]:
        """Returns our game and its state after the opening."""
        game = self.ours()
        state = game.start()
        for move in self.opening:
            state = game.play(state, move)
        return game, state


def nim_move(game: Any, move: str) -> Any:
    pile, taken = map(int, move.split(","))
    return game.piles[pile - 1], taken


def hexapawn_move(game: Any, move: str) -> Any:
    return tuple("ABCD".index(square[0]) * 10 + int(square[1]) - 1 for square in move.split())


def tic_tac_toe(depth: int) -> Case:
    return Case("tic-tac-toe", depth, lambda: TicTacToe(players()), EXAMPLES["TicTacToe"])


def connect_four(depth: int, *opening: int) -> Case:
    name = f"Connect Four, {len(opening)} stones" if opening else "Connect Four"
    return Case(name, depth, lambda: ConnectFour(players()), EXAMPLES["ConnectFour"], opening=opening)


def nim(depth: int, *piles: int) -> Case:
    name = "Nim " + " ".join(map(str, piles))
    return Case(name, depth, lambda: Nim(players(), piles=piles), lambda: EXAMPLES["Nim"](piles), nim_move)


def bones(depth: int) -> Case:
    theirs = lambda: GameOfBones(players())  # noqa: E731
    return Case("game of bones", depth, theirs, EXAMPLES["GameOfBones"], lambda game, move: int(move))


def hexapawn(depth: int) -> Case:
    theirs = lambda: Hexapawn(players())  # noqa: E731
    return Case("Hexapawn 4x4", depth, theirs, EXAMPLES["Hexapawn"], hexapawn_move, scoring=lost)


OPENING = (3, 3, 3, 2, 4, 1, 2, 2)
# The depths are those of easyAI's examples, or what takes it some seconds.
CASES = [
    *(tic_tac_toe(6), tic_tac_toe(9)),
    *(connect_four(4), connect_four(5), connect_four(5, *OPENING), connect_four(6, *OPENING)),
    *(nim(6, 3, 4, 5), nim(10, 3, 4, 5), nim(5, 5, 5, 5, 5), nim(6, 5, 5, 5, 5)),
    *(bones(10), bones(12)),
    *(hexapawn(8), hexapawn(10), hexapawn(14)),
]
# Whole games of easyAI against itself.
GAMES = [
    *(tic_tac_toe(6), tic_tac_toe(9), connect_four(4), connect_four(5)),
    *(nim(6, 3, 4, 5), nim(5, 5, 5, 5, 5), bones(10), hexapawn(10)),
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


class Foreseen:
    """The calls of a search that knows all values in advance, and asks only what proves the value of the root.

    Where one move suffices, it takes one whose proof is known already, or else the one with the smallest proof if no two
    positions were equal. Proofs share positions, so that a smaller whole may exist.
    """

    def __init__(self, game: nullwindow.EasyAIGame, depth: int, values: dict[Any, int], score: Callable[[Any], float]) -> None:
        self.game, self.values, self.score = game, values, score
        self.sizes: dict[Any, float] = {}
        self.proven: set[Any] = set()
        self.over: dict[Any, Any] = {}
        self.scored: dict[Any, Any] = {}
        self.played: dict[Any, tuple[Any, Any]] = {}
        root = game.start()
        value = values[self.where(root, depth)]
        self.prove(root, depth, value, True)
        self.prove(root, depth, value, False)

    def where(self, state: Any, depth: int) -> Any:
        return self.game.key(state), self.game.mover(state), depth

    def sons(self, state: Any) -> list[tuple[Any, Any]]:
        return [(move, self.game.play(state, move)) for move in self.game.moves(state)]

    def size(self, state: Any, depth: int, bound: int, at_least: bool) -> float:
        """Returns the number of calls of the smallest proof without transpositions; infinite if there is none."""
        where = self.where(state, depth)
        if (self.values[where] < bound) if at_least else (self.values[where] > bound):
            return float("inf")
        if (where, bound, at_least) not in self.sizes:
            if depth == 0 or state.is_over():
                size = 1.0
            else:
                sizes = (self.size(son, depth - 1, -bound, not at_least) for _, son in self.sons(state))
                size = 1 + (min(sizes) if at_least else sum(sizes))
            self.sizes[where, bound, at_least] = size
        return self.sizes[where, bound, at_least]

    def is_known(self, state: Any, depth: int, bound: int, at_least: bool) -> bool:
        where = self.where(state, depth)
        return (where, bound, at_least) in self.proven or where[:2] in (self.over if depth else self.scored)

    def prove(self, state: Any, depth: int, bound: int, at_least: bool) -> None:
        where = self.where(state, depth)
        if (where, bound, at_least) in self.proven:
            return
        self.proven.add((where, bound, at_least))
        if depth:
            self.over[where[:2]] = state
        if depth == 0 or state.is_over():
            self.scored[where[:2]] = state
            return
        sons = self.sons(state)
        if at_least:
            sizes = [self.size(son, depth - 1, -bound, False) for _, son in sons]
            known = [self.is_known(son, depth - 1, -bound, False) for _, son in sons]
            place = min(range(len(sons)), key=lambda place: (sizes[place] == float("inf"), not known[place], sizes[place]))
            sons = [sons[place]]
        for move, son in sons:
            self.played[where[:2], move] = state, move
            self.prove(son, depth - 1, -bound, not at_least)

    def calls(self) -> int:
        return len(self.over) + len(self.scored)

    def seconds(self) -> float:
        """Returns the processor time of the game's own methods."""
        begin = time.process_time()
        for state in self.over.values():
            if not state.is_over():
                state.possible_moves()
        for state in self.scored.values():
            self.score(state)
        seconds = time.process_time() - begin
        copies = [(self.game._copy(state), move) for state, move in self.played.values()]
        begin = time.process_time()
        for state, move in copies:
            state.make_move(move)
            state.switch_player()
        return seconds + time.process_time() - begin


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


def times(repeat: int, *runs: Callable[[], Any]) -> list[tuple[float, Any]]:
    """Returns the shortest processor time of several runs of each function, all threads included, and the answer. The
    functions take turns, so that a busy time of the machine does not meet one of them only; short ones have three."""
    best: list[tuple[float, Any]] = [(float("inf"), None)] * len(runs)
    for _ in range(repeat):
        for place, run in enumerate(runs):
            for _ in range(3 if best[place][0] < 0.05 else 1):
                gc.collect()
                begin = time.process_time()
                answer = run()
                best[place] = min(best[place][0], time.process_time() - begin), answer
    return best


def easyai(create: Callable[[], Any], depth: int, scoring: Any, table: bool) -> float:
    game = create()
    if table and not hasattr(game, "ttentry"):
        return float("nan")
    search = Negamax(depth, scoring, tt=TranspositionTable() if table else None)
    search(game)
    return float(search.alpha)


def of_class(case: Case) -> int | None:
    game, state = case.state()
    return nullwindow.search(game, state, depth=case.depth, table_mb=1).value


def adapted(create: Callable[[], Any], depth: int, scoring: Any) -> int | None:
    return nullwindow.search(nullwindow.EasyAIGame(create(), scoring=scoring), depth=depth, table_mb=1).value


def measured(repeat: int, only: str) -> Iterator[list[str]]:
    for case in CASES:
        if only.lower() not in case.name.lower():
            continue
        create, depth, scoring = case.create, case.depth, case.scoring
        (theirs, _), (with_table, _), (our_time, our_value), (adapter, adapter_value) = times(
            repeat,
            lambda: easyai(create, depth, scoring, False),
            lambda: easyai(create, depth, scoring, True),
            lambda: of_class(case),
            lambda: adapted(create, depth, scoring),
        )
        their_calls = calls(create, lambda counted: easyai(counted, depth, None, False))
        our_calls = calls(create, lambda counted: adapted(counted, depth, None))
        game, values = nullwindow.EasyAIGame(create(), scoring=scoring), dict[Any, int]()
        expected = minimax(game, game.start(), depth, values)
        foreseen = Foreseen(game, depth, values, scoring or type(create()).scoring)
        least = min(foreseen.seconds() for _ in range(repeat))
        table = "-" if not hasattr(create(), "ttentry") else f"{with_table:.3f}"
        row = [f"{theirs:.4f}", table, f"{our_time:.4f}", f"{theirs / our_time:.1f}", f"{adapter:.4f}", f"{theirs / adapter:.1f}"]
        row += [f"{their_calls}", f"{our_calls}", f"{foreseen.calls()}", f"{theirs / least:.1f}"]
        yield [case.name, str(depth), *row, "yes" if our_value == adapter_value == expected else "NO"]


def played(case: Case) -> tuple[float, list[Any], list[Any], list[float]]:
    """Lets easyAI play against itself. Returns its time, the positions, also as our states, and the values."""
    game, search, seconds = case.create(), Negamax(case.depth, case.scoring), 0.0
    ours, state = case.state()
    positions, states, values = [], [], []
    while not game.is_over():
        positions.append(game.copy())
        states.append(state)
        begin = time.process_time()
        move = search(game)
        seconds += time.process_time() - begin
        values.append(float(search.alpha))
        state = ours.play(state, case.move(game, move))
        game.play_move(move)
    return seconds, positions, states, values


def searched(game: Any, states: list[Any], depth: int) -> list[int | None]:
    """Searches the positions of a game one after the other, with what is known from those before."""
    return [nullwindow.search(game, state, depth=depth, table_mb=1).value for state in states]


def searched_adapted(positions: list[Any], depth: int, scoring: Any) -> list[int | None]:
    game = nullwindow.EasyAIGame(positions[0], scoring=scoring)
    return searched(game, [game._copy(position) for position in positions], depth)


def chosen(positions: list[Any], depth: int, scoring: Any) -> None:
    """Chooses a move in the positions of a game, as an AI_Player with EasyAISearch does."""
    search = nullwindow.easyai.EasyAISearch(depth, scoring)
    for position in positions:
        search(position)


def measured_games(repeat: int, only: str) -> Iterator[list[str]]:
    for case in GAMES:
        if only.lower() not in case.name.lower():
            continue
        depth, scoring = case.depth, case.scoring
        theirs, positions, states, values = min((played(case) for _ in range(repeat)), key=lambda run: run[0])
        (our_time, our_values), (adapter, adapter_values), (player, _) = times(
            repeat,
            lambda: searched(case.ours(), states, depth),
            lambda: searched_adapted(positions, depth, scoring),
            lambda: chosen(positions, depth, scoring),
        )
        # easyAI adds a thousandth of the score per ply to wins and losses.
        equal = our_values == adapter_values and all(abs(theirs - ours) <= 2 for theirs, ours in zip(values, our_values))
        row = [f"{theirs:.3f}"]
        for ours in (our_time, adapter, player):
            row += [f"{ours:.4f}", f"{theirs / ours:.1f}"]
        yield [case.name, str(depth), str(len(positions)), *row, "yes" if equal else "NO"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=7, help="runs of each search; the shortest counts")
    parser.add_argument("--only", default="", help="a part of the name of a game")
    arguments = parser.parse_args()
    print("| game | depth | easyAI, s | with its table, s | Game, s | ratio | adapter, s | ratio | its calls | adapter's calls | foreseen calls | ratio foreseen | equal |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for row in measured(arguments.repeat, arguments.only):
        print("| " + " | ".join(row) + " |", flush=True)
    print("\n| whole game | depth | moves | easyAI, s | Game, s | ratio | adapter, s | ratio | EasyAISearch, s | ratio | same values |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for row in measured_games(arguments.repeat, arguments.only):
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
