# SPDX-License-Identifier: BSD-3-Clause
"""An extension adds to comops what it likes, with no edit of comops."""

import os
import subprocess
import sys
from pathlib import Path

import example
import pytest

from page_fixtures import REPORTS

EXTENSION = '''
from comops.common.console import show
from comops.extension import Command, Extension, PageSection
from comops.results.declared import Count, Declared, has, record

@record("visit")
class Visit(Declared):
    """Visits of a file"""
    count: Count = has("how many")

def main(words):
    show(f"visited: {' '.join(words)}\\n")
    return 0

def lines(campaign, columns):
    return [f"{visit.count} visits" for visit in campaign.further.get("visit", ())]

def markdown(campaigns):
    return [line for campaign in campaigns for line in lines(campaign, 80)]

def section(report, render):
    text = '<section id="visits"><p>{{ said | join }}, {{ 0.5 | number }}</p></section>'
    return render(text, said=markdown(report.campaigns))

EXTENSION = Extension(
    commands={"visits": Command("say who was here", "comops_visits:main")},
    records=("comops_visits:Visit",), sections=(PageSection("Visits", "comops_visits:section"),),
    lines="comops_visits:lines", exports={"md": "comops_visits:markdown"},
    presets={"visit": {"patterns": "reduce", "sizes": "8KX"}})
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Has the extension, with its metadata."""
    (tmp_path / "comops_visits.py").write_text(EXTENSION)
    metadata = tmp_path / "comops_visits.egg-info"
    metadata.mkdir()
    (metadata / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: comops-visits\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[comops.extensions]\nv = comops_visits:EXTENSION\n")
    return tmp_path


def test_an_extension_adds_one_of_each(folder, results_file):
    first, *others = example.campaign(("reduce",), ("bus",), (8, 4096))
    file, page = results_file([first, {"record": "visit", "count": 3}, *others]), folder / "x.html"

    def comops(*words: object, path: Path | None = folder) -> subprocess.CompletedProcess[str]:
        known = os.pathsep.join(map(str, filter(None, (path, REPORTS.parent))))
        return subprocess.run([sys.executable, "-m", "comops", *map(str, words)], text=True,
                              env=os.environ | {"PYTHONPATH": known}, capture_output=True)

    assert comops("visits", "a", "b").stdout == "visited: a b\n"
    assert "  visits    say who was here\n" in comops("--help").stdout
    assert "\n3 visits\n" in comops("show", file).stdout
    assert "\n3 visits\n" in comops("report", file, "--format", "md").stdout
    assert comops("report", file, "-o", page).returncode == 0
    assert '<section id="visits"><p>3 visits, 0.500</p></section>' in page.read_text()
    assert '<a href="#visits">Visits</a>' in page.read_text()

    refused = comops("run", "--preset", "visit")
    assert refused.returncode == 2 and "extension: --sizes: `8KX` is not a size" in refused.stderr

    # Without it nothing is known of it, and its records are passed over.
    assert comops("visits", path=None).returncode == 2
    shown = comops("show", file, path=None)
    assert (shown.returncode, shown.stderr) == (0, "") and "visits" not in shown.stdout
