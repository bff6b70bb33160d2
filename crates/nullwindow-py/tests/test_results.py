"""Results are plain objects: frozen, printable, picklable, with pictures for notebooks."""

from __future__ import annotations

import dataclasses
import json
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest

import nullwindow

PEARL = "tree " + nullwindow.trees().named["pearl"]

RESULTS: list[Callable[[], nullwindow.Result]] = [
    lambda: nullwindow.solve("tictactoe", all_moves=True),
    lambda: nullwindow.search("chess", depth=2, multi_pv=2),
    lambda: nullwindow.deepen("othello", depth=4),
    lambda: nullwindow.compare(PEARL),
    lambda: nullwindow.trace(PEARL),
    lambda: nullwindow.tree("pearl", "sss*"),
    lambda: nullwindow.proof("tictactoe"),
    lambda: nullwindow.verify(nullwindow.proof(PEARL).text),
    lambda: nullwindow.check("nim 1 2"),
    lambda: nullwindow.board("chess"),
    lambda: nullwindow.perft("nim", depth=3, divide=True),
    lambda: nullwindow.games()[0],
    lambda: nullwindow.algorithms()[0],
    lambda: nullwindow.trees(),
]


@pytest.mark.parametrize("make", RESULTS)
def test_results_are_frozen_and_survive_pickle_and_json(make: Callable[[], nullwindow.Result]) -> None:
    result = make()
    assert pickle.loads(pickle.dumps(result)) == result
    data = result.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert type(result).__name__ in repr(result)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(result, next(iter(data)), None)


def svg(result: object) -> ElementTree.Element:
    """Returns the picture as XML."""
    text = getattr(result, "_repr_svg_")()
    assert isinstance(text, str)
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


def count(root: ElementTree.Element, tag: str) -> int:
    return len(root.findall(f".//{{http://www.w3.org/2000/svg}}{tag}"))


@pytest.mark.parametrize("game", [game.name for game in nullwindow.games()])
def test_every_board_has_a_picture(game: str) -> None:
    board = nullwindow.board(game)
    svg(board)
    assert str(board) == board.picture and board.moves


def test_boards_show_their_pieces() -> None:
    assert count(svg(nullwindow.board("chess")), "rect") == 64
    pieces = sum("♚" <= (text.text or "") <= "♟" for text in svg(nullwindow.board("chess")).iter())
    assert pieces == 32
    assert count(svg(nullwindow.board("othello")), "circle") == 4
    # Empty slots are holes.
    slots = svg(nullwindow.board("connect4", "44444"))
    assert count(slots, "circle") == 42
    # Discs are told from holes by their colours.
    fills = [circle.attrib["fill"] for circle in slots.findall(".//{http://www.w3.org/2000/svg}circle")]
    assert sorted(fills.count(fill) for fill in set(fills)) == [2, 3, 37]
    assert count(svg(nullwindow.board("checkers")), "circle") == 24


def test_bounds_are_drawn_pass_by_pass() -> None:
    result = nullwindow.search(PEARL, depth=None, algorithm="mtd+inf")
    picture = svg(result)
    assert count(picture, "polyline") == 2
    upper, lower = picture.findall(".//{http://www.w3.org/2000/svg}polyline")
    heights = [[float(point.split(",")[1]) for point in line.attrib["points"].split()] for line in (upper, lower)]
    assert heights[0] == sorted(heights[0]) and heights[0][-1] == heights[1][-1]
    svg(nullwindow.deepen("connect4", depth=5))


def test_trees_are_drawn_as_svg_and_text() -> None:
    drawing = nullwindow.tree("pearl", "mtd+inf")
    svg(drawing)
    assert len(drawing.svg([1, 2, 3])) > len(drawing.svg(1))
    assert "[a]" in drawing.text() and drawing.text(passes=[1, 2]).count("pass ") == 2
    assert drawing.text(ascii=True).isascii()
    random = nullwindow.tree("uniform 2x3", seed=7)
    assert random.all_leaves == 8 and random.position != nullwindow.tree("uniform 2x3", seed=8).position


def test_comparisons_and_iterations_are_tables_in_a_notebook() -> None:
    comparison = nullwindow.compare(PEARL, algorithms=["alphabeta", "mtd-f"])
    assert comparison._repr_html_().count("<tr>") == 3
    assert repr(comparison).splitlines()[1].split() == ["algorithm", "value", "leaves", "nodes", "passes", "time"]
    assert "<table>" in nullwindow.deepen("nim", depth=2)._repr_html_()


@pytest.mark.parametrize("family", ["uniform 3x3", "ordered 3x3 r2 p0.9", "correlated 3x3"])
def test_positions_of_random_trees_are_read_back(family: str) -> None:
    assert nullwindow.search(family, depth=3).position == "seed 1"
    for position in (None, "seed 7", "8"):
        board = nullwindow.board(family, position, moves="0 2")
        again = nullwindow.board(family, board.notation)
        assert (again.notation, again.evaluation, again.mover) == (board.notation, board.evaluation, board.mover)
    assert nullwindow.board(family, "seed 7", moves="0 2").notation == "seed 7 moves 0 2"
    assert nullwindow.board(family, "7").notation == str(nullwindow.board(family, "seed 7")) == "seed 7"
    result = nullwindow.jobs.run({"game": family, "position": "seed 7", "moves": ["1"]})
    assert result["position"] == "seed 7 moves 1"
    proof = nullwindow.proof(family, "seed 7", moves="1")
    assert proof[0].root == f"{family}: seed 7 moves 1" and nullwindow.verify(proof.text).value == proof.value


def test_reprs_are_short() -> None:
    text = repr(nullwindow.solve("tictactoe"))
    assert text.startswith("<SolveResult tictactoe '---------': value 0 (a draw), move 5, ")
    text = repr(nullwindow.search(PEARL, depth=None))
    assert "value 35" in text and "passes" in text and len(text) < 200
