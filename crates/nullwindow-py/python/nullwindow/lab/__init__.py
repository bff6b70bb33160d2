"""The laboratory: experiments on algorithms, whose searches are rows of a database.

A plan is a TOML file with a question, the searches that answer it, and the claims of a paper. :func:`run` measures its
searches, :func:`rows` returns what was measured, and :func:`findings` judges the claims.

>>> import nullwindow.lab, tempfile
>>> database = tempfile.mkdtemp() + "/rows.db"
>>> nullwindow.lab.run("growing-partitions", database=database, positions=1)
RunSummary(done=54, known=0, left=0, failed=(), stopped=None)
>>> [verdict.answer for verdict in nullwindow.lab.findings("growing-partitions", database=database)[0].verdicts]
['undecided', 'undecided', 'undecided']

One position per tree is too little for a verdict: leave out ``positions``.
"""

from __future__ import annotations

import dataclasses
import json
import os
import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Union

from .. import _native
from .._errors import RequestError

__all__ = [
    "Finding",
    "Plan",
    "Rows",
    "RunProgress",
    "RunSummary",
    "Setting",
    "Table",
    "Verdict",
    "findings",
    "plans",
    "read_plan",
    "report",
    "rows",
    "run",
]

Form = Literal["quick", "full"]
"""The extent of a plan: a few positions to small depths, or the extent of the papers."""

DATABASE = "nullwindow-lab.db"
"""The database of ``nullwindow lab``, in the working directory."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """An experiment: a question, and the searches that answer it."""

    name: str
    title: str
    question: str
    sources: tuple[str, ...]
    file_name: str
    text: str = dataclasses.field(repr=False)
    quick_searches: int
    full_searches: int


PlanLike = Union[Plan, str, "os.PathLike[str]"]
"""A plan, the name of one that ships, or a TOML file."""


@dataclasses.dataclass(frozen=True)
class Setting:
    """The conditions that times depend on. Times are compared within one setting only."""

    program: str
    machine: str
    jobs: int
    """The number of searches that ran on the machine at once."""


@dataclasses.dataclass(frozen=True)
class RunProgress:
    """The progress of a run."""

    done: int
    total: int
    seconds_left: float | None
    last: str


@dataclasses.dataclass(frozen=True)
class RunSummary:
    """The summary of a run.

    Every search that is done is in the database. If :attr:`stopped` is ``"interrupted"``, the same call resumes the run.
    """

    done: int
    known: int
    """Searches that the database already had from this setting."""
    left: int | None
    """Searches left because the run was stopped; ``None`` if it was stopped before they were counted."""
    failed: tuple[tuple[str, str], ...]
    """Searches that cannot be done, with their errors."""
    stopped: Literal["interrupted"] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as a dictionary that :mod:`json` can write.

        >>> RunSummary(done=1, known=0, left=0, failed=(), stopped=None).to_dict()["done"]
        1
        """
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The answer of the rows to a claim: ``confirmed``, ``refuted`` or ``undecided``."""

    claim: str
    answer: Literal["confirmed", "refuted", "undecided"]
    measured: str
    level: float | None
    """The confidence level of the intervals, if the answer needs any."""
    cases: tuple[dict[str, Any], ...] = dataclasses.field(repr=False)
    """The numbers behind the answer, one per game and depth."""


@dataclasses.dataclass(frozen=True)
class Table:
    """A table of a finding, as text. The first column names the row."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = dataclasses.field(repr=False)


