"""The console script, and results equal to those of the commands."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import nullwindow

PROGRAM = [sys.executable, "-m", "nullwindow"]


def run(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done.stderr
    return done


def records(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, "--json").stdout.splitlines()]


def assert_equal(own: dict[str, Any], command: dict[str, Any], *names: str) -> None:
    assert {name: own[name] for name in names} == {name: command[name] for name in names}


COUNTS = ("leaves", "leaf_visits", "interior", "total", "passes")


def test_solve_equals_the_command() -> None:
    position = "4444443233352"
    (command,) = records("solve", "connect4", position, "--all-moves")
    own = nullwindow.solve("connect4", position, all_moves=True).to_dict()
    names = ("game", "position", "value", "move", "line", "line_complete", "depth", "words", "scale")
    assert_equal(own, command, *names, *COUNTS)
    assert own["moves"] == command["moves"]


def test_clients_are_told_the_console_script() -> None:
    script = Path(sys.executable).with_name("nullwindow")
    assert script.exists() and str(script) in run("engine-config", "cutechess").stdout


def test_deepen_equals_analyze() -> None:
    for game, depth in (("chess", 3), ("othello", 4), ("checkers", 5), ("connect4", 6)):
        command = records("analyze", game, "--depth", str(depth), "--multipv", "2")
        own = nullwindow.deepen(game, depth=depth, multi_pv=2)
        assert len(own) == len(command)
        for one, other in zip(own, command):
            assert_equal(one.to_dict(), other, "depth", "value", "move", "settled", "selective", "scale", *COUNTS)
            assert list(one.line) == other["pv"]


def test_compare_equals_the_command() -> None:
    command = records("compare", "connect4", "4455", "--depth", "5")
    own = nullwindow.compare("connect4", "4455", 5)
    assert [row.algorithm for row in own] == [row["algorithm"] for row in command]
    for one, other in zip(own, command):
        assert_equal(one.to_dict(), other, "value", "move", "depth", "agree", "quiescence", *COUNTS)


def test_compare_of_a_tree_equals_the_command() -> None:
    command = records("compare", "--tree", "pearl")
    own = nullwindow.compare("tree " + nullwindow.trees().named["pearl"])
    assert [(row.algorithm, row.value, row.leaves, row.total) for row in own] == [
        (row["algorithm"], row["value"], row["leaves"], row["total"]) for row in command
    ]


def test_trace_equals_the_command() -> None:
    lines = run("trace", "connect4", "--position", "4455", "--depth", "3", "--algorithm", "sss*").stdout.splitlines()
    own = nullwindow.trace("connect4", "4455", depth=3, algorithm="sss*")
    assert own.lines.splitlines() == lines[1:-1]
    cut = nullwindow.trace("connect4", "4455", depth=3, limit=10)
    assert (len(cut), cut.complete) == (10, False)


def test_proofs_equal_the_command_and_both_verify_them(tmp_path: Path) -> None:
    file = tmp_path / "draw.proof"
    run("proof", "tictactoe", "--out", str(file))
    own = nullwindow.proof("tictactoe")
    assert own.text == file.read_text() and own.value == 0
    assert nullwindow.verify(file.read_text()).value == 0
    file.write_text(own.text)
    run("verify", str(file))
    file.write_text(own[0].text.replace("bound 0", "bound -1"))
    run("verify", str(file), code=1)
    assert not nullwindow.verify(file.read_text())


def test_perft_and_check_equal_the_command() -> None:
    assert [row["sequences"] for row in records("perft", "othello", "--depth", "5")] == list(
        nullwindow.perft("othello").counts
    )
    (command,) = records("check", "nim", "3", "4", "5")
    (own,) = nullwindow.check("nim 3 4 5").checks
    names = ("position", "sound", "positions", "random_games", "searches", "tested", "untested")
    assert_equal(own.to_dict(), command, *names)


def test_tree_equals_the_command() -> None:
    (command,) = records("tree", "trends", "--algorithm", "sss*", "--steps")
    own = nullwindow.tree("trends", "sss*").to_dict()
    assert_equal(own, command, "value", "move", "leaves", "nodes", "pictures", "steps", "title")


def test_wrong_usage_has_exit_code_2() -> None:
    assert "unrecognized subcommand" in run("slove", code=2).stderr
    assert "is no position of connect4" in run("solve", "connect4", "8", code=2).stderr
    assert "--depth" in run("analyze", "chess", "--depth", "0", code=2).stderr


def test_a_negative_answer_has_exit_code_1_and_help_0() -> None:
    run("solve", "connect4", "--time", "0.05", code=1)
    assert "Usage: nullwindow solve" in run("solve", "--help").stdout
    assert run("--version").stdout.split() == ["nullwindow", nullwindow.__version__]


def test_the_console_script_is_installed() -> None:
    script = Path(sys.executable).parent / "nullwindow"
    if not script.exists():
        pytest.skip("the package is not installed by pip")
    done = subprocess.run([script, "solve", "tictactoe", "--json"], capture_output=True, text=True)
    assert (done.returncode, json.loads(done.stdout)["value"]) == (0, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_command_with_code_130() -> None:
    import signal

    process = subprocess.Popen([*PROGRAM, "solve", "connect4", "--json"], stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=10)
    # The end of the process includes that of the interpreter.
    assert process.returncode == 130 and time.monotonic() - sent < 0.5
    assert json.loads(output)["proven"] is False
