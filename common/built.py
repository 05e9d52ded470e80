# SPDX-License-Identifier: BSD-3-Clause
"""Where the files of the build lie that say what was built (build.json) and what only C knows
(catalogue.json): beside the installed rooms, or in the build folder, whose launcher names it in
COMOPS_BUILD."""

import os
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]  # the folder that has the rooms


@cache
def build_file(name: str = "build.json") -> Path:
    if named := os.environ.get("COMOPS_BUILD"):
        return Path(named).with_name(name)
    installed = ROOT / name
    return installed if installed.exists() else ROOT / "build" / name
