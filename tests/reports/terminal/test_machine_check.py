# SPDX-License-Identifier: BSD-3-Clause
"""What a check of the machine says, also of what could not be read."""

from analysis.handovers import Measured
from campaign.machine_check import Finding
from reports.terminal.machine_check import check_lines
from reports.words.distances import trust_text, usual_text


def said(name: str, good: bool | None, **values: object) -> str:
    return "".join(check_lines([Finding(name, good, values)]))


def test_cores_that_move_are_poor_and_have_advice() -> None:
    pair = {"pu": 1, "unclear": 0.09, "classes": [
        {"handover_ns": 28.0, "share": 0.78}, {"handover_ns": 110.0, "share": 0.13}]}
    text = said("cores", False, pairs=[pair])
    assert "hardware thread 1: 28 ns (78 %), 110 ns (13 %), unclear (9 %)" in text
    assert "ask for pinned cores" in text


def test_what_cannot_be_read_is_unknown_and_has_no_advice() -> None:
    for text in (said("steal", None, share=None), said("cores", None, pairs=[]),
                 said("huge_pages", None, transparent=None, reserved=None)):
        assert " unknown " in text and text.count("\n") == 1


def test_a_programs_name_sends_nothing_to_the_terminal() -> None:
    text = said("others", False, cores_used=0.5, load=1.0,
                programs=[{"name": "\x1b[31m", "share": 0.5}])
    assert "\x1b" not in text and "(?[31m 0.50)" in text


def test_of_cores_that_move_the_distances_are_told_and_of_others_nothing() -> None:
    moving = Measured([(28, 28, 0.78), (110, 110, 0.13)], 0.09, 100)
    assert trust_text(moving) == ("the machine's cores move (28 ns 78 %, 110 ns 13 % of the time), "
                                  "though it describes one distance")
    assert trust_text(moving._replace(mixed=True)).endswith(
        "; no distance has launches enough, so all are used")
    assert trust_text(moving._replace(mixed=0.1)).endswith(
        "; in 10 % of the groups no distance has launches enough, so all are used")
    still = Measured([(60, 60, 1.0)], 0.0, 100)
    assert (usual_text(still), trust_text(still)) == ("hand-over 60 ns", "")
    assert usual_text(moving) == "hand-over 28 ns"
