# SPDX-License-Identifier: BSD-3-Clause
"""A platform file in SimGrid's own format, for any other machine."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from costs import Costs
from platforms import Model, Platform, PlatformError


def _numbers(radical: str) -> list[int]:
    """The numbers of a SimGrid radical such as `0-3,8`."""
    numbers: list[int] = []
    for part in radical.split(","):
        low, _, high = part.partition("-")
        numbers += range(int(low), int(high or low) + 1)
    return numbers


def _hosts(element: ElementTree.Element) -> list[str]:
    """The hosts of an element, one entry per core."""
    cores = int(element.get("core", "1"))
    if element.tag == "host":
        return [element.attrib["id"]] * cores
    names = (
        f"{element.get('prefix', '')}{number}{element.get('suffix', '')}"
        for number in _numbers(element.attrib["radical"])
    )
    return [name for name in names for _ in range(cores)]


def from_simgrid(file: Path) -> Platform:
    """Ranks occupy its hosts in the file's order, one per core. Raises PlatformError."""
    try:
        text = file.read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        seats = [seat for e in root.iter() if e.tag in ("host", "cluster") for seat in _hosts(e)]
    except (OSError, UnicodeDecodeError) as error:
        raise PlatformError(f"{file}: cannot be read: {error}") from None
    except (ElementTree.ParseError, KeyError, ValueError) as error:
        raise PlatformError(f"{file}: not a platform file of SimGrid: {error}") from None
    if root.tag != "platform" or not seats:
        raise PlatformError(f"{file}: not a platform file of SimGrid: it has no hosts")
    description = f"{len(seats)} cores, from a file; software costs nothing"
    return Platform(str(file), description, tuple(seats), (), Model(text, Costs()))
