"""Runs of plans on a Dask cluster.

    this process                        scheduler, workers
      take cells  ------- tasks ----->   search a cell (a pure function of its JSON text)
      write rows  <------ rows -------   rows, and the setting of the machine

A bounded number of tasks is in flight, since a plan may have a million searches. This process alone writes to the
database, one transaction per search. What a lost worker was searching is searched again; what this process had not
written yet is searched again by the next run.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import logging
import queue
import socket
import time
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _native

if TYPE_CHECKING:
    from . import RunProgress, RunSummary

LOG = logging.getLogger("nullwindow.lab")

TASKS_PER_THREAD = 2
"""Tasks per thread of a worker: the one it searches, and one more, so that it does not wait for the next."""

RETRIES = 2
"""How often the scheduler repeats a task that has raised an exception. Errors of a search are answers, not exceptions, so
that what remains are accidents of a worker."""

ROUNDS = 2
"""How often a cell is submitted. The scheduler gives a task up after it was on four workers that were lost
(``distributed.scheduler.allowed-failures``), even if another search ended them."""

WAIT_FOR_WORKERS = 30.0
"""Seconds to wait for the first worker."""

LOOK = 0.1
"""Seconds between two looks at the connection while no search finishes."""

LOOK_AT_WORKERS = 2.0
"""Seconds between two counts of the threads on each machine."""


def connect(address: str) -> Any:
    """Return a client of the scheduler at an address."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise RuntimeError("Dask is not installed for this Python; install it: pip install distributed") from None
    try:
        return distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ConnectionError(
            f"there is no scheduler at {address} ({error}); start one with 'dask scheduler', or see that the address is right"
        ) from error


def run(
    plans: list[tuple[str, str]],
    form: str,
    database: str,
    client: Any,
    jobs: int | None,
    positions: int | None,
    progress: Callable[[RunProgress], object] | None,
) -> RunSummary:
    """Run plans on the workers of a cluster: that of a client, or of the scheduler at an address."""
    from . import _summary

    if isinstance(client, str):
        with contextlib.closing(connect(client)) as connected:
            return run(plans, form, database, connected, jobs, positions, progress)
    if not hasattr(client, "submit"):
        expected = "a distributed.Client or the address of a scheduler"
        raise TypeError(f"client: expected {expected}, not {type(client).__name__}")
    if getattr(client, "asynchronous", False):
        raise TypeError("the client is asynchronous; pass a client that was made without asynchronous=True")
    machines = Machines(client, jobs)
    native = _native.LabRun(plans, form, database, positions, machines.settings())
    for setting, count in native.repeated():
        LOG.info(
            "%s searches are in the database from another setting (%s) and are measured again, since times are compared "
            "within one setting only",
            count,
            setting,
        )
    cluster_run = ClusterRun(native, client, machines, progress)
    try:
        interrupted = cluster_run.search_all()
    except BaseException:
        native.finish(True)
        raise
    return _summary(native.finish(interrupted))


def worker_setting() -> tuple[str, str, str]:
    """Return program version, machine and host of this worker."""
    return *_native.lab_setting(), socket.gethostname()


def search_cell(cell: str) -> tuple[str, str, str]:
    """Search a cell on this worker. Return the address of the worker, its host and the answer."""
    worker = importlib.import_module("distributed").get_worker()
    return worker.address, socket.gethostname(), _native.lab_search(cell, _release_check(worker))


def named_machine(machine: str, host: str) -> str:
    """Return the name of a machine in settings.

    Two machines of one kind may differ in their load and their clocks, so that the name of another host is part of the
    setting. Rows of this host are those of a run without a cluster.
    """
    return machine if host == socket.gethostname() else f"{machine}, host {host}"


def _release_check(worker: Any) -> Callable[[], bool] | None:
    """Return a function that tells whether nobody waits for this task any longer."""
    try:
        key = importlib.import_module("distributed.worker").thread_state.key
        tasks = worker.state.tasks
    except AttributeError:
        # Another version of Dask: a task that was cancelled runs to its end, and its result is dropped.
        return None

    def is_released() -> bool:
        task = tasks.get(key)
        return task is None or getattr(task, "state", "") == "cancelled"

    return is_released


