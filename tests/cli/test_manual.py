# SPDX-License-Identifier: BSD-3-Clause
"""What the build makes of the commands: man pages and completions that work in man and the shells,
pages, schemas.

Usage: test_manual.py COMOPS SOURCE-ROOT FOLDER [UNITTEST ARGUMENTS]
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from front_end import LISTED, asked

from comops.cli.main import commands_all

MADE = Path(sys.argv.pop(1))
PAGES = sorted((MADE / "man/man1").glob("*.1"))
BASH = MADE / "bash-completion/completions/comops"
ZSH = MADE / "zsh/site-functions/_comops"
FISH = MADE / "fish/vendor_completions.d/comops.fish"


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


def output(*words, text=None):
    done = subprocess.run([*map(str, words)], input=text, capture_output=True, text=True,
                          check=False, env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "100"})
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout, done.stderr


class Manual(unittest.TestCase):
    def test_each_command_has_a_page_with_all_its_options(self):
        names = {page.stem for page in PAGES}
        self.assertLessEqual({"comops", "comops-fleet-run", "comops-history-sql",
                              *(f"comops-{name}" for name in commands_all())}, names)
        for page in PAGES:
            words = page.stem.replace("comops-", "").split("-", 1)
            shown = asked(" ".join(words if page.stem != "comops" else []) + " --help-all").stdout
            options = set(re.findall(r"(?m)^ {2,6}(?:-\w, )?(--[\w-]+)", shown))
            self.assertIn("--help", options)
            text = page.read_text().replace("\\-", "-")
            self.assertEqual({name for name in options if name not in text}, set(), page)

    def test_the_pages_name_every_pattern_and_record_and_the_schemas_are_json(self):
        patterns = (MADE / "doc/comops/patterns.md").read_text()
        for row in LISTED["patterns"]:
            self.assertIn(f"\n### {row['name']}\n", patterns)
        self.assertIn("## Verdict\n", (MADE / "doc/comops/records.md").read_text())
        for name in ("results", "commands", "compare", "fleet-check"):
            json.loads((MADE / f"comops/{name}.schema.json").read_text())

    @needs("man")
    def test_man_shows_every_page_without_a_warning_and_breaks_no_word(self):
        for page in PAGES:
            text, warnings = output("man", "--warnings", "-l", page)
            self.assertEqual(warnings, "")
            self.assertIn("NAME\n", text)
            self.assertNotIn("\N{HYPHEN}", text)

    @needs("lexgrog")
    def test_apropos_finds_every_page_by_what_it_does(self):
        for page in PAGES:
            self.assertRegex(output("lexgrog", page)[0], rf'"{page.stem} - .{{10,}}"')


class Completions(unittest.TestCase):
    CASES = (("comops ru", "run"), ("comops run --pat", "--patterns --paths"),
             ("comops run -p broa", "broadcast"),
             ("comops run --patterns pingpong,broa", "pingpong,broadcast"),
             ("comops run --patterns = broa", "broadcast"), ("comops -q fleet ru", "run"),
             ("comops fleet run --wi", "--window"), ("comops report a.js", ""))

    def test_bash_completes_commands_options_and_names(self):
        script = [f". {BASH}"]
        for line, _ in self.CASES:
            script += [f"COMP_WORDS=({line})", "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))", "_comops",
                       'echo "${COMPREPLY[*]}"']
        lines = output("bash", "-s", text="\n".join(script))[0].split("\n")
        self.assertEqual(lines[:-1], [wanted for _, wanted in self.CASES])

    @needs("fish")
    def test_fish_completes_commands_options_and_names(self):
        for line, wanted in (("comops ru", "run"), ("comops run --patt", "--patterns"),
                             ("comops run --patterns broad", "broadcast"),
                             ("comops fleet sta", "status")):
            text, _ = output("fish", "-c", f"source {FISH}; "
                             f"complete -C '{line}'")
            self.assertEqual([line.split("\t")[0] for line in text.splitlines()], [wanted])

    @needs("zsh")
    def test_zsh_accepts_the_completion(self):
        output("zsh", "-n", ZSH)


unittest.main(verbosity=2)
