# SPDX-License-Identifier: BSD-3-Clause
"""Prints every package of the environment that runs it, in MB as installed, the largest first.

Usage: .venv/bin/python bootstrap.d/sizes.py
"""

from importlib.metadata import Distribution, distributions
from pathlib import Path


def size(package: Distribution) -> float:
    """MB of the files that it installed."""
    files = [Path(file.locate()) for file in package.files or []]
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


sizes = sorted(((size(part), part.name, part.version) for part in distributions()), reverse=True)
for megabytes, name, version in sizes:
    print(f"{megabytes:7.1f}  {name} {version}")
print(f"{sum(row[0] for row in sizes):7.1f}  all")
