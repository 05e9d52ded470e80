# SPDX-License-Identifier: BSD-3-Clause
"""Libraries of Python that may be missing."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.console import complain

MISSING = 77  # exit status
MODULES = {"ClusterShell", "duckdb", "jinja2", "markupsafe", "numpy", "orjson", "vl_convert"}


@contextmanager
def libraries(program: str, room: str) -> Iterator[None]:
    """Around imports: if a library is missing, says how to install what `room` needs, and exits
    with 77."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in MODULES:
            raise
        needs = Path(__file__).resolve().parents[1] / room / "requirements.txt"
        command = shlex.join([sys.executable, "-m", "pip", "install", "-r", str(needs)])
        complain(program, f"the Python module {library} is missing; install it with: {command}")
        sys.exit(MISSING)
