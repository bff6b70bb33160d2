"""Values that others have published."""

from __future__ import annotations

import pytest

import nullwindow

# Positions near the end of the game with the scores that bitbully 0.0.79, a solver by other authors, finds too: n for a
# win with n own stones left, the winning one included.
CONNECT_FOUR = [
    ("2252576253462244111563365343671351441", -1),
    ("7422341735647741166133573473242566", 1),
    ("23163416124767223154467471272416755633", 0),
    ("65214673556155731566316327373221417", -1),
]


@pytest.mark.parametrize(("position", "score"), CONNECT_FOUR)
def test_connect_four_has_the_scores_of_the_known_solvers(position: str, score: int) -> None:
    result = nullwindow.solve("connect4", position)
    assert (result.value, result.solved, result.stopped) == (score, True, None)


def test_ffo_40_has_its_published_value_and_move() -> None:
    position = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    result = nullwindow.solve("othello", position, threads=2, whole_line=False)
    assert (result.value, result.move) == (38, "a2")


def test_tic_tac_toe_is_a_draw_for_every_algorithm() -> None:
    for algorithm in nullwindow.algorithms():
        if algorithm.finds_value:
            assert nullwindow.solve("tictactoe", algorithm=algorithm.name).value == 0, algorithm.name


def test_nim_is_lost_exactly_if_the_heaps_cancel() -> None:
    for heaps in [(1, 1), (3, 4, 5), (1, 2, 3), (2, 4, 6), (1, 3, 5, 7)]:
        total = 0
        for heap in heaps:
            total ^= heap
        value = nullwindow.solve("nim " + " ".join(map(str, heaps))).value
        assert value is not None and (value > 0) == (total != 0), heaps


def test_perft_counts_are_the_published_ones() -> None:
    assert nullwindow.perft("chess", depth=4).counts == (20, 400, 8902, 197281)
    assert nullwindow.perft("othello", depth=6).counts[-1] == 8200
    assert nullwindow.perft("checkers", depth=6).counts[-1] == 36768
    divided = nullwindow.perft("chess", depth=3, divide=True)
    assert divided.divided is not None and len(divided.divided) == 20 and divided.sequences == 8902


def test_all_algorithms_agree_on_every_game() -> None:
    for game in nullwindow.games():
        comparison = nullwindow.compare(game.name, depth=2)
        assert comparison.agree and len(comparison) >= 18, game.name


def test_trees_have_the_values_of_the_papers() -> None:
    named = nullwindow.trees().named
    assert nullwindow.search("tree " + named["pearl"], depth=None).value == 35
    assert nullwindow.search("tree " + named["trends"], depth=None).value == 35
    assert nullwindow.tree("pearl", "mtd+inf").answers == "41 -> 36 -> 35 -> 35"


def test_moves_are_played_from_the_position() -> None:
    assert nullwindow.board("connect4", "44", moves="4 5").notation == nullwindow.board("connect4", "4445").notation
    assert nullwindow.board("chess", moves=["e4", "e5"]).first_player_moves


def test_a_time_limit_stops_a_search_and_keeps_what_it_has() -> None:
    result = nullwindow.solve("connect4", time=0.1)
    assert (result.stopped, result.solved, result.value) == ("time", False, None)
    deepening = nullwindow.deepen("chess", time=0.2)
    assert deepening.stopped == "time" and deepening.value is not None
    assert nullwindow.search("chess", depth=20, nodes=1000).stopped == "nodes"


def test_multi_pv_values_are_those_of_single_searches() -> None:
    moves = nullwindow.search("connect4", "44", depth=5, multi_pv=7).moves
    assert len(moves) == 7
    for each in moves:
        reply = nullwindow.search("connect4", "44" + each.move, depth=4)
        assert reply.value is not None and each.value == -reply.value


def test_threads_find_the_same_value_and_move() -> None:
    one, two = (nullwindow.search("othello", depth=8, threads=threads) for threads in (1, 2))
    assert (one.value, one.move, two.threads) == (two.value, two.move, 2)
