# SPDX-License-Identifier: BSD-3-Clause
"""Drawings of saved and made-up machines as text, and of the pairs of their cores."""

from functools import cache
from unittest import mock

import pytest

import machines
from comops.cli.machine import main
from page_fixtures import ROOT
from comops.reports.terminal.heat import pairs_text
from comops.results.topology import Pairs

FOLDER = ROOT / "tests/topology/machines"
SYNTHETIC = (
    "pu:1", "pu:40", "core:100 pu:1", "pack:1 core:2 pu:2", "pack:1 l3:1 core:4 pu:1",
    "pack:2 numa:2 l3:1 core:4 pu:2", "group:2 pack:2 core:16 pu:1")
NAMES = "bus,crossbar,agent,smt,core,l3,spread,distance:1,distance:3,pu:0+1"
COLUMNS, GLANCE_LINES = 100, 50


@cache
def drawn(machine: str, *words: str) -> str:
    """What `comops machine` prints of an XML file or a synthetic machine."""
    file = FOLDER / machine
    where = ["--xml", str(file)] if file.exists() else []
    printed: list[str] = []
    with (mock.patch.dict("os.environ", {} if where else {"HWLOC_SYNTHETIC": machine}),
          mock.patch("comops.cli.machine.show", printed.append)):
        assert main([*where, *words]) == 0
    return "".join(printed)


@pytest.mark.parametrize("machine", [
    *(file.name for file in sorted(FOLDER.glob("*.xml"))), *SYNTHETIC])
def test_every_machine_fits_in_100_columns(machine):
    for ranks in ("1", "4", "7", "900"):
        text = drawn(machine, "-l", NAMES, "-n", ranks, "--oversubscribe")
        assert [line for line in text.splitlines()
                if len(line) > COLUMNS or line != line.rstrip()] == []


def test_two_cores_are_drawn_with_their_ranks():
    assert drawn("pack:1 l3:1(size=33554432) core:2 pu:1") == """\
unknown CPU, 2 cores, 2 hardware threads, 1 NUMA node, L3 32 MiB
ranks in each placement:       bus
package #0, NUMA node #0 (1 GiB), L3 #0 (32 MiB)
  core 0    hardware thread 0  0
  core 1    hardware thread 1  1

bus       distinct cores under the smallest object of the machine (shared cache, package, one of
          several NUMA nodes) that has a core for each rank
          L3 #0 (32 MiB), cores 0-1

crossbar  neighbouring ranks on different NUMA nodes, as far from each other as possible, or on
          different packages if there is one node
          refused: this machine has one NUMA node and one package with usable cores, so no exchange
          can cross a link
"""


@pytest.mark.parametrize(("machine", "words", "said"), [
    # A large machine is folded where it has no ranks.
    ("192em64t-24n8c2t.xml", "-n 4", ["... 7 more packages of 8 cores each\n",
                                      "  core 3    hardware threads 3,195    3\n"]),
    # Siblings get a line each where ranks share a core.
    ("pack:1 core:2 pu:2", "-n 3 --oversubscribe", [
        "  core 0\n    hardware thread 0             0\n    hardware thread 1             2\n"
        "  core 1    hardware threads 2-3  1\n", ", oversubscribed\n"]),
    # Many ranks on one thread are counted, and columns never touch.
    ("pu:1", "-n 30 --oversubscribe", ["0,1,+28\n"]),
    ("64intel64-heteromem.xml", "-l all -n 900 --oversubscribe", [
        "hardware thread 16  16,80,+12   16,80,+12   16,80,+12   1,65,+13    2,10,+111"]),
    ("16amd64-8n2c-cpusets.xml", "-n 2", ["NUMA node #3 (8 GiB) without cores\n"]),
    # Placements on the same hardware threads share a column.
    ("pack:1 l3:1 core:4 pu:1", "-l bus,core,spread -n 2", [
        "bus  spread\n", "        the same hardware threads as bus: cores 0-1\n"]),
    # Latencies and bandwidths that are known.
    ("32em64t-2n8c2t-pci-noio.xml", "", [
        "  NUMA node #0      10    20\n  NUMA node #1      20    10\n"]),
    ("192em64t-24n8c2t.xml", "", ["     50 in 24 of 576 directions\n"]),
    ("64intel64-heteromem.xml", "", [
        "  NUMA node #1 (2 GiB): bandwidth 90000 MiB/s from hardware threads "
        "0-3,16-19,32-35,48-51\n"]),
])
def test_a_drawing_has_all_that_matters(machine, words, said):
    text = drawn(machine, *words.split())
    assert [words for words in said if words not in text] == []
    assert "-n 4" not in words or text.count("\n") < GLANCE_LINES


def test_columns_that_do_not_fit_get_a_tree_of_their_own():
    names = ("crossbar,agent,spread,core,distance:1,distance:2,distance:3,package:1.core:0-3,"
             "package:1.core:4-7")
    text = drawn("pack:2 numa:2 l3:1 core:4 pu:2", "-l", names, "-n", "4")
    first, second = text.split("ranks in each placement:")[1:]
    assert "crossbar" in first and "package:1.." in second.splitlines()[0]


def test_pairs_have_numbers_up_to_fourteen_cores_and_shades_beyond():
    few, many = (pairs_text(64, Pairs.from_json(machines.pairs(count, 8)), False).splitlines()
                 for count in (14, 48))
    assert few[0] == "14 of 64 cores, evenly spread, numbered by hardware thread"
    assert {len(line) for line in few[3:17]} == {8 + 6 * 14}
    assert {len(line) for line in many[3:51]} == {8 + 2 * 48}
    assert many[51] == "  0 to 9, dark to light: lowest to highest, on a logarithmic scale"
    assert few[-2].split()[:3] == ["in", "one", "L3"]
    assert "\033[48;5;" in pairs_text(14, Pairs.from_json(machines.pairs(14, 8)), colour=True)