class Machines:
    """The machines of a cluster: how many searches run on each at once.

    Searches on one machine disturb each other's times, so that their number is part of the setting of a row. It is the
    greatest number of threads that the workers on the machine have had during the run: while a lost worker is replaced,
    it stays the same.
    """

    def __init__(self, client: Any, jobs: int | None) -> None:
        self._client = client
        self._most = jobs
        self._by_host: dict[str, int] = {}
        self._threads = 0
        self._looked = 0.0
        try:
            client.wait_for_workers(1, timeout=WAIT_FOR_WORKERS)
        except Exception as error:
            if type(error).__name__ != "TimeoutError":
                raise
            raise ConnectionError(
                f"the cluster has no worker after {WAIT_FOR_WORKERS:.0f} s; start workers and run the same command again"
            ) from None
        self.look()

    def look(self) -> None:
        """Count the threads of the workers on each machine."""
        host_of = importlib.import_module("distributed.comm").get_address_host
        by_host: dict[str, int] = {}
        for address, threads in self._client.nthreads().items():
            host = host_of(address)
            by_host[host] = by_host.get(host, 0) + threads
        for host, threads in by_host.items():
            self._by_host[host] = max(self._by_host.get(host, 0), threads)
        self._threads = sum(by_host.values())
        self._looked = time.monotonic()

    def look_again(self) -> None:
        """Count the threads, if the last count is some time ago."""
        if time.monotonic() - self._looked >= LOOK_AT_WORKERS:
            self.look()

    def jobs_at(self, address: str) -> int:
        """Return the number of searches at once on the machine of a worker."""
        host = importlib.import_module("distributed.comm").get_address_host(address)
        if host not in self._by_host:
            self.look()
        threads = self._by_host.get(host, 1)
        return threads if self._most is None else min(threads, self._most)

    def jobs(self) -> int:
        """Return the number of searches at once on all machines."""
        threads = max(self._threads, 1)
        return threads if self._most is None else min(threads, self._most)

    def tasks(self) -> int:
        """Return the number of tasks that are to be in flight."""
        # With a given number of searches at once none may wait on a worker: it would start beside another.
        return self.jobs() if self._most is not None else self.jobs() * TASKS_PER_THREAD

    def settings(self) -> list[tuple[str, str, int]]:
        """Ask every worker for its setting."""
        here = _native.lab_setting()[0]
        found: set[tuple[str, str, int]] = set()
        try:
            answers: dict[str, tuple[str, str, str]] = self._client.run(worker_setting)
        except (ImportError, AttributeError) as error:
            raise RuntimeError(
                f"a worker has no package nullwindow {here}, or another version of it: {error}; "
                "install the same version where the workers run"
            ) from error
        for address, (program, machine, host) in answers.items():
            if program != here:
                raise RuntimeError(
                    f"the worker {address} has nullwindow {program}, and this process has {here}; counts of two versions "
                    "may differ: install the same version"
                )
            found.add((program, named_machine(machine, host), self.jobs_at(address)))
        return sorted(found)


