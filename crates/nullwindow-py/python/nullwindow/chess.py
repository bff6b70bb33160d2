"""Analyses boards of python-chess, without another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from ._errors import PositionError, RequestError
from ._native import Player

if TYPE_CHECKING:
    import chess
    import chess.engine

__all__ = ["analyse"]

_PLAYERS: dict[int, Player] = {}


@overload
def analyse(
    board: chess.Board, limit: chess.engine.Limit, *, multipv: None = None, table_mb: int = 64
) -> chess.engine.InfoDict: ...
@overload
def analyse(
    board: chess.Board, limit: chess.engine.Limit, *, multipv: int, table_mb: int = 64
) -> list[chess.engine.InfoDict]: ...
def analyse(
    board: chess.Board, limit: chess.engine.Limit, *, multipv: int | None = None, table_mb: int = 64
) -> chess.engine.InfoDict | list[chess.engine.InfoDict]:
    """Analyses a board and returns what ``chess.engine.SimpleEngine.analyse`` returns: a dictionary with the keys
    ``depth``, ``score``, ``pv``, ``nodes``, ``time``, ``nps``, ``hashfull``, and ``multipv`` if it was given.

    The moves on the board's stack were played: positions that occur again count as repeated. ``limit`` may have ``time``,
    ``depth`` and ``nodes``. The search is the one of ``nullwindow uci``, selective and on one thread; its table of
    ``table_mb`` MiB is kept for the next call.

    >>> import chess, chess.engine, nullwindow.chess
    >>> board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    >>> info = nullwindow.chess.analyse(board, chess.engine.Limit(depth=4))
    >>> info["score"], info["pv"]
    (PovScore(Mate(+1), WHITE), [Move.from_uci('d1d8')])
    """
    import chess.engine

    if limit.time is None and limit.depth is None and limit.nodes is None:
        raise RequestError("expected a limit with a time, a depth or a number of nodes")
    if multipv is not None and multipv < 1:
        raise RequestError(f"multipv={multipv}: expected at least 1")
    if not board.is_valid():
        raise PositionError(f"{board.fen()} is not a valid position")
    if not any(board.legal_moves):
        over: chess.engine.InfoDict = {"depth": 0, "score": _finished(board), "pv": []}
        return over if multipv is None else []
    player = _PLAYERS.get(table_mb)
    if player is None:
        player = _PLAYERS[table_mb] = Player("chess", table_bytes=table_mb << 20, uci=True)
    start, moves = _played(board)
    _, lines = player.choose(
        start,
        moves,
        depth=limit.depth,
        nodes=limit.nodes,
        seconds=limit.time,
        multi_pv=multipv or 1,
    )
    infos = [_info(board, line) for line in lines]
    if multipv is None:
        return infos[0] if infos else {}
    for place, info in enumerate(infos, 1):
        info["multipv"] = place
    return infos


def _played(board: chess.Board) -> tuple[str, list[str]]:
    """Returns the position before the moves of the stack, and these moves. A null move is not one of the game: the part
    after the last one remains."""
    moves: list[chess.Move] = []
    start = board.copy()
    while start.move_stack and start.move_stack[-1]:
        moves.append(start.pop())
    return start.fen(), [move.uci() for move in reversed(moves)]


def _info(board: chess.Board, line: dict[str, Any]) -> chess.engine.InfoDict:
    import chess.engine

    after, moves = board.copy(stack=False), []
    for text in line["line"]:
        move = after.parse_uci(text)
        moves.append(move)
        after.push(move)
    plies = line["win_distance"]
    score: chess.engine.Score
    if plies is None:
        score = chess.engine.Cp(line["score"])
    else:
        score = chess.engine.Mate((plies + 1) // 2 if line["score"] > 0 else -((plies + 1) // 2))
    info: chess.engine.InfoDict = {
        "score": chess.engine.PovScore(score, board.turn),
        "pv": moves,
        "nodes": line["nodes"],
        "time": line["seconds"],
        "nps": round(line["nodes"] / max(line["seconds"], 1e-4)),
        "hashfull": line["table_use"],
    }
    if line["depth"] is not None:
        info["depth"] = line["depth"]
    return info


def _finished(board: chess.Board) -> chess.engine.PovScore:
    import chess.engine

    score: chess.engine.Score = chess.engine.Mate(0) if board.is_checkmate() else chess.engine.Cp(0)
    return chess.engine.PovScore(score, board.turn)
