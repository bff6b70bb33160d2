"""Pictures of bounds and boards as SVG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._results import Query

UPPER, LOWER, QUERY, INK, PALE = "#c2571a", "#1f6fb4", "#444444", "#333333", "#dddddd"


def page(width: float, height: float, parts: Sequence[str]) -> str:
    """Wraps the elements of a picture."""
    # Notebooks may be dark; the ink is not.
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" style="background:#ffffff"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>' + "".join(parts) + "</svg>"


def text(x: float, y: float, content: str, *, size: int = 11, anchor: str = "start", fill: str = INK) -> str:
    """Writes a line of text."""
    style = f'font-family="sans-serif" font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(content)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, *, stroke: str = PALE, width: float = 1) -> str:
    """Draws a line."""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{stroke}" stroke-width="{width:g}"/>'


def bounds_chart(title: str, groups: Sequence[tuple[str, Sequence[Query]]]) -> str:
    """Draws the bounds f- and f+ after every pass, and the query of every null-window pass.

    Each group is an iteration, with a label. An infinite bound lies at the edge of the picture.
    """
    queries = [query for _, group in groups for query in group]
    known = [score for query in queries for score in (query.lower, query.upper, query.answer) if score is not None]
    low, high = min(known, default=0), max(known, default=0)
    span = max(high - low, 1)
    step = max(8.0, min(48.0, 560 / max(len(queries), 1)))
    left, top, height = 56.0, 30.0, 180.0
    width = left + step * max(len(queries), 1) + 24

    def at(score: int | None, edge: float) -> float:
        return edge if score is None else top + 14 + (high - score) / span * (height - 28)

    parts = [text(left, 16, title, size=12)]
    for score in sorted({low, high}):
        y = at(score, top)
        parts += [line(left, y, width - 12, y), text(left - 6, y + 4, str(score), anchor="end")]
    x = left
    corners: dict[str, list[str]] = {UPPER: [], LOWER: []}
    for label, group in groups:
        if len(groups) > 1:
            parts += [line(x, top, x, top + height), text(x + 2, top + height + 14, label, size=9)]
        for query in group:
            for colour, bound, edge in ((UPPER, query.upper, top), (LOWER, query.lower, top + height)):
                y = at(bound, edge)
                corners[colour] += [f"{x:g},{y:g}", f"{x + step:g},{y:g}"]
            if query.alpha is not None and query.beta is not None:
                y = at(min(max(query.beta, low), high), top)
                parts.append(f'<circle cx="{x + step / 2:g}" cy="{y:g}" r="2.5" fill="{QUERY}"/>')
            x += step
    for colour, name, y in ((UPPER, "f+", top + 10), (LOWER, "f-", top + height - 4)):
        if corners[colour]:
            points = " ".join(corners[colour])
            parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>')
            parts.append(text(8, y, name, size=12, fill=colour))
    return page(width, top + height + 22, parts)


CELL = 44
GLYPHS = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}
COLOURS = {
    "white": "#ffffff",
    "light": "#ffffff",
    "yellow": "#f2c230",
    "black": "#222222",
    "dark": "#222222",
    "red": "#c8322d",
}
GROUNDS = {"chequered": ("#f0d9b5", "#b58863"), "felt": ("#2f8f57", "#2f8f57"), "slots": ("#2c5fa8", "#2c5fa8")}


def board_picture(diagram: dict[str, Any]) -> str:
    """Draws a board of cells."""
    columns, rows = diagram["columns"], diagram["rows"]
    left, bottom = (22 if diagram["ranks"] else 4), (20 if diagram["files"] else 4)
    parts = [_cell(diagram, index, left) for index in range(columns * rows)]
    parts += [
        text(left + (number + 0.5) * CELL, 4 + rows * CELL + 14, label, anchor="middle")
        for number, label in enumerate(diagram["files"])
    ]
    parts += [text(8, 4 + (number + 0.5) * CELL + 4, label) for number, label in enumerate(diagram["ranks"])]
    return page(left + columns * CELL + 4, 4 + rows * CELL + bottom, parts)


def _cell(diagram: dict[str, Any], index: int, left: float) -> str:
    cell = diagram["cells"][index]
    if not cell["name"]:
        return ""
    x, y = left + index % diagram["columns"] * CELL, 4 + index // diagram["columns"] * CELL
    light, dark = GROUNDS.get(diagram["look"], ("#ffffff", "#ffffff"))
    edge = "#888888" if diagram["look"] != "chequered" else "none"
    ground = dark if cell["shade"] else light
    parts = [f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{ground}" stroke="{edge}"/>']
    if index in diagram["last"]:
        parts.append(f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="#ffe04d" fill-opacity="0.45"/>')
    x, y = x + CELL / 2, y + CELL / 2
    if cell["piece"] is not None:
        parts.append(_piece(diagram, cell["piece"], x, y))
    elif diagram["look"] == "slots":
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="#ffffff" fill-opacity="0.85"/>')
    return "".join(parts)


def _piece(diagram: dict[str, Any], piece: dict[str, Any], x: float, y: float) -> str:
    shape, fill = piece["shape"], _colour(diagram, piece)
    if shape in GLYPHS:
        style = f'font-size="36" text-anchor="middle" fill="{fill}" stroke="#222222" stroke-width="0.8"'
        return f'<text x="{x:g}" y="{y + 12:g}" {style}>{GLYPHS[shape]}</text>'
    if shape == "cross":
        ends = line(x - 12, y - 12, x + 12, y + 12, stroke=INK, width=5)
        return ends + line(x + 12, y - 12, x - 12, y + 12, stroke=INK, width=5)
    if shape == "ring":
        return f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="none" stroke="{INK}" stroke-width="5"/>'
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="{fill}" stroke="#222222"/>'
    if shape == "crowned":
        ink = "#222222" if fill == COLOURS["white"] else "#ffffff"
        disc += f'<text x="{x:g}" y="{y + 8:g}" font-size="24" text-anchor="middle" fill="{ink}">♛</text>'
    return disc


def _colour(diagram: dict[str, Any], piece: dict[str, Any]) -> str:
    """Returns the colour of a piece, which the names of the game's pieces tell."""
    same = (offered for offered in diagram["pieces"] if offered["first"] == piece["first"])
    words = " ".join(offered["name"] for offered in same).lower().split()
    named = next((COLOURS[word] for word in words if word in COLOURS), None)
    if named is not None:
        return named
    # Where no name tells: the colours of the game sold in shops, in which no disc looks like an empty hole.
    if diagram["look"] == "slots":
        return COLOURS["yellow" if piece["first"] else "red"]
    # The first player is light on squares and dark on felt.
    return COLOURS["white" if piece["first"] != (diagram["look"] == "felt") else "black"]


