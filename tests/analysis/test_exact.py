# SPDX-License-Identifier: BSD-3-Clause
"""Ratios of measurements in turns, and of simulated times."""

from analysis.cells import Cell
from analysis.ratios import Ratio, ratio_of, ratio_of_launches, ratio_of_turns
from analysis.verdicts import KINDS, verdict_of
from campaign.planning.methods import DEFAULT


def simulated(path: str, protocol: str, us: float) -> Cell:
    cell = Cell({"path": path, "protocol": protocol}, DEFAULT, members={"simulated": True})
    cell.begin_block(0.0)
    cell.add_samples([us, us])
    return cell


def test_ratios_are_taken_turn_by_turn() -> None:
    ratio = ratio_of_turns([2, 10, 3, 4, 5, 60], [1, 20, 3, 4, 5, 60])
    assert (ratio.value, ratio.ci95) == (1, (0.5, 2))
    assert ratio_of_turns([2], [3]) == Ratio(1.5, launches=1)


def test_an_inverse_turns_its_intervals_and_its_decision_round() -> None:
    ratio = Ratio(2, (1.5, 4), (1.6, 2.5))
    assert (ratio.inverse.value, ratio.inverse.ci95) == (0.5, (0.25, 1 / 1.5))
    assert (ratio.decision, ratio.inverse.decision) == ("faster", "slower")
    assert Ratio(2).inverse == Ratio(0.5)


def test_simulated_times_are_decided_without_an_interval() -> None:
    cells = [simulated("threads", "direct", 1.0), simulated("threads", "barrier", 3.0),
             simulated("mpi", "library", 1.2), simulated("mpi", "direct", 1.04)]
    assert ratio_of(cells[0], cells[2]).decision == "faster"
    assert ratio_of(cells[2], cells[0]).decision == "slower"
    assert ratio_of_launches(cells[0], cells[3]).decision == "equivalent"
    verdict = verdict_of(KINDS["best"], cells)
    assert (verdict.ratio.value, verdict.ratio.ci95, verdict.decision) == (1.04, None, "equivalent")
    assert verdict_of(KINDS["paper"], cells).decision == "slower"
