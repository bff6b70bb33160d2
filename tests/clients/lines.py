#!/usr/bin/env python3
"""Compares the scores of `nullwindow lines connect4` with those of bitbully, an exact solver by other authors.

    python3 tests/clients/lines.py [POSITIONS] [--engine "target/release/nullwindow lines connect4"] [--stones 16]
                                   [--seed 1]

Needs the package `bitbully` (pip install bitbully). Positions come from random games with at least this many stones. They
are sent through one process, wrong lines among them. The script ends with 1 if a score differs, an answer is missing or
out of order, a wrong line is not answered by an error, or the first answer waits for the end of the input.
"""
import argparse
import random
import shlex
import subprocess
import sys
import time

import bitbully

WRONG = ["x", "8", "1111111", "44 x", "1212121212", "é"]


def random_position(rng, stones):
    """Returns the columns of a random game that is not over after this many stones."""
    while True:
        board, text = bitbully.Board(), ""
        while len(text) < stones and not board.is_game_over():
            column = rng.choice(board.legal_moves())
            board.play(column)
            text += str(column + 1)
        if len(text) == stones and not board.is_game_over():
            return text


def check_order(command, position):
    """Asserts that an answer is written while the input is open."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for _ in range(3):
            process.stdin.write(position + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            if not answer.startswith(position + " "):
                sys.exit(f"FAILED: {position} was answered by {answer!r}")
        process.stdin.close()
        if process.wait(timeout=10) != 0:
            sys.exit(f"FAILED: the program ended with {process.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?", type=int, default=200)
    parser.add_argument("--engine", default="target/release/nullwindow lines connect4")
    parser.add_argument("--stones", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    command, rng = shlex.split(arguments.engine), random.Random(arguments.seed)
    positions = [random_position(rng, rng.randint(arguments.stones, 34)) for _ in range(arguments.positions)]
    check_order(command, positions[0])
    lines = [WRONG[number // 10 % len(WRONG)] if number % 10 == 9 else text for number, text in enumerate(positions)]
    start = time.perf_counter()
    answer = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=1800)
    ours = time.perf_counter() - start
    answers = answer.stdout.splitlines()
    if answer.stderr or len(answers) != len(lines):
        sys.exit(f"FAILED: {len(answers)} answers to {len(lines)} lines, and errors: {answer.stderr!r}")
    solver, compared, start = bitbully.BitBully(), 0, time.perf_counter()
    for line, text in zip(lines, answers):
        if line in WRONG:
            if not text.startswith("error: "):
                sys.exit(f"FAILED: the wrong line {line!r} was answered by {text!r}")
            continue
        score = solver.mtdf(bitbully.Board([int(column) - 1 for column in line]))
        compared += 1
        if text != f"{line} {score}":
            sys.exit(f"FAILED: {text!r}, and bitbully's score is {score}")
    theirs = time.perf_counter() - start
    print(f"{compared} scores agree, {len(lines) - compared} wrong lines are errors; {ours:.1f} s and {theirs:.1f} s")


if __name__ == "__main__":
    main()
