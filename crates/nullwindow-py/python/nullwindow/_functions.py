"""The functions of the package. Positions and moves are text, as on the command line; scores are integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import _native
from ._results import (
    AlgorithmInfo,
    Board,
    Certificate,
    CertificateCheck,
    CheckReport,
    ComparedSearch,
    Comparison,
    Deepening,
    GameInfo,
    PerftResult,
    PositionCheck,
    Proof,
    SearchResult,
    SolveResult,
    Trace,
    TreeDrawing,
    TreeNames,
    Verification,
)


def _moves(moves: str | Iterable[str] | None) -> list[str] | None:
    """Returns moves as a list; a text is split at its blanks."""
    if moves is None:
        return None
    return moves.split() if isinstance(moves, str) else list(moves)


def _settings(settings: Mapping[str, object] | None) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in (settings or {}).items()]


def solve(
    game: object,
    position: object = None,
    *,
    moves: str | Iterable[str] | None = None,
    algorithm: str = "mtd-f",
    threads: int = 1,
    table_mb: float | None = None,
    time: float | None = None,
    all_moves: bool = False,
    whole_line: bool = True,
) -> SolveResult:
    """Finds the value of a position to the end of the game, as the command ``solve`` does.

    ``moves`` are played from the position first. ``table_mb`` is the size of the transposition table in MiB; by default
    256, less in games of few positions. ``time`` is a limit in seconds. ``all_moves`` finds the value of every move.
    ``whole_line`` completes the principal variation to the end of the game.

    Ctrl-C ends the search within 100 ms. The result then has the bounds proven so far and ``stopped == "interrupted"``.

    >>> import nullwindow
    >>> nullwindow.solve("connect4", "4444443233352").value
    3
    >>> result = nullwindow.solve("tictactoe", moves="5 1 9", all_moves=True)
    >>> result.value, result.move, result.words
    (0, '3', 'a draw')
    >>> [(move.move, move.value) for move in result.moves]
    [('3', 0), ('7', 0), ('2', -3), ('4', -3), ('6', -3), ('8', -3)]
    """
    options: dict[str, object] = {
        "algorithm": algorithm,
        "threads": threads,
        "table_mb": table_mb,
        "time": time,
        "all_moves": all_moves,
        "whole_line": whole_line,
    }
    return SolveResult._read(_native.solve(game, position, _moves(moves), options))


def search(
    game: object,
    position: object = None,
    *,
    depth: int | None,
    moves: str | Iterable[str] | None = None,
    algorithm: str = "mtd-f",
    table_mb: float | None = None,
    threads: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    multi_pv: int = 1,
    exact_leaves: bool = True,
    selective: bool = False,
    guess: int | None = None,
    settings: Mapping[str, object] | None = None,
) -> SearchResult:
    """Searches a position to one depth in plies; ``depth=None`` is the end of the game.

    ``nodes`` and ``time`` (seconds) limit the search. ``multi_pv`` is the number of moves that get their own value.
    With ``exact_leaves`` every leaf is evaluated exactly, as the papers count; otherwise a quiescence search may stop
    when its window is answered. ``selective`` searches by the game's rules of selective search, if it has any.
    ``guess`` is the first guess of algorithms that take one. ``settings`` are those of the game.

    Ctrl-C ends the search within 100 ms. The result then has the bounds proven so far and ``stopped == "interrupted"``.

    >>> import nullwindow
    >>> result = nullwindow.search("tree ((41 5) (12 90))", depth=None, algorithm="mtd+inf")
    >>> result.value, result.move, result.passes
    (12, '1', 3)
    >>> [(query.lower, query.upper) for query in result.queries]
    [(None, 41), (None, 12), (12, 12)]
    >>> [(move.move, move.value) for move in nullwindow.search("chess", depth=2, multi_pv=2).moves]
    [('Nc3', 8), ('Nf3', 8)]
    """
    options = _search_options(locals())
    return SearchResult._read(_native.search(game, position, _moves(moves), options))


def deepen(
    game: object,
    position: object = None,
    *,
    depth: int | None = None,
    moves: str | Iterable[str] | None = None,
    algorithm: str = "mtd-f",
    table_mb: float | None = None,
    threads: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    multi_pv: int = 1,
    exact_leaves: bool = False,
    selective: bool | None = None,
    guess: int | None = None,
    settings: Mapping[str, object] | None = None,
    on_iteration: Callable[[SearchResult], object] | None = None,
) -> Deepening:
    """Searches a position deeper and deeper, as the command ``analyze`` does, and returns all completed iterations.

    The arguments are those of ``search``. Without a limit the search goes on until the game is decided, or until
    Ctrl-C. Games with rules of selective search are searched by them, unless ``selective`` is False.
    ``on_iteration`` is called with every completed iteration, by the thread that called ``deepen``. If a game written in
    Python reaches its ``most_positions`` after the first iteration, the result has ``stopped == "positions"``.

    >>> import nullwindow
    >>> show = lambda iteration: print(iteration.depth, iteration.move)
    >>> iterations = nullwindow.deepen("connect4", "44", depth=4, on_iteration=show)
    1 4
    2 4
    3 3
    4 4
    >>> len(iterations), iterations[-1].depth, iterations.move
    (4, 4, '4')
    """
    options = _search_options(locals())

    def report(data: dict[str, Any]) -> None:
        if on_iteration is not None:
            on_iteration(SearchResult._read(data))

    heard = None if on_iteration is None else report
    data = _native.deepen(game, position, _moves(moves), options, heard)
    unfinished = None if data["unfinished"] is None else SearchResult._read(data["unfinished"])
    return Deepening(tuple(SearchResult._read(each) for each in data["iterations"]), unfinished, data["stopped"])


def _search_options(arguments: Mapping[str, Any]) -> dict[str, object]:
    """Selects the options of a search from the arguments of a function."""
    names = ("algorithm", "depth", "table_mb", "threads", "nodes", "time", "multi_pv", "exact_leaves", "selective")
    options: dict[str, object] = {name: arguments[name] for name in (*names, "guess")}
    options["settings"] = _settings(arguments["settings"])
    return options


def compare(
    game: object,
    position: object = None,
    depth: int | None = None,
    algorithms: str | Sequence[str] | None = None,
    *,
    moves: str | Iterable[str] | None = None,
    table_mb: float | None = None,
    threads: int = 1,
) -> Comparison:
    """Searches a position with several algorithms, as the command ``compare`` does, and compares values and costs.

    A game is searched by iterative deepening to ``depth``, by default its usual one; a tree to its leaves at once.
    ``algorithms`` is a list of names, or a single one. By default all algorithms that find a best move are compared, in a
    game without minimax. Times are processor times.

    >>> import nullwindow
    >>> pearl = "tree " + nullwindow.trees().named["pearl"]
    >>> comparison = nullwindow.compare(pearl, algorithms=["minimax", "alphabeta", "sss*", "mtd+inf"])
    >>> comparison.agree
    True
    >>> [(row.algorithm, row.value, row.leaves) for row in comparison]
    [('minimax', 35, 16), ('alphabeta', 35, 12), ('sss*', 35, 8), ('mtd+inf', 35, 8)]
    """
    names = [algorithms] if isinstance(algorithms, str) else None if algorithms is None else list(algorithms)
    options: dict[str, object] = {"depth": depth, "algorithms": names, "table_mb": table_mb, "threads": threads}
    data = _native.compare(game, position, _moves(moves), options)
    return Comparison._of(data, rows=tuple(ComparedSearch._of(row) for row in data["rows"]))


def trace(
    game: object,
    position: object = None,
    *,
    depth: int | None = None,
    moves: str | Iterable[str] | None = None,
    algorithm: str = "mtd-f",
    limit: int = 1_000_000,
) -> Trace:
    """Searches a position to one depth, and returns all events of the search, at most ``limit``.

    The search keeps every position in memory. The default depth is the end of the game.

    >>> import nullwindow
    >>> trace = nullwindow.trace("tree ((41 5) (12 90))", algorithm="alphabeta")
    >>> trace.result.value, trace.complete
    (12, True)
    >>> [event["event"] for event in trace.events[:4]]
    ['pass', 'enter', 'expand', 'enter']
    """
    data = _native.trace(game, position, _moves(moves), algorithm, depth, limit)
    return Trace(SearchResult._read(data["result"]), data["complete"], data["lines"])


def tree(
    tree: str = "pearl",
    algorithm: str = "mtd+inf",
    *,
    depth: int | None = None,
    guess: int | None = None,
    seed: int = 1,
    solution: bool = False,
) -> TreeDrawing:
    """Draws a small tree and the search of it, pass by pass.

    ``tree`` is a text such as ``((41 5) (12 90))``, a name (``pearl``, ``trends``), or a family of random trees with a
    size, such as ``uniform 3x3``, which ``seed`` selects from. ``solution`` draws the solution trees only.

    >>> import nullwindow
    >>> drawing = nullwindow.tree("pearl", "mtd+inf")
    >>> drawing
    <TreeDrawing mtd+inf on Pearl's tree, [PSPB96], Fig. 3: 35, 8 of 16 leaves, passes 41 -> 36 -> 35 -> 35>
    >>> drawing.svg().startswith("<svg")
    True
    """
    options: dict[str, object] = {
        "tree": tree,
        "algorithm": algorithm,
        "depth": depth,
        "guess": guess,
        "seed": seed,
        "solution": solution,
    }
    data = _native.draw_tree(options)
    steps = tuple(data.get("steps") or data.get("walk") or ())
    given = {"tree": tree, "seed": seed, "guess": guess, "solution": solution, "steps": steps}
    return TreeDrawing._of(data, **given)


def proof(
    game: object,
    position: object = None,
    *,
    moves: str | Iterable[str] | None = None,
    kind: str = "both",
    depth: int | None = None,
    algorithm: str = "mtd-f",
    table_mb: float | None = None,
    limit: int = 4_000_000,
) -> Proof:
    """Proves bounds of a value by solution trees, as certificates that ``verify`` checks.

    ``kind`` is ``"max"`` for an upper bound, ``"min"`` for a lower bound, or ``"both"``. The bounds hold at ``depth``,
    by default at the end of the game. ``limit`` is the maximum number of nodes of a tree.

    >>> import nullwindow
    >>> proof = nullwindow.proof("tictactoe")
    >>> proof.value, [certificate.kind for certificate in proof]
    (0, ['max', 'min'])
    >>> nullwindow.verify(proof.text).value
    0
    """
    options: dict[str, object] = {
        "kind": kind,
        "depth": depth,
        "algorithm": algorithm,
        "table_mb": table_mb,
        "limit": limit,
    }
    return Proof(tuple(Certificate._of(each) for each in _native.proof(game, position, _moves(moves), options)))


def verify(text: str, *, game: object = None) -> Verification:
    """Checks every certificate of a text by the rules of the game alone, without a search.

    The certificates name their game; ``game`` replaces it, and is needed for a game written in Python.

    >>> import nullwindow
    >>> text = nullwindow.proof("tree ((41 5) (12 90))").text
    >>> nullwindow.verify(text).proven
    True
    >>> nullwindow.verify(text.replace("12", "13")).proven
    False
    """
    return Verification(tuple(CertificateCheck._of(each) for each in _native.verify(text, game)))


def check(game: object, *, seed: int = 0, depth: int = 3) -> CheckReport:
    """Runs the conformance kit on a game: rules, keys, evaluation, and every algorithm against minimax.

    ``depth`` is the depth to which algorithms are compared with minimax, ``seed`` that of the random games.

    >>> import nullwindow
    >>> nullwindow.check("tictactoe").sound
    True
    """
    data = _native.check(game, seed, depth)
    return CheckReport._of(data, checks=tuple(PositionCheck._of(each) for each in data["checks"]))


def board(game: object, position: object = None, *, moves: str | Iterable[str] | None = None) -> Board:
    """Describes a position: the player to move, legal moves, a picture.

    >>> import nullwindow
    >>> board = nullwindow.board("tictactoe", moves="5 1")
    >>> print(board)
     O | 2 | 3
    ---+---+---
     4 | X | 6
    ---+---+---
     7 | 8 | 9
    X to move
    >>> board.mover, board.moves
    ('X', ('3', '7', '9', '2', '4', '6', '8'))
    """
    return Board._of(_native.board(game, position, _moves(moves)))


def perft(
    game: object,
    position: object = None,
    *,
    depth: int = 5,
    moves: str | Iterable[str] | None = None,
    divide: bool = False,
) -> PerftResult:
    """Counts move sequences of every depth up to ``depth``, the standard test of move generators.

    With ``divide`` the sequences of the full depth are counted by their first move.

    >>> import nullwindow
    >>> result = nullwindow.perft("chess", depth=3)
    >>> result.counts, result.agrees
    ((20, 400, 8902), True)
    >>> nullwindow.perft("othello", depth=2, divide=True).divided
    {'d3': 3, 'c4': 3, 'f5': 3, 'e6': 3}
    """
    return PerftResult._of(_native.perft(game, position, _moves(moves), depth, divide))


def games() -> tuple[GameInfo, ...]:
    """Lists the shipped games.

    >>> import nullwindow
    >>> [game.name for game in nullwindow.games()]
    ['othello', 'checkers', 'chess', 'connect4', 'tictactoe', 'nim']
    """
    return tuple(GameInfo._of(each) for each in _native.games())


def algorithms() -> tuple[AlgorithmInfo, ...]:
    """Lists the algorithms.

    >>> import nullwindow
    >>> [algorithm.name for algorithm in nullwindow.algorithms() if algorithm.uses_memory][:4]
    ['tt-alphabeta', 'negascout', 'aspiration', 'mt']
    """
    return tuple(AlgorithmInfo._of(each) for each in _native.algorithms())


def trees() -> TreeNames:
    """Lists the trees of the papers' figures, and the families of synthetic trees.

    >>> import nullwindow
    >>> nullwindow.trees().families
    ('uniform', 'ordered', 'correlated', 'tree')
    >>> nullwindow.solve("uniform 8x4", "seed 7").value == nullwindow.search("uniform 8x4", "seed 7", depth=4).value
    True
    """
    data = _native.trees()
    return TreeNames({each["name"]: each["text"] for each in data["named"]}, tuple(data["families"]))
