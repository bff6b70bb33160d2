"""The laboratory: rows as Arrow, runs that can be resumed, and runs on a Dask cluster."""

from __future__ import annotations

import csv
import json
import os
import pathlib
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from nullwindow import _native, lab
from nullwindow.lab import __main__ as command

SMALL = """
name = "small"
title = "A small plan"
question = "Does MTD(f) visit fewer leaves than Alpha-Beta?"
paper = ""
setup = ""
refuted = ""

[[searches]]
subjects = ["uniform 3x4"]
algorithms = ["mtd-f", "alphabeta", "sss*", "minimal-tree"]
seeds = 5
distinct = true

[[searches]]
subjects = ["othello", "tictactoe"]
algorithms = ["mtd-f", "aspiration(4)"]
positions = 3
depth = 4
step = 1
entries = "2^16"

[[searches]]
subjects = ["othello"]
algorithms = ["mtd-f"]
positions = 2
depth = 4
step = 2
entries = "2^16"
offsets = [-8, 0, 8]

[[claims]]
text = "MTD(f) visits fewer leaves"
kind = "ratio"
subjects = ["othello"]
algorithm = "mtd-f"
base = "aspiration"
y = "leaf-visits"
at = "deepest"
most = 2.0

[[claims]]
text = "MTD(f) is fast"
kind = "ratio"
subjects = ["othello"]
algorithm = "mtd-f"
base = "aspiration"
y = "seconds"
at = "deepest"
most = 100.0
"""

# Searches of about a tenth of a second, so that a worker can be lost in the middle of one.
LONG = """
name = "long"
title = "A longer plan"
question = ""
paper = ""
setup = ""
refuted = ""

[[searches]]
subjects = ["othello"]
algorithms = ["mtd-f", "alphabeta"]
positions = 10
depth = 8
step = 1
entries = "2^16"
"""


@pytest.fixture
def small(tmp_path: pathlib.Path) -> pathlib.Path:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    return file


@pytest.fixture
def long(tmp_path: pathlib.Path) -> pathlib.Path:
    file = tmp_path / "long.toml"
    file.write_text(LONG)
    return file


@pytest.fixture
def measured(small: pathlib.Path, tmp_path: pathlib.Path) -> str:
    database = str(tmp_path / "rows.db")
    assert lab.run(small, database=database).left == 0
    return database


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with cluster.get_client() as client:
        client.wait_for_workers(2, timeout=60)
        yield client


def contents(database: str) -> list[dict[str, Any]]:
    """Return the rows in an order of their own, without what differs from run to run."""
    import pyarrow

    table = pyarrow.table(lab.rows(database)).drop_columns(["search", "machine", "jobs", "at", "seconds"])
    return sorted(table.to_pylist(), key=lambda row: (row["cell"], row["iteration"]))


def settings(database: str) -> set[tuple[str, int]]:
    """Return the machines and jobs of all rows."""
    import pyarrow

    table = pyarrow.table(lab.rows(database))
    return set(zip(table["machine"].to_pylist(), table["jobs"].to_pylist()))


# Rows.


def test_columns_equal_the_csv_export_cell_by_cell(measured: str, tmp_path: pathlib.Path) -> None:
    import pyarrow

    file = tmp_path / "rows.csv"
    code = "import sys; from nullwindow import _native; sys.exit(_native.run_command(sys.argv))"
    subprocess.run([sys.executable, "-c", code, "lab", "export", "--db", measured, "--out", str(file)], check=True)
    with file.open(newline="") as lines:
        exported = list(csv.reader(lines))
    table = pyarrow.table(lab.rows(measured))
    assert table.column_names == exported[0]
    assert len(table) == len(exported) - 1 > 40
    for name, *cells in zip(*exported):
        assert [as_csv(value) for value in table[name].to_pylist()] == [normal(name, cell) for cell in cells], name


def as_csv(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, (bool, float, list)):
        return value
    return value.strftime("%Y-%m-%dT%H:%M:%SZ") if hasattr(value, "strftime") else str(value)


