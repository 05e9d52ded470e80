# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate` as the tests of this folder ask for it. The command line of each begins with
COMOPS SOURCE-ROOT."""

import json
import os
import pathlib
import sys

COMOPS, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()

import forked  # noqa: E402


def comops(*words, env=os.environ, cwd="."):
    return forked.comops(str(COMOPS), list(map(str, words)), env, cwd)


def simulate(*words, **how):
    return comops("simulate", *words, **how)


def recorded(*words):
    done = simulate("--json", *words)
    assert done.returncode == 0, done.stderr
    return list(map(json.loads, done.stdout.splitlines()))


def kind(records, name):
    return [record for record in records if record["record"] == name]


def cells_of(*words):
    return kind(recorded(*words), "cell")


def refused(test, cases, *before, **how):
    """Each of some words is a usage error, and its message says why."""
    for words, why in cases:
        with test.subTest(words=words):
            done = simulate(*before, *words, **how)
            test.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr[-500:])
            test.assertIn(why, done.stderr)
            test.assertNotIn("Traceback", done.stderr)
