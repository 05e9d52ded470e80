# SPDX-License-Identifier: BSD-3-Clause
"""Whatever a results file holds, comops run --resume continues or refuses it: no traceback.

Records of a campaign are changed, as searching.py says. The corpus has what earlier searches found.
"""

import contextlib
import io
import json
import os
import shutil
import tempfile
from pathlib import Path
from unittest import mock

from searching import ROOT, main, searched

import pytest
from campaign.planning.machine import Machine
from campaign.planning.options import options_parse_recorded
from campaign.campaign_record import resume_campaign
from common.console import UsageError
from hypothesis import given
from hypothesis import strategies as st

os.environ["HWLOC_SYNTHETIC"] = "pack:1 l3:1 core:2 pu:1"
CORPUS = sorted((ROOT / "tests/fuzz/corpus/resume").iterdir())
WHOLE = (ROOT / "tests/fuzz/corpus/resume/whole.jsonl").read_text(encoding="utf-8")
MACHINE = Machine.load()
ODD = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.lists(
    st.text(max_size=5), max_size=2)


def resumes(file):
    """Whether a copy of the file, which may be appended to, is continued."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        copy = shutil.copy(file, folder)
        options = options_parse_recorded([])
        options.resume, options.command = copy, ["comops", "run", f"--resume={copy}"]
        try:
            with mock.patch("platform.node", return_value="host"):
                _, results, done = resume_campaign(options, MACHINE)
        except UsageError as refusal:
            assert all(map(str.strip, refusal.args))
            return False
        results.close()
        assert all(isinstance(key, str) for key in done)
        return True


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.name)
def test_what_was_found_is_continued_or_refused(file):
    assert resumes(file) == (file.name in ("cut.jsonl", "types.jsonl", "whole.jsonl"))


@st.composite
def changed(draw):
    """The campaign with some members of its first record replaced, perhaps cut."""
    first, *others = map(json.loads, WHOLE.splitlines())
    for _ in range(draw(st.integers(1, 3))):
        first[draw(st.sampled_from(sorted(first)))] = draw(ODD)
    text = "".join(f"{json.dumps(one)}\n" for one in (first, *others))
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@searched
@given(changed())
def test_any_results_file_is_continued_or_refused(text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "run.jsonl")
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        resumes(file)


if __name__ == "__main__":
    main(__file__)
