# SPDX-License-Identifier: BSD-3-Clause
"""The steps of contrib's GitHub Action, run by a shell as a job would run them; what installs
packages is stood in for, and no artifact is uploaded.

Usage: test_github_action.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMOPS, ROOT = Path(sys.argv.pop(1)).resolve(), Path(sys.argv.pop(1)).resolve()
ACTION = ROOT / "contrib/github-action/action.yml"
try:
    import yaml
except ModuleNotFoundError:
    print(f"SKIP: yaml is missing: pip install -r {ROOT}/tests/requirements.txt")
    sys.exit(77)
sys.path[:0] = [str(ROOT), *map(str, ROOT.glob("extensions/*/")),
                str(ROOT / "tests/reports/support")]
import example  # noqa: E402
import pairs  # noqa: E402

DEFINED = yaml.safe_load(ACTION.read_text())
STEPS = {step["name"]: step for step in DEFINED["runs"]["steps"]}
PYTHON = """#!/bin/bash
mkdir -p "$3/bin"
printf '#!/bin/bash\\necho pip "$@"' >"$3/bin/pip"
chmod +x "$3/bin/pip"
"""
SHORT = "--quick --patterns pingpong --sizes 8 --oversubscribe"


def written(file, records):
    file.write_text(example.lines(list(records)))
    return file


class Steps(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.summary, self.path = self.folder / "summary.md", self.folder / "path"
        self.own = self.folder / "bin"  # what a step finds first
        self.own.mkdir()

    def program(self, name, text):
        (self.own / name).write_text(text)
        (self.own / name).chmod(0o755)

    def value(self, text, inputs):
        """An expression's text; of inputs that are not given the default."""
        known = {"github.action_path": str(ACTION.parent)} | {
            f"inputs.{name}": inputs.get(name, field.get("default"))
            for name, field in DEFINED["inputs"].items()}
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: known[match[1]], text)

    def step(self, name, **inputs):
        step = STEPS[name]
        environment = {name: self.value(text, inputs) for name, text in step["env"].items()}
        places = {"GITHUB_STEP_SUMMARY": str(self.summary), "GITHUB_PATH": str(self.path),
                  "RUNNER_TEMP": str(self.folder / "temporary"),
                  "PATH": f"{self.own}:{COMOPS.parent}:{os.environ['PATH']}"}
        self.assertEqual(step["shell"], "bash")
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.folder, env={**os.environ, **places, **environment}, capture_output=True,
            text=True, check=False)

    def test_it_installs_this_checkout_and_finds_it_afterwards(self):
        self.program("sudo", '#!/bin/bash\necho "$@"\n')
        self.program("python3", PYTHON)
        done = self.step("Install")
        self.assertEqual(done.returncode, 0, done.stderr)
        source = re.search(r"(?m)^pip install (.*)$", done.stdout)[1]
        self.assertEqual(Path(source).resolve(), ROOT)
        self.assertEqual(self.path.read_text(), f"{self.folder}/temporary/comops/bin\n")

    def test_it_measures_and_makes_the_page_and_the_summary(self):
        done = self.step("Measure", run=SHORT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("<html", (self.folder / "comops.html").read_text())
        self.assertIn("pingpong", self.summary.read_text())
        kept = STEPS["Keep"]
        self.assertEqual(kept["if"], "always()")
        for name in kept["with"]["path"].split():
            self.assertTrue((self.folder / name).is_file())

    def test_what_cannot_be_measured_fails(self):
        done = self.step("Measure", run="--patterns none")
        self.assertEqual(done.returncode, 2)
        self.assertFalse(self.summary.exists())

    def test_it_fails_where_something_became_slower_and_only_there(self):
        self.assertEqual(STEPS["Compare"]["if"], "inputs.base != ''")
        base = written(self.folder / "base.jsonl", pairs.campaign(1))
        slower = pairs.slowed("broadcast", ("threads", "barrier"), 1.5)
        for change, status in ((pairs.always(1.0), 0), (slower, 3)):
            written(self.folder / "comops.jsonl", pairs.campaign(2, change))
            done = self.step("Compare", base=str(base))
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn("slower", self.summary.read_text())

    def test_what_is_not_decided_is_a_warning(self):
        self.program("comops", "#!/bin/bash\nexit 4\n")
        done = self.step("Compare", base="base.jsonl")
        self.assertEqual(done.returncode, 0)
        self.assertIn("::warning::Not decided", done.stdout)


unittest.main(verbosity=2)
