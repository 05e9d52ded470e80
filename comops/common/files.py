# SPDX-License-Identifier: BSD-3-Clause
"""Where files lie, and how one is written whole. Files of the build say what was built (build.json)
and what only C knows (catalogue.json); they are in the installed package, or in the build folder,
whose launcher names it in COMOPS_BUILD. Files of the user are in the home folder."""

import contextlib
import json
import os
import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
# The folder with the sources that `comops show` prints.
ROOT = PACKAGE / "sources" if (PACKAGE / "sources").exists() else PACKAGE.parent


@cache
def build_file(name: str = "build.json") -> Path:
    if (installed := PACKAGE / name).exists():
        return installed
    return Path(os.environ.get("COMOPS_BUILD", ROOT / "build/build.json")).with_name(name)


@cache
def build() -> dict[str, Any]:
    """The content of build.json (comops/cli/build.json.in); `library` is relative to that file."""
    return json.loads(build_file().read_text(encoding="utf-8"))


def user_folder(variable: str, usual: str, inner: str = "") -> Path | None:
    """Where files of comops are that belong to the user: below the folder that the variable names,
    or below the usual one in the home folder; None if there is no home."""
    named, home = os.environ.get(variable, ""), os.environ.get("HOME", "")
    if named.startswith("/"):  # others must be ignored, says the standard
        return Path(named, "comops", inner)
    return Path(home, usual, "comops", inner) if home.startswith("/") else None


@contextlib.contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """An empty file beside the target, which takes its place at the end; removed on failure. No
    other user can have planted a link in its place, even where the folder is shared."""
    draft = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666))
    try:
        yield draft
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def write(output: Path, content: bytes) -> None:
    """Writes a file whole or not at all: an old one stays until the new one is complete."""
    target = Path(os.path.realpath(output))
    if target.exists() and not target.is_file():
        target.write_bytes(content)  # a device or a pipe cannot be replaced
        return
    with draft_of(target) as draft:
        draft.write_bytes(content)
