# SPDX-License-Identifier: BSD-3-Clause
"""Runs of Worley's model beside his tables, and his claims about them."""

import pytest

from reports.claims.evidence import Evidence
from reports.claims.finding import FAILS, HOLDS, UNDECIDED
from reports.claims.worley import PAPER
from common.published_values import table
from evident import campaign, cell
from filled import filled
from reports.history.printed_figures import model_figures
from analysis.decisions import NOT_PREDICTED, PREDICTED, prediction_of
from reports.history.printed import Table
from reports.history.printed_model import model_tables, predictions
from reports.page.report import report_of
from reports.page.sections import printed as build
from analysis.decisions import decision_of
from records.decisions import EQUIVALENT, FASTER, SLOWER
from records.pairs import Pair
from records.read import Campaign

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
    for one in records:
        made.add(filled(one))
    return Evidence(made)


def tables(*records: dict) -> dict[str, Table]:
    return {one.name: one for one in model_tables([seen(*records)])}


def here(found: Table) -> list[tuple[str, ...]]:
    return [row for row in found.rows if row[0].startswith("here")]


def verdict(number: int, *records: dict) -> str:
    return CLAIMS[number].find(seen(*records)).verdict


def test_serial_rates_are_beside_the_printed_ones():
    found = tables(serial("T42L1", "fftw", 1, 5000), serial("T42L1", "fftw", 2, 2500),
                   serial("T85L16", "blocked", 1, 4000))
    rows = {row[:2]: row[2:] for row in found["worley-4"].rows}
    assert rows["here", "with library"] == ("5,000", "", "", "", "")
    assert rows["here", "own code"][3] == "4,000"
    assert rows["Paragon", "with math library"][0] == "13.9"
    assert [name for name, one in found.items() if one.measured] == [
        "worley-3-machines", "worley-grids", "worley-4"]
    values = {row[:2]: row[2:] for row in found["worley-grids"].rows}
    assert len(values) == 12 and values["T42", "spectral coefficients"] == ("946", "946")
    assert values["T42", "fourier grid"] == ("64x64", "64x64") and values["T85", "physical grid"][1]


def test_the_loss_of_the_default_protocol_is_against_the_fastest():
    found = tables(parallel(1.2), parallel(1.0, protocol="(2,2)"), parallel(9, variant="DTH best"))
    (row,) = here(found["worley-8"])
    assert row[-1] == "T42L16 on 2x1: 20.0" and row[1:3] == ("srtrans", "(2,2)")
    assert found["worley-8"].rows[0][:4] == ("T3E-900", "dfft", "(0,6)", "1")
    assert not found["worley-7"].measured and not found["worley-8-shmem"].measured, "MPI alone"


def test_the_best_of_mpi_is_against_the_best_of_shmem():
    (row,) = here(tables(parallel(1.5), parallel(1.2, protocol="(0,0)"),
                         parallel(1.0, "shmem", protocol="(0,1)"))["worley-8-shmem"])
    assert row[1] == "srtrans" and row[-1] == "T42L16 on 2x1: 20.0"


def test_table_6_has_the_printed_problems_and_those_that_ran_here():
    found = tables(parallel(1, levels=8, grid="64x128x8", stands_for="T42L16 on 2x2"),
                   parallel(1, columns=1, rows=2), parallel(1, variant="DR best"))
    printed = [row for row in found["worley-6"].rows if not row[0].startswith("here")]
    cells = {text for row in printed for text in row[1:]}
    assert len(printed) == 8
    assert {row["value"] for row in table("worley1999-table6")} == cells
    assert here(found["worley-6"]) == [
        ("here, Fourier", "T42L16", "2x2", "T42L8", "64x128x8", "2x1"),
        ("here, Legendre", "", "", "T42L16", "64x128x16", "1x2")]


def test_algorithms_are_beside_the_best_of_their_path_each_with_its_best_protocol():
    found = tables(parallel(1.5), parallel(1.2, protocol="(0,0)"),
                   parallel(1.0, algorithm="swtrans"), parallel(3.0, algorithm="alltoallv"),
                   parallel(1.0, algorithm="dfft"))
    assert here(found["worley-4-algorithms"]) == [
        ("here", "MPI", "T42L16 on 2x1", "MPI", "20.0", "0", "", "200", "50.0")]
    assert not found["worley-5-algorithms"].measured


