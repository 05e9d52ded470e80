# SPDX-License-Identifier: BSD-3-Clause
"""python3 commands COMMAND [OPTION...]"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from comops.cli.main import main

    sys.exit(main())
