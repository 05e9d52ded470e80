# SPDX-License-Identifier: BSD-3-Clause
"""The architecture of docs/decisions/0001, held against the source."""

import re
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop())
PATHS = {"shm_threads": "threads", "mpi": "mpi", "shmem": "shmem"}
RUNTIME = {"shm_threads": {"omp.h"}, "mpi": {"mpi.h"}, "shmem": {"shmem.h"}}
STANDARD = {"limits.h", "math.h", "stdalign.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h",
            "stdlib.h", "string.h"}
CONTRACT = {"comops/comops.h"} | {
    f"comops/contract/{name}.h" for name in ("cache_line", "line_sums", "partner", "reduction", "tree", "volume", "window")}
PAGE = 80  # lines of an implementation


def implementations() -> list[Path]:
    """All but Worley's, whose patterns are written once for all paths."""
    files = (f for folder in PATHS for f in (ROOT / folder).glob("*/*.c"))
    return sorted(f for f in files if f.parent.name != "worley")


def algorithms() -> list[Path]:
    return sorted(f for f in (ROOT / "comops/worley").glob("*.c") if f.name != "absent.c")


def exchanges() -> list[Path]:
    return sorted(f for folder in PATHS for f in (ROOT / folder).glob("worley/*.c"))


def sources(*folders: str) -> list[Path]:
    return sorted(f for folder in folders for f in (ROOT / folder).rglob("*.[ch]"))


def includes(file: Path) -> set[str]:
    return set(re.findall(r'#\s*include\s*[<"]([^">]+)[">]', file.read_text()))


def code(file: Path) -> str:
    """The text without comments."""
    return re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)


