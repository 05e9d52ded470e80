# SPDX-License-Identifier: BSD-3-Clause
"""Each folder has one purpose; which folders its files may include is held for every file.

Usage: test_rooms.py SOURCE-ROOT
"""

import ast
import re
import sys
import unittest
from pathlib import Path, PurePath

from source import ROOT, STANDARD, code, implementations, includes, path_of, paths, sources

# Folder: its purpose in one phrase; what its files may include besides the folder itself. A header
# is named where the rest of its folder is none of this one's business. comops/ranks/ is left out.
ROOMS = {
    "contract": ("what implementations see, with comops.h", ""),
    "text": ("words in, messages and JSON out", ""),
    "patterns": ("what must move", "contract"),
    "objects": ("what programs and shared objects register", "contract"),
    "arena": ("what both processes share: memory, meeting point, clock", "contract"),
    "topology": ("the machine: hardware threads, placements, pages", "text"),
    "worker": ("inside the ranks: command, pin, fill, check, stamp",
               "contract arena text topology/bind.h topology/placement.h"),
    "canary": ("how fast the machine is without any implementation",
               "contract arena topology/bind.h"),
    "calibration": ("what accesses to memory cost here", "contract arena canary"),
    "front": ("what the front end calls: arena, machine, patterns, canaries",
              "contract arena text canary calibration topology"),
    "watch": ("runs sources watched: ranks as fibres, accesses to memory as calls", ""),
    "extensions/papers/patterns": ("what must move as papers print it", "contract patterns"),
    "extensions/pstswm/patterns": ("what must move in Worley's patterns", "contract patterns"),
    "extensions/pstswm/worley": ("Worley's patterns over an exchange", "contract"),
    "extensions/pstswm/transforms": ("Fourier and Legendre transforms", "contract/vectors.h"),
    "extensions/pstswm/numerics": ("the equations and a step, without communication",
                                   "extensions/pstswm/transforms"),
    "extensions/pstswm/parallel": (
        "who has what on a mesh of ranks, and what they tell each other",
        "contract arena/clock.h extensions/pstswm/worley extensions/pstswm/transforms "
        "extensions/pstswm/numerics"),
    "extensions/pstswm/paths": ("what only one path has for the model",
                                "contract extensions/pstswm/parallel shm_threads/flag.h"),
    "extensions/pstswm/timing": (
        "times runs of the model",
        "text arena/clock.h arena/median.h extensions/pstswm/numerics extensions/pstswm/parallel"),
    "extensions/pstswm/worker": (
        "runs the model on one core, or on the ranks of a path",
        "contract text worker/worker.h topology/bind.h extensions/pstswm/worley "
        "extensions/pstswm/parallel extensions/pstswm/numerics extensions/pstswm/timing"),
    "extensions/programs/preload": ("counts the MPI calls of any program", ""),
    "extensions/simulate": ("the worker on machines that are not here", "contract worker/worker.h"),
    "extensions/simulate/coherence": ("charges accesses by a model of cache coherence", "watch"),
    "extensions/simulate/runtime": ("OpenMP and MPI for ranks that are simulated",
                                    "contract watch extensions/simulate/coherence"),
    "extensions/simulate/xhc": ("a broadcast that was measured elsewhere",
                                "contract watch extensions/simulate/coherence"),
    "extensions/simulate/worker": (
        "runs cells on the engine",
        "contract arena text worker/batch_cell.h worker/bench.h worker/offers/offer.h watch "
        "extensions/simulate/coherence extensions/simulate/runtime"),
}
# The same for the rooms of the package comops: which others a file's imports may name.
PYTHON = {
    "__init__": ("the public names, imported when they are used", "common reports"),
    "__main__": ("python -m comops", "cli"),
    "extension": ("what a package may add", ""),
    "common": ("messages, sizes, what C knows", ""),
    "results": ("writes and reads results files; their schema", "common extension"),
    "statistics": ("statistics, ratios, verdicts, warnings, fits, comparisons", "common results"),
    "measure": ("options, plan, workers, schedule, stop, resume",
                "common extension results statistics"),
    "reports": ("what people read: sentences, tables, pages",
                "common extension results statistics"),
    "cli": ("one file a command", "common extension results statistics measure reports"),
}
# The rooms of reports/, from the lowest to the highest: which of those before each may import, and
# which libraries.
REPORTS = {
    "words": "", "answers": "words", "export": "words answers", "draw": "words",
    "terminal": "words answers draw", "comparison": "words terminal",
    "page": "words answers terminal comparison draw",
    "command": "words comparison export draw page"}
