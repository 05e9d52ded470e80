# SPDX-License-Identifier: BSD-3-Clause
"""Man pages and completions are those of `--help` as it is now, and work in man and the shells.

Usage: test_manual.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import shutil
import subprocess
import sys
import unittest

from front_end import COMOPS, PATHS, ROOT

sys.path.insert(1, str(ROOT / "common"))
import manual  # noqa: E402

PAGES = sorted((ROOT / "docs/man").glob("*.1"))
COMPLETIONS = ROOT / "contrib/completions"


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


def output(*words, text=None):
    done = subprocess.run([*map(str, words)], input=text, capture_output=True, text=True,
                          check=False, env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "100"})
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout, done.stderr


class Manual(unittest.TestCase):
    @unittest.skipIf(any(path["missing"] for path in PATHS.values()), "not all paths are here")
    def test_every_generated_file_is_what_help_says(self):
        wanted = manual.files(COMOPS)
        for name, text in wanted.items():
            self.assertEqual((ROOT / name).read_text(), text,
                             f"{name}: python common/manual.py {COMOPS} writes it anew")
        self.assertEqual({f"docs/man/{page.name}" for page in PAGES},
                         {name for name in wanted if name.endswith(".1")})

    def test_a_wrapped_option_of_a_later_group_keeps_its_text(self):
        text = ("Usage: run\nMeasures.\n\n What:\n  -a, --first=X   all\n\n How:\n"
                f"  -b, --second=X  begins\n{' ' * 18}and ends\n\nA note.\n")
        (_, _), (_, (option,)) = (found := manual.help_read(("run",), "", text)).options
        self.assertEqual(option.text, "begins and ends")
        self.assertEqual([line for line in found.notes if line], ["A note."])

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
        script = [f". {COMPLETIONS}/comops.bash"]
        for line, _ in self.CASES:
            script += [f"COMP_WORDS=({line})", "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))", "_comops",
                       'echo "${COMPREPLY[*]}"']
        found = output("bash", "-s", text="\n".join(script))[0].split("\n")
        self.assertEqual(found[:-1], [wanted for _, wanted in self.CASES])

    @needs("fish")
    def test_fish_completes_commands_options_and_names(self):
        for line, wanted in (("comops ru", "run"), ("comops run --patt", "--patterns"),
                             ("comops run --patterns broad", "broadcast"),
                             ("comops fleet sta", "status")):
            text, _ = output("fish", "-c", f"source {COMPLETIONS}/comops.fish; "
                             f"complete -C '{line}'")
            self.assertEqual([one.split("\t")[0] for one in text.splitlines()], [wanted])

    @needs("zsh")
    def test_zsh_accepts_the_completion(self):
        output("zsh", "-n", COMPLETIONS / "_comops")


unittest.main(verbosity=2)
