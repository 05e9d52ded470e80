# SPDX-License-Identifier: BSD-3-Clause
"""Counts what the tests of trees check, to show that a change of them has lost nothing.

Usage: count_checks.py TREE...
"""

import re
import sys
from collections import Counter
from pathlib import Path

CHECKS = {  # suffix -> (language, a check)
    ".c": ("C", r"\bCHECK\("),
    ".h": ("C", r"\bCHECK\("),
    ".py": ("Python", r"\bself\.(assert|fail|refused|shown|right|silent|reported)\w*\(|^ *assert "),
    ".sh": ("shell", r"^ *expect\w* |\bgrep -\w*q|\[ .* \]"),
}
TESTS = {"C": r"^TEST\(|\btap_run\(", "Python": r"^ *def test_", "shell": r"^ *it |^test_\w+\("}


def counted(tree: str) -> Counter:
    counts: Counter = Counter()
    for file in Path(tree, "tests").rglob("*"):
        if file.suffix in CHECKS:
            language, check = CHECKS[file.suffix]
            text = file.read_text(encoding="utf-8")
            counts[f"{language}: checks"] += len(re.findall(check, text, re.MULTILINE))
            counts[f"{language}: tests"] += len(re.findall(TESTS[language], text, re.MULTILINE))
    return counts


def main() -> None:
    trees = {tree: counted(tree) for tree in sys.argv[1:]}
    print("| | " + " | ".join(trees) + " |\n|---|" + "---:|" * len(trees))
    for name in sorted({name for counts in trees.values() for name in counts}):
        print(f"| {name} | " + " | ".join(str(counts[name]) for counts in trees.values()) + " |")


main()
