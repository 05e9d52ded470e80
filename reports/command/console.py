# SPDX-License-Identifier: BSD-3-Clause
"""What the commands share: exit status, missing libraries, output."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.console import OutputError, complain, show

WRITTEN, USAGE, MISSING = 0, 2, 77
STANDARD_OUTPUT = Path("-")
LIBRARIES = {"jinja2", "markupsafe", "orjson", "vl_convert"}


@contextmanager
def libraries(program: str) -> Iterator[None]:
    """Around imports: if a library is missing, says how to install it and exits 77."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in LIBRARIES:
            raise
        needs = Path(__file__).resolve().parents[1] / "requirements.txt"
        command = shlex.join([sys.executable, "-m", "pip", "install", "-r", str(needs)])
        complain(program, f"the Python module {library} is missing; install it with: {command}")
        sys.exit(MISSING)


def is_overwritten(output: Path, file: Path) -> bool:
    """Whether writing `output` would replace `file`."""
    return os.path.exists(output) and os.path.exists(file) and output.samefile(file)


def write(output: Path, content: bytes) -> None:
    """Write a file whole or not at all: an old one stays until the new one is complete."""
    target = Path(os.path.realpath(output))
    if target.exists() and not target.is_file():
        target.write_bytes(content)  # a device or a pipe cannot be replaced
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def answer_write(program: str, output: Path, content: str) -> int:
    """Write a file or standard output. A reader that has left is not an error."""
    try:
        if output == STANDARD_OUTPUT:
            show(content)
        else:
            write(output, content.encode("utf-8", errors="replace"))
    except BrokenPipeError:
        return WRITTEN
    except OSError as error:
        raise OutputError(output, error) from None
    return WRITTEN
