#!/usr/bin/env python3
"""Plays matches against engines of other programs by `nullwindow match`, and fails on any forfeit.

    python3 tests/clients/match.py PATH-OF-NULLWINDOW [--games N]

Opponents: stockfish by UCI (chess), gtp-rhino by GTP (Othello), from Debian: `apt-get install stockfish grhino`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

OPPONENTS = [
    ("chess", "uci:/usr/games/stockfish", ["--b-option", "Skill Level=0", "--nodes", "2000"]),
    # By default Stockfish keeps 10 ms for everything outside of its search: on a busy machine it loses on time.
    (
        "chess",
        "uci:/usr/games/stockfish",
        ["--b-option", "Skill Level=0", "--b-option", "Move Overhead=200", "--clock", "5+0.1"],
    ),
    ("othello", "gtp:/usr/games/gtp-rhino", ["--nodes", "2000"]),
]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=4)
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        for game, opponent, limits in OPPONENTS:
            command = [program, "match", game, "--a", "mtd-f", "--b", opponent, "--games", str(args.games), "--json"]
            run = subprocess.run(command + limits, cwd=directory, capture_output=True, text=True, check=False)
            if run.returncode != 0:
                print(f"{game}, {opponent}: exit code {run.returncode}: {run.stderr}")
                failed += 1
                continue
            records = [json.loads(line) for line in run.stdout.splitlines()]
            result = records[-1]
            faults = [record["reason"] for record in records[:-1] if record["reason"][:3] in ("A: ", "B: ")]
            print(
                f"{game}, {opponent}, {' '.join(limits)}: {result['games']} games, "
                f"+{result['wins']} ={result['draws']} -{result['losses']}, {result['forfeits']} forfeits {faults}"
            )
            failed += result["forfeits"] != 0 or result["games"] != args.games
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
