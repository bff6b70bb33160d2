#!/usr/bin/env python3
"""Plays chess games through python-chess, the client library that many programs use, and checks the engine's answers.

    python3 tests/clients/uci.py [GAMES] [--engine "target/release/nullwindow uci"] [--opponent COMMAND]
                                 [--time 1] [--increment 0.01] [--nodes N] [--ponder] [--chess960] [--set NAME=VALUE]
                                 [--opponent-set NAME=VALUE]
    python3 tests/clients/uci.py --checks

Needs the package `chess` (pip install chess). Without an opponent the engine plays against itself; an opponent is any UCI
engine, such as Debian's package `stockfish` (--opponent stockfish --opponent-set UCI_LimitStrength=true --opponent-set
UCI_Elo=1500). With --nodes the engine's moves are limited by nodes instead of the clock. With --checks the parts of the
protocol that clients rely on are checked one by one; `python3 tests/clients/uci_checks.py` is the same. The script ends
with 1 if a move was illegal, a player overstepped its time, an engine died, or a move came without a score before it.
"""
import argparse
import asyncio
import random
import shlex
import sys

import chess
import chess.engine
import uci_checks
from stopwatch import Stopwatch

# The client's own work between the two ends of a move: reading a pipe and scheduling on a busy machine.
TOLERANCE = 0.05


class Failure(Exception):
    pass


class Player:
    """An engine with its clock."""

    def __init__(self, protocol, name, is_checked, nodes=None):
        self.protocol, self.name, self.is_checked, self.nodes = protocol, name, is_checked, nodes

    async def move(self, board, clocks, increment, ponder):
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=increment, black_inc=increment
        )
        if self.nodes:
            limit = chess.engine.Limit(nodes=self.nodes)
        watch = Stopwatch()
        # python-chess raises an error for an illegal move, a broken line of `info`, and an engine that died.
        result = await self.protocol.play(board, limit, info=chess.engine.INFO_ALL, ponder=ponder)
        used = watch.seconds()
        if result.move is None or result.move not in board.legal_moves:
            raise Failure(f"{self.name}: no legal move in {board.fen()}")
        if self.is_checked and "score" not in result.info:
            raise Failure(f"{self.name}: {result.move} without a score in {board.fen()}")
        return result.move, used, result.info.get("time")


def start_position(chess960, rng):
    """Returns a board some random moves after the start, so that games differ."""
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
    for _ in range(4):
        board.push(rng.choice(list(board.legal_moves)))
    return board


async def play(players, board, arguments):
    clocks = {chess.WHITE: arguments.time, chess.BLACK: arguments.time}
    while not board.is_game_over(claim_draw=True):
        turn = board.turn
        player = players[turn]
        before = clocks[turn]
        move, used, reported = await player.move(board, clocks, arguments.increment, arguments.ponder)
        clocks[turn] -= used
        if clocks[turn] < -TOLERANCE and not player.nodes:
            if not player.is_checked:
                print(f"the opponent overstepped its time: {used:.3f} s of {before:.3f} s")
                return ("0-1" if turn == chess.WHITE else "1-0"), board.ply()
            times = f"{used:.3f} s of {before:.3f} s, its last iteration ended after {reported} s"
            raise Failure(f"{player.name}: overstepped its time ({times}) in {board.fen()}")
        clocks[turn] = max(clocks[turn], 0.001) + arguments.increment
        board.push(move)
    return board.result(claim_draw=True), board.ply()


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=10)
    parser.add_argument("--engine", default="target/release/nullwindow uci")
    parser.add_argument("--opponent", help="the command of another UCI engine")
    parser.add_argument("--time", type=float, default=1.0, help="seconds per player and game")
    parser.add_argument("--increment", type=float, default=0.01, help="seconds per move")
    parser.add_argument("--nodes", type=int, help="nodes per move of the engine, instead of the clock")
    parser.add_argument("--ponder", action="store_true")
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine")
    parser.add_argument("--opponent-set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--checks", action="store_true", help="check the protocol instead of playing games")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.checks:
        return await uci_checks.run(arguments.engine)
    rng = random.Random(arguments.seed)
    options = dict(text.split("=", 1) for text in arguments.set)
    other_options = dict(text.split("=", 1) for text in arguments.opponent_set)
    score = {"1-0": 0, "0-1": 0, "1/2-1/2": 0}
    points, moves = 0.0, 0
    for game in range(arguments.games):
        commands = [arguments.engine, arguments.opponent or arguments.engine]
        protocols = []
        for number, command in enumerate(commands):
            transport, protocol = await chess.engine.popen_uci(shlex.split(command))
            await protocol.configure(options if number == 0 or not arguments.opponent else other_options)
            protocols.append(protocol)
        first = Player(protocols[0], "engine", True, arguments.nodes)
        second = Player(protocols[1], "opponent" if arguments.opponent else "engine", not arguments.opponent)
        white = game % 2 == 0
        players = {chess.WHITE: first if white else second, chess.BLACK: second if white else first}
        result, plies = await play(players, start_position(arguments.chess960, rng), arguments)
        for protocol in protocols:
            await protocol.quit()
        score[result] += 1
        moves += plies
        points += 0.5 if result == "1/2-1/2" else float((result == "1-0") == white)
        print(f"game {game + 1}: {result} after {plies} plies", flush=True)
    print(f"{arguments.games} games, {moves} moves, {score}; the engine scored {points}: no forfeit, no illegal move")


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except (Failure, uci_checks.Failure, chess.engine.EngineError, chess.engine.EngineTerminatedError) as failure:
        sys.exit(f"FAILED: {failure}")
