"""Game-tree search: every algorithm from Alpha-Beta to SSS* as calls of one null-window test.

>>> import nullwindow
>>> nullwindow.solve("nim 3 4 5").words
'the first player wins'
>>> nullwindow.deepen("othello", "f5d6c3", depth=6).move
'd3'
"""

import importlib
from typing import TYPE_CHECKING

from ._errors import (
    MoveError,
    NullwindowError,
    PositionError,
    PositionLimitError,
    RequestError,
    RulesError,
    TableError,
)
from ._functions import (
    algorithms,
    board,
    check,
    compare,
    deepen,
    games,
    perft,
    proof,
    search,
    solve,
    trace,
    tree,
    trees,
    verify,
)
from ._games import Game, clear, known_positions
from ._native import __version__
from ._results import (
    AlgorithmInfo,
    Board,
    Certificate,
    CertificateCheck,
    CheckReport,
    ComparedSearch,
    Comparison,
    Deepening,
    Estimate,
    GameInfo,
    PerftResult,
    PositionCheck,
    Proof,
    Query,
    Result,
    RootMove,
    SearchResult,
    SolveResult,
    Trace,
    TreeDrawing,
    TreeNames,
    Verification,
)
from .easyai import EasyAIGame

if TYPE_CHECKING:
    from . import chess as chess
    from . import cluster as cluster
    from . import easyai as easyai
    from . import jobs as jobs
    from . import kaggle as kaggle
    from . import lab as lab
    from . import openspiel as openspiel

__all__ = [
    "AlgorithmInfo",
    "Board",
    "Certificate",
    "CertificateCheck",
    "CheckReport",
    "ComparedSearch",
    "Comparison",
    "Deepening",
    "EasyAIGame",
    "Estimate",
    "Game",
    "GameInfo",
    "MoveError",
    "NullwindowError",
    "PerftResult",
    "PositionCheck",
    "PositionError",
    "PositionLimitError",
    "Proof",
    "Query",
    "RequestError",
    "Result",
    "RootMove",
    "RulesError",
    "SearchResult",
    "SolveResult",
    "TableError",
    "Trace",
    "TreeDrawing",
    "TreeNames",
    "Verification",
    "__version__",
    "algorithms",
    "board",
    "check",
    "clear",
    "compare",
    "deepen",
    "games",
    "known_positions",
    "perft",
    "proof",
    "search",
    "solve",
    "trace",
    "tree",
    "trees",
    "verify",
]

#: The modules that are imported when they are first named: ``nullwindow.chess`` works without an import of its own, and
#: ``import nullwindow`` stays fast.
_MODULES = frozenset({"chess", "cluster", "easyai", "jobs", "kaggle", "lab", "openspiel"})

# Not for type checkers: they would take every name for that of a module.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULES})
