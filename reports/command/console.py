# SPDX-License-Identifier: BSD-3-Clause
"""What the commands share: exit status, error messages, missing libraries, output."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WRITTEN, NOT_WRITTEN, USAGE, MISSING = 0, 1, 2, 77
STANDARD_OUTPUT = Path("-")
LIBRARIES = {"jinja2", "markupsafe", "orjson", "vl_convert"}


def complain(program: str, message: str) -> None:
    """One line on standard error, whatever a file's name or content contains."""
    line = " ".join(message.split())
    print(f"{program}: {line}".encode(errors="replace").decode(), file=sys.stderr)


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
    return output.exists() and file.exists() and output.samefile(file)


def print_whole(content: bytes) -> None:
    """To standard output; OSError where that fails, after which nothing more is written there."""
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


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
    """Write a file or standard output; the exit status. A closed pipe is not an error."""
    code = content.encode("utf-8", errors="replace")
    try:
        if output == STANDARD_OUTPUT:
            print_whole(code)
        else:
            write(output, code)
    except BrokenPipeError:
        return WRITTEN
    except OSError as error:
        where = "standard output" if output == STANDARD_OUTPUT else output
        complain(program, f"{where}: cannot be written: {error.strerror}")
        return NOT_WRITTEN
    return WRITTEN
