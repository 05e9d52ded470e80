# SPDX-License-Identifier: BSD-3-Clause
"""Where the time of the tests goes, by suite, as a table in Markdown.

Usage: times.py BUILD/meson-logs/testlog.json...
"""

import json
import sys
from collections import defaultdict


def main() -> None:
    durations: dict[str, list[tuple[float, str]]] = defaultdict(list)
    spans = []
    for file in sys.argv[1:]:
        with open(file, encoding="utf-8") as log:
            tests = [json.loads(line) for line in log]
        for test in tests:
            suite, _, name = test["name"].partition(" - comops:")
            durations[suite].append((test["duration"], name))
        spans.append(max(t["starttime"] + t["duration"] for t in tests)
                     - min(t["starttime"] for t in tests))
    print("| suite | tests | seconds, summed | longest |\n|---|---:|---:|---|")
    totals = {suite: sum(seconds for seconds, _ in tests) for suite, tests in durations.items()}
    for suite in sorted(totals, key=totals.get, reverse=True):
        longest, name = max(durations[suite])
        count = len(durations[suite])
        print(f"| {suite} | {count} | {totals[suite]:.0f} | {name}, {longest:.0f} s |")
    print(f"\nWall-clock time: {' + '.join(f'{span:.0f}' for span in spans)} s.")


main()
