# SPDX-License-Identifier: BSD-3-Clause
"""python3 reports COMMAND [ARGUMENT...]: `comops report`, `compare` and `machine --svg` run it."""

import gc
import importlib
import sys

COMMANDS = {
    "report": "command.report",
    "compare": "command.compare",
    "picture": "command.picture",
}

if __name__ == "__main__":
    gc.disable()  # there are few cycles, and searching for them takes longer than everything else
    sys.exit(importlib.import_module(COMMANDS[sys.argv.pop(1)]).main())
