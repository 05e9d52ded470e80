# SPDX-License-Identifier: BSD-3-Clause
"""Whatever a results file holds, comops run --resume continues or refuses it: no traceback.

Hypothesis changes records of a campaign; COMOPS_EXAMPLES is the number of files (default 200). The
corpus has what earlier searches found. Exits with 77 without Hypothesis or pytest.
"""

import contextlib
import importlib.util
import io
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from unittest import mock

if not all(map(importlib.util.find_spec, ("pytest", "hypothesis"))):
    print("skipped: install what tests/fuzz/requirements.txt lists", file=sys.stderr)
    sys.exit(77)

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parents[1])]
os.environ["HWLOC_SYNTHETIC"] = "pack:1 l3:1 core:2 pu:1"

import pytest  # noqa: E402
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from campaign.planning.machine import Machine  # noqa: E402
from campaign.planning.options import options_parse_recorded  # noqa: E402
from campaign.resume import resume_campaign  # noqa: E402
from common.console import UsageError  # noqa: E402

EXAMPLES = int(os.environ.get("COMOPS_EXAMPLES", "200"))
CORPUS = sorted((FOLDER / "corpus/resume").iterdir())
WHOLE = (FOLDER / "corpus/resume/whole.jsonl").read_text(encoding="utf-8")
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


@settings(max_examples=EXAMPLES, deadline=None, database=None,
          suppress_health_check=list(HealthCheck))
@given(changed())
def test_any_results_file_is_continued_or_refused(text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "run.jsonl")
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        resumes(file)


if __name__ == "__main__":
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", __file__]))
