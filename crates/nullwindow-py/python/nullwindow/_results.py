"""The results of the package's functions: frozen objects that can be compared, pickled and shown in a notebook."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, TypeVar, overload

from . import _native, _pictures

R = TypeVar("R", bound="Result")


def _plain(value: object) -> Any:
    """Returns a value as dictionaries, lists, texts and numbers."""
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value


def _frozen(value: object) -> Any:
    """Returns a value with tuples in place of lists."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


class Result:
    """The base of all results."""

    @classmethod
    def _of(cls: type[R], data: Mapping[str, Any], **replaced: Any) -> R:
        """Returns the result with the fields of a dictionary, some of them replaced."""
        names = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
        return cls(**{name: replaced[name] if name in replaced else _frozen(data[name]) for name in names})

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields as a dictionary that can be written as JSON.

        >>> import nullwindow
        >>> nullwindow.search("tictactoe", depth=1).to_dict()["depth"]
        1
        """
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return {field.name: _plain(getattr(self, field.name)) for field in fields}


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _range(lower: int | None, upper: int | None) -> str:
    if lower is None and upper is None:
        return "unknown"
    if lower is None or upper is None:
        return f"at most {upper}" if lower is None else f"at least {lower}"
    return f"from {lower} to {upper}"


def _at(game: str, position: str) -> str:
    """Names a position; a long one only by its beginning. The name of a written-out tree is its position."""
    if position in game:
        return game if len(game) <= 40 else game[:37] + "..."
    shown = position if len(position) <= 40 else position[:37] + "..."
    return f"{game} {shown!r}"


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Writes rows of text as a table; the first column is flush left, all others flush right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]

    def line(row: Sequence[str]) -> str:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))
        return "  ".join((row[0].ljust(widths[0]), *cells)).rstrip()

    return "\n".join(map(line, rows))


def _html_table(rows: Sequence[Sequence[str]]) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "<table>" + row(rows[0], "th") + "".join(row(cells, "td") for cells in rows[1:]) + "</table>"


@dataclass(frozen=True)
class RootMove(Result):
    """A move of the root position with its value for the player to move."""

    move: str
    value: int
    #: True if the value holds at every greater depth.
    proven: bool
    #: The move and best play after it.
    line: tuple[str, ...]


@dataclass(frozen=True)
class Query(Result):
    """A pass: a search from the root with one window, and the bounds after it. None stands for an infinity."""

    alpha: int | None
    beta: int | None
    answer: int
    lower: int | None
    upper: int | None
    leaf_visits: int


@dataclass(frozen=True)
class SearchResult(Result):
    """A search to one depth, or one iteration of iterative deepening. Scores are for the player to move."""

    game: str
    position: str
    algorithm: str
    #: The depth in plies; None for the end of the game.
    depth: int | None
    #: The exact value, if found.
    value: int | None
    #: The value as the game writes it: ``+0.35``, ``#3``.
    score: str | None
    #: The proven bounds; None if infinite.
    lower: int | None
    upper: int | None
    #: The best move.
    move: str | None
    move_is_proven: bool
    #: The principal variation, as far as the table holds it.
    line: tuple[str, ...]
    #: With ``multi_pv``, the best moves with their values.
    moves: tuple[RootMove, ...]
    #: True if the value depends on no leaf at the horizon.
    settled: bool
    #: True if the answer holds at every greater depth.
    decided: bool
    #: Distinct leaves; None if not counted.
    leaves: int | None
    leaf_visits: int
    interior: int
    answered: int
    total: int
    quiescence: int
    passes: int
    queries: tuple[Query, ...]
    seconds: float
    threads: int
    #: The score of one unit of the game, such as a pawn.
    scale: int
    selective: bool
    #: The reason for which the search ended early: ``"interrupted"``, ``"time"``, ``"nodes"``, ``"endless"`` or None.
    stopped: str | None

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> SearchResult:
        moves = tuple(RootMove._of(each) for each in data["moves"])
        queries = tuple(Query._of(each) for each in data["queries"])
        return cls._of(data, moves=moves, queries=queries, stopped=data.get("stopped"))

    @property
    def nodes(self) -> int:
        """The number of nodes: leaf visits, interior nodes, and nodes that the table answered."""
        return self.total

    def __repr__(self) -> str:
        depth = "the end" if self.depth is None else f"depth {self.depth}"
        value = f"{_range(self.lower, self.upper)}" if self.value is None else f"value {self.value}"
        best = "" if self.move is None else f", move {self.move}"
        cost = f"{self.total:,} nodes, {self.passes} passes, {_seconds(self.seconds)}"
        stopped = "" if self.stopped is None else f", stopped: {self.stopped}"
        search = f"{_at(self.game, self.position)} {self.algorithm} to {depth}"
        return f"<SearchResult {search}: {value}{best}, {cost}{stopped}>"

    def _repr_svg_(self) -> str | None:
        """Draws the bounds as they close in, pass by pass."""
        title = f"{self.algorithm}: {'unknown' if self.value is None else self.value} in {self.passes} passes"
        return _pictures.bounds_chart(title, [("", self.queries)]) if self.queries else None


@dataclass(frozen=True)
class Deepening(Result, Sequence[SearchResult]):
    """The completed iterations of iterative deepening, as a sequence."""

    iterations: tuple[SearchResult, ...]
    #: The iteration that was stopped: valid bounds, but not a complete answer.
    unfinished: SearchResult | None
    #: The reason for which the search ended early, as in :class:`SearchResult`; ``"positions"`` if a game written in
    #: Python has ``most_positions`` in memory.
    stopped: str | None

    @overload
    def __getitem__(self, index: int) -> SearchResult: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[SearchResult, ...]: ...

    def __getitem__(self, index: int | slice) -> SearchResult | tuple[SearchResult, ...]:
        return self.iterations[index]

    def __len__(self) -> int:
        return len(self.iterations)

    def __iter__(self) -> Iterator[SearchResult]:
        return iter(self.iterations)

    @property
    def last(self) -> SearchResult | None:
        """The deepest completed iteration."""
        return self.iterations[-1] if self.iterations else None

    @property
    def value(self) -> int | None:
        """The value at the deepest completed iteration."""
        return None if self.last is None else self.last.value

    @property
    def move(self) -> str | None:
        """The best move at the deepest completed iteration."""
        return None if self.last is None else self.last.move

    @property
    def line(self) -> tuple[str, ...]:
        """The principal variation of the deepest completed iteration."""
        return () if self.last is None else self.last.line

    def _rows(self) -> list[list[str]]:
        rows = [["depth", "value", "nodes", "time", "best play"]]
        for each in self.iterations:
            play = " ".join(each.line[:8]) + (" ..." if len(each.line) > 8 else "")
            value = each.score or _range(each.lower, each.upper)
            rows.append([str(each.depth), value, f"{each.total:,}", _seconds(each.seconds), play])
        return rows

    def __repr__(self) -> str:
        stopped = "" if self.stopped is None else f", stopped: {self.stopped}"
        return f"<Deepening: {len(self)} iterations{stopped}>\n{_table(self._rows())}"

    def _repr_html_(self) -> str:
        return _html_table(self._rows()) + (self._repr_svg_() or "")

    def _repr_svg_(self) -> str | None:
        """Draws the bounds of all iterations, pass by pass."""
        groups = [(str(each.depth), each.queries) for each in self.iterations]
        return _pictures.bounds_chart("bounds by depth", groups) if groups else None


@dataclass(frozen=True)
class Estimate(Result):
    """The deepest completed search of a position that was not solved."""

    depth: int | None
    value: int | None
    move: str | None


@dataclass(frozen=True)
class SolveResult(Result):
    """The value of a position to the end of the game. Scores are for the player to move."""

    game: str
    position: str
    #: The exact value, if the position is solved.
    value: int | None
    #: The value as the game writes it.
    score: str | None
    move: str | None
    line: tuple[str, ...]
    #: True if the line goes to the end of the game.
    line_complete: bool
    #: The depth at which the answer was decided; None if the search went to the end of the game.
    depth: int | None
    lower: int | None
    upper: int | None
    solved: bool
    #: The value in the game's terms.
    words: str | None
    estimate: Estimate | None
    #: Every move with its value, best first, if requested and found.
    moves: tuple[RootMove, ...] | None
    leaves: int | None
    leaf_visits: int
    interior: int
    total: int
    passes: int
    seconds: float
    algorithm: str
    threads: int
    scale: int
    #: The reason for which the solver ended early: ``"interrupted"``, ``"time"``, ``"depth"`` or None.
    stopped: str | None

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> SolveResult:
        moves = None if data["moves"] is None else tuple(RootMove._of(each) for each in data["moves"])
        estimate = None if data["estimate"] is None else Estimate._of(data["estimate"])
        return cls._of(data, moves=moves, estimate=estimate)

    @property
    def nodes(self) -> int:
        """The number of nodes: leaf visits, interior nodes, and nodes that the table answered."""
        return self.total

    def __repr__(self) -> str:
        value = _range(self.lower, self.upper) if self.value is None else f"value {self.value}"
        words = "" if self.words is None else f" ({self.words})"
        best = "" if self.move is None else f", move {self.move}"
        if self.estimate is not None:
            words += f" (at depth {self.estimate.depth}: value {self.estimate.value}, move {self.estimate.move})"
        stopped = "" if self.stopped is None else f", stopped: {self.stopped}"
        cost = f"{self.total:,} nodes, {_seconds(self.seconds)}"
        return f"<SolveResult {_at(self.game, self.position)}: {value}{words}{best}, {cost}{stopped}>"


@dataclass(frozen=True)
class ComparedSearch(Result):
    """The search of one algorithm in a comparison. Costs are sums over all iterations."""

    algorithm: str
    depth: int | None
    value: int | None
    lower: int | None
    upper: int | None
    move: str | None
    leaves: int | None
    leaf_visits: int
    interior: int
    answered: int
    total: int
    quiescence: int
    passes: int
    seconds: float
    threads: int
    scale: int
    #: True if the bounds hold for the first exact value of the comparison.
    agree: bool

    @property
    def nodes(self) -> int:
        """The number of nodes: leaf visits, interior nodes, and nodes that the table answered."""
        return self.total


@dataclass(frozen=True)
class Comparison(Result, Sequence[ComparedSearch]):
    """The searches of several algorithms on one position, as a sequence."""

    game: str
    position: str
    rows: tuple[ComparedSearch, ...]
    #: ``"interrupted"`` after Ctrl-C: only complete searches are included.
    stopped: str | None

    @overload
    def __getitem__(self, index: int) -> ComparedSearch: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[ComparedSearch, ...]: ...

    def __getitem__(self, index: int | slice) -> ComparedSearch | tuple[ComparedSearch, ...]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[ComparedSearch]:
        return iter(self.rows)

    @property
    def agree(self) -> bool:
        """True if all values agree."""
        return all(row.agree for row in self.rows)

    def _rows(self) -> list[list[str]]:
        table = [["algorithm", "value", "leaves", "nodes", "passes", "time"]]
        for row in self.rows:
            value = _range(row.lower, row.upper) if row.value is None else str(row.value)
            leaves = "-" if row.leaves is None else f"{row.leaves:,}"
            agree = value if row.agree else value + " !"
            table.append([row.algorithm, agree, leaves, f"{row.total:,}", f"{row.passes:,}", _seconds(row.seconds)])
        return table

    def __repr__(self) -> str:
        agree = "all values agree" if self.agree else "the values do not agree"
        return f"<Comparison {_at(self.game, self.position)}: {agree}>\n{_table(self._rows())}"

    def _repr_html_(self) -> str:
        return _html_table(self._rows())


@dataclass(frozen=True)
class Trace(Result):
    """All events of a search. ``lines`` has one JSON object per line, as the command ``trace`` writes them."""

    result: SearchResult
    #: True if the trace has every event.
    complete: bool
    lines: str

    def __len__(self) -> int:
        return self.lines.count("\n")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (json.loads(line) for line in self.lines.splitlines())

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events as dictionaries, in order."""
        return list(self)

    def __repr__(self) -> str:
        whole = "" if self.complete else ", cut off"
        return f"<Trace of {len(self):,} events{whole}: {self.result!r}>"


