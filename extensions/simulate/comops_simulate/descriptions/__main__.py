# SPDX-License-Identifier: BSD-3-Clause
"""Prints the description of a machine, as the coherence engine reads it.

Usage: python3 -m comops_simulate.descriptions NAME
"""

import json
import sys

from comops_simulate.descriptions.description import Description
from comops_simulate.machine_choice import platform_named
from comops_simulate.platforms import PlatformError


def description_find(name: str) -> Description:
    """Describes a machine that `comops simulate --platform` knows. Raises PlatformError."""
    if machine := platform_named(name).machine:
        return machine
    raise PlatformError(f"no description of a machine `{name}`")


if __name__ == "__main__":
    json.dump(description_find(sys.argv[1]), sys.stdout)