@dataclasses.dataclass(frozen=True)
class Finding:
    """The results of an experiment.

    Counts of nodes are those of all its rows. Times are those of the rows of :attr:`setting` alone.
    """

    name: str
    title: str
    question: str
    paper: str
    sources: tuple[str, ...]
    form: Form
    searches: int
    missing: int
    verdicts: tuple[Verdict, ...]
    self_checks: tuple[Verdict, ...]
    tables: tuple[Table, ...]
    remarks: tuple[str, ...]
    setting: Setting
    other_settings: tuple[tuple[Setting, int], ...]
    """Further settings whose rows add to counts, with their numbers of searches."""

    def __repr__(self) -> str:
        answers = ", ".join(verdict.answer for verdict in self.verdicts)
        return f"Finding({self.name!r}, searches={self.searches}, missing={self.missing}, verdicts=[{answers}])"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a dictionary that :mod:`json` can write.

        >>> import tempfile
        >>> database = tempfile.mkdtemp() + "/rows.db"
        >>> _ = run("growing-partitions", database=database, positions=1)
        >>> findings("growing-partitions", database=database)[0].to_dict()["verdicts"][0]["answer"]
        'undecided'
        """
        return dataclasses.asdict(self)


class Rows:
    """The rows of a database as Arrow columns; see :func:`rows`.

    It has the Arrow PyCapsule interface: ``pyarrow.table(rows)`` and ``polars.DataFrame(rows)`` read its columns, and
    ``pyarrow.table(rows).to_pandas(types_mapper=pandas.ArrowDtype)`` is a table of pandas on them.
    """

    __slots__ = ("_native",)

    def __init__(self, native: _native.LabRows) -> None:
        self._native = native

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<{len(self)} rows, {len(self.column_names)} columns>"

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, as ``nullwindow lab export`` writes them.

        >>> import tempfile
        >>> database = tempfile.mkdtemp() + "/rows.db"
        >>> _ = run("growing-partitions", database=database, positions=1)
        >>> rows(database).column_names[-5:]
        ['open', 'backup', 'cuts', 'questions', 'windowed_leaves']
        """
        return self._native.column_names()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()


def plans() -> list[Plan]:
    """Return the plans that ship, in the order of the papers.

    >>> [plan.name for plan in plans()][:2]
    ['leaves', 'total']
    """
    return [_plan(fields) for fields in json.loads(_native.lab_plans())]


def read_plan(file: str | os.PathLike[str]) -> Plan:
    """Read a plan of your own from a TOML file.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "mine.toml"
    >>> _ = file.write_text(next(plan.text for plan in plans() if plan.name == "leaves"))
    >>> read_plan(file).title == next(plan.title for plan in plans() if plan.name == "leaves")
    True
    """
    name = os.fspath(file)
    with open(name, encoding="utf-8") as text:
        return _plan(json.loads(_native.lab_plan(name, text.read())))


def rows(database: str | os.PathLike[str] = DATABASE, plan: PlanLike | None = None) -> Rows:
    """Return the rows of a database as Arrow columns, which pyarrow and polars read without copying numbers.

    With a plan, return the rows of the searches that it asks for in either form, whichever plan they were first measured
    for. Rows of several machines may be among them: compare ``seconds`` only where ``program``, ``machine`` and ``jobs``
    are equal.

    >>> import tempfile
    >>> database = tempfile.mkdtemp() + "/rows.db"
    >>> _ = run("growing-partitions", database=database, positions=1)
    >>> rows(database)
    <96 rows, 37 columns>
    >>> import pyarrow
    >>> sorted(pyarrow.table(rows(database)).column("algorithm").unique().to_pylist())[:2]
    ['alphabeta', 'ps*(2)']
    """
    chosen = None if plan is None else _texts([plan])[0]
    return Rows(_native.LabRows(os.fspath(database), chosen))


def run(
    plan: PlanLike | Iterable[PlanLike],
    *,
    database: str | os.PathLike[str] = DATABASE,
    form: Form = "quick",
    client: Any = None,
    jobs: int | None = None,
    positions: int | None = None,
    progress: Callable[[RunProgress], object] | None = None,
) -> RunSummary:
    """Measure the searches of plans that the database does not have, as ``nullwindow lab run`` does.

    Every search is written as soon as it is complete, so that a run may be interrupted or killed at any moment: the same
    call resumes it. Ctrl-C returns the summary, with ``stopped == "interrupted"``.

    Without a client, searches run on ``jobs`` threads of this process (one per core). With a Dask client, or the address of
    a scheduler, they run on the workers of its cluster, ``jobs`` at once (one per thread of a worker), and this process
    alone writes to the database. Rows carry the setting of the machine that measured them.

    ``positions`` restricts a plan to its first positions or seeds. ``progress`` is called with a :class:`RunProgress`.

    >>> import tempfile
    >>> database = tempfile.mkdtemp() + "/rows.db"
    >>> run("growing-partitions", database=database, positions=1, jobs=1)
    RunSummary(done=54, known=0, left=0, failed=(), stopped=None)
    >>> run("growing-partitions", database=database, positions=1, jobs=1).known
    54
    """
    if jobs is not None and not 1 <= jobs <= 1024:
        raise RequestError(f"jobs is {jobs}; it is a number from 1 to 1024")
    if positions is not None and positions < 1:
        raise RequestError(f"positions is {positions}; it is a number from 1")
    chosen = _texts([plan] if isinstance(plan, (Plan, str, os.PathLike)) else list(plan))
    if client is not None:
        from . import _cluster

        return _cluster.run(chosen, form, os.fspath(database), client, jobs, positions, progress)
    tell = None if progress is None else lambda *fields: progress(RunProgress(*fields))
    return _summary(_native.lab_run(chosen, form, os.fspath(database), jobs, positions, tell))