def test_the_third_row_of_figure_4_is_against_the_best_of_all_paths():
    found = tables(parallel(1.5), parallel(1.0, "shmem", protocol="(0,1)"))
    assert [row[1:5] + row[-1:] for row in here(found["worley-4-algorithms"])] == [
        ("MPI", "T42L16 on 2x1", "MPI", "0", "0"), ("SHMEM", "T42L16 on 2x1", "SHMEM", "0", "0"),
        ("MPI", "T42L16 on 2x1", "all paths", "50.0", "50.0"),
        ("SHMEM", "T42L16 on 2x1", "all paths", "0", "0")]


def test_figure_1_has_a_curve_for_each_machine_of_its_faster_fft():
    found = model_figures([seen(serial("T42L1", "fftw", 1, 5000),
                                serial("T42L1", "blocked", 1, 6000),
                                serial("T170L1", "fftw", 1, 4000))])[0]
    curves = {one.label: one.points for one in found.curves}
    assert curves["here"] == ((4129859, 6000), (153014243, 4000))
    printed = curves["printed: T3E-900"]
    assert printed[0] == (4129859, 112.3) and len(printed) == 5
    assert not model_figures([seen()])[0].curves, "nothing printed alone"


def test_figures_6_and_7_have_the_rate_of_a_rank_after_that_of_a_serial_run():
    records = (serial("T42L16", "blocked", 1, 4000), serial("T42L16", "fftw", 1, 9000),
               parallel(1, variant="DTH best", mflops=6000),
               parallel(1, variant="DTH best", mflops=7000, columns=1, rows=2),
               parallel(1, "shmem", variant="DR best", mflops=5000))
    found = {one.name: one for one in model_figures([seen(*records)])}
    (curve,) = found["worley-6-T42L16"].curves
    assert (curve.label, curve.points) == ("MPI, best", ((1, 4000), (2, 3500)))
    (curve,) = found["worley-7-T42L16"].curves
    assert (curve.label, curve.points) == ("SHMEM, best", ((1, 4000), (2, 2500)))
    made = campaign(cell("pingpong", "mpi", "sendrecv", 1))
    for one in records:
        made.add(filled(one))
    drawn = {one.name for one, _, _ in build(report_of([made]))["drawn"] if one.measured}
    assert drawn == {"worley-6-T42L16", "worley-7-T42L16"}, "SHMEM is no path of its cells"


def full_runs(path: str, seconds: list[float]) -> list[dict]:
    return [parallel(time, path, "DTH best", run=number, block_bytes=1 << 21)
            for number, time in enumerate(seconds, 1)]


def pingpong(threads: float, mpi: float, size: int = 1 << 20) -> Campaign:
    made = campaign(cell("pingpong", "threads", "direct", threads, size),
                    cell("pingpong", "mpi", "sendrecv", mpi, size),
                    cell("pingpong", "mpi", "put", threads / 2, size))
    made.pairs = {key: Pair(one.a, one.b, one.ratio, one.ci95, decision_of(one.ci95, one.ci95))
                  for key, one in made.pairs.items()}
    return made


def predicted(made: Campaign, threads: list[float], mpi: list[float]) -> list[tuple[str, ...]]:
    for record in full_runs("threads", threads) + full_runs("mpi", mpi):
        made.add(filled(record))
    return predictions([Evidence(made)])[0].rows


def test_the_ratios_of_runs_with_the_same_number_are_beside_that_of_the_ping_pong():
    slow = [1.0, 1.0, 1.0, 5.0, 5.0, 5.0]  # half of them in a slow phase of the machine
    (row,) = predicted(pingpong(1, 2), slow, [1.2 * one for one in slow])
    assert row[:4] == ("threads, MPI", "DTH best", "T42L16 on 2x1", "2\N{NO-BREAK SPACE}MiB")
    assert row[4].startswith("2.000 [") and row[5].startswith("1.20") and row[6] == PREDICTED
    (row,) = predicted(pingpong(1, 2), [1.2 * one for one in slow], slow)
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
    shared = [one | {"oversubscribed": True} if "path" in one else one for one in (faster, slower)]
    assert verdict(number, *shared) == (HOLDS if number < 90 else UNDECIDED)


def test_a_protocol_near_the_best_holds_within_ten_percent_in_every_algorithm():
    best = [parallel(1.0, "shmem", protocol="(0,2)", algorithm=one) for one in ("srtrans", "dfft")]
    near = [parallel(1.05, "shmem", protocol="(0,1)", algorithm=one)
            for one in ("srtrans", "dfft")]
    assert verdict(87, *best, *near) == HOLDS
    assert verdict(87, *best, near[0], near[1] | {"seconds": 1.3}) == FAILS
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
