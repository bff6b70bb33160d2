"""One position solved by many workers of a Dask cluster.

A manager holds the upper tree. It hands out null-window jobs on positions of the frontier and narrows bounds by their
results, until the bounds of the root meet. Every result is appended to a ledger, an SQLite file, before it is used. If
a worker, the scheduler or the manager is killed, at most the jobs in flight are lost: the same call with the same
ledger continues.

The module is also a program::

    python -m nullwindow.cluster "connect4 6x5" --workers 2 --ledger c4.db --proof c4.proof
    python -m nullwindow.cluster othello "POSITION" --scheduler tcp://10.0.0.1:8786 --ledger othello.db
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import contextlib
import json
import math
import queue
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native, _pictures
from ._errors import NullwindowError, RequestError
from ._results import Result, _range

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

__all__ = ["DistributedResult", "ProofCheck", "SimulatedRun", "SimulationTable", "local_cluster", "simulate", "solve", "verify"]

#: The node limit of a job. A position that needs more is split.
BUDGET = 8_000_000
#: The entries of the table of a job.
TABLE = 1 << 20


@dataclass(frozen=True)
class DistributedResult(Result):
    """The result of a distributed solution."""

    game: str
    position: str | None
    #: The exact value for the player to move; ``None`` if it was interrupted.
    value: int | None
    #: A best move, if the value is known.
    move: str | None
    lower: int | None
    upper: int | None
    #: The reason for which there is no value: "interrupted".
    stopped: str | None
    #: The wall time of this call.
    seconds: float
    #: The jobs with a result in this call, those that reached their node limit, and those that were cancelled.
    jobs: int
    exceeded: int
    cancelled: int
    #: The results that were in the ledger already.
    known: int
    #: The jobs that a worker lost, and that were handed out again.
    lost: int
    #: The nodes of all results of this call.
    nodes: int
    #: The positions of the upper tree.
    positions: int
    #: The null-window tests of the root.
    passes: int
    #: The certificates of both bounds, with jobs as leaves: ``nullwindow verify`` checks them.
    proof: str | None = field(repr=False)

    def save_proof(self, path: str | Path) -> None:
        """Writes the certificates to a file, for ``nullwindow verify``."""
        if self.proof is None:
            raise RequestError("the value is not known, so there is no proof")
        Path(path).write_text(self.proof, encoding="utf-8")


@dataclass(frozen=True)
class ProofCheck(Result):
    """The check of a certificate."""

    proven: bool
    #: The flaw, and the moves that lead to it.
    wrong: str | None
    path: tuple[str, ...] | None
    kind: str | None
    bound: int | None


def verify(proof: str, *, rerun: int = 0) -> tuple[ProofCheck, ...]:
    """Checks certificates with jobs as leaves: the tree by the rules of the game, each job by its id and its bounds.

    ``rerun`` jobs of each certificate are run again and their results compared.

    >>> from nullwindow import cluster
    >>> [check.proven for check in cluster.verify("no proof")]
    [False]
    """
    return tuple(ProofCheck._of(check) for check in _native.verify_job_proofs(proof, rerun))


def _options(budget: int, table: int, split_plies: int, estimate_depth: int, spread: float) -> dict[str, object]:
    _require_at_least("budget", budget, 1)
    _require_at_least("table", table, 1)
    _require_at_least("split_plies", split_plies, 0)
    _require_at_least("estimate_depth", estimate_depth, 1)
    _require_at_least("spread", spread, 0)
    return {
        "budget": budget,
        "table": table,
        "split_plies": split_plies,
        "estimate_depth": estimate_depth,
        "spread": spread,
    }


def _require_at_least(name: str, number: float, least: int) -> None:
    """Refuses a number that is too small, infinite or none at all."""
    if not isinstance(number, Real):
        raise TypeError(f"{name}: expected a number, not {type(number).__name__}")
    if not (number >= least and math.isfinite(number)):
        raise RequestError(f"{name}={number}: expected a number from {least}")


def _run_on_worker(job: str, token: str) -> tuple[str, str]:
    """Runs a job on a worker. Returns its result and the name of the worker."""
    from distributed import get_worker

    return _native.run_worker_job(job, token), str(get_worker().address)


async def _cancel_on_worker(tokens: list[str]) -> None:
    """Ends running jobs of a worker. It runs beside the jobs, which release the interpreter."""
    # A coroutine: Dask does not wait for the answers of coroutines only.
    _native.cancel_jobs(tokens)


def _version() -> str:
    return _native.__version__


class _Connection:
    """A client of Dask, and the jobs that it has submitted."""

    def __init__(self, client: Client | str, patience: float) -> None:
        if not isinstance(client, str) and not hasattr(client, "submit"):
            expected = "a distributed.Client or the address of a scheduler"
            raise TypeError(f"client: expected {expected}, not {type(client).__name__}")
        if getattr(client, "asynchronous", False):
            raise TypeError("the client is asynchronous; pass a client that was made without asynchronous=True")
        self.patience = patience
        self.address = client if isinstance(client, str) else None
        self.answers: queue.Queue[Future[tuple[str, str]]] = queue.Queue()
        self.running: dict[str, tuple[str, Future[tuple[str, str]]]] = {}
        # Dask is told to forget a task when its last future goes, and sends at most one message in 10 ms. These futures
        # are kept until the next job is sent, which would have to wait for that message.
        self.ended: list[Future[tuple[str, str]]] = []
        self.submitted = 0
        self.client = self._connected() if isinstance(client, str) else client
        self._check_version()

    def _connected(self) -> Client:
        from distributed import Client

        try:
            return Client(self.address, timeout=self.patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ConnectionError(f"no scheduler answers at {self.address}; start one and call again") from error

    def _check_version(self) -> None:
        versions = set(self.client.run(_version).values())
        if versions - {_native.__version__}:
            raise RuntimeError(
                f"workers have nullwindow {', '.join(sorted(versions))} and this process {_native.__version__}; "
                "install the same version everywhere"
            )

    def slots(self) -> int:
        """Returns the number of jobs that the workers can run at once."""
        return sum(self.client.ncores().values())

    def submit(self, id: str, job: str) -> None:
        self.submitted += 1
        # A job may be handed out again after it was cancelled: its id alone would be the key of the old task.
        token = f"nullwindow-{id}-{self.submitted}"
        future = self.client.submit(_run_on_worker, job, token, key=token, pure=False)
        self.running[token] = (id, future)
        future.add_done_callback(self.answers.put)
        self.ended.clear()

    def next_answer(self, seconds: float) -> tuple[str, Future[tuple[str, str]]] | None:
        """Returns the next job that ended, with its id; ``None`` if none did in this time."""
        with contextlib.suppress(queue.Empty):
            future = self.answers.get(timeout=seconds)
            self.ended.append(future)
            if future.key in self.running:
                return self.running.pop(str(future.key))
        return None

    def cancel(self, ids: Iterable[str]) -> None:
        unneeded = set(ids)
        tokens = [token for token, (id, _) in self.running.items() if id in unneeded]
        if not tokens:
            return
        futures = [self.running.pop(token)[1] for token in tokens]
        self.client.cancel(futures, force=True)
        # Dask forgets the tasks but does not interrupt them.
        self.client.run(_cancel_on_worker, tokens, wait=False)

    def is_alive(self) -> bool:
        return bool(self.client.status == "running")

    def reconnect(self) -> list[str]:
        """Connects to the scheduler again, and returns the ids of the jobs that were lost with it."""
        lost = [id for id, _ in self.running.values()]
        self.running.clear()
        if self.address is None:
            raise ConnectionError("the scheduler is gone; every result is in the ledger: the same call continues")
        with contextlib.suppress(Exception):
            self.client.close(timeout=1)
        self.client = self._connected()
        return lost

    def close(self) -> None:
        self.cancel([id for id, _ in self.running.values()])
        if self.address is not None:
            self.client.close()


def solve(
    game: str,
    position: str | None = None,
    *,
    client: Client | str,
    ledger: str | Path | None = None,
    budget: int = BUDGET,
    table: int = TABLE,
    split_plies: int = 2,
    estimate_depth: int = 6,
    spread: float = 4.0,
    progress: Callable[[dict[str, Any]], object] | None = None,
    patience: float = 60.0,
) -> DistributedResult:
    """Solves a position with the workers of a Dask cluster.

    ``client`` is a ``distributed.Client`` or the address of a scheduler. With an address, the manager waits up to
    ``patience`` seconds for a scheduler that was restarted, and goes on. ``ledger`` is the file of results; without one
    they are kept in memory. ``progress`` receives a dictionary after every result. Ctrl-C ends the call and returns what
    it has.

    >>> from distributed import Client, LocalCluster
    >>> from nullwindow import cluster
    >>> with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as local:
    ...     with Client(local) as client:
    ...         result = cluster.solve("connect4 5x4", client=client, budget=2000)
    >>> result.value, all(check.proven for check in cluster.verify(result.proof))
    (0, True)
    """
    start = time.perf_counter()
    options = _options(budget, table, split_plies, estimate_depth, spread)
    manager = _native.DistributedSolve(game, position, None if ledger is None else str(ledger), options)
    connection = _Connection(client, patience)
    stopped, lost = None, 0
    try:
        lost = _drive(manager, connection, progress)
    except KeyboardInterrupt:
        stopped = "interrupted"
    finally:
        with contextlib.suppress(Exception):
            connection.close()
    state = manager.progress()
    return DistributedResult(
        game=game,
        position=position,
        value=state["value"],
        move=state["move"],
        lower=state["lower"],
        upper=state["upper"],
        stopped=None if state["value"] is not None else stopped,
        seconds=time.perf_counter() - start,
        jobs=state["answered"],
        exceeded=state["exceeded"],
        cancelled=state["cancelled"],
        known=state["known"],
        lost=lost,
        nodes=state["nodes"],
        positions=state["positions"],
        passes=state["passes"],
        proof=manager.proof(),
    )


def local_cluster(workers: int) -> LocalCluster:
    """Starts workers on this machine, each with one thread.

    Dask's statistical profiler is off: it watches Python code, of which a job has none.

    >>> from distributed import Client
    >>> from nullwindow import cluster
    >>> with cluster.local_cluster(1) as local, Client(local) as client:
    ...     cluster.solve("connect4 5x4", client=client, budget=2000).value
    0
    """
    import dask
    from distributed import LocalCluster

    _require_at_least("workers", workers, 1)
    # The processes of the workers get the configuration that is in force here when they start.
    with dask.config.set({"distributed.worker.profile.enabled": False}), _interrupts_blocked():
        return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Blocks SIGINT for the threads and processes that are started within.

    A terminal sends Ctrl-C to the workers as well, which would die with a traceback before the manager can cancel their
    jobs. The threads of Dask inherit the mask, and the workers that they start inherit theirs, also those that replace
    lost ones. This thread receives the signal when the block ends, if it has arrived.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Its start would unblock the signal in the thread that starts the first worker.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _drive(
    manager: _native.DistributedSolve,
    connection: _Connection,
    progress: Callable[[dict[str, Any]], object] | None,
) -> int:
    """Hands out jobs and records results until the value is known. Returns the number of jobs that were lost."""
    lost, counted, slots = 0, 0.0, 0
    while manager.progress()["value"] is None:
        if not connection.is_alive():
            for id in connection.reconnect():
                manager.give_back(id)
                lost += 1
        # Workers come and go: a second is soon enough to notice.
        if time.monotonic() - counted > 1:
            slots, counted = connection.slots(), time.monotonic()
        while len(connection.running) < slots and (taken := manager.take()) is not None:
            connection.submit(*taken)
        answer = connection.next_answer(0.2)
        if answer is None:
            continue
        id, future = answer
        received = _received(future)
        if received is not None:
            manager.record(*received)
            connection.cancel(manager.drain_cancelled())
        else:
            error = future.exception() if future.status == "error" else None
            if error is not None and not _is_loss(error):
                raise error
            manager.give_back(id)
            lost += 1
        if progress is not None:
            progress(manager.progress())
    return lost


def _received(future: Future[tuple[str, str]]) -> tuple[str, str] | None:
    """Returns the result of a job and the name of its worker; ``None`` if the job failed, or the scheduler was lost before
    it had sent the result."""
    if future.status != "finished":
        return None
    try:
        return future.result()
    except (OSError, asyncio.CancelledError, concurrent.futures.CancelledError):
        return None


def _is_loss(error: BaseException) -> bool:
    """Returns whether a job failed because its worker was killed."""
    from distributed.scheduler import KilledWorker

    return isinstance(error, (KilledWorker, OSError))


@dataclass(frozen=True)
class SimulatedRun(Result):
    """A run on simulated workers. Times are in seconds of the simulated clock."""

    workers: int
    value: int
    seconds: float
    #: The time that all workers spent on jobs.
    busy_seconds: float
    jobs: int
    cancelled: int
    cancelled_seconds: float


@dataclass(frozen=True)
class SimulationTable(Result):
    """The same position on different numbers of simulated workers, the first of them one."""

    game: str
    position: str | None
    runs: tuple[SimulatedRun, ...]
    #: ``"interrupted"`` after Ctrl-C: only complete runs are included.
    stopped: str | None

    def speed_ups(self) -> list[float]:
        """Returns how many times as fast as one worker each run is."""
        return [self.runs[0].seconds / run.seconds for run in self.runs]

    def waste(self) -> list[float]:
        """Returns the part of the busy time of each run that one worker would not have spent."""
        return [1 - self.runs[0].busy_seconds / run.busy_seconds for run in self.runs]

    def __str__(self) -> str:
        rows = [f"{'workers':>8} {'seconds':>10} {'speed-up':>9} {'waste':>6} {'jobs':>8} {'cancelled':>10}"]
        for run, speed_up, waste in zip(self.runs, self.speed_ups(), self.waste(), strict=True):
            rows.append(
                f"{run.workers:>8} {run.seconds:>10.2f} {speed_up:>9.2f} {waste:>6.0%} {run.jobs:>8} {run.cancelled:>10}"
            )
        return "\n".join([*rows, "interrupted"] if self.stopped else rows)

    def save_plot(self, path: str | Path) -> None:
        """Writes the drawing of speed-up and waste to an SVG file, if there is a run.

        >>> import tempfile
        >>> from nullwindow import cluster
        >>> table = cluster.simulate("connect4 5x4", workers=[4], budget=2000, table=4096)
        >>> with tempfile.TemporaryDirectory() as directory:
        ...     table.save_plot(directory + "/scaling.svg")
        """
        picture = self._repr_svg_()
        if picture is None:
            raise RequestError("no run is complete, so there is nothing to draw")
        Path(path).write_text(picture, encoding="utf-8")

    def _repr_svg_(self) -> str | None:
        """Draws speed-up and waste over the number of workers."""
        if not self.runs:
            return None
        return _pictures.scaling_chart(
            f"{self.game} on simulated workers", [run.workers for run in self.runs], self.speed_ups(), self.waste()
        )


def simulate(
    game: str,
    position: str | None = None,
    *,
    log: str | Path | None = None,
    workers: Sequence[int] = (1, 4, 16, 64, 256, 1024, 4096),
    latency: float = 0.005,
    budget: int = BUDGET,
    table: int = TABLE,
    split_plies: int = 2,
    estimate_depth: int = 6,
    spread: float = 4.0,
) -> SimulationTable:
    """Solves a position on simulated workers, with the real manager and the real results of jobs.

    ``log`` is a ledger: results in it are replayed, and a job that is not in it is run once, here, and appended. A job
    takes the time of its nodes at the mean speed of the log, plus ``latency`` seconds. One worker is always simulated:
    it is the measure of the others. Ctrl-C returns the runs that are complete; with a log the same call repeats no job.

    >>> from nullwindow import cluster
    >>> table = cluster.simulate("connect4 5x4", workers=[2, 8], budget=2000, table=4096)
    >>> [run.value for run in table.runs]
    [0, 0, 0]
    """
    options = _options(budget, table, split_plies, estimate_depth, spread)
    _require_at_least("latency", latency, 0)
    for number in workers:
        _require_at_least("workers", number, 1)
    numbers = [1, *(number for number in workers if number != 1)]
    found = _native.simulate(game, position, None if log is None else str(log), options, numbers, latency)
    runs = tuple(SimulatedRun._of(run) for run in found["runs"])
    return SimulationTable(game=game, position=position, runs=runs, stopped=found["stopped"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m nullwindow.cluster",
        description="Solve a position with the workers of a Dask cluster. The ledger keeps every result: after an "
        "interrupt or a crash the same command continues.",
    )
    parser.add_argument("game", help="the game, with its size: othello, 'connect4 6x5'")
    parser.add_argument("position", nargs="?", help="the position in the game's notation (default: the start)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a cluster: tcp://10.0.0.1:8786")
    parser.add_argument("--workers", type=_workers, default=2, metavar="N", help="without a scheduler, N processes here")
    parser.add_argument("--ledger", metavar="FILE", help="the file of results (default: memory)")
    parser.add_argument("--proof", metavar="FILE", help="write the certificates of the value to this file")
    parser.add_argument("--budget", type=int, default=BUDGET, metavar="NODES", help="nodes of a job (%(default)s)")
    parser.add_argument("--table", type=int, default=TABLE, metavar="ENTRIES", help="table of a job (%(default)s)")
    parser.add_argument("--split-plies", type=int, default=2, metavar="N", help="plies split without a job (%(default)s)")
    parser.add_argument(
        "--simulate", type=_numbers, metavar="N,N,...", help="do not solve: replay the ledger on simulated workers"
    )
    latency = "seconds that sending a simulated job takes (%(default)s)"
    parser.add_argument("--latency", type=float, default=0.005, metavar="S", help=latency)
    parser.add_argument("--plot", metavar="FILE", help="with --simulate, draw speed-up and waste to this SVG file")
    parser.add_argument("--json", action="store_true", help="write the result as JSON")
    return parser


def _numbers(text: str) -> list[int]:
    """Reads numbers of workers."""
    words = text.split(",")
    if not all(word.strip().isdecimal() and int(word) > 0 for word in words):
        raise argparse.ArgumentTypeError("expected numbers of workers, such as 1,4,16")
    return [int(word) for word in words]


def _workers(text: str) -> int:
    """Reads the number of processes to start."""
    if not text.strip().isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            "expected at least 1 process; for workers that run elsewhere, name their scheduler with --scheduler"
        )
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program, and returns its exit code: 0 solved, 1 failed, 2 wrong arguments, 130 interrupted.

    >>> from nullwindow import cluster
    >>> cluster.main(["connect4 5x4", "--workers", "1", "--budget", "2000"])  # doctest: +ELLIPSIS
    value 0...
    0
    """
    args = _parser().parse_args(arguments)
    try:
        return _print_solution(args) if args.simulate is None else _print_simulation(args)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (NullwindowError, OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def _print_solution(args: argparse.Namespace) -> int:
    with contextlib.ExitStack() as stack:
        client: Any = args.scheduler
        if client is None:
            from distributed import Client

            client = stack.enter_context(Client(stack.enter_context(local_cluster(args.workers))))
        result = solve(
            args.game,
            args.position,
            client=client,
            ledger=args.ledger,
            budget=args.budget,
            table=args.table,
            split_plies=args.split_plies,
            progress=_report if sys.stderr.isatty() else None,
        )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if args.proof is not None and result.proof is not None:
        result.save_proof(args.proof)
    if args.json:
        print(json.dumps({name: value for name, value in result.to_dict().items() if name != "proof"}))
    elif result.value is None:
        known = _range(result.lower, result.upper)
        again = "" if args.ledger is None else "; the same command continues"
        print(f"interrupted; the value is {known}{again}")
    else:
        print(
            f"value {result.value}, move {result.move}: {result.jobs} jobs, {result.nodes:,} nodes, "
            f"{result.seconds:.1f} s ({result.known} results were known)"
        )
    return 130 if result.stopped else 0


def _print_simulation(args: argparse.Namespace) -> int:
    table = simulate(
        args.game,
        args.position,
        log=args.ledger,
        workers=args.simulate,
        latency=args.latency,
        budget=args.budget,
        table=args.table,
        split_plies=args.split_plies,
    )
    print(json.dumps(table.to_dict()) if args.json else table)
    if args.plot is not None and table.runs:
        table.save_plot(args.plot)
    return 130 if table.stopped else 0


def _report(state: dict[str, Any]) -> None:
    """Writes the state of a solution over the last one."""
    bounds = f"{'?' if state['lower'] is None else state['lower']} to {'?' if state['upper'] is None else state['upper']}"
    text = f"value from {bounds}; at least {state['gamma']}?  {state['answered']} jobs, {state['in_flight']} running"
    print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
