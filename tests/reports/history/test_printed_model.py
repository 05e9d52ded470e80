# SPDX-License-Identifier: BSD-3-Clause
"""Runs of Worley's model beside his tables, and his claims about them."""

import pytest

from claims.evidence import Evidence
from claims.finding import FAILS, HOLDS, UNDECIDED
from claims.worley import PAPER
from evident import campaign
from history.printed_model import model_tables
from read.results import Campaign

CLAIMS = {claim.number: claim.test for claim in PAPER.claims}


def serial(problem: str, fft: str, seconds: float, mflops: float = 0.0) -> dict:
    truncation, _, levels = problem.partition("L")
    return {"record": "pstswm", "truncation": truncation, "levels": int(levels), "fft": fft,
            "steps": 10, "seconds": seconds, "mflops": mflops or None}


def parallel(seconds: float, path: str = "mpi", variant: str = "", protocol: str = "(0,6)",
             algorithm: str = "srtrans", **more) -> dict:
    return serial("T42L16", "", seconds) | {
        "record": "pstswm_parallel", "path": path, "columns": 2, "rows": 1, "variant": variant,
        "fourier": algorithm, "fourier_protocol": protocol, "legendre": "halfsum",
        "legendre_protocol": "(0,1)"} | more


def seen(*records: dict) -> Evidence:
    made: Campaign = campaign()
    for one in records:
        made.add(one)
    return Evidence(made)


def verdict(number: int, *records: dict) -> str:
    return CLAIMS[number].find(seen(*records)).verdict


def test_serial_rates_are_beside_the_printed_ones():
    found = model_tables([seen(serial("T42L1", "fftw", 1, 5000), serial("T42L1", "fftw", 2, 2500),
                               serial("T85L16", "blocked", 1, 4000))])
    rows = {row[:2]: row[2:] for row in found[0].rows}
    assert rows["here", "with library"] == ("5,000", "", "", "", "")
    assert rows["here", "own code"][3] == "4,000"
    assert rows["Paragon", "with math library"][0] == "13.9"
    assert [one.measured for one in found] == [True, False, False]


def test_the_loss_of_the_default_protocol_is_against_the_fastest():
    found = model_tables([seen(parallel(1.2), parallel(1.0, protocol="(2,2)"),
                               parallel(9, variant="DTH best"))])
    assert found[2].rows[-1][-1] == "T42L16 on 2x1: 20.0" and found[2].rows[-1][1] == "srtrans"
    assert not found[1].measured, "over MPI alone"


def test_a_run_that_blew_up_is_none():
    (loss,) = model_tables([seen(parallel(1) | {"failed": 7}, parallel(2, protocol="(2,2)"))])[2:]
    assert not loss.measured


@pytest.mark.parametrize("number, faster, slower", [
    (69, serial("T42L1", "fftw", 1), serial("T42L1", "blocked", 2)),
    (71, serial("T42L1", "fftw", 1), serial("T42L16", "fftw", 17)),
    (98, parallel(1, "shmem", "DTH best"), parallel(2, "mpi", "DTH best")),
    (99, parallel(1, variant="DTH best"), parallel(2, variant="DTH COL")),
    (104, parallel(1, variant="DR best"), parallel(2, variant="DTH best")),
])
def test_a_claim_that_one_is_faster_holds_or_not_by_the_repetitions(number, faster, slower):
    def taking(record: dict, factor: float) -> dict:
        return record | {"seconds": factor * record["seconds"]}

    assert verdict(number, faster, slower) == HOLDS
    assert verdict(number, taking(faster, 4), slower) == FAILS
    assert verdict(number, faster, taking(faster, 3), slower) == UNDECIDED
    assert verdict(number, faster) == UNDECIDED


def test_a_protocol_near_the_best_holds_within_ten_percent_in_every_algorithm():
    best = [parallel(1.0, "shmem", protocol="(0,2)", algorithm=one) for one in ("srtrans", "dfft")]
    near = [parallel(1.05, "shmem", protocol="(0,1)", algorithm=one)
            for one in ("srtrans", "dfft")]
    assert verdict(87, *best, *near) == HOLDS
    assert verdict(87, *best, near[0], near[1] | {"seconds": 1.3}) == FAILS
    assert verdict(102, parallel(1.05, variant="DR GEN"), parallel(1.0, variant="DR best")) == HOLDS
