# SPDX-License-Identifier: BSD-3-Clause
"""The source tree that the rules are held against; the command line's last word is its root."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(sys.argv.pop()).resolve()
STANDARD = {"limits.h", "math.h", "stdalign.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h",
            "stdlib.h", "string.h"}


def paths() -> dict[str, list[str]]:
    """The folders of the paths and their protocols, as the build lists them."""
    text = (ROOT / "meson.build").read_text()
    listed = re.search(r"^paths = \{\n(.*?)^\}", text, flags=re.M | re.S).group(1)
    return {path: re.findall(r"'([\w/]+)'", protocols)
            for path, protocols in re.findall(r"'(\w+)': \[(.*?)\]", listed, flags=re.S)}


def patterns() -> list[str]:
    """As the build lists them."""
    text = re.sub(r"#.*", "", (ROOT / "comops/meson.build").read_text())
    listed = re.search(r"^patterns = \[(.*?)\]", text, flags=re.M | re.S).group(1)
    return re.findall(r"'(\w+)'", listed)


def path_of(file: Path) -> str:
    """The path whose implementation it is; the folder that it is in is the protocol."""
    return file.relative_to(ROOT).parts[0]


def label(path: str) -> str:
    """What the ranks' path is called: "threads" of shm_threads."""
    text = (ROOT / path / "meson.build").read_text()
    return re.search(r"path_rows \+= path_row.format\(\s*'(\w+)'", text).group(1)


def implementations() -> list[Path]:
    """All but Worley's, whose patterns are written once for all paths."""
    return sorted(f for path, protocols in paths().items() for protocol in protocols
                  for f in (ROOT / path / protocol).glob("*.c"))


def algorithms() -> list[Path]:
    return sorted(f for f in (ROOT / "extensions/pstswm/worley").glob("*.c") if f.name != "absent.c")


def exchanges() -> list[Path]:
    return sorted(f for path in paths() for f in (ROOT / path).glob("worley/*.c"))


def sources(*folders: str, suffixes: Iterable[str] = (".c", ".h")) -> list[Path]:
    """The sources in these folders, or in all that measure, launch and simulate."""
    return sorted(f for folder in folders or ("comops", *paths(), "topology", "simulate", "pstswm")
                  for f in (ROOT / folder).rglob("*") if f.suffix in suffixes)


def includes(text: str) -> list[tuple[str, str]]:
    """The quote, " or <, and the header."""
    return re.findall(r'#\s*include\s*([<"])([^">]+)[">]', text)


def code(file: Path) -> str:
    """The text without comments."""
    return re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
