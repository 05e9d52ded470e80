# SPDX-License-Identifier: BSD-3-Clause
"""Run the tests of this folder with pytest; exit 77 (skipped), saying so, without it."""

import sys
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).parent

if __name__ == "__main__":
    try:
        import pytest
    except ModuleNotFoundError:
        needs = HERE / "requirements.txt"
        command = f"{sys.executable} -m pip install -r {needs}"
        print(f"skipped: pytest is missing; install it with: {command}", file=sys.stderr)
        sys.exit(SKIPPED)
    sys.exit(pytest.main(["-q", "-rs", "-p", "no:cacheprovider", str(HERE)]))
