"""Positions solved on a real Dask cluster whose parts are killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from distributed import Client, Future, LocalCluster
from distributed.comm.core import CommClosedError

import nullwindow
from nullwindow import cluster

#: Many small jobs: a second or two on one worker.
GAME, BUDGET = "connect4 6x5", 10_000
VALUE = 0


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        Client(local) as client,
    ):
        yield client


def test_the_value_is_that_of_one_search_and_is_proven(client: Client, tmp_path: Path) -> None:
    result = cluster.solve("connect4 5x4", client=client, budget=2000, ledger=tmp_path / "ledger.db")
    assert result.value == nullwindow.solve("connect4 5x4").value == 0
    assert result.proof is not None
    assert all(check.proven for check in cluster.verify(result.proof, rerun=2))
    result.save_proof(tmp_path / "proof.jsonl")
    program = [sys.executable, "-m", "nullwindow", "verify", str(tmp_path / "proof.jsonl")]
    done = subprocess.run(program, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.count("proven") == 2 and "is worth 0" in done.stdout
    altered = result.proof.replace('"bound":0', '"bound":1', 1)
    assert not cluster.verify(altered)[0].proven


def test_the_ledger_answers_a_second_call(client: Client, tmp_path: Path) -> None:
    first = cluster.solve("connect4 5x4", client=client, budget=2000, ledger=tmp_path / "ledger.db")
    again = cluster.solve("connect4 5x4", client=client, budget=2000, ledger=tmp_path / "ledger.db")
    assert (again.value, again.jobs, again.known) == (first.value, 0, first.jobs)


def test_several_jobs_run_at_once(client: Client) -> None:
    seen: list[dict[str, Any]] = []
    cluster.solve(GAME, client=client, budget=BUDGET, progress=seen.append)
    assert max(state["in_flight"] for state in seen) >= 1
    assert len(seen) > 10


def test_a_killed_worker_costs_only_time(tmp_path: Path) -> None:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        Client(local) as client,
    ):
        killed: list[int] = []

        def kill(state: dict[str, Any]) -> None:
            if state["answered"] in (5, 15) and len(killed) < 2:
                pid = next(iter(client.run(os.getpid).values()))
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        result = cluster.solve(GAME, client=client, budget=BUDGET, ledger=tmp_path / "ledger.db", progress=kill)
    assert len(killed) == 2
    assert result.value == VALUE


def test_a_result_that_is_lost_on_its_way_costs_only_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler may be killed after a job has ended and before its result has arrived."""
    calls: list[object] = []
    result = Future.result

    def lose(future: Any, timeout: Any = None) -> Any:
        calls.append(future)
        if len(calls) == 3:
            raise CommClosedError("the scheduler is gone")
        return result(future, timeout)

    monkeypatch.setattr(Future, "result", lose)
    found = cluster.solve("connect4 5x4", client=client, budget=2000)
    assert (found.value, found.lost) == (0, 1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    program = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
    return subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


#: Counts the results of a ledger, 0 before its tables are there.
COUNT = """
import sqlite3, sys
try:
    print(sqlite3.connect(sys.argv[1], timeout=30).execute("SELECT count(*) FROM results").fetchone()[0])
except sqlite3.OperationalError:
    print(0)
"""


def results(ledger: Path) -> int:
    if not ledger.exists():
        return 0
    # In a process of its own: closing the file in this one would drop the locks of a manager that runs here, whose SQLite
    # is another copy.
    counted = subprocess.run([sys.executable, "-c", COUNT, str(ledger)], capture_output=True, text=True, check=True)
    return int(counted.stdout)


def wait_for(condition: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_killed_schedulers_and_managers_lose_only_jobs_in_flight(tmp_path: Path) -> None:
    port, ledger = free_port(), tmp_path / "ledger.db"
    address = f"tcp://127.0.0.1:{port}"

    def start() -> list[subprocess.Popen[bytes]]:
        scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        return [scheduler, *(dask("worker", address, "--nthreads", "1", "--no-dashboard") for _ in range(2))]

    processes = start()
    try:
        # The manager is a process of its own, and is killed twice.
        program = [sys.executable, "-m", "nullwindow.cluster", GAME, "--scheduler", address, "--ledger", str(ledger)]
        program += ["--budget", str(BUDGET)]
        for least in (5, 15):
            manager = subprocess.Popen(program, stdout=subprocess.PIPE)
            wait_for(lambda: results(ledger) >= least or manager.poll() is not None)
            manager.kill()
            manager.wait()
        before = results(ledger)
        assert before >= 15
        # The scheduler is killed under a manager that goes on with a new one.
        found: list[cluster.DistributedResult] = []

        def run() -> None:
            found.append(cluster.solve(GAME, client=address, budget=BUDGET, ledger=ledger, patience=60))

        thread = threading.Thread(target=run)
        thread.start()
        wait_for(lambda: results(ledger) >= before + 5 or not thread.is_alive())
        for process in processes:
            process.kill()
            process.wait()
        processes = start()
        thread.join(120)
        assert not thread.is_alive() and found[0].value == VALUE
        assert found[0].known >= before
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_simulations_replay_a_log(client: Client, tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    real = cluster.solve("connect4 5x4", client=client, budget=2000, ledger=log)
    table = cluster.simulate("connect4 5x4", log=log, workers=[1, 2, 64], budget=2000)
    assert [run.value for run in table.runs] == [real.value] * 3
    recorded = results(log)
    again = cluster.simulate("connect4 5x4", log=log, workers=[1, 2, 64], budget=2000)
    assert [(run.jobs, run.cancelled) for run in again.runs] == [(run.jobs, run.cancelled) for run in table.runs]
    assert results(log) == recorded, "the second time every job is replayed"
    assert table.speed_ups()[0] == 1 and table.speed_ups()[2] > 1
    assert (table._repr_svg_() or "").startswith("<svg") and "speed-up" in str(table)


def test_the_command_simulates_and_draws(tmp_path: Path) -> None:
    plot, log = tmp_path / "scaling.svg", tmp_path / "log.db"
    command = [sys.executable, "-m", "nullwindow.cluster", "connect4 5x4", "--budget", "2000", "--ledger", str(log)]
    done = subprocess.run([*command, "--simulate", "2,8", "--plot", str(plot)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["workers", "1", "2", "8"]
    assert ElementTree.parse(plot).getroot().tag.endswith("svg") and results(log)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--simulate", "0"], "numbers of workers"),
        (["--simulate", "1,"], "numbers of workers"),
        (["--workers", "0"], "expected at least 1 process; for workers that run elsewhere, name their scheduler"),
        (["--workers", "-1"], "expected at least 1 process"),
        (["--simulate", "2", "--latency", "-1"], "latency=-1.0: expected a number from 0"),
        (["--simulate", "2", "--budget", "0"], "budget=0: expected a number from 1"),
        (["--scheduler", "tcp://127.0.0.1:1", "--budget", "0"], "budget=0: expected a number from 1"),
    ],
)
def test_the_command_refuses_wrong_numbers(arguments: list[str], words: str) -> None:
    command = [sys.executable, "-m", "nullwindow.cluster", "connect4 5x4", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert "Traceback" not in done.stderr and done.stdout == ""


def test_wrong_arguments_are_refused() -> None:
    wrong: list[dict[str, Any]] = [{"budget": 0}, {"table": 0}, {"latency": -1.0}, {"latency": float("nan")}]
    for each in [*wrong, {"workers": [4, 0]}]:
        with pytest.raises(nullwindow.RequestError, match="expected a number from"):
            cluster.simulate("connect4 5x4", **each)
    with pytest.raises(TypeError, match="client: expected a distributed.Client or the address of a scheduler, not NoneType"):
        cluster.solve("connect4 5x4", client=None)  # type: ignore[arg-type]
    with pytest.raises(ConnectionError, match="no scheduler answers at foo"):
        cluster.solve("connect4 5x4", client="foo", patience=1)
    with pytest.raises(nullwindow.RequestError, match="workers=0"):
        cluster.local_cluster(0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_of_a_terminal_ends_the_command_quietly(tmp_path: Path) -> None:
    """A terminal sends the signal to all processes of the group, the workers among them."""
    file = tmp_path / "ledger.db"
    command = [sys.executable, "-m", "nullwindow.cluster", "connect4 7x6", "--budget", "20000", "--ledger", str(file)]
    # Dask warns if another cluster uses its usual port.
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    wait_for(lambda: results(file) >= 3 or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert output.startswith("interrupted; the value is ") and "None" not in output
    assert "the same command continues" in output
    assert errors == ""


def test_endless_games_are_refused(client: Client) -> None:
    with pytest.raises(nullwindow.RequestError, match="cannot be solved in parts"):
        cluster.solve("chess", client=client)
    with pytest.raises(ConnectionError, match="no scheduler answers"):
        cluster.solve("connect4 5x4", client=f"tcp://127.0.0.1:{free_port()}", patience=1)
