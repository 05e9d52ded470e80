# SPDX-License-Identifier: BSD-3-Clause
"""The rooms of fleet/: who may import whom, and how many files a folder has.

Usage: test_rooms.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import re
import sys
import unittest
from pathlib import Path

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))
FLEET = ROOT / "fleet"
# Rooms from the lowest to the highest, each with those it may import beside common/ and itself; as
# fleet.ROOM.
ROOMS = {
    "read": set(),
    "plan": set(),
    "engine": {"plan"},
    "check": {"read"},
    "store": {"read", "check"},
    "change": {"read", "check", "store"},
    "export": {"read", "plan", "check"},
    "page": {"read", "plan", "check", "store", "change", "export"},
    "command": {"read", "plan", "engine", "check", "store", "change", "export", "page"},
}
DATA = {"static", "templates"}
# Libraries, other rooms, and folders of reports/.
OTHERS = {
    "read": {"numpy", "records"},
    "plan": {"ClusterShell"},
    "engine": {"ClusterShell", "psij"},
    "check": {"analysis", "numpy", "reports.words"},
    "store": {"analysis", "duckdb", "numpy", "records"},
    "change": {"analysis", "numpy", "records", "reports.comparison", "reports.words"},
    "export": {"reports.words"},
    "page": {"jinja2", "markupsafe", "numpy", "records", "reports.draw", "reports.page",
             "reports.words"},
    "command": {"analysis", "numpy", "records", "reports.command", "reports.words"},
}
MOST_FILES = 25


def imports(text: str) -> set[str]:
    """Modules of fleet/ and reports/ with their folder, others by their first name."""
    return set(re.findall(r"^ *(?:from|import) ((?:fleet|reports)\.\w+|\w+)", text,
                          re.MULTILINE))


def forbidden(room: str, text: str) -> set[str]:
    """The packages that a module of a room must not import."""
    rooms = {f"fleet.{one}" for one in {room, *ROOMS[room]}}
    return imports(text) - rooms - OTHERS[room] - {"common"} - sys.stdlib_module_names


class Rooms(unittest.TestCase):
    def test_every_folder_is_a_room_and_a_file_imports_only_what_its_room_may(self):
        folders = {one.name for one in FLEET.iterdir() if one.is_dir()} - {"__pycache__"}
        self.assertLessEqual(folders, ROOMS.keys() | DATA)
        for room in folders - DATA:
            for file in (FLEET / room).rglob("*.py"):
                self.assertEqual(forbidden(room, file.read_text(encoding="utf-8")), set(), file)

    def test_rooms_form_floors_without_a_circle(self):
        below = set()
        for room, others in ROOMS.items():
            self.assertLessEqual(others, below, room)
            below.add(room)

    def test_an_import_across_a_wall_is_found(self):
        self.assertEqual(forbidden("plan", "from fleet.engine.slurm import Slurm\n"),
                         {"fleet.engine"})
        self.assertEqual(forbidden("check", "def f():\n    import duckdb\n"), {"duckdb"})

    def test_a_folder_has_few_files(self):
        for folder in [FLEET, *(one for one in FLEET.rglob("*") if one.is_dir())]:
            files = [file for file in folder.iterdir() if file.is_file() and file.suffix != ".pyc"]
            self.assertLessEqual(len(files), MOST_FILES, folder)


unittest.main(verbosity=2)