class Rules(unittest.TestCase):
    def test_an_implementation_includes_the_contract_and_its_own_runtime_and_nothing_else(self):
        for file in implementations():
            allowed = CONTRACT | STANDARD | RUNTIME[file.parts[-3]]
            own = [*file.parent.glob("*.h"), *file.parents[1].glob("*.h")]
            local = {str(header.relative_to(ROOT)) for header in own}
            self.assertLessEqual(includes(file) - local, allowed, file)

    def test_an_algorithm_of_worley_knows_the_exchange_but_no_path(self):
        own = {f"comops/worley/{name}.h" for name in ("exchange", "family", "sum")}
        for file in algorithms():
            self.assertLessEqual(includes(file), CONTRACT | STANDARD | own, file)

    def test_an_exchange_includes_its_own_path_and_what_all_exchanges_share(self):
        shared = {f"comops/worley/{name}.h" for name in ("exchange", "one_sided")}
        for file in exchanges():
            path = file.parents[1]
            own = {str(header.relative_to(ROOT)) for header in path.rglob("*.h")}
            allowed = CONTRACT | STANDARD | RUNTIME[path.name] | shared | own
            self.assertLessEqual(includes(file), allowed, file)

    def test_every_path_with_an_exchange_says_which_protocols_it_is(self):
        for path in {file.parents[1] for file in exchanges()}:
            variants = next(path.glob("worley/*_variants.h")).read_text()
            self.assertIn(f"#define EXCHANGE_PATH {PATHS[path.name]}\n", variants)
            sources = re.search(r'EXCHANGE_SOURCES "(.+)"', variants).group(1).split(",")
            self.assertIn(f"{path.name}/worley/exchange.c", sources)
            for name in sources:
                self.assertTrue((ROOT / name).exists(), name)

    def test_an_algorithm_of_worley_is_named_by_its_file(self):
        for file in algorithms():
            found = re.search(r"ALGORITHM\((\w+),", file.read_text())
            self.assertIsNotNone(found, file)
            self.assertEqual(found.group(1), file.stem, file)

    def test_an_implementation_is_named_by_its_place(self):
        for file in implementations():
            text = re.sub(r"\bPINGPONG\((\w+, \w+),", r"IMPLEMENTATION(\1, pingpong,", file.read_text())
            found = re.search(r"IMPLEMENTATION\(\s*(\w+),\s*(\w+),\s*(\w+),", text)
            self.assertIsNotNone(found, file)
            self.assertEqual(found.groups(), (PATHS[file.parts[-3]], file.parts[-2], file.stem), file)

    def test_what_an_implementation_declares_is_a_formula(self):
        term = r"(\d+(\.\d+)?(\(P-1\)| log2 P)?|P|P-1|log2 P)"
        formula = re.compile(rf"{term}( [+-] {term})*(, \d+ with 2 ranks)?")
        declared = re.compile(r'\.(copies|lines|waits) = (?:EXCHANGE_COPIES\()?"(.*?)"')
        for file in implementations() + algorithms():
            for name, text in declared.findall(file.read_text()):
                self.assertRegex(text, rf"^{formula.pattern}$", (file, name))

    def test_where_the_transfer_is_ours_all_that_explains_it_is_declared(self):
        ours = [f for f in implementations()
                if f.parts[-3] == "shm_threads" or f.parts[-3:-1] == ("mpi", "shared")]
        for file in ours:
            text = code(file)
            for name in ("copies", "lines", "waits"):
                made = len(re.findall(r"\b(?:IMPLEMENTATION|PINGPONG)\(", text))
                self.assertEqual(text.count(f".{name} = "), made, (file, name))

    def test_an_implementation_fits_a_page(self):
        patterns = sorted((ROOT / "comops/patterns").glob("*.c"))
        for file in implementations() + algorithms() + exchanges() + patterns:
            self.assertLessEqual(len(file.read_text().splitlines()), PAGE, file)

    def test_a_file_has_at_most_300_lines(self):
        files = sources("comops", *PATHS, "topology")
        for file in files + sorted(f for folder in ("reports", "peers", "simulate") for f in (ROOT / folder).rglob("*.py")):
            self.assertLessEqual(len(file.read_text().splitlines()), 300, file)

    def test_every_pattern_has_an_implementation_on_every_path(self):
        texts = {folder: "".join(f.read_text() for f in (ROOT / folder).glob("*/*.c"))
                 for folder in (*PATHS, "comops")}
        for pattern in (ROOT / "comops/patterns").glob("*.c"):
            everywhere = f"ALGORITHM({pattern.stem}," in texts["comops"]
            for folder, path in PATHS.items():
                name = "pingpong" if pattern.stem == "distant" else pattern.stem
                own = re.search(rf"IMPLEMENTATION\(\s*{path},\s*\w+,\s*{name},", texts[folder]) or (
                    name == "pingpong" and f"PINGPONG({path}," in texts[folder])
                self.assertTrue(own or everywhere, (folder, pattern))

    def test_every_pattern_has_a_wrong_implementation(self):
        for pattern in (ROOT / "comops/patterns").glob("*.c"):
            self.assertTrue((ROOT / "tests/wrong" / pattern.name).exists(), pattern)

    def test_only_topology_includes_hwloc(self):
        for file in sources("comops", *PATHS):
            self.assertFalse({n for n in includes(file) if n.startswith("hwloc")}, file)

    def test_only_the_module_for_counters_includes_likwid(self):
        for file in sources("comops", *PATHS, "topology"):
            if file.name != "likwid.c":
                self.assertFalse({n for n in includes(file) if n.startswith("likwid")}, file)

    def test_only_launch_starts_programs(self):
        starts = re.compile(r"\b(fork|vfork|exec[lv]\w*|posix_spawn\w*|popen|system)\s*\(")
        for file in sources("comops", *PATHS, "topology"):
            if file.name not in ("process.c", "installed.c"):
                self.assertIsNone(starts.search(code(file)), file)

    def test_the_harness_names_no_pattern_and_no_protocol(self):
        names = {f.stem for f in implementations()} | {f.parent.name for f in implementations()}
        names -= {"barrier", "lock", "flush", "shared"}  # words of their own; strings are looked at
        for name in ("worker/harness.c", "worker/bench.c", "arena/meeting.c", "run/sampler.c", "run/campaign.c",
                     "worker/worker.c", "arena/arena.c"):
            text = code(ROOT / "comops" / name).replace("team->gather", "")  # a team's, no pattern
            for word in sorted(names):
                self.assertIsNone(re.search(rf"\b{word}\b", text), (name, word))
            for word in ("barrier", "lock", "flush", "shared"):
                self.assertNotIn(f'"{word}"', text, name)

    def test_only_reports_knows_html(self):
        for file in sources("comops", *PATHS, "topology"):
            self.assertNotRegex(code(file), r"<(html|div|table|svg)\b", file)

    def test_every_source_names_its_licence(self):
        for file in sources("comops", *PATHS, "topology", "tests"):
            self.assertIn("SPDX-License-Identifier: BSD-3-Clause", file.read_text()[:200], file)

    def test_the_page_on_adding_a_pattern_shows_the_real_files(self):
        page = (ROOT / "docs/add-a-pattern.md").read_text()
        shown = re.findall(r"`(\S+\.c)`\n```c\n(.*?)```", page, flags=re.S)
        self.assertEqual(len(shown), 5)
        for name, text in shown:
            self.assertEqual(text, (ROOT / name).read_text(), name)

    def test_nothing_is_left_open_in_the_code(self):
        mark = re.compile(r"\b(TODO|FIXME|XXX)\b")
        for file in sources("comops", *PATHS, "topology"):
            self.assertIsNone(mark.search(file.read_text()), file)


unittest.main(verbosity=2)