class ClusterRun:
    """A run in progress: the tasks in flight, and the cells they search."""

    def __init__(
        self,
        native: _native.LabRun,
        client: Any,
        machines: Machines,
        progress: Callable[[RunProgress], object] | None,
    ) -> None:
        self._native = native
        self._client = client
        self._machines = machines
        self._progress = progress
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._cells: dict[str, tuple[Any, str, int]] = {}
        """By the key of a task: its future, the cell, and how often the cell was submitted."""
        self._done = 0
        # Keys are unique, so that two runs never share a task: the database of each has its own rows.
        self._keys = (f"nullwindow-lab-{uuid.uuid4().hex[:12]}-{number}" for number in itertools.count())

    def search_all(self) -> bool:
        """Search all cells. Return whether Ctrl-C has ended the run."""
        exhausted = False
        try:
            while True:
                if not exhausted:
                    exhausted = self._refill()
                if not self._cells:
                    return False
                self._take(self._wait())
                self._tell()
        except KeyboardInterrupt:
            self._release()
            return True
        except Exception:
            self._release()
            raise

    def _refill(self) -> bool:
        """Submit cells until enough are in flight. Return whether there are no more."""
        room = self._machines.tasks() - len(self._cells)
        if room <= 0:
            return False
        cells = self._native.take(room)
        for cell in cells:
            self._submit(cell, 1)
        return len(cells) < room

    def _submit(self, cell: str, round: int) -> None:
        key = next(self._keys)
        try:
            future = self._client.submit(search_cell, cell, key=key, retries=RETRIES, pure=False)
        except Exception as error:
            raise self._lost(error) from error
        self._cells[key] = (future, cell, round)
        # The queue gets the key, not the future: a future that the run has dropped must not be kept alive by it.
        future.add_done_callback(lambda _: self._finished.put(key))

    def _wait(self) -> list[str]:
        """Wait for tasks to finish, and return their keys."""
        while True:
            try:
                keys = [self._finished.get(timeout=LOOK)]
                break
            except queue.Empty:
                if self._client.status != "running":
                    raise self._lost(None) from None
                self._look_again()
                self._tell()
        while not self._finished.empty():
            keys.append(self._finished.get())
        self._look_again()
        return [key for key in keys if key in self._cells]

    def _look_again(self) -> None:
        try:
            self._machines.look_again()
        except OSError as error:
            raise self._lost(error) from error

    def _take(self, keys: list[str]) -> None:
        """Write the answers of tasks."""
        complete = [key for key in keys if self._cells[key][0].status == "finished"]
        answers: dict[str, Any] = {}
        try:
            # All at once: one question per answer would take longer than a short search.
            answers = dict(zip(complete, self._client.gather([self._cells[key][0] for key in complete])))
        except Exception:
            # A worker was lost with an answer, or the connection. Each task is asked for its own reason below.
            pass
        for key in keys:
            future, cell, round = self._cells.pop(key)
            if key in answers:
                self._put(cell, answers[key])
            else:
                self._take_one(future, cell, round)

    def _take_one(self, future: Any, cell: str, round: int) -> None:
        """Write the answer of a task that may have failed."""
        distributed = importlib.import_module("distributed")
        try:
            answer = future.result(timeout=WAIT_FOR_WORKERS)
        except distributed.KilledWorker as error:
            if round < ROUNDS:
                self._submit(cell, round + 1)
            else:
                self._native.fail(cell, f"every worker that searched it was lost; the last was {error.last_worker.address}")
        except Exception as error:
            if self._client.status != "running" or future.status in ("cancelled", "lost"):
                raise self._lost(error) from error
            self._native.fail(cell, f"a worker raised {type(error).__name__}: {error}")
        else:
            self._put(cell, answer)

    def _put(self, cell: str, answer: tuple[str, str, str]) -> None:
        address, host, text = answer
        content = json.loads(text)
        if "machine" in content:
            content["machine"] = named_machine(content["machine"], host)
            text = json.dumps(content)
        if self._native.put(cell, text, self._machines.jobs_at(address)):
            self._done += 1
        else:
            # The scheduler had taken the task from this worker.
            self._submit(cell, 1)

    def _tell(self) -> None:
        if self._progress is not None:
            from . import RunProgress

            self._progress(RunProgress(*self._native.progress(self._machines.jobs())))

    def _release(self) -> None:
        """Let the workers stop what they search."""
        futures = [future for future, _, _ in self._cells.values()]
        self._cells.clear()
        # Dropping a future tells the scheduler that nobody waits for it; no answer is awaited, so Ctrl-C takes no time.
        for future in futures:
            future.release()

    def _lost(self, cause: Exception | None) -> ConnectionError:
        reason = "" if cause is None else f" ({type(cause).__name__}: {cause})"
        return ConnectionError(
            f"the connection to the scheduler was lost{reason}; {self._done} searches of this run are in the database, and "
            "the same command resumes it once the cluster is back"
        )
