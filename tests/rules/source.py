# SPDX-License-Identifier: BSD-3-Clause
"""The source tree that the rules are held against; the command line's last word is its root."""

import re
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(sys.argv.pop()).resolve()
STANDARD = {"limits.h", "math.h", "stdalign.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h",
            "stdlib.h", "string.h"}


@cache
def paths() -> dict[str, list[str]]:
    """The folders of the paths and their protocols, as the build and extensions list them."""
    text = (ROOT / "meson.build").read_text()
    listed = re.search(r"^paths = \{\n(.*?)^\}", text, flags=re.M | re.S).group(1)
    folders = {path: re.findall(r"'([\w/]+)'", protocols)
               for path, protocols in re.findall(r"'(\w+)': \[(.*?)\]", listed, flags=re.S)}
    for file in ROOT.glob("extensions/*/patterns/meson.build"):
        for path, protocols in re.findall(r"added_protocols\.get\('(\w+)', \[\]\) \+ \[(.*?)\]",
                                          file.read_text()):
            folders[path] += re.findall(r"'([\w/]+)'", protocols)
    return folders


def patterns() -> list[str]:
    """As the build lists them."""
    files = [ROOT / "comops/ranks/meson.build", *ROOT.glob("extensions/*/patterns/meson.build")]
    text = re.sub(r"#.*", "", "".join(file.read_text() for file in files))
    listed = re.findall(r"^(?:added_)?patterns \+?= \[(.*?)\]", text, flags=re.M | re.S)
    return re.findall(r"'(\w+)'", "".join(listed))


def path_of(file: Path) -> str:
    """The path whose implementation it is; the folder that it is in is the protocol."""
    parts = file.relative_to(ROOT).parts
    return parts[2] if parts[0] == "extensions" else parts[0]


def label(path: str) -> str:
    """What the ranks' path is called: "threads" of shm_threads."""
    text = (ROOT / path / "meson.build").read_text()
    return re.search(r"path_rows \+= path_row.format\(\s*'(\w+)'", text).group(1)


def implementations() -> list[Path]:
    """The implementations of comops and of extensions that are made for one path."""
    return sorted(f for path, protocols in paths().items() for protocol in protocols
                  for root in (ROOT, *extensions())
                  for f in (root / path / protocol).glob("*.c"))


def tree_copy(folder: Path, *aside: str) -> None:
    """The source tree without what was built in it, and without `aside`."""
    shutil.copytree(ROOT, folder, symlinks=True, ignore=shutil.ignore_patterns(
        ".git", ".venv", "build", "build-*", "__pycache__", *aside))


def extensions() -> list[Path]:
    return sorted(folder for folder in ROOT.glob("extensions/*") if folder.is_dir())


def sources(*folders: str, suffixes: Iterable[str] = (".c", ".h")) -> list[Path]:
    """The sources in these folders, or in all but tests and benchmarks."""
    aside = {"tests", "benchmarks"} if not folders else set()
    return sorted(f for folder in folders or ("comops", *paths(), "topology", "extensions")
                  for f in (ROOT / folder).rglob("*")
                  if f.suffix in suffixes and not aside.intersection(f.relative_to(ROOT).parts))


def includes(text: str) -> list[tuple[str, str]]:
    """The quote, " or <, and the header."""
    return re.findall(r'#\s*include\s*([<"])([^">]+)[">]', text)


def code(file: Path) -> str:
    """The text without comments."""
    return re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
