# SPDX-License-Identifier: BSD-3-Clause
"""What is written where, and how much of it: docs/design.md, held against the source.

Usage: test_rules.py SOURCE-ROOT
"""

import ast
import hashlib
import re
import unittest

from source import (ROOT, algorithms, code, exchanges, implementations, label, path_of, paths,
                    patterns, sources)

PAGE = 80  # lines of an implementation
HEADER = 200  # of a header that implementations include
FILE = 300
FUNCTION = 50
# The reference with which `comops compare` separates the machine from the code: what was measured
# before a change of these files cannot be compared with what is measured after it.
FROZEN = {
    "comops/ranks/arena/handover.c": "66e2db402ea6aa6495a9779042419823",
    "comops/ranks/arena/handover.h": "8763c86330d0bb68fe1d076fc1bbd21d",
    "comops/ranks/arena/median.h": "4bc614fef42a8a82dc85683a98e4f693",
    "comops/ranks/canary/canary.c": "0e55ad1577ee96286fe259450847bf40",
    "comops/ranks/canary/evict.h": "38ce2772c02bf237efa2dc571fea2153",
    "comops/ranks/canary/memory.h": "d5ac3a6441efd945cf499408f7b9b2ac",
}
COLUMNS = 100
PYTHON = sources("common", "records", "analysis", "campaign", "reports", "simulate", "fleet",
                 "peers", "reproduce", "commands", "tests", "benchmarks", "contrib",
                 suffixes=(".py",))


def lines(file) -> list[str]:
    return file.read_text().splitlines()


