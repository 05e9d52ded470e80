# SPDX-License-Identifier: BSD-3-Clause
"""Every verdict is made once, when it is recorded: what screen, page and exports count of a file is
what its verdicts say."""

import json
import lzma
import re
from collections import Counter

import pytest

from page_fixtures import DEFAULT, ROOT
from comops.reports.answers.headline import undecided_of
from comops.reports.answers.panels import panels_of
from comops.reports.export.answer_json import answer_json, page_contents
from comops.reports.export.summary import summary
from comops.reports.page.answer import answer
from comops.reports.page.report import report_of
from comops.reports.terminal.screen import screen_text
from comops.results.findings import FASTER, SLOWER
from comops.results.read import Campaign, campaign_read
from comops.statistics.verdicts import KINDS

TRANSCRIPTS = [file for file in sorted((ROOT / "tests/transcripts/recorded").iterdir())
               if file.name.partition(".")[0] not in ("interrupted", "machines", "plans")]
UNDECIDED = re.compile(r"(?i)not decided: (\d+) of (\d+)")


@pytest.fixture(scope="module", params=[DEFAULT, *TRANSCRIPTS],
                ids=lambda file: file.name.partition(".")[0])
def campaign(request, tmp_path_factory) -> Campaign:
    if request.param == DEFAULT:
        return campaign_read(DEFAULT)
    *_, printed = map(json.loads, lzma.open(request.param))
    file = tmp_path_factory.mktemp("recorded") / "recorded.jsonl"
    file.write_text("".join(f"{line}\n" for line in printed["records"]))
    return campaign_read(file)


def test_a_row_says_what_was_recorded_of_it_and_nothing_else_is_compared(campaign):
    recorded = {(name, group): (verdict.decision, verdict.ratio)
                for (name, group), verdict in campaign.verdicts.items()}
    shown = {(name, row.pair.a._replace(path="", protocol="")): (row.pair.decision, row.ratio)
             for panel in panels_of(campaign) for name, rows in panel.verdicts.items()
             for row in rows if row.pair}
    assert shown == recorded


def test_screen_page_and_exports_count_the_same(campaign):
    wanted = undecided_of([campaign])
    page = answer(report_of([campaign]))["trust"]
    exported = json.loads(answer_json([campaign]))["comparisons"]
    assert (page["undecided"], page["comparisons"]) == wanted
    assert (exported["undecided"], exported["all"]) == wanted
    for text in (screen_text(campaign), summary([campaign])):
        said = UNDECIDED.search(" ".join(text.split()))
        assert (said and tuple(map(int, said.groups()))) == (wanted if wanted[0] else None)


def test_the_totals_of_a_verdict_are_those_of_its_records(campaign):
    counts = {row["name"]: row["counts"] for row in page_contents([campaign])["verdicts"]}
    for name in KINDS:
        verdicts = [verdict for (kind, _), verdict in campaign.verdicts.items()
                    if kind == name and not verdict.oversubscribed]
        assert counts[name] == Counter(
            {FASTER: verdict.a.path, SLOWER: verdict.b.path}.get(verdict.decision, verdict.decision)
            for verdict in verdicts)
