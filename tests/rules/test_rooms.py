# SPDX-License-Identifier: BSD-3-Clause
"""Each folder has one purpose; which folders its files may include is held for every file.

Usage: test_rooms.py SOURCE-ROOT
"""

import re
import unittest
from pathlib import PurePath

from source import ROOT, STANDARD, algorithms, code, exchanges, implementations, includes, paths, sources

CONTRACT = "comops/comops.h"
# Folder: in one phrase; what its files may include besides the folder itself and system headers.
# Single files are named where the rest of their folder is none of this one's business.
ROOMS = {
    "comops/contract": ("what implementations see, with comops.h", []),
    "comops/text": ("strings and numbers as people write them", []),
    "comops/patterns": ("what must move", ["comops/contract"]),
    "comops/worley": ("Worley's patterns over an exchange", ["comops/contract"]),
    "comops/arena": ("what both processes share: memory, meeting point, clock", ["comops/contract"]),
    "comops/statistics": ("pure functions of numbers", ["comops/text"]),
    "topology": ("the machine: hardware threads, placements, pages", ["comops/text"]),
    "comops/worker": ("inside the ranks: command, pin, fill, check, stamp",
                      ["comops/contract", "comops/arena", "comops/text", "topology/bind.h"]),
    "comops/launch": ("finds programs, keeps workers alive", ["comops/arena", "comops/text"]),
    "comops/plan": ("options and machine to cells in order",
                    ["comops/contract", "comops/text", "comops/statistics", "comops/arena/page_size.h",
                     "comops/launch/paths.h", "topology"]),
    "comops/results": ("cells and campaigns as records",
                       ["comops/contract", "comops/text", "comops/statistics", "comops/arena/clock.h",
                        "comops/plan", "topology"]),
    "comops/terminal": ("tables, progress, lists",
                        ["comops/contract", "comops/text", "comops/statistics", "comops/arena/clock.h",
                         "comops/launch", "comops/plan", "comops/results", "topology"]),
    "comops/run": ("campaign, scheduler, sampler",
                   ["comops/contract", "comops/text", "comops/statistics", "comops/arena",
                    "comops/launch", "comops/plan", "comops/results", "comops/terminal", "topology"]),
    "comops/commands": ("one file a command",
                        ["comops/contract", "comops/text", "comops/statistics", "comops/arena",
                         "comops/launch", "comops/plan", "comops/results", "comops/terminal", "comops/run",
                         "comops/worley/family.h", "topology"]),
    "simulate": ("machines that are not here", ["comops/contract", "comops/worker/worker.h"]),
}
# A team hosts the ranks: the worker and what both processes share is open to it. An exchange knows
# what all exchanges share.
TEAM = ["comops/contract", "comops/worker/worker.h", "comops/arena/clock.h", "comops/text"]
EXCHANGE = ["comops/contract", "comops/worley"]
GENERATED = {"build.h": {"comops/launch", "comops/results", "comops/commands"},
             "path_table.h": {"comops/launch", "comops/commands"}}
LIBRARIES = {"hwloc": ["topology"], "likwid": ["comops/worker/likwid.c"],
             "gsl": ["comops/statistics", "comops/run/samples.c"], "argp": ["comops/commands", "comops/plan", "comops/worker"]}
REGISTRY = "comops/contract/registry.h"  # of all that is registered: for who runs it
FILES_MOST = 25


def room_of(name: str) -> str:
    """The folder whose purpose a file serves."""
    parts = PurePath(name).parts
    if name == CONTRACT:
        return "comops/contract"
    return "/".join(parts[:2]) if parts[0] == "comops" else parts[0]


def may_include(name: str) -> list[str]:
    """Folders and files whose headers this file may include."""
    room = room_of(name)
    if room not in paths():
        return [room, *ROOMS[room][1]]
    if PurePath(name).name == "team.c":
        return [room, *TEAM]
    inside = PurePath(name).parent
    own = [str(header.relative_to(ROOT)) for header in (ROOT / room).glob("*.h")]
    return [*own, str(inside), *(EXCHANGE if inside.name == "worley" else ["comops/contract"])]


def is_open(name: str, header: str, quoted: bool) -> bool:
    """Whether the file may include the header."""
    if header in GENERATED:
        return room_of(name) in GENERATED[header]
    if header == REGISTRY and room_of(name) in ("comops/patterns", "comops/worley", *paths()):
        return False
    if quoted:
        return bool({header, str(PurePath(header).parent), room_of(header)} & set(may_include(name)))
    places = [place for library, all_places in LIBRARIES.items() if header.startswith(library)
              for place in all_places]
    return not places or bool({name, room_of(name)} & set(places))


def crossings(name: str, text: str) -> list[str]:
    """What the file includes across a wall."""
    return [f"{name} includes {header}" for quote, header in includes(text)
            if not is_open(name, header, quote == '"')]


