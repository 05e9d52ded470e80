# SPDX-License-Identifier: BSD-3-Clause
"""Libraries of Python that may be missing."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from importlib.resources import files
from types import ModuleType
from typing import Any, NoReturn

from comops.common.console import complain

MISSING = 77  # exit status
MODULES = {"ClusterShell", "duckdb", "jinja2", "markupsafe", "numpy", "orjson", "ruptures",
           "vl_convert"}
EXTRAS = {"vl_convert": "figures"}  # of comops, which bring a module


@contextmanager
def libraries(program: str, package: str = "comops.cli", what: str = "it") -> Iterator[None]:
    """Around imports: if a library is missing, says how to install `what`, all that a package of
    ours needs, and exits with 77."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in MODULES:
            raise
        needs = files(package) / "requirements.txt"
        command = shlex.join([sys.executable, "-m", "pip", "install", "-r", str(needs)])
        extra = f", which comops[{EXTRAS[library]}] brings" if library in EXTRAS else ""
        complain(program, f"the Python module {library} is missing{extra}; "
                 f"install {what} with: {command}")
        sys.exit(MISSING)


class _Name(type):
    """A name in a library that is missing: it can be imported, annotated with and derived from;
    calling it says that the library is missing."""

    def __getattr__(cls, name: str) -> "_Name":
        if name.startswith("__"):
            raise AttributeError(name)
        return _Name(name, (), {"__module__": cls.__module__})

    def __call__(cls, *_: Any, **__: Any) -> NoReturn:
        library = cls.__module__.partition(".")[0]
        raise ModuleNotFoundError(f"No module named {library!r}", name=library)


class _StandIns:
    """Finds modules of missing libraries; last in `sys.meta_path`."""

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        known = name.partition(".")[0] in MODULES
        return ModuleSpec(name, self, is_package=True) if known else None

    def create_module(self, _: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        place = {"__module__": module.__name__}
        module.__getattr__ = _Name(module.__name__, (), place).__getattr__


def help_wanted(words: Sequence[str]) -> None:
    """If the words ask for help, imports of missing libraries succeed: help needs none."""
    if {"-h", "-?", "--help", "--help-all"}.intersection(words):
        sys.meta_path.append(_StandIns())
