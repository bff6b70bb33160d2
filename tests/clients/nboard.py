#!/usr/bin/env python3
"""Plays Othello by the protocol of NBoard as its window does, and checks every line by rules of its own.

    python3 tests/clients/nboard.py [GAMES] [--engine "target/release/nullwindow nboard"] [--depth 6] [--seed 1]

The engine plays both colours. Before every request the position changes and a ping follows, sometimes in the middle of a
search: then no line of that search may follow the pong. In the endgame the depth reaches the end of the game: the engine
must announce the result exactly, and reach it. After every game it analyses the game. The script ends with 1 if a move or
a variation is illegal, a line is wrong or comes at the wrong time, or the engine hangs, dies or does not end with its
client.
"""
import argparse
import copy
import random
import sys
import time

from engine import Engine, Failure
from othello import BLACK, Board, random_opening

# The empty squares from which games are played to their end exactly.
SOLVED = 14
# The time after a pong in which a late line would arrive.
SILENCE = 0.01


def squares(line):
    """Returns the moves of a variation without blanks."""
    if len(line) % 2:
        raise Failure(f"no variation: {line}")
    return [line[at:at + 2] for at in range(0, len(line), 2)]


def play(board, text):
    """Plays a move of the protocol."""
    try:
        board.play_pass() if text == "PA" else board.play(text.lower())
    except ValueError as error:
        raise Failure(str(error)) from None


class Client:
    def __init__(self, command):
        self.engine = Engine(command, "engine")
        self.ping, self.depth, self.latest = 0, None, 0.0
        self.engine.send("nboard 2")
        if not self.engine.receive().startswith("set myname "):
            raise Failure("no name")

    def synchronize(self):
        """Pings, and returns the lines before the pong. After it there must be silence."""
        self.ping += 1
        self.engine.send(f"ping {self.ping}")
        lines, start = [], time.perf_counter()
        while not lines or lines[-1] != f"pong {self.ping}":
            lines.append(self.engine.receive())
        self.latest = max(self.latest, time.perf_counter() - start)
        if self.latest > 5.0:
            raise Failure(f"a pong after {self.latest:.1f} s")
        time.sleep(SILENCE)
        late = self.engine.arrived()
        if late:
            raise Failure(f"{late} after pong {self.ping}")
        return lines[:-1]

    def set_depth(self, depth):
        if depth != self.depth:
            self.depth = depth
            self.engine.send(f"set depth {depth}")

    def until(self, is_last):
        lines = []
        while not lines or not is_last(lines[-1]):
            lines.append(self.engine.receive())
        return lines


def check_search_lines(lines, board):
    """Checks the lines of a search and returns the moves, evaluations and depths that they tell."""
    found = []
    for line in lines:
        words = line.split(" ")
        if words[0] == "search":
            _, variation, evaluation, zero, depth = words
            if zero != "0" or not (depth == "100%" or depth.isdigit()):
                raise Failure(f"wrong: {line}")
            copied = copy.deepcopy(board)
            for square in squares(variation):
                play(copied, square)
            found.append((squares(variation)[0], float(evaluation), depth))
        elif words[0] == "nodestats":
            int(words[1]), float(words[2])
        elif words[0] not in ("status", "==="):
            raise Failure(f"unexpected: {line}")
    return found


def check_hint(client, board, moves):
    """Asks for the best moves: each has an evaluation at the last depth, best first."""
    client.engine.send(f"hint {moves}")
    lines = client.until(lambda line: line == "status")
    found = check_search_lines(lines, board)
    legal = 1 if board.must_pass() else len(board.moves(board.turn))
    last = found[-min(moves, legal):]
    values = [evaluation for _, evaluation, _ in last]
    if len({square for square, _, _ in last}) != min(moves, legal) or values != sorted(values, reverse=True):
        raise Failure(f"no hint for {moves} moves: {lines}\n{board}")


def interrupt(client, board, rng):
    """Starts a search to the end, and pings in the middle of it."""
    client.set_depth(60)
    client.engine.send(rng.choice(["hint 1", "hint 4", "go"]))
    time.sleep(rng.random() * 0.03)
    check_search_lines(client.synchronize(), board)


def record(opening, moves):
    """Writes a game in GGF."""
    return f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 {opening}]{''.join(moves)};)"


def text_of(board):
    rows = str(board).split("\n")
    return "".join(rows[:8]) + (" *" if board.turn == BLACK else " O")


def play_game(client, rng, arguments):
    board = Board()
    random_opening(board, rng.choice([0, 6, 14, 30]), rng)
    if board.turn is None:
        return 0, 0
    opening, moves, announced = text_of(board), [], None
    client.engine.send(f"set game {record(opening, moves)}")
    while board.turn is not None:
        exact = 64 - len(board.discs) <= SOLVED
        if rng.random() < 0.3:
            interrupt(client, board, rng)
        client.set_depth(60 if exact else arguments.depth)
        client.synchronize()
        if rng.random() < 0.1:
            check_hint(client, board, rng.randint(1, 5))
        client.engine.send("go")
        lines = client.until(lambda line: line.startswith("==="))
        square, evaluation, seconds = lines[-1][4:].split("/")
        found = check_search_lines(lines, board)
        if found[-1][:2] != (square, float(evaluation)) or float(seconds) < 0.0:
            raise Failure(f"{lines[-1]} after {found[-1]}")
        if exact:
            value = float(evaluation) * (1 if board.turn == BLACK else -1)
            announced = value if announced is None else announced
            if found[-1][2] != "100%" or value != announced:
                raise Failure(f"{lines[-1]}, {found[-1]}, {announced} was announced\n{board}")
        moves.append(f"{'B' if board.turn == BLACK else 'W'}[{square}/{evaluation}/{seconds}]")
        play(board, square)
        if rng.random() < 0.2:
            client.engine.send(f"set game {record(opening, moves)}")
        else:
            client.engine.send(f"move {square}/{evaluation}/{seconds}")
    if announced is not None and announced != board.score():
        raise Failure(f"announced {announced}, reached {board.score()}\n{board}")
    analyze(client, board, len(moves))
    return len(moves), board.passes


def analyze(client, board, plies):
    """Lets the engine analyse and learn the game."""
    client.set_depth(2)
    client.synchronize()
    client.engine.send("analyze")
    lines = client.until(lambda line: line == "status")
    told = [line.split(" ") for line in lines if line.startswith("analysis ")]
    if [int(ply) for _, ply, _ in told] != list(range(plies, -1, -1)):
        raise Failure(f"no analysis of {plies} plies: {lines}")
    if abs(float(told[0][2])) != abs(board.score()):
        raise Failure(f"{told[0]} at the end of the game\n{board}")
    client.engine.send("learn")
    if client.engine.receive() != "learned":
        raise Failure("not learned")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=4)
    parser.add_argument("--engine", default="target/release/nullwindow nboard")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    client = Client(arguments.engine)
    plies = passes = 0
    for game in range(arguments.games):
        played, passed = play_game(client, rng, arguments)
        plies, passes = plies + played, passes + passed
        print(f"game {game + 1}: {played} plies", flush=True)
    # The client closes its end in the middle of a search.
    client.engine.send(f"set game {record(text_of(Board()), [])}")
    client.set_depth(60)
    client.engine.send("go")
    time.sleep(0.2)
    ended = client.engine.close()
    if ended > 1.0:
        raise Failure(f"the engine ended {ended:.2f} s after its input")
    pings = f"{client.ping} pings, answered within {client.latest * 1000:.0f} ms"
    print(f"{arguments.games} games, {plies} plies, {passes} passes, {pings}: no illegal move, no late line")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"FAILED: {failure}")
