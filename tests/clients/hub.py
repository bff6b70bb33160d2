#!/usr/bin/env python3
"""Plays games of checkers through pydraughts, a client of the Hub protocol, and checks every move by its rules.

    python3 tests/clients/hub.py [GAMES] [--engine "target/release/nullwindow hub"] [--time 1] [--increment 0.02]
                                 [--longest 400] [--seed 1]

Needs the package `pydraughts` (pip install pydraughts==0.6.7). Games begin after random moves. They alternate between two
engines, one of which ponders, an engine against a random player, and levels by clock, time, depth and nodes. Some begin
at a position that was set up. The script ends with 1 if a move was illegal, a player overstepped its time, an answer was
none of the protocol, or an engine died or did not answer.
"""
import argparse
import logging
import os
import random
import shlex
import sys
import threading
import time
import warnings

from draughts import Board
from draughts.engine import HubEngine, Limit
from stopwatch import Stopwatch

# pydraughts leaves the pipes of an engine that has quit to the garbage collector.
warnings.simplefilter("ignore", ResourceWarning)

# Pipes and scheduling on a busy machine. The work of pydraughts on its boards is not timed.
TOLERANCE = 0.1
# The time after which an engine without an answer is ended: pydraughts would wait for ever.
PATIENCE = 60.0


class Failure(Exception):
    pass