@dataclass(frozen=True)
class TreeDrawing(Result):
    """A small tree as an algorithm searched it. Scores are seen from MAX."""

    #: The argument from which the tree was read, with its seed.
    tree: str
    seed: int
    guess: int | None
    solution: bool
    algorithm: str
    title: str
    #: The tree as text.
    position: str
    depth: int | None
    value: int | None
    lower: int | None
    upper: int | None
    move: str | None
    all_leaves: int
    leaves: int
    leaf_visits: int
    interior: int
    total: int
    passes: int
    #: The answers of all passes: ``41 -> 36 -> 35 -> 35``.
    answers: str
    nodes: tuple[dict[str, Any], ...]
    #: One picture per pass, as data: window, answer, bounds and the state of every node.
    pictures: tuple[dict[str, Any], ...]
    #: The search step by step: the cases of an algorithm with an OPEN list, or windows and cutoffs.
    steps: tuple[dict[str, Any], ...]

    def _options(self) -> dict[str, object]:
        names = ("tree", "algorithm", "depth", "guess", "seed", "solution")
        return {name: getattr(self, name) for name in names}

    def _passes(self, passes: int | Sequence[int] | None) -> list[int]:
        if passes is None:
            return []
        return [passes] if isinstance(passes, int) else list(passes)

    def svg(self, passes: int | Sequence[int] | None = None, *, names: bool = False) -> str:
        """Draws passes, counted from 1, as SVG; the last one by default.

        >>> import nullwindow
        >>> nullwindow.tree("pearl", "mtd+inf").svg(passes=[1, 2]).startswith("<svg")
        True
        """
        return _native.draw_tree_svg(self._options(), self._passes(passes), names)

    def text(
        self, passes: int | Sequence[int] | None = None, *, names: bool = False, ascii: bool = False, width: int = 100
    ) -> str:
        """Draws passes, counted from 1, as text; the last one by default. A wider tree is drawn sideways.

        >>> import nullwindow
        >>> print(nullwindow.tree("(3 7)", "alphabeta").text(ascii=True))
          [a]
          =7
         +-+-+
         3   7
        #2  #3
        """
        return _native.draw_tree_text(self._options(), self._passes(passes), names, ascii, width)

    def __repr__(self) -> str:
        value = _range(self.lower, self.upper) if self.value is None else str(self.value)
        leaves = f"{self.leaves} of {self.all_leaves} leaves"
        return f"<TreeDrawing {self.algorithm} on {self.title}: {value}, {leaves}, passes {self.answers}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Certificate(Result):
    """A solution tree that proves a bound of a value, as text that ``verify`` reads."""

    #: The game and the position.
    root: str
    #: ``"max"`` for an upper bound, ``"min"`` for a lower bound.
    kind: str
    #: The depth at which the bound holds; None for the end of the game.
    depth: int | None
    bound: int
    nodes: int
    leaves: int
    text: str

    def __repr__(self) -> str:
        than = "at most" if self.kind == "max" else "at least"
        return f"<Certificate {self.root}: {than} {self.bound}, {self.nodes:,} nodes>"


