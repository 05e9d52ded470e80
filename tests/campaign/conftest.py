# SPDX-License-Identifier: BSD-3-Clause
"""Makes the rooms importable."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]
