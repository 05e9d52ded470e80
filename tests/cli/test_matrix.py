# SPDX-License-Identifier: BSD-3-Clause
"""The matrix pattern x protocol as a user meets it: listed whole, chosen by name, measured.

Usage: test_matrix.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import re
import unittest

from front_end import LISTED, PATHS, ROOT, TWO_CORES, Campaign, answer, asked, comops

MISSING = [f"{name}: {path['missing']}" for name, path in PATHS.items() if path["missing"]]
NEEDS_ALL = unittest.skipIf(MISSING, "; ".join(MISSING))


def planned(line=""):
    """The cells of a dry run and what it says on standard error."""
    done = asked(f"run --dry-run --json {line}")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


class Listed(unittest.TestCase):
    def test_no_cell_of_the_matrix_is_empty_without_a_reason(self):
        for name, path in PATHS.items():
            there = {(row["family"] or row["protocol"], row["pattern"])
                     for row in path["implementations"]}
            columns = {protocol for protocol, _ in there}
            reasons = [(lack["protocol"], pattern) for lack in path["absent"]
                       for pattern in lack["patterns"].split()]
            used = set()
            for pattern in (pattern["name"] for pattern in LISTED["patterns"]):
                for column in {c for c in columns if (c, pattern) not in there}:
                    covering = [(where, what) for where, what in reasons
                                if where in (column, "*") and what in (pattern, "*")]
                    self.assertTrue(covering, (name, column, pattern))
                    used.add(covering[0])
            # A protocol that is refused here altogether has no column.
            refused = {where for where, what in reasons
                       if where not in {*columns, "*"} and any(ROOT.glob(f"*/{where}/{what}.c"))}
            self.assertEqual({cell for cell in reasons if cell[0] not in refused}, used, name)

    def test_the_glossary_has_every_name_of_the_catalogue_that_has_no_page_of_its_own(self):
        catalogue = answer("list --catalogue")
        names = [row["name"] for kind in ("paths", "methods") for row in catalogue[kind]]
        names += [name for kind in ("buffers", "consume", "operations", "datatypes")
                  for name in catalogue[kind]]
        names += {row["protocol"] for path in PATHS.values() for row in path["implementations"]
                  if not row["family"]}
        page = (ROOT / "docs/method.md").read_text()
        for name in names:
            self.assertIn(f"`{name}`", page)

    def test_a_named_pattern_has_a_line_for_each_protocol_with_what_it_does_or_why_it_is_missing(
            self):
        shown = asked("list broadcast").stdout
        for path in PATHS.values():
            for row in path["implementations"]:
                if row["pattern"] == "broadcast":
                    self.assertRegex(shown, rf"\n  {row['protocol']} +{re.escape(row['summary'])}")
        self.assertIn("\n  dissemination       an algorithm for barrier\n", shown)

    def test_list_show_and_machine_say_what_is_here(self):
        self.assertEqual([p["name"] for p in LISTED["patterns"]][:2], ["pingpong", "broadcast"])
        listed = asked("list").stdout
        for pattern in LISTED["patterns"]:
            self.assertIn(pattern["name"], listed)
            shown = asked(f"show {pattern['name']}")
            self.assertEqual(shown.returncode, 0)
            self.assertRegex(shown.stdout,
                             r"(IMPLEMENTATION|PINGPONG)\((threads|mpi|DIRECT_PATH),|ALGORITHM\(")
        barrier = next(o for o in PATHS["threads"]["implementations"]
                       if (o["protocol"], o["pattern"]) == ("barrier", "reduce"))
        self.assertEqual([barrier[name] for name in ("copies", "lines", "waits")],
                         ["2", "P", "P + 1"])
        self.assertRegex(asked("show reduce").stdout,
                         r"threads/barrier: .*\n    copies 2; lines P; waits P \+ 1\n")
        self.assertIn("bus", asked("machine").stdout)
        self.assertEqual([p["name"] for p in answer("machine --json")["placements"]],
                         ["bus", "crossbar"])

    @NEEDS_ALL
    def test_worleys_protocols_are_there_by_name(self):
        worley = {name: {row["protocol"] for row in path["implementations"]
                         if row["pattern"] == "srtrans"} for name, path in PATHS.items()}
        one_sided = {"(0,1)", "(0,2)", "(1,1)", "(1,2)", "(1,6)",
                     "(2,1)", "(2,2)", "(3,1)", "(3,2)", "(3,6)"}
        every = {f"({order},{x})" for order in range(4) for x in range(7)}
        self.assertEqual(worley["mpi"], every - {"(2,6)", "(3,0)"})
        self.assertEqual((worley["threads"], worley["shmem"]), (one_sided, one_sided))

    def test_the_files_of_implementations_are_those_in_the_source_tree(self):
        """Ninja does not see that a file was added: `meson setup --reconfigure` does."""
        for path in PATHS.values():
            files = {ROOT / row["file"] for row in path["implementations"] if not row.get("family")}
            self.assertEqual(files, {f for folder in {file.parent for file in files}
                                     for f in folder.glob("*.c")})
            for row in path["implementations"]:
                self.assertTrue((ROOT / row["file"]).is_file(), row)


@TWO_CORES
class Planned(unittest.TestCase):
    def test_without_a_name_the_five_of_the_paper_are_measured_in_its_form_and_at_their_best(self):
        cells, _ = planned()
        self.assertEqual({c["pattern"] for c in cells},
                         {"pingpong", "broadcast", "reduce", "gather", "scatter"})
        self.assertLessEqual({(c["path"], c["protocol"]) for c in cells},
                             {("threads", "barrier"), ("threads", "lock"), ("threads", "direct"),
                              ("mpi", "library"), ("mpi", "sendrecv"), ("mpi", "direct")})

    def test_a_named_pattern_is_measured_over_every_protocol(self):
        cells, _ = planned("--patterns shift --sizes 8 --ranks 2")
        wanted = {(name, row["protocol"]) for name, path in PATHS.items() if not path["missing"]
                  for row in path["implementations"] if row["pattern"] == "shift"}
        self.assertEqual({(c["path"], c["protocol"]) for c in cells}, wanted)

    def test_protocols_with_a_comma_in_their_name_can_be_listed(self):
        cells, _ = planned("--patterns swap --paths threads --ranks 2 --protocols (0,1),(1,6)")
        self.assertEqual({c["protocol"] for c in cells}, {"(0,1)", "(1,6)"})

    def test_a_series_is_a_table_for_each_value(self):
        cells, _ = planned("--patterns distant --sizes 8 --ranks 4 --oversubscribe")
        self.assertEqual({c["series"] for c in cells}, {1, 2, 3})
        cells, _ = planned("--patterns distant_get --sizes 8 --ranks 4 --oversubscribe")
        self.assertEqual({c["series"] for c in cells}, {0, 1, 2, 3})
        cells, _ = planned("--patterns swap --ranks 2 --protocols (0,1)")
        self.assertEqual({c["series"] for c in cells}, {8192, 131072, 2097152})
        self.assertEqual({c["bytes"] for c in cells if c["series"] == 8192},
                         {8, 32, 128, 512, 2048, 8192})

    def test_a_reduction_is_a_table_for_each_operation_and_datatype_that_is_asked_for(self):
        def combined(line):
            cells, _ = planned("--sizes 8 --ranks 2 --paths threads "
                               f"--protocols direct {line}")
            return [(c["pattern"], c.get("op"), c.get("datatype")) for c in cells]

        self.assertEqual(combined("--patterns reduce,gather"),
                         [("reduce", "max", "double"), ("gather", None, None)])
        self.assertEqual(combined("--patterns reduce,gather --op sum,max --datatype float"),
                         [("reduce", "max", "float"), ("reduce", "sum", "float"),
                          ("gather", None, None)])
        self.assertEqual(len(combined("--patterns reduce,allreduce,reduce_scatter "
                                      "--op all --datatype all")), 3 * 2 * 4)

    def test_a_barrier_has_no_sizes_and_a_message_none_larger_than_its_volume(self):
        cells, _ = planned("--patterns barrier --sizes 8,16 --ranks 2")
        self.assertEqual({c["bytes"] for c in cells}, {0})
        cells, errors = planned("--patterns swap --sizes 16K --ranks 2 --protocols (0,1)")
        self.assertEqual({c["series"] for c in cells}, {131072, 2097152})
        self.assertIn("must not exceed the volume", errors)

    def test_a_pattern_for_powers_of_two_says_so_for_others(self):
        _, errors = planned("--patterns logtrans,srtrans --ranks 3 --oversubscribe --sizes 8")
        self.assertEqual(errors.count("power of two"), 1)

    def test_how_long_it_will_take_is_said_before(self):
        self.assertRegex(planned()[1], r"cells in 5 tables will take about 5\d s")
        self.assertRegex(planned("--patterns all")[1], r"will take about \d+ min")


class Measuring(Campaign):
    def measure(self, line):
        """Every record is what the schema says; of the many pairs, some."""
        done = comops(f"run -o {self.file} --timeout 10m {line}")
        self.assertIn(done.returncode, (0, 1), done.stderr[-3000:])
        others = [r for r in self.records() if r["record"] != "pair"]
        self.assert_valid(others + self.records("pair")[::97])
        return done


@TWO_CORES
class Measured(Measuring):
    def test_every_operation_and_datatype_is_in_the_keys_and_the_titles(self):
        self.measure("--patterns reduce --protocols direct,sendrecv --op all "
                     "--datatype all --sizes 8,4K,256K --launches 1 --budget 3 --ranks 2")
        every = {(op, of) for op in ("max", "sum") for of in ("double", "float", "int64", "int32")}
        for kind in ("cell", "fit"):
            self.assertEqual({(r["op"], r["datatype"]) for r in self.records(kind)}, every)
        for pair in self.records("pair"):
            a, b = ((pair[side]["op"], pair[side]["datatype"]) for side in "ab")
            self.assertEqual(a, b)
        shown = asked(f"show {self.file}").stdout
        titles = re.findall(r"(?m)^(reduce.*), 2 ranks on bus", shown)
        self.assertEqual(sorted(titles), ["reduce"] + sorted(
            f"reduce ({op} of {of})" for op, of in every - {("max", "double")}))


@TWO_CORES
class Everything(Measuring):
    def test_everything_can_be_measured_and_every_number_is_checked(self):
        done = self.measure("--patterns all --quick --sizes 4K --budget 15 --ranks 2")
        cells = self.cells()
        lost = [cell["error"] for cell in cells if not cell["valid"]]
        self.assertEqual(done.returncode, 1 if lost else 0, done.stderr[-3000:])
        # The only thing that a busy machine may cost.
        self.assertEqual([error for error in lost if "too busy" not in error], [])
        self.assertLess(len(lost), len(cells) / 10)
        here = {(name, row["protocol"], row["pattern"]) for name, path in PATHS.items()
                if not path["missing"] for row in path["implementations"]}
        self.assertEqual({(c["path"], c["protocol"], c["pattern"]) for c in cells}, here)
        with_series = {row["name"] for row in LISTED["patterns"] if row["series_of"]}
        self.assertTrue(all(("series" in c) == (c["pattern"] in with_series) for c in cells))
        self.assertRegex(comops(f"show {self.file}").stdout, r"(?m)^swap \(volume 8K\), 2 ranks")


unittest.main(verbosity=2)