def normal(name: str, cell: str) -> Any:
    if name in ("cuts", "questions", "move_is_proven", "settled", "windowed_leaves", "seconds"):
        value = json.loads(cell)
        return float(value) if name == "seconds" else value
    return cell


def test_optional_fields_are_nullable_and_the_others_are_not(measured: str) -> None:
    import pyarrow

    schema = pyarrow.table(lab.rows(measured)).schema
    nullable = {field.name for field in schema if field.nullable}
    assert nullable == {"at", "depth", "step", "entries", "offset", "value", "lower", "upper", "move", "leaves"}
    assert schema.field("leaf_visits").type == pyarrow.uint64()
    assert schema.field("seconds").type == pyarrow.float64()
    assert schema == pyarrow.schema(lab.rows(measured))


def test_readers_share_the_buffers(measured: str) -> None:
    numpy = pytest.importorskip("numpy")
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    rows = lab.rows(measured)
    arrow = pyarrow.table(rows)
    frame = polars.DataFrame(rows)
    for name in ("seconds", "leaf_visits", "iteration"):
        address = arrow[name].chunk(0).buffers()[1].address
        assert arrow[name].chunk(0).to_numpy(zero_copy_only=True).__array_interface__["data"][0] == address
        assert frame[name].to_numpy(allow_copy=False).__array_interface__["data"][0] == address
        assert pyarrow.table(rows)[name].chunk(0).buffers()[1].address == address
        series = pandas.Series(pandas.arrays.ArrowExtensionArray(arrow[name]))
        assert series.array.__arrow_array__().chunk(0).buffers()[1].address == address
        # As docs/laboratory-on-dask.md reads them, with and without a copy.
        mapped = arrow.to_pandas(types_mapper=pandas.ArrowDtype)[name]
        assert mapped.array.__arrow_array__().chunk(0).buffers()[1].address == address
        assert pandas.DataFrame.from_arrow(rows)[name].to_numpy().__array_interface__["data"][0] != address
    assert numpy.allclose(pandas.DataFrame.from_arrow(rows)["seconds"], frame["seconds"].to_numpy())


def test_buffers_outlive_the_rows(measured: str) -> None:
    import pyarrow

    rows = lab.rows(measured)
    table = pyarrow.table(rows)
    expected = table["leaf_visits"].to_pylist()
    del rows
    assert pyarrow.table(table)["leaf_visits"].to_pylist() == expected


def test_a_stream_that_nobody_reads_is_freed(measured: str) -> None:
    rows = lab.rows(measured)
    for _ in range(100):
        rows.__arrow_c_stream__()
        rows.__arrow_c_schema__()


def test_rows_of_a_plan_are_those_of_its_searches(measured: str, tmp_path: pathlib.Path) -> None:
    part = tmp_path / "part.toml"
    part.write_text(SMALL[: SMALL.index("[[searches]]\nsubjects = [\"othello\", ")].replace('"small"', '"part"'))
    found = {row["subject"] for row in __import__("pyarrow").table(lab.rows(measured, part)).to_pylist()}
    assert found == {"uniform 3x4"}
    assert len(lab.rows(measured, "leaves")) == 0
    with pytest.raises(ValueError, match="there is no plan 'leafs'"):
        lab.rows(measured, "leafs")
    with pytest.raises(FileNotFoundError, match="there is no database"):
        lab.rows(tmp_path / "none.db")


# Runs on this machine.


def test_a_run_that_was_interrupted_is_resumed(long: pathlib.Path, tmp_path: pathlib.Path) -> None:
    whole, parts = str(tmp_path / "whole.db"), str(tmp_path / "parts.db")
    all_searches = lab.run(long, database=whole).done
    pressed: list[float] = []

    def press(progress: lab.RunProgress) -> None:
        if progress.done >= 3 and not pressed:
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

    first = lab.run(long, database=parts, progress=press)
    assert time.monotonic() - pressed[0] < 0.1
    assert first.stopped == "interrupted"
    assert first.left is not None and first.left > 0 and first.done >= 3
    second = lab.run(long, database=parts)
    assert (second.known, second.done, second.left) == (first.done, first.left, 0)
    assert first.done + second.done == all_searches
    assert contents(parts) == contents(whole)


