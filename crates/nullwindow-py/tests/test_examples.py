"""The games of `examples/games.py` have the rules of easyAI, and their searches the values of minimax on its classes."""

from __future__ import annotations

import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nullwindow

easyAI = pytest.importorskip("easyAI")
pytest.importorskip("easyAI.games")
from easyAI.games import ConnectFour, GameOfBones, Nim, TicTacToe  # noqa: E402
from easyAI.games.Hexapawn import Hexapawn  # noqa: E402

EXAMPLES: Any = runpy.run_path(str(Path(__file__).parent.parent / "examples" / "games.py"))


def players() -> list[Any]:
    return [easyAI.Human_Player(), easyAI.Human_Player()]


def stones(board: Any, place: Callable[[int, int], int], player: int) -> int:
    return sum(1 << place(*where) for where in zip(*(board == player).nonzero()))


def connect_four_state(game: Any) -> Any:
    def place(row: int, column: int) -> int:
        return 7 * column + row

    own = stones(game.board, place, game.current_player)
    return own, own | stones(game.board, place, game.opponent_index)


def tic_tac_toe_state(game: Any) -> Any:
    return tuple(
        sum(1 << square + 1 for square, stone in enumerate(game.board) if stone == player)
        for player in (game.current_player, game.opponent_index)
    )


def hexapawn_state(game: Any) -> Any:
    own, other = (tuple(sorted(10 * row + column for row, column in one.pawns)) for one in (game.player, game.opponent))
    return own, other, game.current_player - 1


def nim_move(game: Any, move: str) -> Any:
    pile, taken = map(int, move.split(","))
    return game.piles[pile - 1], taken


def hexapawn_move(game: Any, move: str) -> Any:
    return tuple("ABCD".index(square[0]) * 10 + int(square[1]) - 1 for square in move.split())


# Our class, easyAI's, and how a game and a move of easyAI are ours.
GAMES: dict[str, tuple[Callable[[], Any], Callable[[], Any], Callable[[Any], Any], Callable[[Any, Any], Any]]] = {
    "tic-tac-toe": (EXAMPLES["TicTacToe"], lambda: TicTacToe(players()), tic_tac_toe_state, lambda game, move: move),
    "Connect Four": (EXAMPLES["ConnectFour"], lambda: ConnectFour(players()), connect_four_state, lambda game, move: move),
    "Nim": (EXAMPLES["Nim"], lambda: Nim(players()), lambda game: tuple(sorted(game.piles)), nim_move),
    "Nim 3 4 5": (
        lambda: EXAMPLES["Nim"]((3, 4, 5)),
        lambda: Nim(players(), piles=(3, 4, 5)),
        lambda game: tuple(sorted(game.piles)),
        nim_move,
    ),
    "bones": (EXAMPLES["GameOfBones"], lambda: GameOfBones(players()), lambda game: game.pile, lambda game, move: int(move)),
    "Hexapawn": (EXAMPLES["Hexapawn"], lambda: Hexapawn(players()), hexapawn_state, hexapawn_move),
}
# The depths of `benchmarks/easyai.py`.
DEPTHS = {
    "tic-tac-toe": (6, 9),
    "Connect Four": (4, 5),
    "Nim": (5, 6),
    "Nim 3 4 5": (6, 10),
    "bones": (10, 12),
    "Hexapawn": (8, 10, 14),
}


def score(game: Any) -> Any:
    return game.scoring() if hasattr(game, "scoring") else -100 if game.lose() else 0


@pytest.mark.parametrize("name", GAMES)
def test_random_games_have_the_same_moves_ends_and_scores(name: str) -> None:
    create, theirs, state_of, move_of = GAMES[name]
    ours, dice = create(), random.Random(name)
    for _ in range(100):
        game, state, last = theirs(), ours.start(), None
        while True:
            assert state == state_of(game), last
            assert not hasattr(ours, "mover") or ours.mover(state) == game.current_player - 1
            over = game.is_over()
            assert ours.score(state) == (score(game) if over else None), last
            if over:
                break
            assert score(game) == 0, "what a game without an evaluation has before its end"
            moves = {move_of(game, move): move for move in game.possible_moves()}
            assert set(ours.moves(state)) == set(moves) and len(set(ours.moves(state))) == len(ours.moves(state))
            move = dice.choice(sorted(moves))
            state, last = ours.play(state, move), (state, move)
            game.play_move(moves[move])


def minimax(game: Any, state: Any, depth: int, values: dict[Any, int]) -> int:
    """Returns the value of a game of easyAI."""
    where = (game.key(state), state.current_player, depth)
    if where not in values:
        if depth == 0 or state.is_over():
            values[where] = score(state)
        else:
            values[where] = max(-minimax(game, game.play(state, move), depth - 1, values) for move in game.moves(state))
    return values[where]


@pytest.mark.parametrize("name", GAMES)
def test_searches_have_the_values_of_minimax_on_the_classes_of_easyai(name: str) -> None:
    create, theirs, state_of, _ = GAMES[name]
    dice, values = random.Random(name), dict[Any, int]()
    rules = nullwindow.EasyAIGame(theirs(), scoring=score)
    for depth in DEPTHS[name]:
        assert nullwindow.search(create(), depth=depth, table_mb=1).value == minimax(rules, rules.start(), depth, values)
    ours = create()
    for _ in range(4):
        game = theirs()
        for _ in range(dice.randint(1, 6)):
            if not game.is_over():
                game.play_move(dice.choice(game.possible_moves()))
        expected = minimax(rules, rules._copy(game), 3, values)
        assert nullwindow.search(ours, state_of(game), depth=3, table_mb=1).value == expected


@pytest.mark.parametrize("name", GAMES)
def test_the_kit_passes_the_examples(name: str) -> None:
    assert nullwindow.check(GAMES[name][0]()).sound


def test_the_examples_run_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    EXAMPLES["main"]()
    printed = capsys.readouterr().out
    assert printed.count("sound: True") == 4 and "GameOfBones: value 100" in printed
