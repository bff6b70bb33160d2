"""Every public function has a doctest, and every native function a stub."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import nullwindow
from nullwindow import _native

PACKAGE = Path(nullwindow.__file__).parent


def modules() -> list[ModuleType]:
    names = [module.name for module in pkgutil.iter_modules([str(PACKAGE)])]
    public = [name for name in names if not name.startswith("_")]
    return [nullwindow, *(importlib.import_module(f"nullwindow.{name}") for name in public)]


def functions() -> list[tuple[str, object]]:
    """Returns the public functions of all public modules."""
    found: list[tuple[str, object]] = []
    for module in modules():
        for name in getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")]):
            value = getattr(module, name)
            if inspect.isfunction(value) and value.__module__.startswith("nullwindow"):
                found.append((f"{module.__name__}.{name}", value))
    return found


@pytest.mark.parametrize(("name", "function"), functions(), ids=[name for name, _ in functions()])
def test_public_functions_have_a_doctest(name: str, function: object) -> None:
    assert any(test.examples for test in doctest.DocTestFinder().find(function, name)), f"{name} has no doctest"


def test_public_classes_have_a_docstring() -> None:
    for name in nullwindow.__all__:
        value = getattr(nullwindow, name)
        if inspect.isclass(value):
            assert value.__doc__ and not value.__doc__.startswith(f"{name}("), name


def test_native_functions_have_a_stub() -> None:
    stub = ast.parse((PACKAGE / "_native.pyi").read_text())
    declared = {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    native = {name for name in dir(_native) if not name.startswith("__")}
    assert declared == native


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_public_names_exist() -> None:
    for name in nullwindow.__all__:
        assert hasattr(nullwindow, name)


def test_modules_need_no_import_of_their_own() -> None:
    """And ``import nullwindow`` imports none of them, nor what they need."""
    names = [name for name in (module.name for module in pkgutil.iter_modules([str(PACKAGE)])) if not name.startswith("_")]
    program = f"""
import sys, nullwindow
heavy = {{"chess", "dask", "distributed", "easyAI", "numpy", "pandas", "pyspiel", "nullwindow.cluster", "nullwindow.lab"}}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
for name in {names!r}:
    assert name in dir(nullwindow), name
    assert getattr(nullwindow, name).__name__ == "nullwindow." + name
assert nullwindow.jobs.job_id({{"game": "nim"}})
assert not hasattr(nullwindow, "nothing")
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
