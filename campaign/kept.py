# SPDX-License-Identifier: BSD-3-Clause
"""What campaigns keep for later ones: JSON files in a folder of the user, each with the key of all
that its content depends on. A file that is damaged, or of another key, is as none."""

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """`folder` None: there is no home. `most`: how many files the folder may have; 0: any number.
    """

    folder: File | None
    key: Record
    most: int = 0

    @property
    def file(self) -> File | None:
        text = json.dumps(self.key, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        name = hashlib.sha256(text.encode()).hexdigest()
        return self.folder / f"{name}.json" if self.folder else None

    def read(self, member: str) -> Any:
        """None if nothing was kept."""
        name = self.file
        with contextlib.suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
            content = json.loads(name.read_text(encoding="utf-8")) if name else None
            return content[member] if content and content["key"] == self.key else None
        return None

    def write(self, member: str, value: Any) -> str:
        """Replaces the file as a whole: a campaign that reads it meanwhile gets the old or the new
        one. The reason if it cannot be written, else ""."""
        name, part = self.file, ""
        if not name:
            return "there is no home folder"
        try:
            name.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=name.parent, delete=False,
                                             prefix=f"{name.name}-") as file:
                part = file.name
                json.dump({"key": self.key, member: value}, file, indent=1)
            os.replace(part, name)
            self._clear(name.parent)
        except OSError as error:
            if part:
                File(part).unlink(missing_ok=True)
            return error.strerror or str(error)
        return ""

    def _clear(self, folder: File) -> None:
        """Removes the oldest files beyond those that there may be."""
        if self.most:
            for file in sorted(folder.iterdir(), key=os.path.getmtime)[: -self.most]:
                file.unlink(missing_ok=True)
