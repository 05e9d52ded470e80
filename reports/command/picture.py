# SPDX-License-Identifier: BSD-3-Clause
"""comops machine --svg: writes the picture of the machine on standard input. Exit 0, 1 or 2.

It needs only Python's standard library.
"""

import json
import sys
from pathlib import Path

from reports.command.console import USAGE, answer_write
from common.console import complain
from reports.draw.machine_picture import draw

PROGRAM = "comops machine"


def main() -> int:
    if len(sys.argv) != 2:
        complain(PROGRAM, "name the file to write")
        return USAGE
    try:
        entry = json.load(sys.stdin)
        picture = draw(entry if isinstance(entry, dict) else {})
    except (ValueError, RecursionError) as error:
        complain(PROGRAM, f"the input is not that of `comops machine --json`: {error}")
        return USAGE
    return answer_write(PROGRAM, Path(sys.argv[1]), picture)
