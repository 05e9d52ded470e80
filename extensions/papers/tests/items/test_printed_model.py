# SPDX-License-Identifier: BSD-3-Clause
"""Runs of Worley's model beside his tables, and his claims about them."""

import pytest

from comops_pstswm.prediction import NOT_PREDICTED, PREDICTED, prediction_of
from evident import campaign, cell
from filled import filled
from comops.results.findings import EQUIVALENT, FASTER, SLOWER
from comops.results.read import Campaign
from comops_papers.claims.evidence import Evidence
from comops_papers.claims.finding import FAILS, HOLDS, UNDECIDED
from comops_papers.claims.worley import PAPER
from comops_papers.items.prediction import predictions

CLAIMS = {claim.number: claim.test for claim in PAPER.claims}


def serial(problem: str, fft: str, seconds: float, mflops: float = 0.0) -> dict:
    truncation, _, levels = problem.partition("L")
    grids = {"T42": "64x128", "T85": "128x256", "T170": "256x512"}
    return {"record": "pstswm", "truncation": truncation, "levels": int(levels), "fft": fft,
            "grid": f"{grids[truncation]}x{levels}",
            "steps": 10, "seconds": seconds, "mflops": mflops or None}


def parallel(seconds: float, path: str = "mpi", variant: str = "", protocol: str = "(0,6)",
             algorithm: str = "srtrans", **more) -> dict:
    return serial("T42L16", "", seconds) | {
        "record": "pstswm_parallel", "path": path, "columns": 2, "rows": 1, "variant": variant,
        "fourier": algorithm, "fourier_protocol": protocol, "legendre": "halfsum",
        "legendre_protocol": "(0,1)"} | more


def seen(*records: dict) -> Evidence:
    made: Campaign = campaign()
    for record in records:
        made.add(filled(record))
    return Evidence(made)


def verdict(number: int, *records: dict) -> str:
    return CLAIMS[number].find(seen(*records)).verdict


def full_runs(path: str, seconds: list[float]) -> list[dict]:
    return [parallel(time, path, "DTH best", run=number, block_bytes=1 << 21)
            for number, time in enumerate(seconds, 1)]


def pingpong(threads: float, mpi: float, size: int = 1 << 20) -> Campaign:
    made = campaign(cell("pingpong", "threads", "direct", threads, size),
                    cell("pingpong", "mpi", "sendrecv", mpi, size),
                    cell("pingpong", "mpi", "put", threads / 2, size))
    return made


def predicted(made: Campaign, threads: list[float], mpi: list[float]) -> list[tuple[str, ...]]:
    for record in full_runs("threads", threads) + full_runs("mpi", mpi):
        made.add(filled(record))
    return list(predictions(Evidence(made)))


def test_the_ratios_of_runs_with_the_same_number_are_beside_that_of_the_ping_pong():
    slow = [1.0, 1.0, 1.0, 5.0, 5.0, 5.0]  # half of them in a slow phase of the machine
    (row,) = predicted(pingpong(1, 2), slow, [1.2 * time for time in slow])
    assert row[:4] == ("threads, MPI", "DTH best", "T42L16 on 2x1", "2\N{NO-BREAK SPACE}MiB")
    assert row[4].startswith("2.000 [") and row[5].startswith("1.20") and row[6] == PREDICTED
    (row,) = predicted(pingpong(1, 2), [1.2 * time for time in slow], slow)
    assert row[6] == NOT_PREDICTED


def test_fewer_than_six_runs_or_another_size_predict_nothing():
    (row,) = predicted(pingpong(1, 2), [1.0] * 5, [2.0] * 5)
    assert row[6] == "undecided"
    assert not predicted(pingpong(1, 2, size=4096), [1.0] * 6, [2.0] * 6)


def test_what_was_predicted():
    assert prediction_of(FASTER, FASTER) == prediction_of(EQUIVALENT, EQUIVALENT) == PREDICTED
    assert prediction_of(FASTER, SLOWER) == prediction_of(FASTER, EQUIVALENT) == NOT_PREDICTED
    assert prediction_of("undecided", FASTER) == prediction_of(FASTER, "undecided") == "undecided"


@pytest.mark.parametrize("number, faster, slower", [
    (69, serial("T42L1", "fftw", 1), serial("T42L1", "blocked", 2)),
    (71, serial("T42L1", "fftw", 1), serial("T42L16", "fftw", 17)),
    (98, parallel(1, "shmem", "DTH best"), parallel(2, "mpi", "DTH best")),
    (99, parallel(1, variant="DTH best"), parallel(2, variant="DTH COL")),
    (104, parallel(1, variant="DR best"), parallel(2, variant="DTH best")),
    (97, serial("T42L16", "blocked", 1), parallel(1, variant="DR best")),
    (105, parallel(1, variant="DR best"), parallel(1.2, variant="DR best", columns=1, rows=3)),
])
def test_a_claim_that_one_is_faster_holds_or_not_by_the_repetitions(number, faster, slower):
    def taking(record: dict, factor: float) -> dict:
        return record | {"seconds": factor * record["seconds"]}

    assert verdict(number, faster, slower) == HOLDS
    assert verdict(number, taking(faster, 4), slower) == FAILS
    assert verdict(number, faster, taking(faster, 3), slower) == UNDECIDED
    assert verdict(number, faster) == UNDECIDED
    shared = [run | {"oversubscribed": True} if "path" in run else run for run in (faster, slower)]
    assert verdict(number, *shared) == (HOLDS if number < 90 else UNDECIDED)


def test_a_protocol_near_the_best_holds_within_ten_percent_in_all_cases_but_one():
    best, near = ([parallel(time, "shmem", protocol=protocol, algorithm=algorithm)
                   for algorithm in ("srtrans", "dfft")]
                  for time, protocol in ((1.0, "(0,2)"), (1.05, "(0,1)")))
    assert verdict(87, *best, *near) == HOLDS
    far = [run | {"seconds": 1.3} for run in near]
    assert verdict(87, *best, near[0], far[1]) == HOLDS
    assert verdict(87, *best, *far) == FAILS
    assert verdict(102, parallel(1.05, variant="DR GEN"), parallel(1.0, variant="DR best")) == HOLDS
    assert verdict(100, parallel(1.05, variant="DTH GEN"),
                   parallel(1.0, variant="DTH best")) == HOLDS


def test_shmem_may_be_near_mpi_on_either_side():
    def both(mpi: float) -> str:
        return verdict(89, parallel(mpi), parallel(1.0, "shmem", protocol="(0,1)"))

    assert [both(mpi) for mpi in (0.95, 1.05, 0.8, 1.2)] == [HOLDS, HOLDS, FAILS, FAILS]


def test_the_advice_holds_where_all_of_it_does():
    shmem = [parallel(0.9, "shmem", protocol="(0,1)"), parallel(0.8, "shmem", protocol="(2,1)")]
    mpi = [parallel(1.0), parallel(0.9, algorithm="alltoallv")]
    sums = [parallel(time, columns=1, rows=2, legendre=name, legendre_protocol="(0,6)")
            for name, time in (("halfsum", 1.0), ("allreduce", 1.5))]
    assert verdict(106, *shmem, *mpi, *sums) == HOLDS
    assert verdict(106, *shmem, *mpi, sums[0], sums[1] | {"seconds": 0.9}) == FAILS
    assert verdict(106, shmem[0] | {"seconds": 0.7}, shmem[1], *mpi, *sums) == FAILS
    assert verdict(106, *shmem, *mpi) == UNDECIDED
