# SPDX-License-Identifier: BSD-3-Clause
"""Table 4 of Worley 1999 with this machine's rows, in Markdown: serial Mflop/s of PSTSWM, with the
FFT of a library and with the code's own.

Usage: pstswm_table4.py COMOPS
"""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import head, row  # noqa: E402

from comops_papers.items.worley import table_4  # noqa: E402
from comops_pstswm.model_runs import SerialRun  # noqa: E402

done = subprocess.run([sys.argv[1], "pstswm", "--json"], capture_output=True, text=True, check=True)
runs = [SerialRun.from_json(json.loads(line)) for line in done.stdout.splitlines()]
(table,) = table_4(SimpleNamespace(model=runs))
print(head(*table.labels, *(column.title or column.origin for column in table.columns)))
for line in table.rows:
    print(row(*line.labels, *(value.text for value in line.values)))
