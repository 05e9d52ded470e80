# SPDX-License-Identifier: BSD-3-Clause
"""Runs tests of rooms in Python by pytest: room.py FOLDER|FILE|PYTEST-OPTION... Exits 77 without
what they need."""

import importlib.util
import os
import sys
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).parent
NEEDS = ("pytest", "numpy", "orjson", "jinja2", "vl_convert")
REQUIREMENTS = (HERE / "requirements.txt", HERE.parent / "reports/requirements.txt")

if __name__ == "__main__":
    missing = [name for name in NEEDS if not importlib.util.find_spec(name)]
    if missing:
        needs = " ".join(f"-r {file}" for file in REQUIREMENTS)
        command = f"{sys.executable} -m pip install {needs}"
        print(f"skipped: {', '.join(missing)} missing; install with: {command}", file=sys.stderr)
        sys.exit(SKIPPED)
    # Hypothesis' plugin imports all of it, also for tests that do without.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    import pytest

    options = ["-q", "-rs", "-p", "no:cacheprovider", f"--rootdir={HERE}"]
    sys.exit(pytest.main([*options, *sys.argv[1:]]))
