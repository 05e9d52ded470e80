# SPDX-License-Identifier: BSD-3-Clause
"""What an addition costs: each is made in a copy of the tree, built there and run, and may have
touched only its own files and one list.

Usage: test_additions.py COMPILER MESON... SOURCE-ROOT
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from source import ROOT, paths, tree_copy

COMPILER, *MESON = sys.argv[1:]
del sys.argv[1:]
OPTIONS = ["--buildtype=plain", "-Dmpi=none", "-Dshmem=disabled", "-Dlikwid=disabled",
           "-Dsimgrid=disabled"]
COMOPS = "comops/cli/comops"
REPORTS = all(map(find_spec, ("numpy", "jinja2", "vl_convert")))
THREADS, TEAMS, WRONG = PROGRAMS = [
    "shm_threads/comops-threads", "teams/comops-teams", "tests/patterns/comops-threads-wrong"]
WRONG_SLIDE = """
IMPLEMENTATION(threads, wrong, slide, .run = gather_run, .temporary_bytes = buffer_bytes_all,
               .summary = "slices in wrong places");
"""
ALSO = '\nABSENT({}, "{}", "*", "it only shows what an addition costs");\n'


def insert(file: Path, after: str, word: str) -> None:
    text = file.read_text()
    assert text.count(after) == 1, (file, after)
    file.write_text(text.replace(after, after + word))


def copy(source: Path, target: Path, words: dict[str, str]) -> None:
    """The file, some of its words replaced."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(re.sub("|".join(rf"\b{word}\b" for word in words),
                             lambda match: words[match.group()], source.read_text()))


def folders_of(pattern: str) -> list[str]:
    folders = [f"{path}/{protocol}" for path in paths() for protocol in paths()[path]]
    return [folder for folder in (*folders, "comops/ranks/patterns")
            if (ROOT / folder / f"{pattern}.c").exists()]


def add_pattern(tree: Path) -> None:
    """`slide`, which is `gather` once more, wherever that is."""
    for folder in folders_of("gather"):
        copy(tree / folder / "gather.c", tree / folder / "slide.c", {"gather": "slide"})
    wrong = tree / "tests/wrong/collectives.c"
    wrong.write_text(wrong.read_text() + WRONG_SLIDE)
    insert(tree / "comops/ranks/meson.build", "'gather', ", "'slide', ")


def add_protocol(tree: Path) -> None:
    """`staged`, which has one pattern and says why it has no other."""
    file = tree / "shm_threads/staged/broadcast.c"
    copy(tree / "shm_threads/barrier/broadcast.c", file,
         {"barrier, broadcast": "staged, broadcast"})
    file.write_text(file.read_text() + ALSO.format("threads", "staged"))
    insert(tree / "meson.build", "'shm_threads': [", "'staged', ")


def add_path(tree: Path) -> None:
    """`teams`, whose ranks are threads again, with one pattern."""
    copy(tree / "shm_threads/team.c", tree / "teams/team.c",
         {"threads": "teams", "shm_threads": "teams"})
    file = tree / "teams/barrier/broadcast.c"
    copy(tree / "shm_threads/barrier/broadcast.c", file, {"threads": "teams"})
    file.write_text(file.read_text() + ALSO.format("teams", "barrier"))
    (tree / "teams/meson.build").write_text("""workers += executable(
  'comops-teams', 'team.c', path_sources,
  dependencies: [openmp, worker_dependency], kwargs: worker_rpath, install: true)
worker_commands += {path: [workers[-1], '--ranks', '%d']}
path_rows += path_row.format('teams', path, 'null', 'false', 'comops-teams is not installed')
path_summary += {'teams': 'OpenMP'}
""")
    text = (tree / "meson.build").read_text()
    end = text.index("}", text.index("\npaths = {"))
    (tree / "meson.build").write_text(f"{text[:end]}  'teams': ['barrier'],\n{text[end:]}")


def add_placement(tree: Path) -> None:
    """`tight`, which is `core` once more."""
    copy(tree / "topology/policies/core.c", tree / "topology/policies/tight.c",
         {"policy_core": "policy_tight", "core_decide": "tight_decide",
          'name = "core': 'name = "tight'})
    insert(tree / "topology/meson.build", "'spread', ", "'tight', ")


CELL_KEY = "    key: CellKey = inline(KEY_MEMBERS, cell_key)\n"


def add_field_of_ranks(tree: Path) -> None:
    """`served`, the commands that each rank has served: its struct, where it is counted, what the
    front end sees, the schema, and the page."""
    insert(tree / "comops/ranks/arena/arena.h", "  /* bytes of its buffers in huge pages */\n",
           "    uint32_t served;\n")
    insert(tree / "comops/ranks/worker/worker.c", "        slot->lead_ns = sync->lead;\n",
           "        slot->served++;\n")
    insert(tree / "comops/ranks/front/front_layout.c", "    MEMBER(struct arena_rank, lead_ns);\n",
           "    MEMBER(struct arena_rank, served);\n")
    insert(tree / "comops/results/cell.py", CELL_KEY,
           '    served: list[Count] | None = may("the commands that each rank has served")\n')
    insert(tree / "reports/templates/panel.html.j2",
           "{% if panel.points %}\n</details>\n{% endif %}\n",
           "{% for cell in panel.cells %}<p>Served: {{ cell.served }}</p>{% endfor %}\n")


