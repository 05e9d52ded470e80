# SPDX-License-Identifier: BSD-3-Clause
"""python3 fleet WORD COMMAND [ARGUMENT...]: `comops fleet` and `comops history` run it.

The rooms of fleet/ are imported as fleet.ROOM, those of reports/ as they import each other.
"""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    sys.path[:1] = [str(ROOT), str(ROOT / "reports")]  # instead of this folder
    from common.console import command_run, streams_open

    streams_open()
    command = importlib.import_module(f"fleet.command.{sys.argv.pop(1)}")
    sys.exit(command_run(command.PROGRAM, command.main))
