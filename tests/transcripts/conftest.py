# SPDX-License-Identifier: BSD-3-Clause
"""The rooms of the source tree can be imported."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
os.environ.setdefault("COMOPS_BUILD", str(ROOT / "build/build.json"))
