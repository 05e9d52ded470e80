# SPDX-License-Identifier: BSD-3-Clause
"""The programs that read files and words of others; FILE stands for the file they read.

A target must end with one of the exit statuses that docs/commands.md gives, within SECONDS: no
signal, no report of a sanitizer.
"""

import pathlib

FOLDER = pathlib.Path(__file__).parent
FILE, SECONDS = "@@", 20
STATUSES = {0, 1, 2, 77}
ARGUMENTS = {
    "machine": [FILE],
    "batch": ["--ranks", "2", "--batch", FILE],
}


def corpus(target):
    return sorted((FOLDER / "corpus" / target).iterdir())