def test_other_threads_run_during_a_run(long: pathlib.Path, tmp_path: pathlib.Path) -> None:
    ticks: list[float] = []
    over = threading.Event()

    def tick() -> None:
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    lab.run(long, database=tmp_path / "rows.db", positions=4)
    over.set()
    thread.join()
    assert max(after - before for before, after in zip(ticks, ticks[1:])) < 0.5


def test_an_exception_of_the_callback_ends_the_run(small: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def fail(progress: lab.RunProgress) -> None:
        raise LookupError("as planned")

    with pytest.raises(LookupError, match="as planned"):
        lab.run(small, database=tmp_path / "rows.db", progress=fail)


def test_wrong_arguments_are_value_errors(tmp_path: pathlib.Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(SMALL.replace('"othello", "tictactoe"', '"othelo", "tictactoe"'))
    with pytest.raises(ValueError, match="did you mean 'othello'"):
        lab.run(wrong, database=tmp_path / "rows.db")
    assert not (tmp_path / "rows.db").exists()
    for arguments in ({"jobs": 0}, {"positions": 0}, {"form": "slow"}):
        with pytest.raises(ValueError):
            lab.run("leaves", database=tmp_path / "rows.db", **arguments)


def test_two_runs_do_not_share_a_database(long: pathlib.Path, tmp_path: pathlib.Path) -> None:
    database = tmp_path / "rows.db"
    errors: list[OSError] = []

    def second(progress: lab.RunProgress) -> None:
        if not errors:
            with pytest.raises(OSError, match="another run is at work") as raised:
                lab.run(long, database=database)
            errors.append(raised.value)

    # All its searches: the run goes on while it reports its progress, and has to be at work when the second one begins.
    lab.run(long, database=database, progress=second)
    assert len(errors) == 1


# Findings.


def plant(database: str, machine: str, cells: str, seconds: float) -> None:
    """Move the rows of some cells to another machine, with other times."""
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO settings (program, machine, jobs) SELECT program, ?, jobs FROM settings", [machine])
        (setting,) = connection.execute("SELECT id FROM settings WHERE machine = ?", [machine]).fetchone()
        connection.execute(
            "UPDATE rows SET seconds = ? WHERE cell IN (SELECT id FROM cells WHERE text LIKE ?)", [seconds, cells]
        )
        connection.execute("UPDATE cells SET setting = ? WHERE text LIKE ?", [setting, cells])
    connection.close()


def cases(finding: lab.Finding, claim: int) -> dict[str, int]:
    return {case["subject"]: case["n"] for case in finding.verdicts[claim].cases}


def test_times_of_two_machines_are_not_mixed(small: pathlib.Path, measured: str) -> None:
    (before,) = lab.findings(small, database=measured)
    assert cases(before, 0)["othello"] == cases(before, 1)["othello"] == 3
    assert before.other_settings == () and before.missing == 0
    # One position of three, both algorithms: a machine that is a thousand times slower.
    plant(measured, "abacus, 1 core, linux", "othello 2 % step 1 %", 1000.0)
    (after,) = lab.findings(small, database=measured)
    assert cases(after, 0)["othello"] == 3, "counts are those of both machines"
    assert cases(after, 1)["othello"] == 2, "times are those of one machine"
    assert after.missing == 0
    assert before.verdicts[0] == after.verdicts[0]
    assert after.setting == before.setting
    assert [(setting.machine, count) for setting, count in after.other_settings] == [("abacus, 1 core, linux", 2)]
    assert any("abacus" in remark and "never to times" in remark for remark in after.remarks)
    assert "abacus" in lab.report(small, database=measured)


def test_a_time_of_one_machine_is_never_divided_by_that_of_another(small: pathlib.Path, measured: str) -> None:
    # One algorithm on the other machine, on every position: no pair of times is comparable.
    plant(measured, "abacus, 1 core, linux", "othello % mtd-f % step 1 %", 1000.0)
    (finding,) = lab.findings(small, database=measured)
    assert cases(finding, 0)["othello"] == 3
    assert "othello" not in cases(finding, 1)


def test_findings_are_data(small: pathlib.Path, measured: str) -> None:
    (finding,) = lab.findings(small, database=measured)
    assert json.loads(json.dumps(finding.to_dict()))["verdicts"][0]["answer"] == finding.verdicts[0].answer
    assert finding.verdicts[0].answer in ("confirmed", "undecided")
    assert lab.report(small, database=measured).startswith("<!")
    assert "A small plan" in lab.report(small, database=measured, format="markdown")
    assert lab.findings(database=measured) == []


# Cells.


def test_a_cell_is_a_pure_function_of_its_text(small: pathlib.Path, tmp_path: pathlib.Path) -> None:
    plan = lab.read_plan(small)
    run = _native.LabRun([(plan.file_name, plan.text)], "quick", str(tmp_path / "rows.db"), None, [])
    cells = run.take(1000)
    # Tic-tac-toe has one position, and the plan asks for three.
    assert len(cells) == plan.quick_searches - 4
    run.finish(True)
    for cell in random.Random(1).sample(cells, 10):
        first, second = (json.loads(_native.lab_search(cell, None)) for _ in range(2))
        for row in first["rows"] + second["rows"]:
            del row["seconds"]
        assert first["rows"] == second["rows"] != []


def test_a_search_ends_when_it_is_released() -> None:
    cell = {"subject": "othello", "instance": 1, "method": "alphabeta", "depth": 30, "step": None, "entries": None}
    cell |= {"offset": None, "distinct": False, "threads": 1, "windowed_leaves": False}
    start = time.monotonic()
    answer = _native.lab_search(json.dumps(cell), lambda: time.monotonic() - start > 0.3)
    assert json.loads(answer) == {"stopped": True}
    assert 0.3 < time.monotonic() - start < 0.6


def test_an_error_of_a_search_is_an_answer() -> None:
    cell = {"subject": "othello", "instance": 4000, "method": "alphabeta", "depth": 1, "step": None, "entries": None}
    cell |= {"offset": None, "distinct": False, "threads": 1, "windowed_leaves": False}
    assert "number 4000 was asked for" in json.loads(_native.lab_search(json.dumps(cell), None))["error"]


# Runs on a cluster.


def test_a_cluster_measures_the_same_rows(client: Any, small: pathlib.Path, tmp_path: pathlib.Path) -> None:
    here, there = str(tmp_path / "here.db"), str(tmp_path / "there.db")
    local = lab.run(small, database=here)
    reports: list[lab.RunProgress] = []
    remote = lab.run(small, database=there, client=client, progress=reports.append)
    assert remote == local
    assert contents(there) == contents(here)
    # Two workers with one thread each disturb each other as two jobs do.
    assert settings(there) == {(_native.lab_setting()[1], 2)}
    assert reports[-1].done == reports[-1].total == local.done
    again = lab.run(small, database=there, client=client)
    assert (again.done, again.known) == (0, local.done)
    by_address = lab.run(small, database=there, client=client.scheduler.address)
    assert (by_address.done, by_address.known) == (0, local.done)
    assert client.status == "running", "only the client of the call was closed"


def test_a_client_is_a_client_or_an_address(small: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(ConnectionError, match="there is no scheduler at foo"):
        lab.run(small, database=tmp_path / "rows.db", client="foo")
    with pytest.raises(TypeError, match="client: expected a distributed.Client or the address of a scheduler, not int"):
        lab.run(small, database=tmp_path / "rows.db", client=4)
    assert not (tmp_path / "rows.db").exists()


def test_rows_of_another_host_have_its_name(
    client: Any, small: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker_host = socket.gethostname()
    # The workers are processes of their own, and keep their name.
    monkeypatch.setattr(socket, "gethostname", lambda: "another-host")
    database = tmp_path / "hosts.db"
    lab.run(small, database=str(database), client=client)
    with sqlite3.connect(database) as connection:
        machines = [machine for (machine,) in connection.execute("SELECT machine FROM settings")]
    assert machines and all(machine.endswith(f", host {worker_host}") for machine in machines)


def test_a_run_on_a_cluster_goes_on_with_rows_of_the_same_setting(
    client: Any, small: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    database = str(tmp_path / "rows.db")
    local = lab.run(small, database=database, jobs=2)
    assert lab.run(small, database=database, client=client).known == local.done
    # One search at a time is another setting: its times are better.
    alone = lab.run(small, database=database, client=client, jobs=1)
    assert (alone.known, alone.done) == (0, local.done)
    assert {jobs for _, jobs in settings(database)} == {1, 2}
    assert lab.run(small, database=database, jobs=1).known == local.done


def test_the_number_of_tasks_in_flight_is_bounded(client: Any, small: pathlib.Path, tmp_path: pathlib.Path) -> None:
    most = 0
    submit = client.submit

    def counting(*arguments: Any, **options: Any) -> Any:
        nonlocal most
        future = submit(*arguments, **options)
        most = max(most, sum(state.status == "pending" for state in client.futures.values()))
        return future

    client.submit = counting
    lab.run(small, database=tmp_path / "rows.db", client=client)
    assert 2 <= most <= 4


def test_a_lost_worker_costs_only_time(client: Any, long: pathlib.Path, tmp_path: pathlib.Path) -> None:
    here, there = str(tmp_path / "here.db"), str(tmp_path / "there.db")
    local = lab.run(long, database=here)
    killed: list[int] = []

    def kill(progress: lab.RunProgress) -> None:
        if len(killed) < 2 and progress.done >= 3 * (len(killed) + 1):
            pid = min(client.run(os.getpid).values()) if not killed else max(client.run(os.getpid).values())
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    remote = lab.run(long, database=there, client=client, progress=kill)
    assert len(killed) == 2
    assert remote == local
    assert contents(there) == contents(here)
    assert {jobs for _, jobs in settings(there)} == {2}


def test_a_search_that_ends_every_worker_is_listed(
    client: Any, small: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nullwindow.lab import _cluster

    client.run_on_scheduler(allow_no_failures)
    monkeypatch.setattr(_cluster, "search_cell", deadly)
    # One at a time, since the scheduler blames all tasks of a lost worker.
    summary = lab.run(small, database=tmp_path / "rows.db", client=client, positions=1, jobs=1)
    client.run_on_scheduler(allow_failures)
    assert [cell for cell, _ in summary.failed] == ["uniform 3x4 1 sss* depth end distinct"]
    assert "every worker that searched it was lost" in summary.failed[0][1]
    assert summary.left == 0 and summary.done > 5


def allow_no_failures(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = 0


def allow_failures(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = 3


def deadly(cell: str) -> tuple[str, str, str]:
    from nullwindow.lab._cluster import search_cell

    if '"sss*"' in cell:
        os.kill(os.getpid(), signal.SIGKILL)
    return search_cell(cell)


def test_ctrl_c_ends_a_run_on_a_cluster(client: Any, long: pathlib.Path, tmp_path: pathlib.Path) -> None:
    here, there = str(tmp_path / "here.db"), str(tmp_path / "there.db")
    pressed: list[float] = []

    def press(progress: lab.RunProgress) -> None:
        if progress.done >= 3 and not pressed:
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

    first = lab.run(long, database=there, client=client, progress=press)
    assert time.monotonic() - pressed[0] < 0.1
    assert first.stopped == "interrupted" and first.left
    second = lab.run(long, database=there, client=client)
    assert second.known == first.done and second.done == first.left
    lab.run(long, database=here)
    assert contents(there) == contents(here)


# The command.


def scheduler(tmp_path: pathlib.Path) -> tuple[subprocess.Popen[bytes], subprocess.Popen[bytes], str]:
    """Start a scheduler and a worker in processes of their own."""
    distributed = pytest.importorskip("distributed")
    assert distributed
    file = tmp_path / "scheduler.json"
    common = ["--scheduler-file", str(file)]
    # The port of the dashboard is chosen by the system, so that two tests can run at once.
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--dashboard-address", ":0", *common]
    first = subprocess.Popen(dask, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    address: str = json.loads(file.read_text())["address"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--dashboard-address", ":0"]
    worker += ["--local-directory", str(tmp_path), "--death-timeout", "5"]
    return first, subprocess.Popen(worker, stderr=subprocess.DEVNULL), address


def start_command(database: str, plan: pathlib.Path, address: str) -> subprocess.Popen[str]:
    arguments = ["--db", database, "--plan", str(plan), "--dask", address]
    return subprocess.Popen([sys.executable, "-m", "nullwindow.lab", *arguments], stderr=subprocess.PIPE, text=True)


def wait_for_rows(database: str, searches: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if len({row["cell"] for row in contents(database)}) >= searches:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError("the run has written nothing")


def test_what_was_killed_is_resumed_by_the_same_command(long: pathlib.Path, tmp_path: pathlib.Path) -> None:
    here, there = str(tmp_path / "here.db"), str(tmp_path / "there.db")
    lab.run(long, database=here, jobs=1)
    first, worker, address = scheduler(tmp_path)
    processes = [first, worker]
    try:
        run = start_command(there, long, address)
        wait_for_rows(there, 2)
        run.kill()
        run.wait()
        assert run.returncode == -signal.SIGKILL
        # The scheduler goes while the second run is at work.
        before = len(contents(there))
        run = start_command(there, long, address)
        wait_for_rows(there, 8)
        first.kill()
        _, errors = run.communicate(timeout=60)
        assert run.returncode == 1
        assert "the connection to the scheduler was lost" in errors and "the same command resumes it" in errors
        assert len(contents(there)) > before
        worker.kill()
        (tmp_path / "scheduler.json").unlink()
        processes += (again := scheduler(tmp_path))[:2]
        run = start_command(there, long, again[2])
        _, errors = run.communicate(timeout=120)
        assert run.returncode == 0, errors
        assert "were already in the database" in errors
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert contents(there) == contents(here)
    assert settings(there) == settings(here)


def program(database: str, plan: pathlib.Path, address: str) -> subprocess.Popen[str]:
    """Start the program nullwindow, which starts Python."""
    code = "import sys; from nullwindow import _native; sys.exit(_native.run_command(['nullwindow', *sys.argv[1:]]))"
    arguments = ["lab", "run", "--plan", str(plan), "--db", database, "--dask", address]
    environment = {**os.environ, "NULLWINDOW_PYTHON": sys.executable}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=pipe, stderr=pipe, text=True, env=environment)


def test_the_program_measures_on_a_cluster(client: Any, long: pathlib.Path, tmp_path: pathlib.Path) -> None:
    here, there = str(tmp_path / "here.db"), str(tmp_path / "there.db")
    lab.run(long, database=here)
    address = client.scheduler.address
    run = program(there, long, address)
    wait_for_rows(there, 2)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=30)
    assert run.returncode == 130, errors
    assert "The same command resumes the run" in errors
    run = program(there, long, address)
    output, errors = run.communicate(timeout=120)
    assert run.returncode == 0, errors
    assert "were already in the database" in errors and "A longer plan" in output
    assert contents(there) == contents(here)


def test_the_command_says_what_is_wrong(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 2
    assert "name an experiment" in capsys.readouterr().err
    assert command.main(["leafs", "--db", str(tmp_path / "rows.db")]) == 2
    assert "there is no plan 'leafs'" in capsys.readouterr().err
