# SPDX-License-Identifier: BSD-3-Clause
"""What is written where, and how much of it: docs/design.md, held against the source.

Usage: test_rules.py SOURCE-ROOT
"""

import ast
import hashlib
import re
import unittest

from source import ROOT, code, implementations, label, path_of, paths, patterns, sources

PAGE = 80  # lines of an implementation
HEADER = 200  # of a header that implementations include
FILE = 300
FUNCTION = 50
# The reference with which `comops compare` separates the machine from the code: what was measured
# before a change of these files cannot be compared with what is measured after it.
FROZEN = {
    "comops/ranks/arena/handover.c": "ab3b424ae4b8f2386a6bff61ef668f85",
    "comops/ranks/arena/handover.h": "e824ada5e5783e9b17f566017b3873c3",
    "comops/ranks/arena/median.h": "cccea8ae93e9f1cc158bb9459a4bc90b",
    "comops/ranks/canary/canary.c": "9ebfab933d9639b2dffadb4f58dfae2c",
    "comops/ranks/canary/evict.h": "24fb681ddc8ea0aec67a43eb8a37ca2b",
    "comops/ranks/canary/memory.h": "d5ac3a6441efd945cf499408f7b9b2ac",
}
COLUMNS = 100
PYTHON = sources("comops", "reports", "extensions", "tests", "benchmarks", "contrib",
                 suffixes=(".py",))
PATTERNS = [file for folder in ("comops/ranks/patterns", *(
    str(folder.relative_to(ROOT)) for folder in ROOT.glob("extensions/*/patterns")))
            for file in sources(folder, suffixes=(".c",))]
TESTS = [file for folder in ("tests", *(
    str(folder.relative_to(ROOT)) for folder in ROOT.glob("extensions/*/tests")))
         for file in sources(folder)]


def lines(file) -> list[str]:
    return file.read_text().splitlines()


