# SPDX-License-Identifier: BSD-3-Clause
"""What a check of the machine says, also of what could not be read."""

from campaign.machine.check import Finding
from reports.terminal.machine_check import check_lines


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
