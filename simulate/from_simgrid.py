# SPDX-License-Identifier: BSD-3-Clause
"""A platform file of SimGrid's own form, for any machine that is described nowhere here."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from costs import Costs
from platforms import Model, Platform, PlatformError


def _numbers(radical: str) -> list[int]:
    """`0-3,8` as SimGrid means it."""
    numbers: list[int] = []
    for part in radical.split(","):
        low, _, high = part.partition("-")
        numbers += range(int(low), int(high or low) + 1)
    return numbers


def _hosts(element: ElementTree.Element) -> list[str]:
    """The hosts an element stands for, one entry for each core."""
    cores = int(element.get("core", "1"))
    if element.tag == "host":
        return [element.attrib["id"]] * cores
    names = (
        f"{element.get('prefix', '')}{number}{element.get('suffix', '')}"
        for number in _numbers(element.attrib["radical"])
    )
    return [name for name in names for _ in range(cores)]


def from_simgrid(file: Path) -> Platform:
    """Ranks sit on its hosts in the file's order, one a core. May be a PlatformError."""
    try:
        text = file.read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        seats = [
            seat for e in root.iter() if e.tag in ("host", "cluster") for seat in _hosts(e)
        ]
    except (OSError, UnicodeDecodeError) as error:
        raise PlatformError(f"{file}: cannot be read: {error}") from None
    except (ElementTree.ParseError, KeyError, ValueError) as error:
        raise PlatformError(f"{file}: not a platform file of SimGrid: {error}") from None
    if root.tag != "platform" or not seats:
        raise PlatformError(f"{file}: not a platform file of SimGrid: it has no hosts")
    description = f"{len(seats)} cores, from a file; software costs nothing"
    return Platform(str(file), description, tuple(seats), (), Model(text, Costs()))