def circle(needs: dict[str, set[str]]) -> list[str]:
    """Folders of which each needs another one of them; empty if they can be put in order."""
    left = dict(needs)
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


class Rooms(unittest.TestCase):
    def test_every_file_includes_only_what_its_folder_may(self):
        found = [one for file in sources() for one in crossings(str(file.relative_to(ROOT)), file.read_text())]
        self.assertEqual(found, [])

    def test_a_file_that_crosses_a_wall_is_seen(self):
        for name, header in (
                ("comops/worker/harness.c", "comops/results/cell.h"), ("comops/worker/batch.c", "topology/draw.h"),
                ("comops/run/sampler.c", "comops/worker/harness.h"), ("comops/text/text.c", CONTRACT),
                ("comops/statistics/fit.c", "comops/results/cell.h"), ("comops/arena/arena.c", "comops/text/text.h"),
                ("comops/plan/plan.c", "comops/results/cell.h"), ("comops/launch/process.c", "comops/plan/plan.h"),
                ("comops/results/cell.c", "comops/run/sampler.h"), ("comops/contract/registry.c", "comops/arena/clock.h"),
                ("comops/terminal/table.c", "comops/run/campaign.h"), ("comops/patterns/put.c", "mpi/poll.h"),
                ("comops/worley/swap.c", "mpi/worley/mpi_variants.h"), ("topology/tree.c", "comops/arena/arena.h"),
                ("comops/plan/options.c", "path_table.h"), ("comops/plan/options.h", "comops/arena/arena.h"),
                ("mpi/put/gather.c", "mpi/flush/everybody.h"), ("mpi/put/gather.c", "shm_threads/wait.h"),
                ("mpi/put/gather.c", "comops/arena/clock.h"), ("mpi/team.c", "comops/worker/harness.h"),
                ("shmem/worley/exchange.c", "comops/patterns/elements.h"), ("simulate/team.c", "mpi/poll.h"),
                ("comops/commands/run.c", "comops/worker/worker.h"), ("mpi/poll.h", "comops/text/text.h"),
                ("comops/terminal/list.c", "hwloc.h"), ("comops/run/counting.c", "likwid.h"),
                ("comops/worker/bench.c", "gsl/gsl_math.h"), ("mpi/put/get.c", REGISTRY), ("comops/results/cell.c", "tests/tap.h")):
            quoted = header.startswith(("comops", "mpi", "shm", "topology", "tests", "path_table"))
            line = f'#include "{header}"\n' if quoted else f"#include <{header}>\n"
            self.assertEqual(len(crossings(name, line)), 1, (name, header))

    def test_folders_do_not_include_each_other_in_a_circle(self):
        needs = {room: {room_of(place) if place.endswith(".h") else place for place in may}
                 for room, (_, may) in ROOMS.items()}
        self.assertEqual(circle(needs), [])
        self.assertIn("comops/launch", circle(needs | {"comops/arena": {"comops/run"}}))

    def test_an_implementation_includes_the_standard_library_and_one_header_of_its_runtime(self):
        def others(files):
            return {header for file in files for quote, header in includes(file.read_text())
                    if quote == "<"} - STANDARD

        runtimes = []
        for path in paths():
            mine = others(file for file in implementations() + exchanges() if file.parts[-3] == path)
            self.assertLessEqual(len(mine), 1, path)
            runtimes += mine
        self.assertEqual(len(runtimes), len(set(runtimes)))
        self.assertEqual(others([*algorithms(), *sources("comops/patterns")]), set())

    def test_every_folder_has_a_purpose_and_few_files(self):
        many = {"comops/patterns", *(f"{p}/{q}" for p, protocols in paths().items() for q in protocols)}
        for folder in {f.parent for f in sources("comops", "topology", "simulate", "reports", "peers",
                                                 *paths(), suffixes=(".c", ".h", ".py", ".js"))}:
            name = str(folder.relative_to(ROOT))
            if name not in many:
                files = [f for f in folder.iterdir() if f.is_file() and not f.name.startswith(".")]
                self.assertLessEqual(len(files), FILES_MOST, name)
        for folder in (ROOT / "comops").iterdir():
            self.assertTrue(not folder.is_dir() or f"comops/{folder.name}" in ROOMS, folder)

    def test_no_two_headers_have_the_same_name(self):
        names = [header.name for header in sources(suffixes=(".h",))]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_only_launch_starts_programs(self):
        starts = re.compile(r"\b(fork|vfork|exec[lv]\w*|posix_spawn\w*|popen|system)\s*\(")
        for file in sources():
            if room_of(str(file.relative_to(ROOT))) != "comops/launch":
                self.assertIsNone(starts.search(code(file)), file)


unittest.main(verbosity=2)
