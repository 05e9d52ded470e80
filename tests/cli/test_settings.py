# SPDX-License-Identifier: BSD-3-Clause
"""Presets of comops.toml, NO_COLOR, --quiet and --verbose (docs/commands.md).

Usage: test_settings.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import re
import subprocess
import unittest

import front_end
from front_end import PLAIN, ROOT, TWO_CORES, Campaign

front_end.COMOPS = os.path.abspath(front_end.COMOPS)  # called in another folder
CELL = 'paths = "threads"\npatterns = "pingpong"\nprotocols = "direct"\nranks = 2\n'
NIGHTLY = f"[presets.nightly]\n{CELL}sizes = [8, '1K']\n"


class InAFolder(Campaign):
    def setUp(self):
        super().setUp()
        self.home = self.folder / "home"
        self.env = {**PLAIN, "HOME": str(self.home)}
        self.env.pop("XDG_CONFIG_HOME", None)

    def write(self, text, file="comops.toml"):
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o644)

    def comops(self, line, **more):
        return front_end.comops(line, env=self.env | more, cwd=self.folder)

    def asked(self, line, **more):
        return front_end.asked(line, env=self.env | more, cwd=self.folder)

    def planned(self, line, **more):
        """The sizes of the cells that would be measured."""
        done = self.asked(f"run --dry-run --json {line}", **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted({json.loads(line)["bytes"] for line in done.stdout.splitlines()})

    def refused(self, line, reason, **more):
        done = self.asked(f"run {line}", **more)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertIn(reason, " ".join(done.stderr.split()))


@TWO_CORES
class Settings(InAFolder):
    def test_the_file_of_this_folder_comes_before_that_of_the_user(self):
        users = NIGHTLY.replace("8, ", "")
        self.refused("--preset nightly", "there is neither comops.toml here nor "
                     f"{self.home}/.config/comops/comops.toml")
        self.write(users, "home/.config/comops/comops.toml")
        self.assertEqual(self.planned("--preset nightly"), [1024])
        self.write(users.replace("1K", "2K"), "other/comops/comops.toml")
        self.assertEqual(self.planned("--preset nightly",
                                      XDG_CONFIG_HOME=str(self.folder / "other")), [2048])
        self.write(NIGHTLY)
        self.assertEqual(self.planned("--preset nightly"), [8, 1024])

    def test_presets_of_extensions_come_after_those_of_the_user(self):
        self.assertEqual(max(self.planned("--preset transposes --ranks 2 --paths threads")), 262144)
        self.write(NIGHTLY.replace("nightly", "transposes"))
        self.assertEqual(self.planned("--preset transposes"), [8, 1024])

    def test_what_is_wrong_is_said_with_its_place(self):
        self.write(NIGHTLY + "[presets.weekly]\n")
        self.refused("--preset nihgtly", "comops.toml: no preset `nihgtly`; did you mean "
                     "`nightly`? There are: nightly, weekly, ")
        self.refused("--preset weekly --resume x", "give it alone")
        (self.folder / "comops.toml").unlink()
        for make, remove in (os.mkdir, os.rmdir), (os.mkfifo, os.unlink):
            make(self.folder / "comops.toml")
            self.refused("--preset a", "cannot read comops.toml: not a file")
            remove(self.folder / "comops.toml")

    def test_a_file_that_others_own_or_may_change_names_no_program(self):
        self.write(NIGHTLY)
        self.assertIn(f"preset nightly of {self.folder}/comops.toml",
                      self.asked("run --dry-run --preset nightly").stderr)
        file = self.folder / "comops.toml"
        file.chmod(0o646)
        self.refused("--preset nightly", "others may change it; `chmod go-w comops.toml` first")
        file.chmod(0o664)
        if os.geteuid() == 0:  # its own group, and then another one
            self.assertEqual(self.planned("--preset nightly"), [8, 1024])
            os.chown(file, -1, 65534)
            self.refused("--preset nightly", "others may change it")
            os.chown(file, 65534, -1)
            self.write(NIGHTLY.replace("8, ", ""), "home/.config/comops/comops.toml")
            self.assertEqual(self.planned("--preset nightly"), [1024])
            self.assertIn(f"{file} belongs to another user",
                          self.asked("run --dry-run --preset nightly").stderr)

    def test_the_preset_of_the_documentation_is_one(self):
        page = (ROOT / "docs/commands.md").read_text()
        self.write(re.search(r"```toml\n(.*?)```", page, flags=re.S)[1])
        self.assertEqual(self.planned("--preset nightly --ranks 2 --paths threads "
                                      "--placements bus")[:2], [8, 16])

    def test_quiet_prints_results_alone_and_verbose_what_is_found(self):
        for words, expected in (("-q", 0), ("", 1), ("-v", 2)):
            done = self.asked(f"run -a threads -p pingpong -r direct -n 2 -s 8 --dry-run {words}")
            self.assertIn("pingpong", done.stdout)
            lines = done.stderr.splitlines()
            self.assertEqual((len(lines) > 0) + (len(lines) > 1), expected, done.stderr)



@TWO_CORES
class Measured(InAFolder):
    def test_a_campaign_records_the_preset_and_what_it_meant(self):
        self.write(NIGHTLY + "budget = 0.1\nlaunches = 1\n")
        done = self.comops(f"run --preset nightly --sizes 8 -o {self.file}")
        self.assertEqual(done.returncode, 0, done.stderr)
        campaign = self.records("campaign")[0]
        self.assertEqual(campaign["preset"], {"name": "nightly", "file": "comops.toml"})
        self.assertEqual(campaign["command"],
                         ["comops", "run", "--paths=threads", "--patterns=pingpong",
                          "--protocols=direct", "--ranks=2", "--sizes=8,1K", "--budget=0.1",
                          "--launches=1", "--sizes=8", f"--output={self.file}"])
        (self.folder / "comops.toml").unlink()
        before = self.file.read_text()
        self.file.write_text(before.splitlines(keepends=True)[0])
        done = self.comops(f"run --resume {self.file}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([cell["bytes"] for cell in self.cells()], [8])

    def test_colours_are_for_terminals_that_want_them(self):
        def printed(**more):
            main, end = os.openpty()
            with os.fdopen(main, "rb", buffering=0) as terminal:
                done = subprocess.run([front_end.COMOPS, "machine", "--pairs"], stdout=end,
                                      stderr=subprocess.PIPE, env=self.env | more, check=False)
                os.close(end)
                self.assertEqual(done.returncode, 0, done.stderr)
                return os.read(terminal.fileno(), 4096)  # what fits into a terminal's buffer

        self.assertIn(b"\033[48;5;", printed(NO_COLOR=""))
        self.assertNotIn(b"\033", printed(NO_COLOR="1"))


unittest.main(verbosity=2)
