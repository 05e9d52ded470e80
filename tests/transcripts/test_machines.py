# SPDX-License-Identifier: BSD-3-Clause
"""`comops machine` on saved machines: its drawing, placements and JSON are what they were."""

import json

import pytest
from test_plans import MACHINES
from transcript import recorded

from commands.machine import main

NAMES = sorted({one["machine"] for one in recorded("machines")})


@pytest.mark.parametrize("name", NAMES)
def test_a_machine_is_shown_as_it_was(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for then in recorded("machines"):
        if then["machine"] != name:
            continue
        words = ["--xml", str(MACHINES / name), *then["arguments"]]
        status = main(words)
        now = capsys.readouterr()
        assert (status, now.out) == (then["status"], then["stdout"])
        assert now.err == then["stderr"]
        assert main([*words, "--json"]) == status
        assert json.loads(capsys.readouterr().out) == then["json"]
