# SPDX-License-Identifier: BSD-3-Clause
"""A results file all of whose strings are hostile: they stay text in every output."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from itertools import groupby

import pytest

import planted
from comops.cli import compare
from comops.common.terminal import plain
from planted import HOSTILE
from comops.reports.export.answer_json import answer_json
from comops.reports.export.cells_csv import cells_csv
from comops.reports.export.osu import osu_text
from comops.reports.export.summary import summary
from comops.reports.page.build import page
from comops.reports.terminal.screen import campaign_text, campaign_warnings
from comops.reports.terminal.times import Wanted
from comops.reports.words.escape import CONTROL, csv_text, value_text, visible_json
from comops.results.read import campaign_read

NAME = HOSTILE.replace("/", "").replace("\0", "")
FOLDS = (
    "<details>",
    "<summary>The fastest protocols, by operation</summary>",
    "<summary>Best against best</summary>",
    "<summary>The same code</summary>",
    "<summary>Percentiles of single runs, us</summary>",
    "<summary>The same implementation over each library</summary>",
    "<summary>The same implementation on two placements</summary>",
    "</details>",
)
OWN = ("\n", "\N{NO-BREAK SPACE}")  # what is not printable in our own texts


@pytest.fixture
def file(results_file):
    return results_file(planted.campaign(), NAME)


@pytest.fixture
def compared(results_file, file, obeyed):
    """Output and messages of a comparison in which all cells became slower."""

    def run(*arguments):
        slower = results_file(planted.campaign(1.9), f"new {NAME}")
        done = obeyed(compare, file, slower, *arguments)
        return done.returncode, done.stdout, done.stderr

    return run


class Structure(HTMLParser):
    """The elements of a page, their attributes, and the content of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.names, self.scripts = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.scripts += [""] if tag == "script" else []
        self.names |= {name for name, _ in attrs}

    def handle_data(self, data):
        if self.tags and self.tags[-1] == "script":
            self.scripts[-1] += data


def is_plain(text: str) -> bool:
    return all(letter.isprintable() or letter in OWN for letter in text)


def test_every_record_is_read(file):
    campaign = campaign_read(file)
    assert campaign.notes == []
    assert (len(campaign.cells), len(campaign.pairs), len(campaign.fits)) == (4, 1, 1)
    assert len(campaign.crossovers) == 1 and campaign.record.host == HOSTILE


def test_the_page_has_no_element_of_theirs(file):
    html = page([campaign_read(file)])
    structure = Structure(html)
    assert "struck" not in structure.tags and "onerror" not in structure.names
    assert structure.tags.count("script") == html.count("<script") == len(structure.scripts)
    assert "{{7*7}}" in html
    assert CONTROL.search(html.partition("<script>")[0]) is None


def test_data_in_a_script_keep_all_but_control_characters():
    text = 'a\\u202e "\u202e\b\x1b\U0001f600\n\\'
    assert json.loads(visible_json([text])) == ['a\\u202e "???\U0001f600\n\\']


def test_a_field_of_csv_is_no_formula_and_a_row_one_line(file):
    text = cells_csv([campaign_read(file)])
    rows = list(csv.reader(io.StringIO(text)))
    assert len(text.splitlines()) == len(rows) == 1 + 2 * 4  # page faults split each cell
    fields = [field for row in rows for field in row]
    assert is_plain(text) and not any(re.match(r"[=+@-]", field) for field in fields)
    assert sum(field.startswith("'=cmd") for field in fields) > 20
    assert ";=" not in text and ";'=" in text


@pytest.mark.parametrize(
    ("text", "field"),
    [("-1+2", "'-1+2"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", r"\u0009=1"), ("\uff1d1", "'\uff1d1"),
     ("a; +1", "a; '+1"), ("a-b=c", "a-b=c"), ("(0,6)", "(0,6)")],
)  # fmt: skip
def test_an_apostrophe_precedes_what_a_spreadsheet_would_calculate(text, field):
    assert csv_text(text) == field


def test_numbers_of_csv_keep_their_sign():
    assert (value_text(-1.5), value_text([-1, 2])) == ("-1.5", "-1 2")


def is_row(line: str) -> bool:
    return line.startswith("|")


def markdown_checked(text: str) -> None:
    assert is_plain(text)
    rows = [line.replace("\\|", "") for line in text.splitlines()]
    tables = [list(table) for inside, table in groupby(rows, is_row) if inside]
    assert tables and all(len({row.count("|") for row in table}) == 1 for table in tables)
    for line in text.splitlines():
        if line in FOLDS:
            continue
        assert not re.search(r"(?<!\\)[<`\[]", line.replace(" [1.", "").replace(" [0.", "")), line
        assert "@all" not in line and "://" not in line
    assert "# heading" not in text.splitlines()


def test_markdown_has_no_markup_of_theirs(file, compared):
    markdown_checked(summary([campaign_read(file)]))
    status, output, _ = compared("--format", "md")
    assert status == 0
    markdown_checked(output)


def test_json_is_ascii_and_as_recorded(file):
    text = answer_json([campaign_read(file)])
    assert text.isascii() and is_plain(text)
    assert json.loads(text)["campaigns"][0]["host"] == HOSTILE


def test_nothing_of_theirs_commands_the_terminal(file, compared):
    assert is_plain(osu_text([campaign_read(file)]))
    assert is_plain(campaign_text(campaign_read(file), Wanted(True), file))
    assert is_plain(campaign_warnings(campaign_read(file)))
    status, output, messages = compared("--fail-if", "slower:5%")
    assert status == 3 and "slower" in output
    assert is_plain(output) and is_plain(messages)


def test_refusals_do_not_command_the_terminal(results_file, file, obeyed):
    records = planted.campaign()
    records[0]["host"] = f"{HOSTILE} too"
    for other, why in ((records, "the campaigns differ"), (records[:1], "no cell")):
        done = obeyed(compare, file, results_file(other, f"other {NAME}"))
        assert done.returncode == 2 and why in done.stderr
        assert done.stderr.count("\n") == 1 and is_plain(done.stderr)


def test_usage_errors_do_not_command_the_terminal(obeyed):
    done = obeyed(compare, "a", "b", f"--{NAME}")
    assert done.returncode == 2 and is_plain(done.stderr)


def test_json_is_ascii_and_keeps_every_character(compared):
    status, output, _ = compared("--format", "json")
    assert status == 0 and output.isascii() and is_plain(output)
    assert json.loads(output)["cells"][0]["pattern"] == HOSTILE


def test_plain_is_one_printable_line():
    assert plain(HOSTILE).isprintable()
    assert plain("a\u202eb\x9bc\udcff\n d") == r"a\u202eb\u009bc\xff d"
