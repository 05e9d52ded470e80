# SPDX-License-Identifier: BSD-3-Clause
"""The rooms of reports/: who may import whom, and which libraries."""

import re
import sys

from page_fixtures import REPORTS

# Folders from the lowest to the highest, each with those it may import beside itself. Which other
# rooms of comops they may import is held by tests/rules/test_rooms.py.
ROOMS = {
    "words": set(),
    "answers": {"words"},
    "export": {"words", "answers"},
    "draw": {"words"},
    "terminal": {"words", "answers", "draw"},
    "comparison": {"words", "terminal"},
    "page": {"words", "answers", "terminal", "comparison", "draw"},
    "command": {"words", "comparison", "export", "draw", "page"},
}
DATA = {"static", "templates"}
LIBRARIES = {
    "page": {"jinja2", "markupsafe", "vl_convert"},
    "draw": {"vl_convert"},
}


def forbidden(room: str, text: str) -> set[str]:
    """The rooms and libraries that a module of a room must not import."""
    rooms = set(re.findall(r"^ *(?:from|import) comops\.reports\.(\w+)", text, re.MULTILINE))
    others = set(re.findall(r"^ *(?:from|import) (?!comops)(\w+)", text, re.MULTILINE))
    return (rooms - ROOMS[room] - {room}) | (
        others - LIBRARIES.get(room, set()) - sys.stdlib_module_names)


def test_every_room_is_listed_and_a_file_imports_only_what_its_room_may():
    folders = {folder.name for folder in REPORTS.iterdir() if folder.is_dir()} - {"__pycache__"}
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
    assert forbidden("words", "from comops.reports.page.charts import size_text\n") == {"page"}
    assert forbidden("draw", "def f():\n    from comops.reports.page import charts\n") == {"page"}
    assert forbidden("answers", "import numpy as np\n") == {"numpy"}
