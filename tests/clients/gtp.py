#!/usr/bin/env python3
"""Plays Othello by GTP against another engine, as Quarry does, and checks every answer by rules of its own.

    python3 tests/clients/gtp.py [GAMES] [--engine "target/release/nullwindow gtp"] [--time 2] [--byoyomi SECONDS MOVES]
                                 [--opponent "/usr/games/gtp-rhino -l 1"] [--seed 1]

Needs gtp-rhino (apt-get install grhino). Colours alternate; most games begin with random moves, so that there are passes.
Neither player is told of passes, and both are asked for moves only when they have one. The script ends with 1 if a move
is illegal, an answer is wrong, the engine oversteps its time, hangs, dies, or does not end with its client.
"""
import argparse
import math
import random
import sys
import time

from engine import Engine, Failure
from othello import BLACK, Board, WHITE, other, random_opening
from stopwatch import Stopwatch

# The script's own work between the two ends of a move: reading a pipe and scheduling on a busy machine.
TOLERANCE = 0.1
# The lengths of the random openings in turn, in plies.
OPENINGS = [8, 24, 0, 40, 16, 50]


class Player(Engine):
    def __init__(self, command, name):
        super().__init__(command, name)
        self.number = 0

    def ask(self, command):
        """Sends a command with a number and returns the text of its answer."""
        self.number += 1
        self.send(f"{self.number} {command}")
        lines = []
        while True:
            line = self.receive()
            if line == "" and lines:
                break
            if line != "":
                lines.append(line)
        head = f"={self.number}"
        if lines[0] != head and not lines[0].startswith(head + " "):
            raise Failure(f"{self.name} answers '{command}' by {lines}")
        return "\n".join([lines[0][len(head):].strip()] + lines[1:])


class Clock:
    """Main time, then periods for a number of moves."""

    def __init__(self, main, byoyomi, rounding):
        self.left, self.stones, self.byoyomi, self.rounding = main, 0, byoyomi, rounding

    def sent(self):
        return f"{max(0, self.rounding(self.left))} {self.stones}"

    def spend(self, used, name):
        self.left -= used
        if self.left < 0 and self.stones == 0 and self.byoyomi:
            self.left, self.stones = self.left + self.byoyomi[0], self.byoyomi[1]
        if self.left < -TOLERANCE:
            raise Failure(f"{name} overstepped its time by {-self.left:.3f} s after {used:.3f} s")
        self.left = max(self.left, 0.0)
        if self.stones > 0:
            self.stones -= 1
            if self.stones == 0:
                self.left, self.stones = self.byoyomi


def engine_move(engine, board, clock):
    """Asks the engine for its move on its clock. Sometimes it must first say what it would play, and take a move back."""
    colour = board.turn
    engine.ask(f"time_left {colour} {clock.sent()}")
    watch = Stopwatch()
    answer = engine.ask(f"genmove {colour}")
    clock.spend(watch.seconds(), engine.name)
    if answer.upper() != answer:
        raise Failure(f"{answer} is not in capitals")
    return answer.lower()


def check_undo(engine, board, colour, square):
    """Takes the last move back and plays it again: the board must be the same."""
    before = engine.ask("showboard")
    engine.ask("undo")
    if engine.ask("showboard") == before:
        raise Failure("undo changes nothing")
    engine.ask(f"play {colour} {square.upper()}")
    if engine.ask("showboard") != before:
        raise Failure(f"undo and play differ\n{board}")


def play(engine, opponent, colour, plies, arguments, rng, rounding):
    board = Board()
    opening = random_opening(board, plies, rng)
    for player in (engine, opponent):
        player.ask("set_game Othello")
        player.ask("boardsize 8")
        player.ask("clear_board")
    byoyomi = arguments.byoyomi or [0, 0]
    engine.ask(f"time_settings {int(arguments.time)} {int(byoyomi[0])} {int(byoyomi[1])}")
    for player in (engine, opponent):
        for mover, square in opening:
            player.ask(f"play {mover} {square.upper()}")
    clock = Clock(arguments.time, arguments.byoyomi, rounding)
    while board.turn is not None:
        if board.must_pass():
            board.play_pass()
            continue
        mover = board.turn
        own, rival = (engine, opponent) if mover == colour else (opponent, engine)
        square = engine_move(engine, board, clock) if own is engine else own.ask(f"genmove {mover}").lower()
        if square not in board.moves(mover):
            raise Failure(f"{own.name}: {square} is illegal for {mover}\n{board}")
        board.play(square)
        if own is engine and rng.random() < 0.1:
            check_undo(engine, board, mover, square)
        rival.ask(f"play {mover} {square.upper()}")
    check_end(engine, board)
    return board


def check_end(engine, board):
    score = board.score()
    expected = "0" if score == 0 else f"B+{score}" if score > 0 else f"W+{-score}"
    if engine.ask("final_score") != expected:
        raise Failure(f"final_score is not {expected}\n{board}")
    if f"X {board.count(BLACK)}  O {board.count(WHITE)}" not in engine.ask("showboard"):
        raise Failure(f"another board\n{board}\n{engine.ask('showboard')}")
    for colour in (BLACK, WHITE):
        if engine.ask(f"reg_genmove {colour}") != "PASS":
            raise Failure("a move after the end of the game")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=6)
    parser.add_argument("--engine", default="target/release/nullwindow gtp")
    parser.add_argument("--opponent", default="/usr/games/gtp-rhino -l 1")
    parser.add_argument("--time", type=float, default=2.0, help="the main time of the engine in seconds")
    parser.add_argument("--byoyomi", type=float, nargs=2, metavar=("SECONDS", "MOVES"))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.byoyomi:
        arguments.byoyomi = (arguments.byoyomi[0], int(arguments.byoyomi[1]))
    rng = random.Random(arguments.seed)
    results, passes, longest = {"won": 0, "drawn": 0, "lost": 0}, 0, 0.0
    # Even games use processes of their own; odd ones go on with them.
    engine = opponent = None
    for game in range(arguments.games):
        if game % 2 == 0:
            engine, opponent = Player(arguments.engine, "engine"), Player(arguments.opponent, "opponent")
        colour = BLACK if game % 2 == 0 else WHITE
        plies = OPENINGS[game // 2 % len(OPENINGS)]
        # Clients round the time to whole seconds, some down and some up.
        board = play(engine, opponent, colour, plies, arguments, rng, [math.floor, math.ceil][game // 2 % 2])
        score = board.score() * (1 if colour == BLACK else -1)
        results["won" if score > 0 else "lost" if score < 0 else "drawn"] += 1
        passes += board.passes
        print(f"game {game + 1}: {colour} after {plies} random plies, {score:+} discs, {board.passes} passes", flush=True)
        if game % 2 == 1 or game + 1 == arguments.games:
            # The client closes its end, once in the middle of a search.
            if game + 1 == arguments.games:
                engine.ask("clear_board")
                engine.ask("time_settings 600 0 0")
                engine.send("genmove black")
                time.sleep(0.2)
            longest = max(longest, engine.close())
            opponent.process.kill()
    if longest > 1.0:
        raise Failure(f"the engine ended {longest:.2f} s after its input")
    print(f"{arguments.games} games, {results}, {passes} passes: no illegal move, no forfeit, no wrong answer")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"FAILED: {failure}")
