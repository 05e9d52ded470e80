# SPDX-License-Identifier: BSD-3-Clause
"""The answer in Markdown and in LaTeX: what the headline counts can be counted in its tables."""

import re

import example
from comops.statistics.verdicts import OURS, PAPER
from page_fixtures import DEFAULT, hostile_campaign
from comops.reports.answers.headline import TITLES
from comops.reports.answers.panels import panels_of
from comops.reports.export.latex import inline
from comops.reports.export.summary import summary, summary_latex
from comops.results.findings import UNDECIDED
from comops.results.read import campaign_read


def test_markdown_begins_with_the_headline_and_the_tables_that_it_counts():
    campaign = campaign_read(DEFAULT)
    panels = panels_of(campaign)
    text = summary([campaign]).partition("<details>")[0]
    for name in (PAPER, OURS):
        table = text.partition(f"**{TITLES[name]}**\n\n")[2].partition("\n\n")[0]
        fields = [text.strip() for line in table.splitlines()[2:] for text in line.split("|")[2:-1]]
        rows = [row for panel in panels for row in panel.of(name)]
        assert rows and len(fields) == len(rows)
        assert fields.count("?") == sum(row.winner == UNDECIDED for row in rows)


BODY = re.compile(r"\\begin{tabular}{(\w+)}\n\\toprule\n(.*?) \\\\\n\\midrule\n(.*?)\\bottomrule",
                  re.DOTALL)


def test_latex_has_the_tables_of_markdown_with_booktabs_and_as_many_fields_as_columns(
        results_file):
    campaigns = [campaign_read(results_file(hostile_campaign())),
                 campaign_read(results_file(example.campaign()))]
    for campaign in campaigns:
        written = summary_latex([campaign])
        tables = BODY.findall(written)
        assert len(tables) == summary([campaign]).count("\n|---")
        for columns, head, rows in tables:
            assert rows
            for row in (head, *rows.splitlines()):
                assert len(re.findall(r"(?<!\\)&", row)) == len(columns) - 1
        for name in ("itemize", "tabular", "center"):
            assert written.count(f"\\begin{{{name}}}") == written.count(f"\\end{{{name}}}")
        bare = re.sub(r"\\[{}]", "", written)
        assert bare.count("{") == bare.count("}")
        assert all(ord(letter) < 0x180 for letter in written)


def test_latex_escapes_whatever_has_a_meaning():
    assert inline(r"100 \% of a\_b \& **c\#** \~x\^ \\y \{z\} -- \[1\] \<") == (
        r"100 \% of a\_b \& \textbf{c\#} \textasciitilde{}x\textasciicircum{} \textbackslash{}y "
        r"\{z\} -{}-{} {[}1] \textless{}")
    assert inline("user&#64;host:&#47;/x \N{SNOWMAN} 3 µs") == "user@host://x ? 3 \\textmu{}s"
