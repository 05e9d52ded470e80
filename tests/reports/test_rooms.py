# SPDX-License-Identifier: BSD-3-Clause
"""The rooms of reports/: who may import whom, what a panel costs."""

import re
import shutil
import subprocess
import sys

import example
from conftest import REPORTS, ROOT

# Folders from the lowest to the highest, each with those it may import beside itself and the rooms
# in BELOW.
ROOMS = {
    "words": set(),
    "answers": {"words"},
    "claims": {"words"},
    "papers": {"words", "answers", "claims"},
    "export": {"words", "answers", "papers"},
    "draw": {"words", "claims", "papers"},
    "terminal": {"words", "answers", "papers", "draw"},
    "comparison": {"words", "terminal"},
    "page": {"words", "answers", "claims", "terminal", "comparison", "papers", "draw"},
    "command": {"words", "comparison", "export", "draw", "page"},
}
BELOW = {"common", "records", "analysis"}
DATA = {"static", "templates"}
LIBRARIES = {
    "page": {"jinja2", "markupsafe", "vl_convert"},
    "draw": {"markupsafe"},
}


def imports(text: str) -> set[str]:
    """Packages, and folders of reports/ by their own names; not of types alone."""
    text = re.sub(r"^if TYPE_CHECKING:\n(?: .*\n)+", "", text, flags=re.MULTILINE)
    found = re.findall(r"^ *(?:from|import) (?:reports\.)?(\w+)", text, re.MULTILINE)
    return set(found)


def forbidden(room: str, text: str) -> set[str]:
    """The packages that a module of a room must not import."""
    allowed = ROOMS[room] | LIBRARIES.get(room, set()) | BELOW | {room}
    return imports(text) - allowed - sys.stdlib_module_names


def test_every_room_is_listed_and_a_file_imports_only_what_its_room_may():
    folders = {one.name for one in REPORTS.iterdir() if one.is_dir()} - {"__pycache__"}
    assert folders == ROOMS.keys() | DATA
    for room in ROOMS:
        for file in (REPORTS / room).rglob("*.py"):
            assert forbidden(room, file.read_text(encoding="utf-8")) == set(), file


def test_rooms_form_floors_without_a_circle():
    below = set()
    for room, others in ROOMS.items():
        assert others <= below, room
        below.add(room)


def test_an_import_across_a_wall_is_found():
    assert forbidden("words", "import re\nfrom reports.page.charts import size_text\n") == {"page"}
    assert forbidden("draw", "def f():\n    from reports.page import charts\n") == {"page"}
    assert forbidden("answers", "import numpy as np\n") == {"numpy"}


def test_a_section_takes_a_function_a_template_and_a_word(tmp_path, results_file):
    copy = tmp_path / "reports"
    for room in ("reports", *BELOW, "campaign", "commands", "reference"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    template = copy / "templates/sections/weather.html.j2"
    template.write_text('<section id="weather"><h2>Weather of {{ cells }} cells</h2></section>\n')
    sections = copy / "page/sections.py"
    function = 'def weather(report):\n    return {"cells": len(report.cells)}\n\n\nSECTIONS'
    text = sections.read_text().replace("SECTIONS", function, 1)
    sections.write_text(text.replace('answer: "Answer",', 'answer: "Answer", weather: "Weather",'))
    records, page = example.small_campaign(), tmp_path / "report.html"
    command = [sys.executable, str(tmp_path / "commands"), "report", str(results_file(records)),
               "-o", str(page)]
    subprocess.run(command, check=True)
    count = sum(record["record"] == "cell" for record in records)
    text = page.read_text(encoding="utf-8")
    assert f"<h2>Weather of {count} cells</h2>" in text
    assert re.findall(r'<section id="(\w+)"', text)[:2] == ["answer", "weather"]
    assert '<a href="#weather">Weather</a>' in text
