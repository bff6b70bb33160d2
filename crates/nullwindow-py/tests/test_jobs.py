"""Jobs from Python are the jobs of the command."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import nullwindow
from nullwindow import jobs


def command(lines: str) -> list[dict[str, object]]:
    program = [sys.executable, "-m", "nullwindow", "job"]
    done = subprocess.run(program, input=lines, capture_output=True, text=True, timeout=120)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_job_gives_the_result_of_the_command() -> None:
    job = {"game": "connect4", "position": "4444432222554"}
    here, there = jobs.run(job), command(json.dumps(job) + "\n")[0]
    assert {**here, "seconds": 0} == {**there, "seconds": 0}
    assert here["id"] == jobs.job_id(job) and here["value"] == 15


def test_a_wrong_line_gets_an_error_and_the_stream_continues() -> None:
    answers = command('{"game":"nim"}\nnonsense\n{"game":"tictactoe"}\n')
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert answers[2]["value"] == 0


def test_spellings_of_one_search_have_one_id() -> None:
    canonical = jobs.job_id({"game": "tictactoe"})
    for job in ({"game": "TicTacToe"}, {"game": "tic-tac-toe", "algorithm": "mtdf"}):
        assert jobs.job_id(job) == jobs.run(job)["id"] == command(json.dumps(job))[0]["id"] == canonical


def test_blank_lines_are_skipped() -> None:
    answers = command('\n{"game":"nim"}\n \nnonsense\n')
    assert len(answers) == 2 and answers[1]["line"] == 4


def test_wrong_jobs_raise_with_the_text_of_the_command() -> None:
    with pytest.raises(nullwindow.RequestError, match="unknown field `dpeth`"):
        jobs.run({"game": "othello", "dpeth": 3})
    with pytest.raises(ValueError, match="did you mean 'alphabeta'"):
        jobs.run({"game": "othello", "algorithm": "alfabeta"})
