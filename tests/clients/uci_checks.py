#!/usr/bin/env python3
"""Checks the parts of UCI that clients rely on, line by line and through python-chess.

    python3 tests/clients/uci_checks.py [--engine "target/release/nullwindow uci"]

Needs the package `chess` (pip install chess). The script ends with 1 at the first failure.
"""
import argparse
import asyncio
import queue
import shlex
import subprocess
import sys
import threading
import time

import chess
import chess.engine
from stopwatch import Stopwatch

PATIENCE = 30.0
OPTIONS = [
    "Algorithm", "Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960",
    "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_LimitStrength", "UCI_Elo",
]
INTEGERS = ["depth", "seldepth", "nodes", "multipv", "nps", "time", "hashfull"]
MATED = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
STALEMATE = "k7/2Q5/8/8/8/8/8/K7 b - - 0 1"


class Failure(Exception):
    pass


def demand(condition, text):
    if not condition:
        raise Failure(text)


class Raw:
    """An engine as a process with lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        """Returns the lines up to the first that begins with a word."""
        lines = []
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise Failure(f"no {word!r} within {PATIENCE} s, after {lines[-3:]}") from None
            demand(line is not None, f"the engine ended instead of {word!r}, after {lines[-3:]}")
            lines.append(line)
            if line.split(" ")[0] == word:
                return lines

    def ask(self, line, word):
        self.send(line)
        return self.until(word)

    def is_silent(self, seconds):
        time.sleep(seconds)
        waiting = list(self.lines.queue)
        return all(line.startswith("info") for line in waiting)

    def end(self):
        start = time.perf_counter()
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        took = time.perf_counter() - start
        demand(code == 0, f"the engine ended with {code}")
        demand(took < 1.0, f"the engine ended {took:.2f} s after its input")
        demand(self.process.stderr.read() == "", "the engine wrote errors")


def number_after(words, name):
    return int(words[words.index(name) + 1])


def check_info(line, board):
    """Checks a line of info: integers, the order of a score, and a legal variation."""
    words = line.split(" ")
    demand("" not in words, f"two blanks in {line!r}")
    for name in INTEGERS:
        if name in words:
            number_after(words, name)
    if "score" in words:
        at = words.index("score")
        demand(words[at + 1] in ("cp", "mate"), f"no score in {line!r}")
        int(words[at + 2])
        for bound in ("lowerbound", "upperbound"):
            demand(bound not in words or words.index(bound) == at + 3, f"the bound is not behind the score: {line!r}")
    if "pv" in words:
        after = board.copy()
        for word in words[words.index("pv") + 1:]:
            after.push_uci(word)  # raises an error for an illegal move
    return words


def check_go(engine, position, go, board):
    """Searches, and checks every line of the answer."""
    if position:
        engine.send(f"position {position}")
    lines = engine.ask(f"go {go}", "bestmove")
    words = [check_info(line, board) for line in lines[:-1] if line.startswith("info ") and " string " not in line]
    demand(any("score" in line for line in words), f"go {go}: no score before {lines[-1]!r}")
    best = lines[-1].split(" ")
    if board.legal_moves.count():
        demand(chess.Move.from_uci(best[1]) in board.legal_moves, f"go {go}: {lines[-1]!r}")
    else:
        demand(best[1] == "(none)", f"{lines[-1]!r} without a legal move")
    if len(best) > 2:
        board = board.copy()
        board.push_uci(best[1])
        demand(best[2] == "ponder" and chess.Move.from_uci(best[3]) in board.legal_moves, f"{lines[-1]!r}")
    return words, best[1]


def check_introduction(engine):
    start = time.perf_counter()
    lines = engine.ask("uci", "uciok")
    demand(time.perf_counter() - start < 10.0, "uciok took 10 s")
    demand(any(line.startswith("id name ") for line in lines) and any(line.startswith("id author ") for line in lines), "no id")
    names = [line.split(" name ")[1].split(" type ")[0] for line in lines if line.startswith("option ")]
    for name in OPTIONS:
        demand(names.count(name) == 1, f"{names.count(name)} options {name}")
    engine.ask("isready", "readyok")


def check_limits(engine):
    board = chess.Board()
    for go in [
        "depth 4", "nodes 3000", "movetime 50", "wtime 100", "btime 100", "btime 100 wtime 100", "winc 10 wtime 100 binc 10 btime 100",
        "movestogo 5 wtime 500 btime 500", "wtime 1 btime 1", "mate 1", "depth 3 searchmoves e2e4 d2d4", "wtime 0 btime 0", "wtime -50 btime -50",
        "joho wtime 100 debug btime 100", "depth 1 infinite_ depth 2",
    ]:
        watch = Stopwatch()
        _, best = check_go(engine, "startpos", go, board)
        took = watch.seconds()
        demand("time 100" not in go or took < 0.15, f"go {go} took {took:.3f} s")
        demand("searchmoves" not in go or best in ("e2e4", "d2d4"), f"go {go}: {best}")
    after = chess.Board()
    for move in "e2e4 e7e5 g1f3".split():
        after.push_uci(move)
    check_go(engine, "startpos moves e2e4 e7e5 g1f3", "wtime 100", after)
    check_go(engine, f"fen {MATED}", "depth 3", chess.Board(MATED))
    check_go(engine, f"fen {STALEMATE}", "depth 3", chess.Board(STALEMATE))


def check_stop_and_ponder(engine):
    engine.send("position startpos")
    engine.send("go infinite")
    demand(engine.is_silent(0.5), "an infinite search was answered")
    engine.ask("isready", "readyok")
    watch = Stopwatch()
    engine.ask("stop", "bestmove")
    took = watch.seconds()
    demand(took < 0.1, f"a stop took {took:.3f} s")
    engine.send("position startpos moves e2e4 e7e5")
    engine.send("go ponder wtime 200 btime 200")
    demand(engine.is_silent(0.5), "a ponder search was answered")
    lines = engine.ask("ponderhit", "bestmove")
    demand(any(" score " in line for line in lines), "no score after a ponder hit")
    engine.send("go wtime 200 btime 200 ponder")
    engine.ask("stop", "bestmove")
    for command in ("stop", "ponderhit", "joho", "", "register later", "debug on", "setoption", "setoption name X"):
        engine.send(command)
    answer = engine.ask("isready", "readyok")
    demand(all(line == "readyok" or line.startswith("info string") for line in answer), f"{answer}")


def check_several_lines(engine):
    engine.send("setoption name MultiPV value 4")
    words, _ = check_go(engine, "startpos", "depth 4", chess.Board())
    scored = [line for line in words if "score" in line]
    demand(all("multipv" in line and "pv" in line for line in scored), "a line of several without multipv and pv")
    demand({number_after(line, "multipv") for line in scored} == {1, 2, 3, 4}, "the ranks are not 1 to 4")
    engine.send("setoption name MultiPV value 1")


def check_chances_and_strength(engine):
    engine.send("setoption name UCI_ShowWDL value true")
    words, _ = check_go(engine, "startpos", "depth 4", chess.Board())
    for line in words:
        if "score" in line:
            at = line.index("wdl")
            demand(sum(int(word) for word in line[at + 1:at + 4]) == 1000, f"the chances of {line}")
    engine.send("setoption name UCI_ShowWDL value false")
    engine.send("setoption name UCI_LimitStrength value true")
    for elo in (500, 1000, 1500, 2000, 4000):
        engine.send(f"setoption name UCI_Elo value {elo}")
        check_go(engine, "startpos", "wtime 100 btime 100", chess.Board())
        start = time.perf_counter()
        check_go(engine, "startpos", "wtime 600000 btime 600000", chess.Board())
        demand(time.perf_counter() - start < 5.0, f"a player of {elo} Elo thinks too long")
    engine.send("setoption name UCI_LimitStrength value false")


def check_chess960(engine):
    engine.send("setoption name UCI_Chess960 value true")
    fen = "1rk5/pp6/8/8/8/8/8/1RK2R2 w FB - 0 1"
    board = chess.Board(fen, chess960=True)
    check_go(engine, f"fen {fen}", "depth 3", board)
    _, best = check_go(engine, f"fen {fen}", "depth 2 searchmoves c1f1", board)
    demand(best == "c1f1", f"castling in Chess960 is {best}")
    engine.send("setoption name UCI_Chess960 value false")


def check_end(command):
    """The end of the input is the end of the engine, also during a search and without a line end."""
    for text in ("", "position startpos\ngo infinite\n", "go ponder wtime 1000 btime 1000\n", "go perft 9\n", "go inf"):
        engine = Raw(command)
        engine.process.stdin.write(text)
        engine.process.stdin.flush()
        time.sleep(0.3)
        engine.end()


async def check_python_chess(command):
    transport, protocol = await chess.engine.popen_uci(shlex.split(command))
    missing = [name for name in OPTIONS if name not in protocol.options]
    demand(not missing, f"python-chess does not see {missing}")
    await protocol.configure({"Hash": 16, "UCI_ShowWDL": True})
    board = chess.Board()
    infos = await protocol.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    demand(len(infos) == 3 and all("wdl" in info and "pv" in info for info in infos), f"an analysis: {infos}")
    with await protocol.analysis(board) as analysis:
        async for info in analysis:
            if info.get("depth", 0) >= 5:
                break
    result = await protocol.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL, ponder=True)
    demand(result.move in board.legal_moves and "score" in result.info, f"{result}")
    mate = await protocol.analyse(chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), chess.engine.Limit(depth=3))
    demand(mate["score"].relative == chess.engine.Mate(1), f"{mate['score']}")
    await protocol.quit()


async def run(command):
    engine = Raw(command)
    checks = [
        check_introduction, check_limits, check_stop_and_ponder, check_several_lines, check_chances_and_strength, check_chess960,
    ]
    for check in checks:
        check(engine)
        print(f"{check.__name__}: ok", flush=True)
    engine.end()
    check_end(command)
    await check_python_chess(command)
    print("check_end, check_python_chess: ok; all checks passed", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/nullwindow uci")
    try:
        asyncio.run(run(parser.parse_args().engine))
    except (Failure, ValueError, chess.engine.EngineError) as failure:
        sys.exit(f"FAILED: {failure}")


if __name__ == "__main__":
    main()
