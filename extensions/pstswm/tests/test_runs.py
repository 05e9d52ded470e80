# SPDX-License-Identifier: BSD-3-Clause
"""Worley's experiments: what is made of known times, and what a stop leaves."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import evident
from comops_pstswm.full import squarest
from comops_pstswm.plans import (FURTHER_STEPS, LAUNCH_S, PLAN_S, Fastest, TimeEstimate, measure,
                                  seconds_of)
from comops_pstswm.request import Failed, Mesh, Request
from comops_pstswm.sets import Set, sets_of
from comops_pstswm.terminal import set_text, swap_lines
from comops_pstswm.workers import plans_run

EXTENSION = Path(__file__).resolve().parents[1]
ROOT = EXTENSION.parents[1]
NOTHING, THREADS = (lambda: None), SimpleNamespace(label="threads")


def cell(path, protocol, volume, size, us, **more):
    return evident.cell("swap_printed", path, protocol, us, size, series_of="volume", series=volume,
                        **more)


FASTEST = {"unit_us": 0.5, "steps": [8, 2], "counts": [1, 9]}


@pytest.mark.parametrize("cells, lines", [
    # The best protocol of each order has its rate, and what one more message takes.
    ([cell("mpi", "(0,6)", 8192, 8192, 5, stamps=FASTEST),
      cell("mpi", "(0,6)", 8192, 8, 106.3), cell("mpi", "(0,2)", 8192, 8192, 5),
      cell("mpi", "(1,0)", 8192, 8192, 8), cell("mpi", "(2,2)", 8192, 8192, 1),
      cell("mpi", "(0,0)", 8192, 8192, 1, valid=False)],
     ["8K", "mpi unordered 4096 (0,6) 0.100", "mpi ordered 2048 (1,0) -"]),
    # A row has each volume, and a dash where nothing was measured.
    ([cell("threads", "(0,1)", 131072, 131072, 13.1072), cell("threads", "(0,1)", 8192, 8192, 1),
      cell("shmem", "(1,2)", 8192, 2048, 2)],
     ["128K 8K", "threads unordered 20000 (0,1) - 16384 (0,1) -", "threads ordered - - - - - -",
      "shmem ordered - - - 8192 (1,2) -"]),
    ([cell("mpi", "(0,6)", 8192, 8192, 4, valid=False)], [])])
def test_swaps_are_shown_by_path_and_order(cells, lines):
    shown = [" ".join(line.split()) for line in swap_lines(evident.campaign(*cells), 80)]
    assert set(lines) <= set(shown) and bool(shown) == bool(lines)


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
    assert list(plans_run([str(program)], [{"x": 1, "y": "(0,1)", "variant": "not told"}], "it",
                          NOTHING)) == [{"said": "x=1,y=(0,1)"}]
    with pytest.raises(Failed, match="it: it answered too few plans"):
        list(plans_run(["/bin/true"], [{"x": 1}], "it", NOTHING))


@pytest.mark.parametrize("ranks, problems", [
    (2, "T42L8 T42L8 T85L16 T85L16"), (8, "T21L8 T42L2 T42L16 T85L4"),
    (32, "T10L16 T42L1 T21L32 T85L2"), (64, "T21L4 T42L1 T21L32 T85L2"),
    (128, "T42L1 T42L1 T42L8 T85L2")])
def test_problems_of_c_and_d_are_those_of_table_6_for_8_and_32_ranks(ranks, problems):
    sets = list(sets_of(Request(experiment="C"), ranks))
    assert [set_.problem.word for set_ in sets] == problems.split()
    assert [str(set_.mesh) for set_ in sets] == [f"{ranks}x1", f"1x{ranks}"] * 2
    across = min(ranks, 16)
    assert [set_.stands_for for set_ in sets[:2]] == [f"T42L16 on {ranks}x{across}",
                                                      f"T42L16 on {across}x{ranks}"]


class Stopped:
    """Workers of one path that are stopped by `end` after so many records."""

    def __init__(self, records, end):
        self.all = [SimpleNamespace(path=THREADS, usual="(0,1)")]
        self.records, self.end = records, end

    def run(self, worker, plans, tick):
        for plan in plans:
            if not self.records:
                raise self.end
            self.records -= 1
            yield plan | {"failed": None, "seconds": 0.5, "path": "threads"}


@pytest.mark.parametrize("end", [KeyboardInterrupt(), Failed("a worker was lost", 1)])
def test_what_is_measured_before_a_stop_is_shown(end):
    plans = [{"truncation": "T10", "levels": 1, "steps": 10, "fourier": name,
              "fourier_protocol": protocol}
             for name in ("srtrans", "swtrans") for protocol in ("(0,1)", "(0,2)")]
    estimate = TimeEstimate(3 * seconds_of(plans, 1e9), 1e9, lambda what, left: None)
    fastest = measure(Stopped(5, end), [plans], 3, estimate)
    assert [len(mine.times) for mine in fastest[0]] == [2, 1, 1, 1]
    assert estimate.done == pytest.approx(2 * LAUNCH_S + seconds_of(plans, 1e9, 0) * 5 / 4)
    planned = Set(SimpleNamespace(word="T10"), Mesh(2, 1), "fourier", "", 10, 3, Stopped(0, end))
    assert "srtrans" in set_text(planned, fastest)
    with pytest.raises(type(end)):
        estimate.check()
    none = measure(Stopped(1, end), [plans], 3, estimate)
    assert "srtrans" in set_text(planned, none)


def test_the_time_left_is_that_of_the_work_left():
    shown = []
    plan = {"truncation": "T42", "levels": 2, "steps": 8}
    speed = 2 * (8 + FURTHER_STEPS) * 4129859 / 100
    assert seconds_of([plan], speed) == pytest.approx(100 + PLAN_S + LAUNCH_S)
    estimate = TimeEstimate(4 * seconds_of([plan], speed, 0) + LAUNCH_S, speed,
                      lambda *what: shown.append(what))
    estimate.begin("threads")
    assert shown == [("threads", pytest.approx(4 * (100 + PLAN_S)))]
    estimate.ended(plan)
    estimate.tick()
    assert 0 <= shown[-1][1] < 60, "three times what the first took"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_leaves_no_process_and_no_file(number, tmp_path):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nsleep 600 &\necho $$ $! > pids\nwait\n")
    program.chmod(0o755)
    code = ("import signal\n"  # a job in the background may have been started with SIGINT ignored
            f"signal.signal({int(number)}, signal.default_int_handler)\n"
            "from comops_pstswm.workers import plans_run\n"
            f"list(plans_run([{str(program)!r}], [{{'x': 1}}], 'it', lambda: None))")
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.DEVNULL,
                          env={**os.environ, "PYTHONPATH": f"{ROOT}:{EXTENSION}",
                               "TMPDIR": str(tmp_path)}) as waiting:
        pids = tmp_path / "pids"
        while not (pids.exists() and pids.read_text().endswith("\n")):
            time.sleep(0.01)
        waiting.send_signal(number)
        assert waiting.wait(100) != 0
    for pid in pids.read_text().split():
        state = Path("/proc", pid, "stat")
        assert not state.exists() or state.read_text().split()[2] == "Z"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["pids", "program"]
