# SPDX-License-Identifier: BSD-3-Clause
"""Every file of a corpus, findings of earlier searches among them, is read without a crash.

A target is a program that reads files of others; it must end with one of the exit statuses that
docs/commands.md gives, within SECONDS: no signal, no report of a sanitizer.

Usage: test_corpora.py TARGET PROGRAM
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FILE, SECONDS = "@@", 20  # FILE stands for the file that it reads
STATUSES = {0, 1, 2, 77}
ARGUMENTS = {"machine": [FILE], "batch": ["--ranks", "2", "--batch", FILE]}


def corpus(target):
    return sorted((Path(__file__).parent / "corpus" / target).iterdir())


def main():
    target, program = sys.argv[1:]
    failures, files = 0, corpus(target)
    print(f"1..{len(files)}")
    for number, file in enumerate(files, 1):
        with tempfile.NamedTemporaryFile() as copy:  # it may be appended to
            shutil.copyfile(file, copy.name)
            words = [copy.name if word == FILE else word for word in ARGUMENTS[target]]
            done = subprocess.run([program, *words], capture_output=True, timeout=SECONDS,
                                  env={**os.environ, "OMP_WAIT_POLICY": "passive"}, check=False)
        good = done.returncode in STATUSES and (done.returncode == 0 or done.stderr)
        failures += not good
        print(f"{'ok' if good else 'not ok'} {number} - {file.name}: exit status {done.returncode}")
        if not good:
            print(done.stderr.decode(errors="replace")[-1000:], file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