@dataclass(frozen=True)
class Proof(Result, Sequence[Certificate]):
    """The certificates of a value, as a sequence."""

    certificates: tuple[Certificate, ...]

    @overload
    def __getitem__(self, index: int) -> Certificate: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Certificate, ...]: ...

    def __getitem__(self, index: int | slice) -> Certificate | tuple[Certificate, ...]:
        return self.certificates[index]

    def __len__(self) -> int:
        return len(self.certificates)

    @property
    def text(self) -> str:
        """All certificates, as the command ``proof`` writes them."""
        return "".join(each.text for each in self.certificates)

    @property
    def value(self) -> int | None:
        """The value, if both bounds are proven and meet."""
        bounds = {each.kind: each.bound for each in self.certificates}
        return bounds["max"] if "max" in bounds and bounds.get("min") == bounds["max"] else None


@dataclass(frozen=True)
class CertificateCheck(Result):
    """The check of one certificate."""

    #: The line on which the certificate starts.
    line: int
    root: str | None
    kind: str | None
    depth: int | None
    bound: int | None
    nodes: int | None
    #: ``"proven"``, ``"false"`` or ``"unreadable"``.
    grade: str
    #: The error, and the moves from the root to it.
    wrong: str | None
    path: tuple[str, ...] | None


@dataclass(frozen=True)
class Verification(Result):
    """The checks of all certificates of a text. It is true if there is one and all are proven."""

    checks: tuple[CertificateCheck, ...]

    @property
    def proven(self) -> bool:
        """True if there is a certificate and all are proven."""
        return bool(self.checks) and all(check.grade == "proven" for check in self.checks)

    @property
    def value(self) -> int | None:
        """The value, if two proven bounds of one position meet."""
        proven = {(each.root, each.depth, each.kind, each.bound) for each in self.checks if each.grade == "proven"}
        met = (bound for root, depth, kind, bound in proven if kind == "max" and (root, depth, "min", bound) in proven)
        return next(met, None)

    def __bool__(self) -> bool:
        return self.proven

    def __repr__(self) -> str:
        wrong = next((f"line {each.line}: {each.wrong}" for each in self.checks if each.wrong is not None), None)
        return f"<Verification: {'proven' if self.proven else wrong or 'no certificate'}>"