def findings(
    plan: PlanLike | Iterable[PlanLike] | None = None,
    *,
    database: str | os.PathLike[str] = DATABASE,
    form: Form | None = None,
) -> list[Finding]:
    """Return the findings of plans that have rows: verdicts, tables and remarks as data.

    Without a plan, of all that ship; without a form, in the form of which more is measured. The level of the confidence
    intervals is shared among all findings of the call.

    >>> import tempfile
    >>> database = tempfile.mkdtemp() + "/rows.db"
    >>> _ = run("growing-partitions", database=database, positions=1)
    >>> findings("growing-partitions", database=database)
    [Finding('growing-partitions', searches=54, missing=2106, verdicts=[undecided, undecided, undecided])]
    """
    return [_finding(fields) for fields in json.loads(_native.lab_findings(_chosen(plan), form, os.fspath(database)))]


def report(
    plan: PlanLike | Iterable[PlanLike] | None = None,
    *,
    database: str | os.PathLike[str] = DATABASE,
    form: Form | None = None,
    format: Literal["html", "markdown", "text"] = "html",
) -> str:
    """Return a report on plans that have rows, as one page of HTML, as Markdown or as text.

    >>> import tempfile
    >>> database = tempfile.mkdtemp() + "/rows.db"
    >>> _ = run("growing-partitions", database=database, positions=1)
    >>> print(report("growing-partitions", database=database, format="text").splitlines()[0])
    0 of 3 claims confirmed, 0 refuted, 3 undecided; 1 self-check passed
    """
    return _native.lab_report(_chosen(plan), form, os.fspath(database), format)


def _chosen(plan: PlanLike | Iterable[PlanLike] | None) -> list[tuple[str, str]]:
    if plan is None:
        return _texts(plans())
    return _texts([plan] if isinstance(plan, (Plan, str, os.PathLike)) else list(plan))


def _texts(chosen: Sequence[PlanLike]) -> list[tuple[str, str]]:
    """Return the file names and texts of plans."""
    found = [_find(plan) for plan in chosen]
    return [(plan.file_name, plan.text) for plan in found]


def _find(plan: PlanLike) -> Plan:
    if isinstance(plan, Plan):
        return plan
    if isinstance(plan, os.PathLike) or plan.endswith(".toml"):
        return read_plan(plan)
    shipped = plans()
    for one in shipped:
        if one.name == plan:
            return one
    names = " ".join(one.name for one in shipped)
    raise RequestError(f"there is no plan {plan!r}; the plans are: {names}; or give a TOML file")


def _plan(fields: dict[str, Any]) -> Plan:
    return Plan(**{**fields, "sources": tuple(fields["sources"])})


def _summary(text: str) -> RunSummary:
    fields = json.loads(text)
    failed = tuple((cell, error) for cell, error in fields["failed"])
    stopped = "interrupted" if fields["interrupted"] else None
    return RunSummary(fields["done"], fields["known"], fields["left"], failed, typing.cast(Any, stopped))


def _verdict(fields: dict[str, Any]) -> Verdict:
    return Verdict(**{**fields, "cases": tuple(fields["cases"])})


def _finding(fields: dict[str, Any]) -> Finding:
    others = ((Setting(**setting), count) for setting, count in fields["other_settings"])
    tables = (
        Table(table["caption"], tuple(table["columns"]), tuple(tuple(row) for row in table["rows"]))
        for table in fields["tables"]
    )
    return Finding(
        **{
            **fields,
            "sources": tuple(fields["sources"]),
            "verdicts": tuple(map(_verdict, fields["verdicts"])),
            "self_checks": tuple(map(_verdict, fields["self_checks"])),
            "tables": tuple(tables),
            "remarks": tuple(fields["remarks"]),
            "setting": Setting(**fields["setting"]),
            "other_settings": tuple(others),
        }
    )
