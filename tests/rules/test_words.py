# SPDX-License-Identifier: BSD-3-Clause
"""No name, import, file name or text of the core has a word of an extension. Comments, docstrings
and a pattern's `.source` may cite.

Usage: test_words.py SOURCE-ROOT
"""

import ast
import io
import re
import tokenize
import unittest
from collections.abc import Iterator
from pathlib import Path

from source import ROOT, code, paths

WORDS = "luo luecke arsc worley thesis pstswm xhc simgrid smpi fleet".split()
WORD = re.compile(rf"(?<![a-z])({'|'.join(WORDS)})(?![a-z])", re.IGNORECASE)
FOLDERS = "comops", "reports", "topology", "tests"
# Rules are about extensions, too; the others are data.
ASIDE = "tests/rules", "tests/transcripts", "tests/fuzz/corpora"
ROOT_FILES = "meson.build", "meson_options.txt"
# What is left, as "file: word". This list only shrinks.
EXCEPTIONS = set("""\
comops/measure/cell_record.py: luo
comops/results/campaign.py: luo
comops/results/campaign.py: simgrid
meson_options.txt: pstswm
meson_options.txt: simgrid
meson_options.txt: smpi
tests/cli/test_documents.py: fleet
tests/cli/test_documents.py: luo
tests/cli/test_documents.py: pstswm
tests/cli/test_expected.py: fleet
tests/cli/test_manual.py: fleet
tests/cli/test_matrix.py: worley
tests/cli/test_other_builds.sh: pstswm
tests/contrib/test_spack.py: simgrid
tests/contrib/test_wheel.py: fleet
tests/reports/words/test_words_once.py: luo
""".splitlines())


def files() -> Iterator[Path]:
    for folder in (*FOLDERS, *paths()):
        yield from (file for file in sorted((ROOT / folder).rglob("*")) if file.is_file()
                    and not str(file.relative_to(ROOT)).startswith(ASIDE)
                    and "__pycache__" not in file.parts)
    yield from (ROOT / name for name in ROOT_FILES)


def without_source(text: str) -> str:
    """C without what patterns cite."""
    return re.sub(r'\.source =\s*("[^"\n]*"\s*)+', "", text)


def python_code(text: str) -> str:
    """Without comments and docstrings."""
    cited = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                cited.add(value.lineno)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return " ".join(token.string for token in tokens if token.type != tokenize.COMMENT
                    and not (token.type == tokenize.STRING and token.start[0] in cited))


def said(file: Path) -> str:
    """The text of a file that is no comment."""
    try:
        text = file.read_text()
    except UnicodeDecodeError:
        return ""
    if file.suffix == ".py":
        return python_code(text)
    if file.suffix in (".c", ".h"):
        return without_source(re.sub(r"//.*", "", code(file)))
    if file.suffix in (".j2", ".js", ".css"):
        return re.sub(r"\{#.*?#\}|/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.S)
    return re.sub(r"(?m)(^|\s)#.*", "", text)


def words_in(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))}


class Words(unittest.TestCase):
    maxDiff = None

    def test_the_core_has_no_word_of_an_extension(self):
        words = {f"{name}: {word}" for file in files() for name in [str(file.relative_to(ROOT))]
                 for word in words_in(name) | words_in(said(file))}
        self.assertEqual(sorted(words), sorted(EXCEPTIONS))

    def test_a_word_is_seen_wherever_it_stands(self):
        for text in ("def fleet_run(): pass", "import comops_pstswm", "x = 'Worley'", "XhcGroups"):
            self.assertTrue(words_in(python_code(text)), text)
        for text in ("x = 1  # as Luo 1996", '"""As in Worley 1999."""', "hypothesis = parse()"):
            self.assertFalse(words_in(python_code(text)), text)


unittest.main(verbosity=2)