REPORTS_USE = {"page": "jinja2 markupsafe vl_convert", "draw": "vl_convert"}
# What one extension uses of others, which its README explains.
USES = {"papers": "pstswm simulate", "simulate": "papers", "peers": "", "fleet": "", "pstswm": "",
        "programs": ""}
TEAM = "contract worker/worker.h arena/clock.h text"  # PATH/team.c hosts the ranks
# Algorithms to compare with `direct` move their data as it does; headers of theirs.
ALGORITHMS = "shm_threads/algorithms"
COMPARED = {"shm_threads/direct", ALGORITHMS}
REGISTRY = "comops/ranks/contract/registry.h"  # all that is registered: for those who run it
LIBRARIES = {"hwloc": "topology", "likwid": "worker/likwid.c", "getopt": "text worker "
             "extensions/simulate/worker extensions/pstswm/worker",
             "fftw3": "extensions/pstswm/transforms"}
OF_REPORTS = "comops.reports."
FILES_MOST = 25

# A file and what it must not include.
PLANTED = """
comops/ranks/arena/arena.c        comops/ranks/text/text.h
comops/ranks/canary/canary.c      comops/ranks/worker/bench.h
comops/ranks/contract/registry.c  comops/ranks/arena/clock.h
comops/ranks/front/front.c        comops/ranks/worker/worker.h
comops/ranks/front/front.c        tests/tap.h
comops/ranks/front/front.c        record.h
comops/ranks/patterns/put.c       mpi/flush.h
comops/ranks/text/text.c          comops/comops.h
comops/ranks/worker/batch.c       topology/machine.h
comops/ranks/worker/bench.c       <likwid.h>
comops/ranks/worker/harness.c     comops/ranks/canary/canary.h
comops/ranks/worker/harness.c     extensions/pstswm/worley/exchange.h
comops/ranks/worker/offers/offer.c       <hwloc.h>
comops/ranks/watch/library.c      comops/comops.h
comops/ranks/watch/library.c      extensions/simulate/coherence/engine.h
extensions/pstswm/worley/swap.c   extensions/pstswm/exchange/mpi/mpi_variants.h
mpi/flush.h                 comops/ranks/text/text.h
mpi/put/gather.c            comops/ranks/arena/clock.h
mpi/put/gather.c            comops/ranks/contract/registry.h
mpi/put/gather.c            mpi/flush/all_ranks.h
mpi/put/gather.c            shm_threads/flag.h
mpi/team.c                  comops/ranks/worker/bench.h
extensions/pstswm/numerics/model.c     comops/ranks/text/text.h
extensions/pstswm/numerics/model.c     <fftw3.h>
extensions/pstswm/transforms/fft.c     extensions/pstswm/numerics/model.h
extensions/pstswm/exchange/shmem/exchange.c  comops/ranks/patterns/elements.h
mpi/put/gather.c            extensions/papers/mpi/absent.c
shm_threads/direct/barrier.c           shm_threads/algorithms/pieces.h
extensions/papers/mpi/get/shift_printed.c  mpi/flush/all_ranks.h
extensions/papers/mpi/get/shift_printed.c  comops/ranks/contract/registry.h
extensions/simulate/coherence/lines.c  extensions/simulate/runtime/runtime.h
extensions/simulate/team.c             mpi/flush.h
extensions/simulate/team.c             comops/ranks/watch/watch.h
extensions/simulate/xhc/broadcast.c    shm_threads/flag.h
topology/json.c             comops/ranks/arena/arena.h
"""
# Likewise a line of Python.
PLANTED_IMPORTS = """
comops/__init__.py: from comops.measure.run import Campaign
comops/common/sizes.py: from comops.results.read import Campaign
comops/results/read.py: import comops.statistics.ratios
comops/statistics/ratios.py: from comops.measure.planning.plan import Group
comops/measure/run.py: from comops.reports.terminal.table import rows
reports/page/body.py: from comops.measure import machine
reports/page/body.py: import comops_papers
comops/cli/list.py: from comops_fleet.run import plan
extensions/simulate/comops_simulate/plan.py: from comops_peers.programs import Comops
extensions/fleet/comops_fleet/run/plan.py: import comops_papers
"""
PLANTED_REPORTS = """
reports/words/x.py: from comops.reports.page.charts import size_text
reports/draw/x.py: from comops.reports.page import charts
reports/answers/x.py: import numpy as np
"""


def places(words: str) -> set[str]:
    """As paths from the root."""
    own = "topology", "extensions", "shm_threads"
    return {word if word.split("/")[0] in own else f"comops/ranks/{word}" for word in words.split()}


