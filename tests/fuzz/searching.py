# SPDX-License-Identifier: BSD-3-Clause
"""What the searches by Hypothesis have in common. COMOPS_EXAMPLES is the number of examples of each
test (default 200). Exits with 77 without what they need."""

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

if not all(map(importlib.util.find_spec, ("pytest", "hypothesis", "jinja2", "orjson"))):
    print("skipped: install what tests/requirements.txt lists", file=sys.stderr)
    sys.exit(77)

import pytest  # noqa: E402
from hypothesis import HealthCheck, example, settings  # noqa: E402

searched = settings(max_examples=int(os.environ.get("COMOPS_EXAMPLES", "200")), deadline=None,
                    database=None, suppress_health_check=list(HealthCheck))


def corpus(*inputs):
    """Decorates a test: what earlier searches have found, and a few examples that have everything.
    """
    def add(test):
        for given in inputs:
            test = example(given)(test)
        return test
    return add


def main(file):
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", file]))