def text_picture(content: str) -> str:
    """Draws text of several lines, for positions without a board."""
    lines = content.splitlines() or [""]
    width = 16 + 8 * max(len(each) for each in lines)
    style = 'font-family="monospace" font-size="13" xml:space="preserve"'
    parts = [f'<text x="8" y="{18 + 16 * n}" {style}>{escape(each)}</text>' for n, each in enumerate(lines)]
    return page(width, 16 * len(lines) + 14, parts)


def scaling_chart(title: str, workers: Sequence[int], speed_ups: Sequence[float], waste: Sequence[float]) -> str:
    """Draws speed-up (both axes logarithmic) and waste over the number of workers."""
    left, top, width, height = 56.0, 34.0, 460.0, 260.0
    most = max(max(workers), 2)

    def x(number: float) -> float:
        return left + width * math.log(number) / math.log(most)

    def y(speed_up: float) -> float:
        return top + height * (1 - math.log(max(speed_up, 1)) / math.log(most))

    parts = [text(left, 18, title, size=12)]
    for number in workers:
        parts += [line(x(number), top, x(number), top + height)]
        parts += [text(x(number), top + height + 16, str(number), anchor="middle")]
        parts += [line(left, y(number), left + width, y(number)), text(left - 6, y(number) + 4, str(number), anchor="end")]
    parts += [line(x(1), y(1), x(most), y(most), stroke=QUERY)]
    for colour, heights in ((LOWER, [y(each) for each in speed_ups]), (UPPER, [top + height * (1 - max(each, 0)) for each in waste])):
        points = [(x(number), at) for number, at in zip(workers, heights, strict=True)]
        corners = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in points]
    for share in (0.0, 0.5, 1.0):
        parts.append(text(left + width + 8, top + height * (1 - share) + 4, f"{share:.0%}", fill=UPPER))
    parts += [
        text(left + width / 2, top + height + 34, "workers", anchor="middle"),
        text(left + 8, top + 14, "speed-up (left axis)", fill=LOWER),
        text(left + 8, top + 28, "waste: work that one worker would not have done (right axis)", fill=UPPER),
        text(left + 8, top + 42, "ideal", fill=QUERY),
    ]
    return page(left + width + 50, top + height + 44, parts)