def room_of(name: str) -> str:
    """The folder whose purpose a file or header serves."""
    if name == "comops/comops.h":
        return "comops/ranks/contract"
    parts = PurePath(name).parts
    if parts[0] == "extensions" and not {"/".join(parts[:3]), parts[2]} & {*ROOMS, *paths()}:
        return "/".join(parts[:2])
    return "/".join(parts[:3 if parts[0] in ("comops", "extensions") else 1])


def path_in(name: str) -> str:
    """The folder of the path whose implementation a file may be, maybe in an extension."""
    parts = PurePath(name).parts
    return parts[2] if parts[0] == "extensions" else parts[0]


def may_include(name: str) -> set[str]:
    """Folders and headers."""
    room, folder = room_of(name), str(PurePath(name).parent)
    if "/exchange/" in name:  # of Worley's patterns over a path, whose runtime it may use
        path = PurePath(name).parts[3]
        own = {str(header.relative_to(ROOT)) for header in (ROOT / path).glob("*.h")}
        return own | {folder} | places("contract extensions/pstswm/worley")
    path = path_in(name)
    if path not in paths():
        return places(ROOMS[room.removeprefix("comops/ranks/")][1]) | {room}
    here = folder[folder.index(path):]  # of what an extension adds, the place in the core
    own = {str(header.relative_to(ROOT)) for home in (room, path)
           for header in (ROOT / home).glob("*.h")} | {folder, here}
    if PurePath(name).name == "team.c":
        return own | places(TEAM)
    if here.startswith(ALGORITHMS):
        own |= COMPARED
    return own | places("contract")


def is_open(name: str, quote: str, header: str) -> bool:
    """Whether the file may include the header."""
    if header == REGISTRY and {room_of(name), path_in(name)} & {*places("patterns"), *paths()}:
        return False
    if quote == '"':
        around = {header, str(PurePath(header).parent), room_of(header)}
        return bool(around & may_include(name))
    users = [places(words) for library, words in LIBRARIES.items() if header.startswith(library)]
    return not users or bool({name, room_of(name)} & users[0])


def crossings(name: str, text: str) -> list[str]:
    """What the file includes across a wall."""
    return [f"{name} includes {header}" for quote, header in includes(text)
            if not is_open(name, quote, header)]


def imported(text: str) -> set[str]:
    """The modules that a file imports, or names in them, for types alone or in a function, too."""
    modules = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            modules |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
    return {module for module in modules if module.startswith(("comops.", "comops_"))}


def rooms_imported(text: str) -> set[str]:
    """The rooms and extensions of these modules."""
    return {module.removeprefix("comops.").split(".")[0] for module in imported(text)}


def import_crossings(name: str, text: str) -> list[str]:
    parts = name.split("/")
    if parts[0] == "extensions":
        own = f"comops_{parts[1]}"
        allowed = {own, *PYTHON, *(f"comops_{other}" for other in USES[parts[1]].split())}
    else:
        own = PurePath(parts[0] if parts[0] == "reports" else parts[1]).stem
        allowed = {own, *PYTHON[own][1].split()}
    return [f"{name} imports {other}" for other in sorted(rooms_imported(text) - allowed)]


def report_crossings(name: str, text: str) -> list[str]:
    """What a module of reports imports across the walls between its rooms."""
    room = name.split("/")[1]
    rooms = {module.split(".")[2] for module in imported(text) if module.startswith(OF_REPORTS)}
    others = set(re.findall(r"^ *(?:from|import) (?!comops)(\w+)", text, re.MULTILINE))
    return [f"{name} imports {other}" for other in sorted(
        rooms - {room, *REPORTS[room].split()}
        | others - {*REPORTS_USE.get(room, "").split()} - sys.stdlib_module_names)]


def circle(needs: dict[str, set[str]]) -> list[str]:
    """The folders or modules that have no order in which each needs only those before it."""
    left = dict(needs)
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


def modules_of_python() -> list[Path]:
    return sources("comops", "reports", *(f"extensions/{name}/comops_{name}" for name in USES),
                   suffixes=(".py",))


