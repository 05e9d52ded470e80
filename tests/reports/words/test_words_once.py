# SPDX-License-Identifier: BSD-3-Clause
"""The words of a verdict stand once: changed there, in a copy of the tree, they change wherever a
verdict is told."""

import json
import shutil
import subprocess
import sys

import pytest

import example
from page_fixtures import ROOT

COPIED = "comops", "reports"
CHANGES = {  # file: old words, new ones
    "comops/statistics/verdicts.py": {
        "as in the paper": "as Luo compared",
        "MPI collectives and sends": "what MPI calls itself",
        "OpenMP barrier, critical section and lock": "what OpenMP has"},
    "reports/words/sentences.py": {"not compared": "without a counterpart"},
}
TOLD = """
import sys
sys.path[:0] = [{tree!r}, {support!r}]
from pathlib import Path
from comops.results.read import campaign_read
from comops.reports.export.answer_json import answer_json
from comops.reports.export.summary import summary
from comops.reports.page.build import page
from comops.reports.terminal.screen import Wanted, campaign_text
import json
campaigns = [campaign_read(Path({file!r}))]
told = campaign_text(campaigns[0], Wanted(times=True), None)
print(json.dumps({{"terminal": told, "page": page(campaigns),
                   "Markdown": summary(campaigns), "JSON": answer_json(campaigns)}}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What each output says, of the changed tree, about a campaign without direct over MPI."""
    tree = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        shutil.copytree(ROOT / name, tree / name, symlinks=True,
                        ignore=shutil.ignore_patterns("__pycache__"))
    for name, words in CHANGES.items():
        text = (tree / name).read_text(encoding="utf-8")
        for old, new in words.items():
            assert text.count(f'"{old}"') == 1, old
            text = text.replace(f'"{old}"', f'"{new}"')
        (tree / name).write_text(text, encoding="utf-8")
    file = tree / "run.jsonl"
    file.write_text(example.lines(example.small_campaign()), encoding="utf-8")
    support = str(ROOT / "tests/reports/support")
    script = TOLD.format(tree=str(tree), support=support, file=str(file))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("output", ["terminal", "page", "Markdown", "JSON"])
def test_changed_words_are_told_and_the_old_ones_nowhere(told, output):
    text = told[output].lower()
    words = {old.lower(): new.lower() for pairs in CHANGES.values() for old, new in pairs.items()}
    assert [old for old in words if old in text] == []
    assert sum(new in text for new in words.values()) >= 3
