# SPDX-License-Identifier: BSD-3-Clause
"""What the reader of settings takes is TOML and means what TOML says.

Usage: test_settings.py SETTINGS_FILE [UNITTEST ARGUMENTS]
"""

import json
import random
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from targets import corpus

PROGRAM = sys.argv.pop(1)
TEXTS = 200
PARTS = ["[presets.a]", "[presets.b-2]", "[presets]", "a", "b_1", "=", " = ", "true", "false", "0",
         "7", "07", "2.5", "2.", "1e3", "-1", '"x"', '"x y"', "'\\'", '"\\n"', '"', "'", '"""', "[",
         "]", ",", "#", "\t", " ", "é", "\x7f", "\r", "\\", "."]


def word_of(name, value):
    """The option that TOML's value stands for."""
    if value is True:
        return f"--{name}"
    values = value if isinstance(value, list) else [value]
    return f"--{name}={','.join(map(str, values))}"


def made(draw):
    """A few lines, most of them nearly right."""
    lines = ["[presets.a]"]
    for number in range(draw.randrange(4)):
        line = [f"k{number}", " = ", draw.choice(PARTS)]
        for _ in range(draw.randrange(3)):
            line.insert(draw.randrange(len(line) + 1), draw.choice(PARTS))
        lines.append("".join(line))
    return draw.choice(["\n", "\n", "\r\n"]).join(lines).encode()


class Settings(unittest.TestCase):
    def read(self, text):
        """name -> words; None if it is refused."""
        self.file.write_bytes(text)
        done = subprocess.run([PROGRAM, self.file], capture_output=True, timeout=20, check=False)
        if done.returncode == 2:
            self.assertTrue(done.stderr and not done.stdout, text)
            return None
        self.assertEqual((done.returncode, done.stderr), (0, b""), text)
        return json.loads(done.stdout)

    def check(self, text):
        """Whether it is taken; then it is TOML."""
        found = self.read(text)
        if found is None:
            return False
        meant = tomllib.loads(text.decode()).get("presets", {})
        self.assertEqual(found, {name: [word_of(*one) for one in preset.items()]
                                 for name, preset in meant.items()}, text)
        return True

    def setUp(self):
        self.file = Path(self.enterContext(tempfile.TemporaryDirectory()), "settings.toml")

    def test_the_files_of_the_corpus(self):
        taken = {file.name for file in corpus("settings") if self.check(file.read_bytes())}
        self.assertEqual(taken, {"whole", "lines-of-windows"})

    def test_texts_that_are_nearly_right(self):
        draw = random.Random(1)
        taken = sum(self.check(made(draw)) for _ in range(TEXTS))
        self.assertGreater(taken, TEXTS // 10)
        self.assertLess(taken, TEXTS - TEXTS // 10)

    def test_a_refusal_names_the_line(self):
        for text, reason in (("[presets.a]\nsizes = 8K", "settings:2: text after the value"),
                             ("\n\nquick = true", "settings:3: an option belongs below"),
                             ("[presets.a]\nquick =", "settings:2: the value is missing"),
                             ("[presets.a]\nquick = false", "settings:2: the value is neither"),
                             ("[preset.a]", "settings:1: a table must be [presets.NAME]")):
            self.file.write_text(text)
            done = subprocess.run([PROGRAM, self.file], capture_output=True, text=True, check=False)
            self.assertIn(reason, " ".join(done.stderr.split()))


unittest.main(verbosity=2)
