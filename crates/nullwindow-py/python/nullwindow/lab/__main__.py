"""``python -m nullwindow.lab``: runs plans with the options of ``nullwindow lab run``, on a Dask cluster or here.

The exit code is that of the program: 0, or 1 if a search failed, 2 for wrong arguments, 130 after Ctrl-C.
"""

from __future__ import annotations

import _thread
import argparse
import logging
import os
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from . import DATABASE, PlanLike, RunProgress, RunSummary, _cluster, plans, read_plan, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    >>> import tempfile
    >>> main(["growing-partitions", "--positions", "1", "--db", tempfile.mkdtemp() + "/rows.db"])
    0
    """
    args = _parser().parse_args(arguments)
    logging.basicConfig(format="%(message)s")
    logging.getLogger("nullwindow.lab").setLevel(logging.INFO)
    if args.for_program:
        threading.Thread(target=_interrupt_at_eof, daemon=True).start()
    client = None
    try:
        chosen: list[PlanLike] = [*(plans() if args.all else ()), *args.names, *map(read_plan, args.plans)]
        if not chosen:
            raise ValueError(f"name an experiment, or use --all; the experiments are: {_names()}")
        client = _cluster.connect(args.dask) if args.dask else None
        line = _StatusLine()
        summary = run(
            chosen,
            database=args.db,
            form="full" if args.full else "quick",
            client=client,
            jobs=args.jobs,
            positions=args.positions,
            progress=line.show,
        )
        line.clear()
    except KeyboardInterrupt:
        return 130
    except (ValueError, FileNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        if client is not None:
            # Not waiting: the scheduler notices the end of the connection.
            client.close(timeout=2)
    code = _tell(summary, args.db)
    return 3 if code == 1 and args.for_program else code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m nullwindow.lab", description="Run experiments.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments by name")
    parser.add_argument("--all", action="store_true", help="all built-in experiments")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--quick", action="store_true", help="run the quick form (the default)")
    form.add_argument("--full", action="store_true", help="run the full form")
    parser.add_argument("--plan", dest="plans", action="append", default=[], metavar="FILE", help="a plan of your own")
    parser.add_argument("--db", default=DATABASE, metavar="FILE", help="the database of rows [default: %(default)s]")
    parser.add_argument("--jobs", type=int, metavar="N", help="number of parallel searches")
    parser.add_argument("--positions", type=int, metavar="N", help="use only the first N positions or seeds")
    parser.add_argument("--dask", metavar="ADDRESS", help="search on the cluster of this scheduler")
    # For the program nullwindow: it keeps the input open while it wants the run to go on, and it distinguishes a run with
    # failed searches (3) from one that could not go on (1).
    parser.add_argument("--for-program", action="store_true", help=argparse.SUPPRESS)
    return parser


def _names() -> str:
    return ", ".join(plan.name for plan in plans())


def _interrupt_at_eof() -> None:
    # Not through sys.stdin: its lock, held by this thread, would abort the interpreter at its end.
    while os.read(0, 1024):
        pass
    _thread.interrupt_main()


class _StatusLine:
    """A line on standard error that is rewritten several times a second, if that is a terminal."""

    def __init__(self) -> None:
        self._shown = 0.0

    def show(self, progress: RunProgress) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._shown < 0.2:
            return
        self._shown = now
        left = "" if progress.seconds_left is None else f", about {progress.seconds_left:.0f} s left"
        print(f"\r\x1b[Kmeasuring: {progress.done} of {progress.total} searches{left}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _tell(summary: RunSummary, database: str) -> int:
    known = f"; {summary.known} were already in the database" if summary.known else ""
    print(f"measured {summary.done} searches{known}; rows are in {database}", file=sys.stderr)
    for cell, error in summary.failed[:10]:
        print(f"not measured: {cell}: {error}", file=sys.stderr)
    if len(summary.failed) > 10:
        print(f"and {len(summary.failed) - 10} more", file=sys.stderr)
    if summary.stopped:
        left = "" if summary.left is None else f": {summary.left} searches left"
        print(f"interrupted{left}. The same command resumes the run.", file=sys.stderr)
        return 130
    return 1 if summary.failed else 0


if __name__ == "__main__":
    sys.exit(main())
