# SPDX-License-Identifier: BSD-3-Clause
"""Runs an engine's worker and reads what it prints: a JSON object for each cell."""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Cell = dict[str, Any]
Answer = dict[str, Any]

_running: set[subprocess.Popen[str]] = set()
_ended = threading.Event()


class Ended(Exception):
    """end_all was called."""


def answers(command: list[str], folder: str, least: int) -> Iterator[Answer]:
    """The objects that a command prints, as they arrive.

    RuntimeError if it fails or prints fewer than `least`, Ended after end_all.
    """
    count = 0
    with (
        Path(folder, "errors").open("w+", encoding="utf-8", errors="replace") as errors,
        subprocess.Popen(command, cwd=folder, env=os.environ | {"TMPDIR": folder},
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                         text=True, start_new_session=True) as process,
    ):
        _running.add(process)
        try:
            if _ended.is_set():  # meanwhile
                raise Ended
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("{"):
                    count += 1
                    yield json.loads(line)
            status = process.wait()
        finally:
            _end(process)
            _running.discard(process)
        if _ended.is_set():
            raise Ended
        errors.seek(0)
        said = errors.read().strip().splitlines()
        # The worker's own status is 1 if a cell is wrong, which its record says.
        if status not in (0, 1) or count < least:
            raise RuntimeError(_reason(said, status))


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def end_all() -> None:
    """Ends all running workers; no other is started."""
    _ended.set()
    for process in list(_running):
        _end(process)


def _reason(said: list[str], status: int) -> str:
    for line in said:
        if "CRITICAL]" in line:
            return line.split("CRITICAL]", 1)[1].strip()
    return said[0] if said else f"the simulator ended with status {status}"


def surviving(
    run: Callable[[list[Cell]], Iterator[Answer]], cells: list[Cell]
) -> Iterator[tuple[Cell, Answer]]:
    """Each cell with its answer. If a cell ends the simulator, only that cell is lost."""
    waiting = cells
    while waiting:
        try:
            for answer in run(waiting):
                one, *waiting = waiting
                yield one, answer
        except RuntimeError as error:
            if not waiting:
                break
            one, *waiting = waiting
            yield one, {"samples_us": [], "valid": False, "error": str(error)}


def worker_find(comops: Path, name: str, *folders: str) -> Path | None:
    """The worker beside this comops, or in its build folder."""
    for folder in (".", *(f"../../{one}" for one in folders)):
        worker = comops.parent / folder / name
        if worker.is_file():
            return worker.resolve()
    return None
