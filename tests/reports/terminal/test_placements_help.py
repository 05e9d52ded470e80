# SPDX-License-Identifier: BSD-3-Clause
"""What `comops machine --help` says of placements."""

from reports.terminal.machine import placements_help

MEANING = ("ranks 0 and 1, 2 and 3 and so on at the K-th nearest distance between cores of this "
           "machine")


def test_every_form_is_explained_beside_it_in_lines_that_fit():
    said = placements_help({"bus": "distinct cores", "distance:K": MEANING})
    assert "\n  bus         distinct cores\n" in said
    assert ("  distance:K  ranks 0 and 1, 2 and 3 and so on at the K-th nearest distance between "
            "cores"
            "\n              of this machine\n") in said
    assert max(map(len, said.splitlines())) <= 90
