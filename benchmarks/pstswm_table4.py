# SPDX-License-Identifier: BSD-3-Clause
"""Table 4 of Worley 1999 with this machine's rows, in Markdown: serial Mflop/s of PSTSWM, with the
FFT of a library and with the code's own; the same as on the page of a report.

Usage: pstswm_table4.py COMOPS SOURCE-ROOT
"""

import json
import subprocess
import sys

from tables import head, row

COMOPS, ROOT = sys.argv[1:3]
sys.path[:0] = [ROOT]

from records.model_runs import model_run_of  # noqa: E402
from reports.history.printed_model import serial_table  # noqa: E402

done = subprocess.run([COMOPS, "pstswm", "--json"], capture_output=True, text=True, check=True)
table = serial_table([model_run_of(json.loads(line)) for line in done.stdout.splitlines()])
print(head(*table.head))
for texts in table.rows:
    print(row(*texts))
