# SPDX-License-Identifier: BSD-3-Clause
"""What the commands share: exit status, missing libraries, output."""

import os
from functools import partial
from pathlib import Path

from common.console import OutputError, complain, show
from common.libraries import libraries as needed

WRITTEN, USAGE, MISSING = 0, 2, 77
STANDARD_OUTPUT = Path("-")
libraries = partial(needed, room="reports")  # around imports


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
