# SPDX-License-Identifier: BSD-3-Clause
"""Whatever a results file holds, comops run --resume continues or refuses it: no traceback.

Records of a campaign are changed, as searching.py says.
"""

import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from unittest import mock

from searching import main, searched

import pytest
from comops.common.console import UsageError
from comops.measure.campaign_record import resume_campaign
from comops.measure.planning.machine import Machine
from comops.measure.planning.options import options_parse_recorded
from hypothesis import given, strategies as st

os.environ["HWLOC_SYNTHETIC"] = "pack:1 l3:1 core:2 pu:1"
FIRST = {
    "record": "campaign", "schema": "comops/1", "version": "0.1.0", "seed": 5, "host": "host",
    "command": ["comops", "run", "--patterns", "pingpong", "--sizes", "8,16"],
    "machine": "unknown CPU, 2 cores, 2 hardware threads, 1 NUMA node, L3 16 MiB"}
CELL = {
    "record": "cell", "pattern": "pingpong", "path": "threads", "protocol": "barrier",
    "placement": "bus", "memory": "local", "ranks": 2, "bytes": 8, "buffers": "rewrite",
    "mode": "isolated", "method": "adaptive", "valid": True, "stopped": "precise"}
OTHER = CELL | {"bytes": 16, "op": "sum", "datatype": "float", "series": 2}
MACHINE = Machine.load()
ODD = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.lists(
    st.text(max_size=5), max_size=2)


def text_of(*records):
    return "".join(f"{json.dumps(record)}\n" for record in records)


def resumes(text):
    """Whether a file with this text is continued."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        file = Path(folder, "run.jsonl")
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        options = options_parse_recorded([])
        options.resume, options.command = str(file), ["comops", "run", f"--resume={file}"]
        try:
            with mock.patch("platform.node", return_value="host"):
                _, results, done = resume_campaign(options, MACHINE)
        except UsageError as refusal:
            assert all(map(str.strip, refusal.args))
            return False
        results.close()
        assert all(isinstance(key, str) for key in done)
        return True


FOUND = {  # by earlier searches: a text, and whether it is continued
    "whole": (text_of(FIRST, CELL, OTHER), True),
    "cut": (text_of(FIRST, CELL) + '{"record":"cell","pat', True),
    "types": (text_of(FIRST | {"seed": "x"},
                      CELL | {"ranks": [], "bytes": "8", "valid": 1, "stopped": 3}), True),
    "empty": ("", False),
    "help": (text_of(FIRST | {"command": ["comops", "run", "--help"]}, CELL), False),
    "huge numbers": (text_of(FIRST | {"seed": 2**70}, CELL | {"bytes": 10**400}), False),
    "no words": (text_of(FIRST | {"command": [None, 7, {}]}, CELL), False),
    "itself": (text_of(FIRST | {"command": ["comops", "run", "--resume", "/dev/null"]}), False),
}


@pytest.mark.parametrize(("text", "continued"), FOUND.values(), ids=FOUND)
def test_what_was_found_is_continued_or_refused(text, continued):
    assert resumes(text) == continued


@st.composite
def changed(draw):
    """The campaign with some members of its first record replaced, perhaps cut."""
    first = dict(FIRST)
    for _ in range(draw(st.integers(1, 3))):
        first[draw(st.sampled_from(sorted(first)))] = draw(ODD)
    text = text_of(first, CELL, OTHER)
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@searched
@given(changed())
def test_any_results_file_is_continued_or_refused(text):
    resumes(text)


if __name__ == "__main__":
    main(__file__)