class Rules(unittest.TestCase):
    def test_a_name_at_the_root_is_one_word(self):
        for entry in ROOT.iterdir():
            self.assertRegex(entry.name, r"^[\w.-]+$")  # not what a shell's redirection left

    def test_an_implementation_is_named_by_its_place(self):
        for file in implementations():
            text = re.sub(r"\b(PINGPONG|BANDWIDTH)\(\s*(\w+, \w+),",
                          lambda match: f"IMPLEMENTATION({match[2]}, {match[1].lower()},",
                          file.read_text())
            match = re.search(r"IMPLEMENTATION\(\s*(\w+),\s*(\w+),\s*(\w+),", text)
            self.assertIsNotNone(match, file)
            path = "DIRECT_PATH" if file.parts[-2] == "direct" else label(path_of(file))
            self.assertEqual(match.groups(), (path, file.parts[-2], file.stem), file)

    def test_what_an_implementation_declares_is_a_formula(self):
        term = r"(\d+(\.\d+)?(\(P-1\)| log2 P| L)?|P|P-1|log2 P|G|L)"
        formula = re.compile(rf"(at most )?{term}( [+-] {term})*(, \d+ with 2 ranks)?")
        declared = re.compile(r'\.(copies|lines|waits) = (?:EXCHANGE_COPIES\()?"(.*?)"')
        for file in implementations():
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
        defined = [name for file in PATTERNS
                   for name in re.findall(r'(?:\.name = |SUM_PATTERN\(\s*)"(\w+)"', code(file))]
        self.assertEqual(sorted(defined), sorted(patterns()))

    def test_an_implementation_fits_a_page(self):
        for file in implementations() + PATTERNS:
            self.assertLessEqual(len(lines(file)), PAGE, file)
        for file in sources(*paths(), suffixes=(".h",)):
            self.assertLessEqual(len(lines(file)), HEADER, file)

    def test_a_file_has_at_most_300_lines(self):
        for file in sources() + [file for file in PYTHON if "tests" not in file.parts]:
            self.assertLessEqual(len(lines(file)), FILE, file)

    def test_a_function_has_at_most_50_lines(self):
        for file in sources() + TESTS:
            for body in re.findall(r"^\{\n(.*?)^\}", file.read_text(), flags=re.M | re.S):
                self.assertLessEqual(body.count("\n"), FUNCTION, (file, body[:200]))
        for file in PYTHON:
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.FunctionDef):
                    self.assertLessEqual(node.end_lineno - node.lineno, FUNCTION, (file, node.name))

    def test_a_line_has_at_most_100_columns(self):
        long = [f"{file}:{number}" for file in sources() + TESTS + PYTHON
                for number, line in enumerate(lines(file), 1) if len(line) > COLUMNS]
        self.assertEqual(long, [])

    def test_every_pattern_has_a_wrong_implementation(self):
        wrong = "".join(file.read_text() for file in TESTS if "wrong" in str(file))
        self.assertEqual(sorted(re.findall(r"IMPLEMENTATION\(threads, wrong, (\w+),", wrong)),
                         sorted(patterns()))

    def test_the_harness_names_no_pattern_and_no_protocol(self):
        names = {f.stem for f in implementations()} | {f.parent.name for f in implementations()}
        words = {"barrier", "lock", "flush", "shared"}  # of their own; as strings protocols
        for file in sources("comops/ranks/worker", "comops/ranks/arena"):
            text = code(file).replace("team->gather", "")  # a team's, no pattern
            for word in sorted(names - words):
                self.assertIsNone(re.search(rf"\b{word}\b", text), (file, word))
            for word in words:
                self.assertNotIn(f'"{word}"', text, file)

    def test_what_may_be_watched_is_asked_where_the_compiler_sees_nothing_and_nowhere_else(self):
        asking = {str(file.relative_to(ROOT)) for file in sources("comops", *paths())
                  if "COMOPS_WATCHED" in code(file)}
        contract = {f"comops/ranks/contract/{name}.h" for name in ("processor", "reduction")}
        watch = {name for name in asking if name.startswith("comops/ranks/watch/")}
        self.assertEqual(asking - watch, contract | {"shm_threads/direct/copy.h"})

    def test_implementations_have_no_data_of_a_thread_because_watched_ranks_share_one(self):
        for file in sources(*paths(), "comops/ranks/contract", "comops/ranks/patterns"):
            self.assertNotRegex(code(file), r"_Thread_local|thread_local|threadprivate", file)

    def test_only_reports_knows_html(self):
        for file in sources():
            self.assertNotRegex(code(file), r"<(html|div|table|svg)\b", file)

    def test_every_source_names_its_licence(self):
        for file in sources() + TESTS:
            self.assertIn("SPDX-License-Identifier: BSD-3-Clause", file.read_text()[:200], file)

    def test_the_locks_hold_all_requirements_with_their_hashes(self):
        required = {"run": [ROOT / "requirements.txt", ROOT / "comops/cli/requirements.txt"],
                    "report": [ROOT / "reports/requirements.txt"],
                    "site": [ROOT / "contrib/site/requirements.txt"],
                    "test": [ROOT / "tests/requirements.txt",
                             *ROOT.glob("extensions/*/comops_*/requirements.txt")]}
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
            hash_ = hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:len(known)]
            self.assertEqual(hash_, known, f"{name} is frozen: a change would look like one of the "
                             "machine; put new code into another file")

    def test_comments_begin_with_what_they_are_about(self):
        fragment = re.compile(r'("""|^\s*# |// |/\* |^ \* )(Of|Those|That of) ', re.MULTILINE)
        for file in sources() + TESTS + PYTHON:
            self.assertNotRegex(file.read_text(), fragment, file)

    def test_nothing_is_left_open_in_the_code(self):
        mark = re.compile(r"\b(TODO|FIXME|XXX)\b")
        for file in sources():
            self.assertIsNone(mark.search(file.read_text()), file)


unittest.main(verbosity=2)
