# SPDX-License-Identifier: BSD-3-Clause
"""A platform file in SimGrid's own format, for any other machine."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from comops.common.terminal import plain
from comops_simulate.platforms import Costs, Model, Platform, PlatformError

CORES_MOST = 65536
LATENCY_MOST = 1000.0  # seconds; with longer ones SimGrid's clock loses microseconds
LATENCIES = ("latency", "lat", "bb_lat", "loopback_lat")
RATES = ("bandwidth", "bw", "bb_bw", "loopback_bw", "limiter_link")
NUMBER = r"(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"
UNITS = {"w": 604800.0, "d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0, "": 1.0,
         "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "ps": 1e-12}


def _whole(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text):
        raise ValueError(f"{name} is not a whole number")
    return int(text)


def _numbers(radical: str) -> Iterator[int]:
    """The numbers of a SimGrid radical such as `0-3,8`."""
    for part in radical.split(","):
        low, _, high = part.partition("-")
        yield from range(_whole("radical", low), _whole("radical", high or low) + 1)


def _hosts(element: ElementTree.Element) -> Iterator[str]:
    """The host of each core of an element."""
    cores = _whole("core", element.get("core", "1"))
    if element.tag == "host":
        names = iter([element.attrib["id"]])
    else:
        prefix, suffix = element.get("prefix", ""), element.get("suffix", "")
        names = (f"{prefix}{number}{suffix}" for number in _numbers(element.attrib["radical"]))
    return (name for name in names for _ in range(cores)) if cores else iter(())


def _check(element: ElementTree.Element) -> None:
    """ValueError if a latency or rate is none. SimGrid takes nan for a number."""
    for name in LATENCIES:
        found = re.fullmatch(rf"({NUMBER})([a-z]*)", element.get(name, "0"))
        if not found or found[4] not in UNITS:
            raise ValueError(f"{name} is not a time")
        if float(found[1]) * UNITS[found[4]] > LATENCY_MOST:
            raise ValueError(f"{name} is more than {LATENCY_MOST:.0f} s")
    for name in RATES:
        for rate in element.get(name, "1").split(","):
            found = re.fullmatch(rf"({NUMBER})([A-Za-z]*)", rate.strip())
            if not found or not 0 < float(found[1]) <= 1e300:
                raise ValueError(f"{name} is not a rate")


def from_simgrid(file: Path) -> Platform:
    """Ranks occupy its hosts in the file's order, one per core. Raises PlatformError."""
    try:
        text = file.read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        for element in root.iter():
            _check(element)
        every = (host for e in root.iter() if e.tag in ("host", "cluster") for host in _hosts(e))
        hosts = tuple(islice(every, CORES_MOST + 1))
    except (OSError, UnicodeDecodeError) as error:
        raise PlatformError(f"{file}: cannot be read: {error}") from None
    except (ElementTree.ParseError, KeyError, ValueError) as error:
        raise PlatformError(f"{file}: not a SimGrid platform file: {error}") from None
    if root.tag != "platform" or not hosts:
        raise PlatformError(f"{file}: not a SimGrid platform file: it has no hosts")
    if len(hosts) > CORES_MOST:
        raise PlatformError(f"{file}: more than {CORES_MOST} cores")
    description = f"{len(hosts)} cores, from a file; software costs nothing"
    return Platform(plain(str(file)), description, hosts, (), Model(text, Costs()))
