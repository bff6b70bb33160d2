"""Searches as jobs: plain data in, plain data out.

A job is a pure function of its content. On one thread and without a time limit, the same job gives the same result on
every machine, apart from ``seconds``. Its id is a hash of the content.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from . import _native

__all__ = ["job_id", "run"]


def run(job: Mapping[str, Any]) -> dict[str, Any]:
    """Runs a job, as ``nullwindow job`` runs a line. Ctrl-C ends it; the result then has ``stopped`` as "interrupted".

    Only ``game`` is required; chess and checkers also need a limit. The other fields are ``position``, ``moves``,
    ``algorithm``, ``depth`` (to the end of the game without it), ``at_least`` (a null-window test instead of the value),
    ``nodes``, ``seconds``, ``table`` and ``threads``.

    >>> from nullwindow import jobs
    >>> result = jobs.run({"game": "connect4", "position": "4444432222554"})
    >>> result["value"], result["complete"]
    (15, True)
    >>> jobs.run({"game": "connect4", "position": "4444432222554", "at_least": 16})["upper"]
    15
    """
    result: dict[str, Any] = json.loads(_native.run_job(_text(job)))
    return result


def job_id(job: Mapping[str, Any]) -> str:
    """Returns the id of a job: a hash of its content, with defaults and the canonical names of game and algorithm filled in.

    >>> from nullwindow import jobs
    >>> jobs.job_id({"game": "connect4", "position": "44444"})
    '086432eab511aef0a104cff54cc08a7f'
    """
    return _native.job_id(_text(job))


def _text(job: Mapping[str, Any]) -> str:
    # A list of pairs makes a dictionary, too, and an empty one a job without fields.
    if not isinstance(job, Mapping):
        raise TypeError(f"job: expected a mapping of names to values, not {type(job).__name__}")
    return json.dumps(dict(job))
