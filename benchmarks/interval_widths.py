# SPDX-License-Identifier: BSD-3-Clause
"""How wide the intervals of campaigns are, and what varies: interval_widths.py FILE...

Of each results file, of the verdicts best against best, one per size: the median half width of the
95 % intervals in percent, how many are within 2 %, and the median relative standard deviations of
launches and of rounds. On an idle machine:

    comops run -o default.jsonl && python benchmarks/interval_widths.py default.jsonl
"""

import json
import sys
from statistics import median


def describe(file: str) -> str:
    with open(file, encoding="utf-8") as lines:
        pairs = [record for record in map(json.loads, lines) if record.get("verdict") == "best"]
    widths = [50 * (pair["ci95"][1] - pair["ci95"][0]) / pair["ratio"]
              for pair in pairs if pair["ci95"]]
    text = f"{file}: {len(pairs)} ratios, {len(widths)} with an interval"
    if widths:
        narrow = sum(width <= 2 for width in widths)
        text += f"; half width {median(widths):.1f} % (median), {narrow} within 2 %"
    for level in ("launches", "rounds"):
        spreads = [100 * pair["spread"][level] for pair in pairs if "spread" in pair]
        if spreads:
            text += f"; {level} differ by {median(spreads):.1f} %"
    return text


for name in sys.argv[1:]:
    print(describe(name))
