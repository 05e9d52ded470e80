# SPDX-License-Identifier: BSD-3-Clause
"""The rooms of extensions/fleet/comops_fleet/: who may import whom, and which libraries."""

import re
import sys
from pathlib import Path

FLEET = Path(__file__).parents[2] / "fleet"
# Each room with those below it.
ROOMS = {"run": set(), "check": {"run"}, "history": {"run", "check"}}
DATA = {"static", "templates"}
# Libraries, other rooms, and folders of reports/.
OTHERS = {
    "run": {"ClusterShell", "campaign", "psij", "records", "comops.reports.command", "comops.reports.words"},
    "check": {"analysis", "jinja2", "markupsafe", "numpy", "records", "comops.reports.command",
              "comops.reports.page", "comops.reports.words"},
    "history": {"analysis", "duckdb", "markupsafe", "numpy", "records", "comops.reports.command",
                "comops.reports.comparison", "comops.reports.draw", "comops.reports.words", "ruptures"},
}


def forbidden(room: str, text: str) -> set[str]:
    """The packages that a module of a room must not import; those of extensions/fleet/comops_fleet/ and reports/ with their
    folder, others by their first name."""
    found = set(re.findall(r"^ *(?:from|import) ((?:fleet|reports)\.\w+|\w+)", text, re.MULTILINE))
    rooms = {f"fleet.{one}" for one in {room, "console", *ROOMS[room]}}
    return found - rooms - OTHERS[room] - {"common"} - sys.stdlib_module_names


def test_every_folder_is_a_room_and_a_file_imports_only_what_its_room_may():
    folders = {one.name for one in FLEET.iterdir() if one.is_dir()} - {"__pycache__"}
    assert folders == ROOMS.keys() | DATA
    for room in ROOMS:
        for file in (FLEET / room).rglob("*.py"):
            assert not forbidden(room, file.read_text(encoding="utf-8")), file


def test_an_import_across_a_wall_is_found():
    assert forbidden("run", "from fleet.check.sweep import Sweep\n") == {"comops_fleet.check"}
    assert forbidden("check", "def f():\n    import duckdb\n") == {"duckdb"}
