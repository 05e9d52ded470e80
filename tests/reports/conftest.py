# SPDX-License-Identifier: BSD-3-Clause
"""Makes reports/ importable, as `python3 reports/` does, and runs it as a user would."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

HERE = Path(__file__).parent
REPORTS = HERE.parent.parent / "reports"
sys.path[:0] = [str(REPORTS), str(HERE)]

import example  # noqa: E402

HOSTILE = (
    "</script><script>globalThis.struck=1</script>"
    "<img src=x onerror='globalThis.struck=1'>{{7*7}}&amp;"
)


@pytest.fixture
def results_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes records as a results file and returns its path."""

    def write(records: Sequence[example.Record], name: str = "run.jsonl") -> Path:
        path = tmp_path / name
        path.write_text(example.lines(records), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def report() -> Callable[..., subprocess.CompletedProcess]:
    """Runs reports/ with arguments; returns status and output."""

    def run(
        *arguments: object, python: Sequence[str] = (sys.executable,)
    ) -> subprocess.CompletedProcess:
        command = [*python, str(REPORTS), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    return run


def hostile_campaign() -> list[example.Record]:
    """Markup wherever a results file can hold a string."""
    facts = {name: HOSTILE for name, fact in example.campaign_record().items() if type(fact) is str}
    facts |= {"record": "campaign", "schema": "comops/1"}
    facts |= {"runtimes": {HOSTILE: HOSTILE}, "launchers": {HOSTILE: {"command": [HOSTILE]}}}
    facts |= {"command": [HOSTILE]}
    records = example.campaign(("pingpong",), ("bus",), (8, 64, 4096), facts=facts)
    for record in list(records):
        for part in (record, record.get("a"), record.get("b")):
            if part and "pattern" in part:
                part |= dict.fromkeys(
                    ("pattern", "placement", "buffers", "mode", "method"), HOSTILE
                )
                part["protocol"] += HOSTILE
                part["path"] = part["path"] if part["path"] == "threads" else HOSTILE
        if record["record"] == "cell":
            record |= {"stopped": HOSTILE, "rate_formula": HOSTILE}
    lost = example.key_record(HOSTILE, ("mpi", HOSTILE), HOSTILE, 8)
    return [*records, example.invalid_record(lost, HOSTILE)]
