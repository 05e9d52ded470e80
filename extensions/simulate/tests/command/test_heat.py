# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate --heat`: a matrix of times fits the terminal and shows what it is made of.

Usage: test_heat.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import pathlib
import pty
import re
import subprocess
import tempfile
import unittest

from asked import COMOPS, comops
from comops.reports.draw.heat import Scale
from comops.reports.terminal.heat import INK, heat_text
from comops_simulate.descriptions.heat import heat_of
from comops_simulate.descriptions.known import known_names

LABEL = re.compile(r" *(socket \d+|\d+) ")


def heat(*words):
    return comops("simulate", "--heat", *words)


def on_a_terminal(*words, **environment):
    master, terminal = pty.openpty()
    with subprocess.Popen([COMOPS, "simulate", "--heat", *words], stdout=terminal, stdin=terminal,
                          env=os.environ | {"TERM": "xterm"} | environment):
        os.close(terminal)
        text = b""
        try:
            while part := os.read(master, 65536):
                text += part
        except OSError:
            pass  # the other end is closed
    os.close(master)
    return text.decode()


def rows(text):
    """The lines of the map without their labels."""
    return [line[10:] for line in text.splitlines() if LABEL.fullmatch(line[:10])]


class Map(unittest.TestCase):
    def test_every_machine_fits_its_terminal(self):
        for name in known_names():
            drawn = heat_of(name)
            for width in (60, 100, 230):
                longest = max(map(len, heat_text(drawn, False, width).splitlines()[2:]))
                self.assertLessEqual(longest, width, (name, width))

    def test_a_wide_terminal_shows_each_pair(self):
        matrix = rows(heat_text(heat_of("2x-xeon-x5650"), False, 100))
        self.assertEqual(len(matrix), 24)
        drawn = heat_of("2x-xeon-x5650")
        order = [thread for block in drawn.blocks for thread in block]
        for i, row in zip(order, matrix):
            cells = row.ljust(2 * 24 + 1).replace(" ", "_")
            cells = cells[:24] + cells[25:]  # the gap between the sockets
            for j, cell in zip(order, cells[::2]):
                shade = Scale.of([7.1, 79.7]).shade(drawn.matrix[i][j]) if i != j else None
                self.assertEqual(cell, "_" if shade is None else INK[shade], (i, j))

    def test_colour_and_ink_show_the_same_shades(self):
        codes = re.compile(r"\033\[48;5;(\d+)m( +)\033\[0m")
        drawn = heat_of("2x-epyc-7302")
        coloured = heat_text(drawn, True, 200)
        inked = heat_text(drawn, False, 200)
        shades = {code for code, _ in codes.findall(coloured)}
        translated = codes.sub(lambda match: f"<{match[1]}>" * len(match[2]), coloured)
        for code in shades:
            ink = {inked[position] for position in positions(translated, code)}
            self.assertEqual(len(ink), 1, code)
        self.assertGreaterEqual(len(shades), 4)

    def test_sockets_and_the_siblings_of_a_core_are_named_and_counted(self):
        text = heat_text(heat_of("2x-xeon-x5650"), False, 100)
        self.assertIn("socket 0", text)
        self.assertIn("socket 1", text)
        for line in (r"in one core +12 +7.1 +7.1 +7.2", r"in different sockets +144 +68.4 "):
            self.assertRegex(text, line)


def positions(text, code):
    """Where a cell of this shade is, in the text without colours."""
    plain, places = 0, []
    for part in re.split(r"(<\d+>)", text):
        if part == f"<{code}>":
            places.append(plain)
        plain += 1 if re.fullmatch(r"<\d+>", part) else len(part)
    return places


class Command(unittest.TestCase):
    def test_colour_is_for_terminals_that_want_it(self):
        self.assertNotIn("\033", heat("kunpeng-920").stdout)
        self.assertIn("\033[48;5;", on_a_terminal("kunpeng-920", NO_COLOR=""))
        self.assertNotIn("\033", on_a_terminal("kunpeng-920", NO_COLOR="1"))

    def test_a_matrix_of_a_file_is_grouped_by_what_it_shows(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "matrix.csv"
            file.write_text("\n10\n50,50\n50,50,10\n")
            done = heat(file)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("group 1", done.stdout)
            file.write_text("\n10\n50,-1\n")
            done = heat(file)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, "^comops simulate: .*row 3, column 2: -1 is not a time")

    def test_what_cannot_be_drawn_is_said_in_a_line(self):
        done = heat("2x-epyc-965")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^comops simulate: .*did you mean `2x-epyc-9654`")
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(heat("kunpeng-920", "--json").returncode, 2)


unittest.main(verbosity=2)