@dataclass(frozen=True)
class PositionCheck(Result):
    """The conformance kit from one position. The laws are those of the program's command ``check``."""

    position: str
    sound: bool
    #: The broken law, the moves to the position where it is broken, that position, and the observation.
    law: str | None
    line: tuple[str, ...] | None
    at: str | None
    seen: str | None
    positions: int
    random_games: int
    finished: int
    longest: int
    shared_keys: int
    known: int
    searches: int
    notes: tuple[str, ...]
    #: The number of cases by property.
    tested: dict[str, int]
    #: The properties that could not be tested, with what each needs.
    untested: tuple[dict[str, str], ...]


@dataclass(frozen=True)
class CheckReport(Result):
    """The conformance kit on a game. It is true if no law is broken."""

    game: str
    checks: tuple[PositionCheck, ...]
    stopped: str | None

    @property
    def sound(self) -> bool:
        """True if no law is broken."""
        return all(check.sound for check in self.checks)

    @property
    def flaws(self) -> tuple[PositionCheck, ...]:
        """The checks that found a broken law."""
        return tuple(check for check in self.checks if not check.sound)

    def __bool__(self) -> bool:
        return self.sound

    def __repr__(self) -> str:
        answer = "no flaw found" if self.sound else "FLAWS"
        lines = [f"<CheckReport {self.game}: {answer}, {len(self.checks)} positions>"]
        for flaw in self.flaws:
            where = f"after {' '.join(flaw.line)}" if flaw.line else "at the root"
            lines.append(f"{flaw.law}\n  {where}: {flaw.at}\n  seen: {flaw.seen}")
        return "\n".join(lines)


