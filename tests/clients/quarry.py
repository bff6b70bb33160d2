#!/usr/bin/env python3
"""Lets Quarry play a game of Reversi between the engine and gtp-rhino on a display without a screen.

    python3 tests/clients/quarry.py [--engine "target/release/nullwindow gtp"] [--colour black] [--patience 120]
                                    [--record FILE]

Needs quarry, grhino, xvfb and xdotool (apt-get install quarry grhino xvfb xdotool). A home directory of its own has the
settings of Quarry: the engines, the players and a clock. Three clicks start the game: New Game, Forward, Play. A script
between Quarry and the engine records what they say. The game is checked by rules of its own. The script ends with 1 if
an answer is an error, a move is illegal, the game does not end, or the engine lives on after Quarry.
"""
import argparse
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

from engine import Failure
from othello import Board

# The places of the three buttons: without a window manager every window opens at the corner of the display.
CLICKS = [("New Game", 97, 27), ("Forward", 437, 422), ("Play", 440, 422)]

SETTINGS = """[GTP Engine "Rhino"]
Screen name format = "%n"
Name = "Rhino"
Command line = "/usr/games/gtp-rhino -l 1"
Supported games = "Reversi"

[GTP Engine "Nullwindow"]
Screen name format = "%n"
Name = "Nullwindow"
Command line = "{engine}"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White player name = "white"
White is computer = true
Engine playing white = "{white}"
Black player name = "black"
Black is computer = true
Engine playing black = "{black}"

[New Reversi Game Parameters]
Board size = 8
Time control type = 3
Keep track of total time = 0
Main time = 00:05
Overtime period length = 00:05
Moves per overtime = 10
"""


def start_display():
    """Starts a display with a free number, and returns its process and name."""
    reader, writer = os.pipe()
    arguments = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    display = subprocess.Popen(arguments, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        return display, f":{numbers.readline().strip()}"


def click(display, x, y):
    words = ["xdotool", "mousemove", str(x), str(y), "click", "1"]
    subprocess.run(words, env={**os.environ, "DISPLAY": display}, check=True)


def wait_for_windows(display, count, end):
    """Waits until Quarry shows a number of windows."""
    words = ["xdotool", "search", "--onlyvisible", "--class", "quarry"]
    while time.monotonic() < end:
        found = subprocess.run(words, env={**os.environ, "DISPLAY": display}, capture_output=True, text=True)
        if len(found.stdout.split()) >= count:
            return
        time.sleep(0.2)
    raise Failure("Quarry opens no window")


def dialogue(sent, answered):
    """Pairs the commands of Quarry with the engine's answers, as far as there are any."""
    commands = [line for line in sent.read_text().splitlines() if line.strip()]
    answers = answered.read_text().split("\n\n")
    # The last part is an answer that is not complete.
    return list(zip(commands, answers[:-1]))


def replay(pairs):
    """Plays the moves of a dialogue, in which passes are left out, and checks the answers."""
    board = Board()
    for command, answer in pairs:
        if not answer.startswith("="):
            raise Failure(f"'{command}' is answered by '{answer}'")
        words = command.split()
        square = answer[2:] if words[0] == "genmove" else words[2] if words[0] == "play" else None
        if square is None:
            continue
        if board.turn != words[1]:
            board.play_pass()
        board.play(square.lower())
    return board


def play(arguments, directory, display):
    sent, answered = directory / "sent", directory / "answered"
    sent.touch()
    answered.touch()
    script = directory / "engine"
    command = " ".join(shlex.quote(word) for word in shlex.split(arguments.engine))
    script.write_text(f"#!/bin/sh\ntee -a {sent} | {command} | tee -a {answered}\n")
    script.chmod(0o755)
    own, rival = ("Nullwindow", "Rhino")
    black, white = (own, rival) if arguments.colour == "black" else (rival, own)
    (directory / ".quarry").write_text(SETTINGS.format(engine=script, black=black, white=white))
    environment = {**os.environ, "HOME": str(directory), "DISPLAY": display}
    quarry = subprocess.Popen(["/usr/games/quarry"], env=environment, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + arguments.patience
        wait_for_windows(display, 1, end)
        for _, x, y in CLICKS:
            time.sleep(1.0)
            click(display, x, y)
        while time.monotonic() < end:
            pairs = dialogue(sent, answered)
            board = replay(pairs)
            if board.turn is None:
                return pairs, board
            if quarry.poll() is not None:
                raise Failure("Quarry died")
            time.sleep(0.5)
        raise Failure(f"no end after {arguments.patience} s, {len(pairs)} commands, the last {pairs[-3:]}\n{board}")
    finally:
        quarry.terminate()
        quarry.wait(10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/nullwindow gtp")
    parser.add_argument("--colour", choices=["black", "white"], default="black")
    parser.add_argument("--patience", type=float, default=120.0, help="the seconds after which the test fails")
    parser.add_argument("--record", help="a file for the dialogue")
    arguments = parser.parse_args()
    words = shlex.split(arguments.engine)
    arguments.engine = shlex.join([str(pathlib.Path(words[0]).resolve())] + words[1:])
    display_process, display = start_display()
    with tempfile.TemporaryDirectory() as home:
        try:
            pairs, board = play(arguments, pathlib.Path(home), display)
            check_end(home)
        finally:
            display_process.terminate()
            display_process.wait(10)
    if arguments.record:
        lines = [f"{command} -> {answer.splitlines()[0]}" for command, answer in pairs]
        pathlib.Path(arguments.record).write_text("\n".join(lines) + "\n")
    moves = sum(command.split()[0] in ("play", "genmove") for command, _ in pairs)
    print(f"Quarry: {moves} moves, {board.passes} passes, Black {board.score():+}: no error, no illegal move")


def check_end(home):
    """Checks that the engine ends with Quarry. Its script names the home directory."""
    end = time.monotonic() + 2.0
    while time.monotonic() < end:
        if subprocess.run(["pgrep", "-f", f"tee -a {home}/sent"], capture_output=True).returncode != 0:
            return
        time.sleep(0.1)
    raise Failure("the engine lives on after Quarry")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"FAILED: {failure}")
