# SPDX-License-Identifier: BSD-3-Clause
"""Prints the description of a machine, as the coherence engine reads it.

Usage: python3 simulate/descriptions NAME
"""

import json
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[2])

from simulate.descriptions.description import Description  # noqa: E402
from simulate.descriptions.known import known_machine, known_names  # noqa: E402
from simulate.generic import generic  # noqa: E402
from simulate.machines import MACHINES  # noqa: E402
from simulate.platforms import PlatformError  # noqa: E402


def description_find(name: str) -> Description:
    """Describes a machine of the papers, a generic or a measured one. Raises PlatformError."""
    if name in known_names():
        return known_machine(name)
    found = MACHINES[name]() if name in MACHINES else generic(name)
    if not found or not found.machine:
        raise PlatformError(f"no description of a machine `{name}`")
    return found.machine


if __name__ == "__main__":
    json.dump(description_find(sys.argv[1]), sys.stdout)
