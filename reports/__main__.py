# SPDX-License-Identifier: BSD-3-Clause
"""python3 reports COMMAND [ARGUMENT...]: `comops` runs it for report, compare and machine --svg."""

import gc
import importlib
import sys
from pathlib import Path

COMMANDS = {"report": "reports.command.report", "compare": "reports.command.compare", "picture": "reports.command.picture"}

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])  # instead of this folder
    gc.disable()  # there are few cycles, and searching for them takes longer than everything else
    from common.console import command_run, streams_open

    streams_open()
    command = importlib.import_module(COMMANDS[sys.argv.pop(1)])
    sys.exit(command_run(command.PROGRAM, command.main))