@dataclass(frozen=True)
class GameInfo(Result):
    """A shipped game."""

    name: str
    #: An example of the name with a size: ``connect4 8x7``.
    sized: str | None
    players: tuple[str, str]
    #: The unit of scores, and the score of one unit.
    unit: str
    scale: int
    usual_depth: int | None
    #: True if the game has rules of selective search.
    selective: bool
    #: The names of its settings.
    settings: tuple[str, ...]


@dataclass(frozen=True)
class AlgorithmInfo(Result):
    """An algorithm."""

    name: str
    uses_memory: bool
    finds_value: bool
    finds_move: bool
    uses_threads: bool
    #: True if it follows rules of selective search.
    selective: bool


@dataclass(frozen=True)
class TreeNames(Result):
    """The names of synthetic trees."""

    #: The trees of the papers' figures, by name.
    named: dict[str, str]
    #: The first words of texts such as ``uniform 8x4``.
    families: tuple[str, ...]


@dataclass(frozen=True)
class Board(Result):
    """A position. It prints as text and shows as SVG."""

    game: str
    #: The position as given.
    position: str
    #: The position as the game writes it.
    notation: str
    picture: str
    mover: str
    first_player_moves: bool
    #: The final score for the player to move, if the game is over.
    over: int | None
    #: The static evaluation for the player to move.
    evaluation: int
    #: The legal moves.
    moves: tuple[str, ...]
    #: A picture, of games that draw themselves, or the cells of a board.
    svg: str | None
    diagram: dict[str, Any] | None

    def __str__(self) -> str:
        return self.picture

    def __repr__(self) -> str:
        state = f"{self.mover} to move" if self.over is None else f"over, {self.over} for {self.mover}"
        return f"<Board {_at(self.game, self.notation)}: {state}, {len(self.moves)} moves>\n{self.picture}"

    def _repr_svg_(self) -> str:
        if self.svg is not None:
            return self.svg
        return _pictures.text_picture(self.picture) if self.diagram is None else _pictures.board_picture(self.diagram)


@dataclass(frozen=True)
class PerftResult(Result):
    """Numbers of move sequences."""

    game: str
    position: str
    depth: int
    #: The counts of the depths 1, 2, ...; a count of 0 is the last. Empty if divided by moves.
    counts: tuple[int, ...]
    #: Published counts of the same depths, as far as there are any.
    published: tuple[int, ...]
    #: The counts of the full depth by first move, if requested.
    divided: dict[str, int] | None
    stopped: str | None

    @property
    def sequences(self) -> int:
        """The count of the greatest depth."""
        return sum(self.divided.values()) if self.divided is not None else self.counts[-1] if self.counts else 0

    @property
    def agrees(self) -> bool:
        """True if no count differs from the published one."""
        return all(own == known for own, known in zip(self.counts, self.published))