class Complaints(logging.Handler):
    """Collects what pydraughts did not understand: errors of the engine, and lines of standard error."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


class TimedHub(HubEngine):
    """Measures the time from `go` or `ponder-hit` to `done`."""

    watch, seconds = Stopwatch(), 0.0

    def send(self, line):
        super().send(line)
        if line.startswith("go ") or line == "ponder-hit":
            self.watch = Stopwatch()

    def recv(self):
        line = super().recv()
        if line.startswith("done"):
            self.seconds = self.watch.seconds()
        return line

    def used(self):
        return self.seconds


class Engine:
    """An engine with its parameters."""

    def __init__(self, command, name, params):
        self.name = name
        self.hub = TimedHub(shlex.split(command))
        if "variant" not in self.hub.options or self.hub.variants != {"english"}:
            raise Failure(f"{name}: {self.hub.options} and {self.hub.variants} are not the parameters of English draughts")
        self.hub.configure({"variant": "english", **params})
        self.hub.init()
        self.hub.ping()
        self.pondering = None
        self.answers = 0

    def search(self, board, limit, ponder=False):
        """Returns the answer."""
        watchdog = threading.Timer(PATIENCE, self.hub.kill_process)
        watchdog.start()
        try:
            result = self.hub.play(board, limit, ponder)
        except KeyError as error:
            raise Failure(f"{self.name}: {error} is no legal move of {board.fen}") from error
        except EOFError as error:
            raise Failure(f"{self.name}: ended or did not answer in {PATIENCE} s at {board.fen}") from error
        finally:
            watchdog.cancel()
        if not {"score", "depth", "nodes", "time", "pv"} <= set(result.info or ()):
            raise Failure(f"{self.name}: {result.move.hub_move} without a score and a variation: {result.info}")
        self.answers += 1
        # Replaying a variation takes pydraughts longer than the search.
        if self.answers % 4 == 1:
            check_variation(board, result)
        return result

    def begin_pondering(self, board, limit):
        answer = {}

        def run():
            try:
                answer["result"] = self.search(board, limit, ponder=True)
            except Exception as error:  # reported by the thread that waits
                answer["error"] = error

        thread = threading.Thread(target=run)
        self.hub._last_sent = ""
        thread.start()
        self.pondering = (thread, answer, board.fen)

    def end_pondering(self, board):
        """Returns the answer if the opponent has made the expected move."""
        thread, answer, fen = self.pondering
        self.pondering = None
        is_hit = fen == board.fen
        while thread.is_alive() and self.hub._last_sent != "go ponder":
            time.sleep(0.001)
        if is_hit:
            self.hub.ponderhit()
        else:
            self.hub.stop()
        thread.join()
        if "error" in answer:
            raise answer["error"]
        return answer["result"] if is_hit else None

    def quit(self):
        self.hub.quit()
        if self.hub.p.wait(timeout=5) != 0:
            raise Failure(f"{self.name}: ended with {self.hub.p.returncode}")


def check_variation(board, result):
    """Plays the principal variation by the rules of pydraughts."""
    words = result.info["pv"].strip('"').split()
    after = board.copy()
    if not words:
        raise Failure(f"an empty variation at {board.fen}")
    for word in words:
        moves = {move.hub_move: move for move in after.legal_moves()}
        if word not in moves:
            raise Failure(f"{word} of the variation {words} is no legal move of {after.fen}")
        after.push(moves[word])


def opening(rng, plies):
    board = Board(variant="english")
    for _ in range(plies):
        board.push(rng.choice(board.legal_moves()))
    return board


def set_up(rng):
    """Returns a board that begins in the middle of a game, without the moves to it."""
    while True:
        board = opening(rng, 20)
        if not board.is_over():
            return Board(variant="english", fen=board.fen)


def limit_of(kind, clock, arguments):
    match kind:
        case "clock":
            return Limit(time=clock, inc=arguments.increment)
        case "time":
            return Limit(movetime=0.02)
        case "depth":
            return Limit(depth=6)
        case "nodes":
            return Limit(nodes=5000)


def play(board, engines, kind, arguments, rng, counts):
    """Plays a game; an engine of None moves at random. The first of `engines` has the next move."""
    clocks = [arguments.time, arguments.time]
    side = 0
    for _ in range(arguments.longest):
        if board.is_over():
            return
        engine = engines[side]
        if engine is None:
            board.push(rng.choice(board.legal_moves()))
        else:
            result = engine.end_pondering(board) if engine.pondering else None
            counts["hits"] += result is not None
            if result is None:
                result = engine.search(board, limit_of(kind, clocks[side], arguments))
            used = engine.hub.used()
            clocks[side] -= used
            if kind == "clock" and clocks[side] < -TOLERANCE:
                times = f"by {-clocks[side]:.3f} s, its last iteration ended after {result.info['time']} s of {used:.3f} s"
                raise Failure(f"{engine.name}: overstepped its time {times} at {board.fen}")
            clocks[side] = max(clocks[side], 0.001) + arguments.increment
            counts["moves"] += 1
            legal = {move.hub_move: move for move in board.legal_moves()}
            if result.move.hub_move not in legal:
                raise Failure(f"{engine.name}: {result.move.hub_move} is no legal move of {board.fen}")
            board.push(result.move)
            if engine.ponders and result.ponder and not board.is_over():
                expected = board.copy()
                expected.push(result.ponder)
                if not expected.is_over():
                    counts["ponders"] += 1
                    engine.begin_pondering(expected, limit_of(kind, clocks[side], arguments))
        side = 1 - side


def play_game(number, arguments, rng, counts):
    """Plays a game with the settings that its number selects."""
    kind = ["clock", "clock", "time", "depth", "nodes"][number % 5]
    from_position = number % 4 == 3
    # Without moves there is nothing to recognize the frame by.
    params = {"frame": "turned"} if from_position else {}
    engines = [Engine(arguments.engine, "first", params)]
    engines.append(None if number % 3 == 2 else Engine(arguments.engine, "second", params))
    engines[0].ponders = kind == "clock"
    if engines[1]:
        engines[1].ponders = False
    playing = [engine for engine in engines if engine]
    if number % 2:
        engines.reverse()
    board = set_up(rng) if from_position else opening(rng, rng.randrange(7))
    play(board, engines, kind, arguments, rng, counts)
    for engine in playing:
        if engine.pondering:
            engine.end_pondering(Board(variant="english"))
        engine.hub.ping()
        engine.quit()
    return board, kind


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=20)
    parser.add_argument("--engine", default="target/release/nullwindow hub")
    parser.add_argument("--time", type=float, default=1.0, help="seconds per player and game")
    parser.add_argument("--increment", type=float, default=0.02, help="seconds per move")
    parser.add_argument("--longest", type=int, default=400, help="moves after which a game is ended")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    complaints = Complaints()
    logging.getLogger("pydraughts").addHandler(complaints)
    rng = random.Random(arguments.seed)
    counts = {"moves": 0, "ponders": 0, "hits": 0}
    results = {}
    start = time.perf_counter()
    for number in range(arguments.games):
        board, kind = play_game(number, arguments, rng, counts)
        if complaints.lines:
            raise Failure(f"pydraughts does not understand: {complaints.lines}")
        winner = {1: "Black", 2: "White", 0: "drawn"}.get(board.winner(), "unfinished")
        results[winner] = results.get(winner, 0) + 1
        print(f"game {number + 1}: {winner} after {len(board.move_stack)} moves, level by {kind}", flush=True)
    seconds = time.perf_counter() - start
    print(f"{arguments.games} games, {counts}, {results} in {seconds:.0f} s: no forfeit, no illegal move")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        print(f"FAILED: {failure}", file=sys.stderr, flush=True)
        # Threads that wait for an engine must not keep the script alive.
        os._exit(1)
