# SPDX-License-Identifier: BSD-3-Clause
"""Worley's experiments: what is made of known times, and what a stop leaves."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from campaign.pstswm.full import squarest
from campaign.pstswm.plans import Fastest
from campaign.pstswm.request import Failed, Mesh
from campaign.pstswm.swap import swap_table
from campaign.pstswm.workers import plans_run
from reports.terminal.pstswm import swap_text

ROOT = Path(__file__).resolve().parents[2]


def cell(path, protocol, volume, size, us, valid=True):
    return {"record": "cell", "pattern": "swap_printed", "path": path, "protocol": protocol,
            "series": volume, "bytes": size, "time_us": us, "valid": valid}


def rows(*cells):
    """The words of each line."""
    return [line.split() for line in swap_text(*swap_table(cells)).splitlines()]


def test_the_best_protocol_of_each_order_has_its_rate_and_what_one_more_message_takes():
    found = rows(cell("mpi", "(0,6)", 8192, 8192, 4), cell("mpi", "(0,6)", 8192, 8, 106.3),
                 cell("mpi", "(0,2)", 8192, 8192, 5), cell("mpi", "(1,0)", 8192, 8192, 8),
                 cell("mpi", "(2,2)", 8192, 8192, 1), cell("mpi", "(0,0)", 8192, 8192, 1, False))
    assert ["8K"] in found
    assert ["mpi", "unordered", "4096", "(0,6)", "0.100"] in found
    assert ["mpi", "ordered", "2048", "(1,0)", "-"] in found


def test_without_a_cell_there_is_no_table():
    assert rows(cell("mpi", "(0,6)", 8192, 8192, 4, False)) == []


def test_a_row_has_each_volume_and_a_dash_where_nothing_was_measured():
    found = rows(cell("threads", "(0,1)", 131072, 131072, 13.1072),
                 cell("threads", "(0,1)", 8192, 8192, 1), cell("shmem", "(1,2)", 8192, 2048, 2))
    assert ["128K", "8K"] in found
    assert "threads unordered 20000 (0,1) - 16384 (0,1) -".split() in found
    assert "threads ordered - - - - - -".split() in found
    assert "shmem ordered - - - 8192 (1,2) -".split() in found


def test_the_fastest_record_stays_and_all_times_are_known():
    kept = Fastest({"seconds": 3.0, "number": 0})
    for number, seconds in enumerate((3.0, 1.0, 2.0)):
        kept.take({"seconds": seconds, "number": number})
    assert (kept.record["number"], kept.times) == (1, [3.0, 1.0, 2.0])
    assert kept.median() == (2.0, 0)  # three have no interval


@pytest.mark.parametrize("ranks, mesh", [(1, (1, 1)), (2, (1, 2)), (12, (3, 4)), (16, (4, 4))])
def test_the_squarest_mesh_has_at_least_as_many_rows_as_columns(ranks, mesh):
    assert squarest(ranks) == Mesh(*mesh)


def test_plans_are_words_that_a_program_reads_from_memory(tmp_path):
    program = tmp_path / "program"
    program.write_text("""#!/bin/sh
while read a b; do echo "{\\"said\\":\\"$a,$b\\"}"; done < $2
""")
    program.chmod(0o755)
    assert plans_run([str(program)], [{"x": 1, "y": "(0,1)", "variant": "not told"}], "it") == [
        {"said": "x=1,y=(0,1)"}]
    with pytest.raises(Failed, match="it: it answered too few plans"):
        plans_run(["/bin/true"], [{"x": 1}], "it")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_leaves_no_process_and_no_file(number, tmp_path):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nsleep 600 &\necho $$ $! > pids\nwait\n")
    program.chmod(0o755)
    code = ("import signal; signal.signal(signal.SIGTERM, signal.default_int_handler)\n"
            "from campaign.pstswm.workers import plans_run\n"
            f"plans_run([{str(program)!r}], [{{'x': 1}}], 'it')")
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.DEVNULL,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
                          ) as waiting:
        pids = tmp_path / "pids"
        while not (pids.exists() and pids.read_text().endswith("\n")):
            time.sleep(0.01)
        waiting.send_signal(number)
        assert waiting.wait(100) != 0
    for pid in pids.read_text().split():
        state = Path("/proc", pid, "stat")
        assert not state.exists() or state.read_text().split()[2] == "Z"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["pids", "program"]
