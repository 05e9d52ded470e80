# SPDX-License-Identifier: BSD-3-Clause
"""Records are as docs/results.schema.json says, digits as on pages: test_records.py DRIVER ROOT"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

try:
    import jsonschema
except ImportError as missing:
    print(f"{missing}; pip install -r tests/cli/requirements.txt")
    sys.exit(77)

ROOT = Path(sys.argv.pop())
SCHEMA = json.loads((ROOT / "docs/results.schema.json").read_text())
sys.path[:0] = [str(ROOT)]
DRIVER = sys.argv.pop()
SIZES = [8 * 2**i for i in range(20)]


def findings(threads, mpi):
    """Of a table whose times over the two paths are these functions of the size."""
    text = " ".join(f"{n} {threads(n)!r} {mpi(n)!r}" for n in SIZES)
    done = subprocess.run([DRIVER, "findings"], input=text, capture_output=True, text=True,
                          check=True)
    return json.loads(done.stdout)


TABLES = {
    "lines that cross": findings(lambda n: 1 + n / 1000, lambda n: 11 + n / 2000),
    "a jump and a bend": findings(lambda n: 1 + n / 1000 + 50 * (n > 9000), lambda n: 1
                                  + max(n - 9000, 0) / 900),
    "open ends": findings(lambda n: 1 + n % 7 + n / 4e6, lambda n: 9 + n % 11 - n / 1e7),
}


class Digits(unittest.TestCase):
    def test_the_terminal_shows_as_many_digits_as_the_page(self):
        from reports.words.formats import decimals

        pairs = [(value * 1.07, width * factor) for value in (0.05, 0.9, 4, 73, 800, 9996)
                 for width in (0.0002, 0.002, 0.1, 3, 40, 700) for factor in (1, 1.7, 3.5, 3.6, 8)]
        bare = [(value, 0) for value in (0.0151, 0.5, 0.9996, 1, 9.994, 9.996, 99.96, 120, 5000)]
        text = "\n".join(f"{value!r} {width!r}" for value, width in pairs + bare)
        done = subprocess.run([DRIVER, "decimals"], input=text, capture_output=True, text=True,
                              check=True)
        ours = [decimals(value, width and (value - width, value + width))
                for value, width in pairs + bare]
        self.assertEqual(list(map(int, done.stdout.split())), ours)
        self.assertGreater(len(set(ours)), 3)


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        cls.whole = jsonschema.Draft202012Validator(SCHEMA)
        cls.parts = {kind: jsonschema.Draft202012Validator(
            {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}) for kind in SCHEMA["$defs"]}

    def test_they_are_as_the_schema_says(self):
        for name, records in TABLES.items():
            for record in records:
                self.parts[record["record"]].validate(record)
                self.whole.validate(record)
            self.assertEqual({r["record"] for r in records} - {"crossover"}, {"fit"}, name)

    def test_the_tables_have_every_kind_of_record(self):
        models = [(r.get("model"), r.get("continuous")) for records in TABLES.values()
                  for r in records]
        for expected in (("hockney", None), ("hockney-robust", None), ("piecewise", True),
                         ("piecewise", False),
                         (None, None)):
            self.assertIn(expected, models)
        ends = [r["half_bytes"]["ci95"] for r in TABLES["open ends"] if r.get("model") == "hockney"]
        self.assertIn([None, None], ends)

    def test_the_schema_refuses_what_belongs_to_another_model(self):
        fit = next(r for r in TABLES["lines that cross"] if r.get("model") == "hockney")
        for wrong in ({"segments": []}, {"model": "piecewise"}, {"bytes": 8}, {"latency_us": 1}):
            with self.assertRaises(jsonschema.ValidationError):
                self.parts["fit"].validate(fit | wrong)


unittest.main(verbosity=2)
