# SPDX-License-Identifier: BSD-3-Clause
"""The rooms of the source tree can be imported, and know what was built of it."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("COMOPS_BUILD", str(ROOT / "build/build.json"))