def add_field(tree: Path) -> None:
    """`leads_us` of a cell: where it is known, in the schema, in CSV, and on the page."""
    insert(tree / "comops/measure/block/reports.py", "    cell.members |= recorded(ranks)\n",
           '    cell.members["leads_us"] = [seen.lead_ns / 1e3 for seen in ranks]\n')
    insert(tree / "comops/results/cell.py", CELL_KEY,
           '    leads_us: list[Us] | None = may("the last lead of each rank")\n')
    insert(tree / "reports/export/cells_csv.py", '"repeats voided', " leads_us")
    insert(tree / "reports/templates/panel.html.j2",
           "{% if panel.points %}\n</details>\n{% endif %}\n",
           "{% for cell in panel.cells %}<p>Leads: {{ cell.leads_us }}</p>{% endfor %}\n")


def add_engine(tree: Path) -> None:
    """`made_up`, which invents its paths and their times."""
    (tree / "extensions/made_up").mkdir()
    shutil.copy(ROOT / "tests/rules/made_up.py", tree / "extensions/made_up/comops_made_up.py")


def contents(tree: Path) -> dict[str, bytes]:
    return {str(file.relative_to(tree)): file.read_bytes()
            for file in tree.rglob("*") if file.is_file()}


class Additions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.tree, cls.build = cls.folder / "tree", cls.folder / "build"
        tree_copy(cls.tree)
        cls.touched, before = {}, contents(cls.tree)
        for add in (add_pattern, add_protocol, add_path, add_placement, add_field_of_ranks,
                    add_field, add_engine):
            add(cls.tree)
            after = contents(cls.tree)
            cls.touched[add] = {name for name in after if after[name] != before.get(name)}
            before = after
        cls.run_program(*MESON, "setup", cls.build, cls.tree, *OPTIONS)
        cls.run_program(*MESON, "compile", "-C", cls.build, *PROGRAMS,
                        "comops/ranks/comops-front", "catalogue.json")
        cls.listed = json.loads(cls.comops("list", "--json"))

    @staticmethod
    def run_program(*words, cwd: Path | None = None, **environment: str) -> str:
        done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False,
                              cwd=cwd, env=os.environ | {"CC": COMPILER} | environment)
        # 4: the machine was too busy for times that can be used.
        assert done.returncode in (0, 4), (words, done.stdout[-3000:], done.stderr[-3000:])
        return done.stdout

    @classmethod
    def comops(cls, *words) -> str:
        return cls.run_program(cls.build / COMOPS, *words)

    def measure(self, worker: str, protocol: str, pattern: str) -> tuple[list[bool], str]:
        """Whether the data of a cell are right, and what the worker says of it."""
        batch = self.folder / "batch"
        batch.write_text(f"protocol={protocol} pattern={pattern} bytes=64 series=0 buffers=rewrite "
                         "repeats=2 samples=2")
        done = subprocess.run([self.build / worker, "--ranks", "2", "--batch", batch],
                              capture_output=True, text=True, check=False)
        return [json.loads(line)["valid"] for line in done.stdout.splitlines()], done.stderr

    def implementations(self, label: str, **wanted) -> list[dict]:
        path = next(path for path in self.listed["paths"] if path["name"] == label)
        return [row for row in path["implementations"] if wanted.items() <= row.items()]

    def test_a_pattern_is_its_file_one_for_each_protocol_a_wrong_one_and_one_word(self):
        self.assertEqual(self.touched[add_pattern],
                         {f"{folder}/slide.c" for folder in folders_of("gather")}
                         | {"comops/ranks/meson.build", "tests/wrong/collectives.c"})
        protocols = {row["protocol"] for row in self.implementations("threads", pattern="slide")}
        self.assertEqual(protocols, {"barrier", "put", "get", "direct"})
        self.assertEqual(self.measure(THREADS, "barrier", "slide"), ([True], ""))
        valid, errors = self.measure(WRONG, "wrong", "slide")
        self.assertEqual(valid, [False])
        self.assertIn("wrong data", errors)

    def test_a_protocol_is_its_folder_and_one_word(self):
        self.assertEqual(self.touched[add_protocol],
                         {"shm_threads/staged/broadcast.c", "meson.build"})
        self.assertEqual(len(self.implementations("threads", protocol="staged")), 1)
        self.assertEqual(self.measure(THREADS, "staged", "broadcast"), ([True], ""))

    def test_a_path_is_its_folder_and_one_line_and_may_have_a_single_pattern(self):
        folder = {"teams/meson.build", "teams/team.c", "teams/barrier/broadcast.c"}
        self.assertEqual(self.touched[add_path], folder | {"meson.build"})
        self.assertEqual(len(self.implementations("teams")), 1)
        self.assertEqual(self.measure(TEAMS, "barrier", "broadcast"), ([True], ""))
        planned = self.comops("run", "--dry-run", "--json", "--patterns", "broadcast",
                              "--protocols", "barrier", "--sizes", "8", "--ranks", "2",
                              "--oversubscribe")
        self.assertIn("teams", {json.loads(line)["path"] for line in planned.splitlines()})

    def test_a_placement_is_one_file_and_one_word(self):
        self.assertEqual(self.touched[add_placement],
                         {"topology/policies/tight.c", "topology/meson.build"})
        self.assertIn("tight", {row["name"] for row in self.listed["placements"]})
        placements = json.loads(self.comops("machine", "--json", "--placements", "tight,core",
                                            "--ranks", "1"))["placements"]
        self.assertEqual(placements[0]["pus"], placements[1]["pus"])

    @classmethod
    @cache
    def measured(cls) -> tuple[list[dict], list[dict], str]:
        """The cells of a campaign, their rows as CSV, and the page."""
        file, page = cls.folder / "run.jsonl", cls.folder / "run.html"
        cls.comops("run", "--patterns", "broadcast", "--protocols", "barrier,direct", "--sizes",
                   "8", "--ranks", "2", "--oversubscribe", "--budget", "0.2", "--launches", "1",
                   "--output", file)
        cls.comops("report", file, "--output", page)
        return ([record for record in map(json.loads, file.read_text().splitlines())
                 if record["record"] == "cell"],
                list(csv.DictReader(cls.comops("report", file, "--format", "csv").splitlines())),
                page.read_text())

    @unittest.skipUnless(REPORTS, "for reports")
    def test_a_number_measured_in_the_ranks_is_on_the_page_for_five_files(self):
        self.assertEqual(self.touched[add_field_of_ranks], {
            "comops/ranks/arena/arena.h", "comops/ranks/worker/worker.c",
            "comops/ranks/front/front_layout.c", "comops/results/cell.py",
            "reports/templates/panel.html.j2"})
        cells, _, page = self.measured()
        self.assertTrue(all(len(cell["served"]) == 2 and min(cell["served"]) > 0
                            for cell in cells))
        self.assertIn(f"<p>Served: {cells[0]['served']}</p>", page)

    @unittest.skipUnless(REPORTS, "for reports")
    def test_an_engine_is_its_file_and_planned_scheduled_recorded_and_shown_as_any_other(self):
        self.assertEqual(self.touched[add_engine], {"extensions/made_up/comops_made_up.py"})
        file = self.folder / "made-up.jsonl"
        table = self.run_program(
            sys.executable, "-m", "comops_made_up", file, "--patterns", "pingpong", "--sizes",
            "8,64", "--ranks", "2", "--oversubscribe", cwd=self.tree / "extensions/made_up",
            PYTHONPATH=str(self.tree), COMOPS_BUILD=str(self.build / "build.json"))
        self.assertRegex(table, r"pingpong +T 2\.0 +T 2\.0\n")
        records = [json.loads(line) for line in file.read_text().splitlines()]
        verdicts = [row for row in records if row["record"] == "verdict"]
        self.assertEqual([row["decision"] for row in verdicts], 4 * ["faster"])
        rows = csv.DictReader(self.comops("report", file, "--format", "csv").splitlines())
        self.assertEqual({(row["path"], round(float(row["time_us"]))) for row in rows},
                         {("threads", 1), ("mpi", 2)})

    @unittest.skipUnless(REPORTS, "for reports")
    def test_a_field_of_a_cell_is_one_line_where_it_is_known_in_the_schema_and_where_it_is_shown(
            self):
        self.assertEqual(self.touched[add_field], {
            "comops/measure/block/reports.py", "comops/results/cell.py",
            "reports/export/cells_csv.py", "reports/templates/panel.html.j2"})
        cells, rows, page = self.measured()
        self.assertTrue(all(len(cell["leads_us"]) == 2 for cell in cells))
        self.assertEqual([row["leads_us"] for row in rows],
                         [" ".join(map(str, cell["leads_us"])) for cell in cells])
        self.assertIn(f"<p>Leads: {cells[0]['leads_us']}</p>", page)
        described = self.run_program(
            sys.executable, "-c",
            "from comops.results.pages import records_page; print(records_page())",
            cwd=self.tree)
        self.assertIn("| `leads_us` | list of us ? | the last lead of each rank |", described)

    def test_no_empty_cell_of_the_matrix_needs_another_reason(self):
        self.assertNotRegex(self.comops("list", "--markdown"), r"\| \? \|")

    def test_the_tree_with_all_of_them_keeps_the_rules_until_a_file_crosses_a_wall(self):
        for name in ("test_rules.py", "test_rooms.py"):
            self.run_program(sys.executable, ROOT / "tests/rules" / name, self.tree)
        file = self.tree / "comops/ranks/worker/harness.c"
        file.write_text(file.read_text() + '#include "comops/results/cell.h"\n')
        with self.assertRaisesRegex(AssertionError, "harness.c includes comops/results/cell.h"):
            self.run_program(sys.executable, ROOT / "tests/rules/test_rooms.py", self.tree)


unittest.main(verbosity=2)
