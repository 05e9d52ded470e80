# SPDX-License-Identifier: BSD-3-Clause
"""Comops and its extensions are no larger than they were made: a line that is added costs another.

Usage: test_sizes.py SOURCE-ROOT
"""

import unittest
from pathlib import Path

from source import ROOT, extensions

CORE = "comops", "shm_threads", "mpi", "shmem", "topology", "reports"
C, PYTHON = (".c", ".h"), (".py",)
TESTS = *C, *PYTHON, ".sh"
FOLDERS_MOST = 12  # at the root
LINES_MOST = {"C": 23_500, "Python": 25_930, "tests": 31_040, "C of extensions": 12_200,
              "Python of extensions": 19_290, "tests of extensions": 13_500}
WORDS_MOST = {"docs": 30_000, "docs of extensions": 14_900}


def files(folders: list[Path], suffixes: tuple[str, ...]) -> list[Path]:
    """All below these folders."""
    return [file for folder in folders for file in folder.rglob("*") if file.suffix in suffixes]


def lines(counted: list[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in counted)


class Sizes(unittest.TestCase):
    def test_code_has_at_most_so_many_lines(self):
        core = [ROOT / name for name in CORE]
        aside = [folder / name for folder in extensions() for name in ("tests", "benchmarks")]
        others = set(files(aside, TESTS))
        sizes = {
            "C": lines(files(core, C)), "Python": lines(files(core, PYTHON)),
            "tests": lines(files([ROOT / "tests"], TESTS)),
            "C of extensions": lines([*{*files(extensions(), C)} - others]),
            "Python of extensions": lines([*{*files(extensions(), PYTHON)} - others]),
            "tests of extensions": lines(files([folder / "tests" for folder in extensions()],
                                               TESTS))}
        for what, most in LINES_MOST.items():
            self.assertLessEqual(sizes[what], most, what)

    def test_documentation_has_at_most_so_many_words(self):
        pages = {"docs": [ROOT / "README.md", *ROOT.glob("docs/**/*.md")],
                 "docs of extensions": [*ROOT.glob("extensions/*/docs/*.md")]}
        for what, most in WORDS_MOST.items():
            words = sum(len(page.read_text(encoding="utf-8").split()) for page in pages[what])
            self.assertLessEqual(words, most, what)

    def test_the_root_has_few_folders(self):
        names = {folder.name for folder in ROOT.iterdir() if folder.is_dir()}
        names = {name for name in names if not name.startswith((".", "build"))}
        self.assertLessEqual(len(names), FOLDERS_MOST, names)


unittest.main(verbosity=2)