class Rules(unittest.TestCase):
    def test_a_name_at_the_root_is_one_word(self):
        for one in ROOT.iterdir():
            self.assertRegex(one.name, r"^[\w.-]+$")  # not what a shell's redirection left

    def test_every_path_with_an_exchange_says_which_protocols_it_is(self):
        for path in {file.parents[1] for file in exchanges()}:
            variants = next(path.glob("worley/*_variants.h")).read_text()
            self.assertIn(f"#define EXCHANGE_PATH {label(path.name)}\n", variants)
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
            text = re.sub(r"\b(PINGPONG|BANDWIDTH)\(\s*(\w+, \w+),",
                          lambda found: f"IMPLEMENTATION({found[2]}, {found[1].lower()},",
                          file.read_text())
            found = re.search(r"IMPLEMENTATION\(\s*(\w+),\s*(\w+),\s*(\w+),", text)
            self.assertIsNotNone(found, file)
            path = "DIRECT_PATH" if file.parts[-2] == "direct" else label(path_of(file))
            self.assertEqual(found.groups(), (path, file.parts[-2], file.stem), file)

    def test_what_an_implementation_declares_is_a_formula(self):
        term = r"(\d+(\.\d+)?(\(P-1\)| log2 P| L)?|P|P-1|log2 P|G|L)"
        formula = re.compile(rf"(at most )?{term}( [+-] {term})*(, \d+ with 2 ranks)?")
        declared = re.compile(r'\.(copies|lines|waits) = (?:EXCHANGE_COPIES\()?"(.*?)"')
        for file in implementations() + algorithms():
            for name, text in declared.findall(file.read_text()):
                self.assertRegex(text, rf"^{formula.pattern}$", (file, name))

    def test_where_the_transfer_is_ours_all_that_explains_it_is_declared(self):
        ours = [f for f in implementations()
                if path_of(f) == "shm_threads" or f.parts[-3:-1] == ("mpi", "shared")]
        for file in ours:
            text = code(file)
            for name in ("copies", "lines", "waits"):
                made = len(re.findall(r"\b(?:IMPLEMENTATION|PINGPONG|BANDWIDTH)\(", text))
                self.assertEqual(text.count(f".{name} = "), made, (file, name))

    def test_direct_copies_declare_what_crosses_between_cores(self):
        # No data, plain loads, no formula.
        without = {"barrier", "counter", "master_worker", "mutual_exclusion",
                   "overlap", "remote_read", "swap"}
        for file in (ROOT / "shm_threads/direct").glob("*.c"):
            if file.stem not in without:
                self.assertIn(".crossings = ", code(file), file)

    def test_an_implementation_is_compiled_because_it_is_named_after_a_pattern(self):
        for file in implementations():
            self.assertIn(file.stem, patterns(), file)
        defined = [name for file in sources("comops/ranks/patterns", suffixes=(".c",))
                   for name in re.findall(r'(?:\.name = |SUM_PATTERN\(\s*)"(\w+)"', code(file))]
        self.assertEqual(sorted(defined), sorted(patterns()))

    def test_an_implementation_fits_a_page(self):
        for file in (implementations() + algorithms() + exchanges()
                     + sources("comops/ranks/patterns", suffixes=(".c",))):
            self.assertLessEqual(len(lines(file)), PAGE, file)
        for file in sources(*paths(), "extensions/pstswm/worley", suffixes=(".h",)):
            self.assertLessEqual(len(lines(file)), HEADER, file)

    def test_a_file_has_at_most_300_lines(self):
        for file in sources() + [file for file in PYTHON if ROOT / "tests" not in file.parents]:
            self.assertLessEqual(len(lines(file)), FILE, file)

    def test_a_function_has_at_most_50_lines(self):
        for file in sources() + sources("tests"):
            for body in re.findall(r"^\{\n(.*?)^\}", file.read_text(), flags=re.M | re.S):
                self.assertLessEqual(body.count("\n"), FUNCTION, (file, body[:200]))
        for file in PYTHON:
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.FunctionDef):
                    self.assertLessEqual(node.end_lineno - node.lineno, FUNCTION, (file, node.name))

    def test_a_line_has_at_most_100_columns(self):
        long = [f"{file}:{number}" for file in sources() + sources("tests") + PYTHON
                for number, line in enumerate(lines(file), 1) if len(line) > COLUMNS]
        self.assertEqual(long, [])

    def test_every_pattern_has_a_wrong_implementation(self):
        wrong = "".join(file.read_text() for file in (ROOT / "tests/wrong").glob("*.c"))
        self.assertEqual(sorted(re.findall(r"IMPLEMENTATION\(threads, wrong, (\w+),", wrong)),
                         sorted(patterns()))

    def test_the_harness_names_no_pattern_and_no_protocol(self):
        names = {f.stem for f in implementations()} | {f.parent.name for f in implementations()}
        words = {"barrier", "lock", "flush", "shared"}  # of their own; as strings protocols
        for file in sources("comops/ranks/worker", "comops/ranks/arena", "comops/run"):
            text = code(file).replace("team->gather", "")  # a team's, no pattern
            for word in sorted(names - words):
                self.assertIsNone(re.search(rf"\b{word}\b", text), (file, word))
            for word in words:
                self.assertNotIn(f'"{word}"', text, file)

    def test_what_may_be_watched_is_asked_where_the_compiler_sees_nothing_and_nowhere_else(self):
        asking = {str(file.relative_to(ROOT)) for file in sources("comops", *paths())
                  if "COMOPS_WATCHED" in code(file)}
        self.assertEqual(asking, {"comops/ranks/contract/processor.h", "comops/ranks/contract/reduction.h",
                                  "comops/ranks/contract/tuning.h", "shm_threads/direct/copy.h"})

    def test_implementations_have_no_data_of_a_thread_because_watched_ranks_share_one(self):
        for file in sources(*paths(), "comops/ranks/contract", "comops/ranks/patterns", "extensions/pstswm/worley"):
            self.assertNotRegex(code(file), r"_Thread_local|thread_local|threadprivate", file)

    def test_only_reports_knows_html(self):
        for file in sources():
            self.assertNotRegex(code(file), r"<(html|div|table|svg)\b", file)

    def test_every_source_names_its_licence(self):
        for file in sources() + sources("tests"):
            self.assertIn("SPDX-License-Identifier: BSD-3-Clause", file.read_text()[:200], file)

    def test_the_locks_hold_all_requirements_with_their_hashes(self):
        required = {"run": [ROOT / "requirements.txt", ROOT / "comops/cli/requirements.txt"],
                    "report": [ROOT / "reports/requirements.txt"],
                    "site": [ROOT / "contrib/site/requirements.txt"],
                    "test": [ROOT / "tests/requirements.txt",
                             ROOT / "extensions/fleet/comops_fleet/requirements.txt"]}
        for name, files in required.items():
            locked = {}
            for entry in re.split(r"\n(?=\w)", (ROOT / f"bootstrap.d/{name}.lock").read_text())[1:]:
                self.assertIn("--hash=sha256:", entry)
                package, version = re.match(r"([\w.-]+)==(\S+)", entry).groups()
                locked[package] = version
            for file in files:
                for package, version in re.findall(r"(?m)^([\w.-]+)==(\S+)", file.read_text()):
                    self.assertEqual(locked.get(package.lower()), version,
                                     f"{file}: {package}; run bootstrap.d/lock.sh")

    def test_the_reference_between_campaigns_never_changes(self):
        for name, known in FROZEN.items():
            found = hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:len(known)]
            self.assertEqual(found, known, f"{name} is frozen: a change would look like one of the "
                             "machine; put new code into another file")

    def test_comments_begin_with_what_they_are_about(self):
        fragment = re.compile(r'("""|^\s*# |// |/\* |^ \* )(Of|Those|That of) ', re.MULTILINE)
        for file in sources() + sources("tests") + PYTHON:
            self.assertNotRegex(file.read_text(), fragment, file)

    def test_nothing_is_left_open_in_the_code(self):
        mark = re.compile(r"\b(TODO|FIXME|XXX)\b")
        for file in sources():
            self.assertIsNone(mark.search(file.read_text()), file)


unittest.main(verbosity=2)