def module_name(file: Path) -> str:
    """As an import names it."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    names = {"comops": parts, "extensions": parts[2:]}.get(parts[0], ("comops", *parts))
    return ".".join(names).removesuffix(".__init__")


def needs_of(texts: dict[str, str]) -> dict[str, set[str]]:
    """The modules that each of them imports; the import of a name in one is an import of it."""
    return {module: {name if name in texts else name.rpartition(".")[0]
                     for name in imported(text)} & texts.keys() - {module}
            for module, text in texts.items()}


class Rooms(unittest.TestCase):
    def test_every_file_includes_only_what_its_folder_may(self):
        files = {str(file.relative_to(ROOT)): file.read_text() for file in sources()}
        self.assertEqual([line for name in files for line in crossings(name, files[name])], [])

    def test_a_file_that_crosses_a_wall_is_seen(self):
        for line in PLANTED.strip().splitlines():
            name, header = line.split()
            quoted = header if header.startswith("<") else f'"{header}"'
            self.assertEqual(len(crossings(name, f"#include {quoted}\n")), 1, line)

    def test_every_module_imports_only_what_its_room_may(self):
        crossed = {crossing for file in modules_of_python()
                   if file.parent != ROOT / "comops" or file.name == "extension.py"
                   for crossing in import_crossings(str(file.relative_to(ROOT)), file.read_text())}
        self.assertEqual(crossed, set())
        for line in PLANTED_IMPORTS.strip().splitlines():
            self.assertEqual(len(import_crossings(*line.split(": "))), 1, line)

    def test_every_module_of_reports_imports_only_what_its_room_may(self):
        for at, (room, others) in enumerate(REPORTS.items()):
            self.assertLessEqual({*others.split()}, {*list(REPORTS)[:at]}, room)
        folder = ROOT / "reports"
        files = [file for file in folder.rglob("*.py") if file.parent != folder]
        self.assertEqual({file.relative_to(folder).parts[0] for file in files}, REPORTS.keys())
        self.assertEqual([crossing for file in files for crossing in report_crossings(
            str(file.relative_to(ROOT)), file.read_text())], [])
        for line in PLANTED_REPORTS.strip().splitlines():
            self.assertEqual(len(report_crossings(*line.split(": "))), 1, line)

    def test_folders_do_not_include_each_other_in_a_circle(self):
        needs = {next(iter(places(room))): {room_of(place) if place.endswith(".h") else place
                                            for place in places(may)}
                 for room, (_, may) in ROOMS.items()}
        self.assertEqual(circle(needs), [])
        self.assertIn("topology", circle(needs | {"comops/ranks/text": {"comops/ranks/worker"}}))

    def test_modules_do_not_import_each_other_in_a_circle(self):
        texts = {module_name(file): file.read_text() for file in modules_of_python()}
        self.assertEqual(circle(needs_of(texts)), [])
        name, other = "comops.results.lines", "comops.results.read"
        self.assertIn(other, needs_of(texts)["comops.results.strip"])
        texts[name] += f"\ndef late():\n    from {other} import campaign_read\n"
        self.assertIn(other, circle(needs_of(texts)))

    def test_an_implementation_includes_the_standard_library_and_one_header_of_its_runtime(self):
        def others(files):
            return {header for file in files for quote, header in includes(file.read_text())
                    if quote == "<"} - STANDARD

        runtimes = []
        for path in paths():
            mine = others(f for f in implementations() if path_of(f) == path)
            self.assertLessEqual(len(mine), 1, path)
            runtimes += mine
        self.assertEqual(len(runtimes), len(set(runtimes)))
        self.assertEqual(others(sources("comops/ranks/patterns")), set())

    def test_every_folder_has_a_purpose_and_few_files(self):
        for folder in (ROOT / "comops/ranks").iterdir():
            self.assertTrue(not folder.is_dir() or folder.name in ROOMS, folder)
        many = {f"{path}/{protocol}" for path in paths() for protocol in paths()[path]}
        for file in sources() + modules_of_python() + sources("tests", suffixes=(".c", ".py")):
            name = str(file.parent.relative_to(ROOT))
            if name not in many | {"comops/ranks/patterns"}:
                count = sum(entry.is_file() for entry in file.parent.iterdir())
                self.assertLessEqual(count, FILES_MOST, name)

    def test_no_two_headers_have_the_same_name(self):
        names = [header.name for header in sources(suffixes=(".h",))]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_no_two_classes_have_the_same_name(self):
        names = [node.name for file in modules_of_python()
                 for node in ast.walk(ast.parse(file.read_text()))
                 if isinstance(node, ast.ClassDef)]
        self.assertEqual({name for name in names if names.count(name) > 1}, set())

    def test_one_file_starts_programs(self):
        starts = re.compile(r"\b(fork|vfork|exec[lv]\w*|posix_spawn\w*|popen|system)\s*\(")
        for file in sources():
            if file != ROOT / "comops/ranks/front/front.c":
                # Children that try a foreign file, read each other's memory, or simulate a cell:
                # no programs.
                trials = {ROOT / "topology/machine.c", ROOT / "mpi/cma_refused.c",
                          ROOT / "extensions/simulate/worker/coherence.c"}
                allowed = {"fork"} if file in trials else set()
                self.assertLessEqual(set(starts.findall(code(file))), allowed, file)


unittest.main(verbosity=2)
