# SPDX-License-Identifier: BSD-3-Clause
"""Fit and crossover records are what docs/results.schema.json says: test_records.py DRIVER ROOT"""

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

SCHEMA = json.loads((Path(sys.argv.pop()) / "docs/results.schema.json").read_text())
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


class Records(unittest.TestCase):
    def test_they_are_as_the_schema_says(self):
        for name, records in TABLES.items():
            for record in records:
                part = {"$ref": f"#/$defs/{record['record']}", "$defs": SCHEMA["$defs"]}
                jsonschema.validate(record, part, cls=jsonschema.Draft202012Validator)
                jsonschema.validate(record, SCHEMA, cls=jsonschema.Draft202012Validator)
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
        part = {"$ref": "#/$defs/fit", "$defs": SCHEMA["$defs"]}
        for wrong in ({"segments": []}, {"model": "piecewise"}, {"bytes": 8}, {"latency_us": 1}):
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(fit | wrong, part, cls=jsonschema.Draft202012Validator)


unittest.main(verbosity=2)
