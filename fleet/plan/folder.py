# SPDX-License-Identifier: BSD-3-Clause
"""The folder of a sweep: its files, and the lock that only one `fleet run` holds."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RESULTS = ".jsonl"


class Busy(Exception):
    """Another `fleet run` works on this folder."""


class Folder:
    """DIR/fleet.json, DIR/node.sh, DIR/jobs.sqlite and DIR/nodes/NODE.*."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.abspath(path))
        self.plan = self.path / "fleet.json"
        self.script = self.path / "node.sh"
        self.jobs = self.path / "jobs.sqlite"
        self.nodes = self.path / "nodes"
        self.lock = self.path / "lock"

    def results(self, node: str) -> Path:
        """The complete results file; while it is being written it ends in `.part`."""
        return self.nodes / f"{node}{RESULTS}"

    def log(self, node: str) -> Path:
        """What the node printed."""
        return self.nodes / f"{node}.log"

    def measured(self) -> set[str]:
        """The nodes with a complete results file."""
        names = os.listdir(self.nodes) if self.nodes.is_dir() else []
        return {name.removesuffix(RESULTS) for name in names if name.endswith(RESULTS)}

    def last_words(self, node: str) -> str:
        """The last line that the node printed, or nothing."""
        try:
            with open(self.log(node), "rb") as log:
                log.seek(max(0, os.path.getsize(self.log(node)) - 4096))
                lines = log.read().decode("utf-8", errors="replace").split("\n")
        except OSError:
            return ""
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Busy if another process has it locked."""
        with open(self.lock, "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Busy(f"another comops fleet run works on {self.path}") from None
            yield

    def is_locked(self) -> bool:
        """Whether a `fleet run` works on it now."""
        if not self.lock.exists():
            return False
        try:
            with self.locked():
                return False
        except Busy:
            return True


def write_whole(file: Path, text: str) -> None:
    """Write a file as .part, then rename it."""
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)
