# SPDX-License-Identifier: BSD-3-Clause
"""The sentences: which path is faster where, and what they must not claim."""

import random
from collections.abc import Callable

import pytest

import example
from reports.answers.answer import rows_of, sentence, tally
from records.read import campaign_read
from reports.words.verdicts import EQUIVALENT, NOT_COMPARED, OUTCOMES

THREADS, MPI = ("threads", "barrier"), ("mpi", "library")
Ratio = tuple[float, list[float] | None]


@pytest.fixture
def answer(results_file) -> Callable[[dict[int, Ratio | None]], str]:
    """The sentence for {size: (ratio, interval)}; None: no pair was recorded."""

    def text(ratios: dict[int, Ratio | None]) -> str:
        chance, records = random.Random(1), [example.campaign_record()]
        for size, ratio in ratios.items():
            keys = [example.key_record("reduce", series, "bus", size) for series in (THREADS, MPI)]
            cells = [example.cell_record(key, chance) for key in keys]
            records += cells
            if ratio:
                records.append(
                    example.pair_record(*cells, list(keys[0]), ratio=ratio[0], ci95=ratio[1])
                )
        campaign = campaign_read(results_file(records))
        phrases = sentence(rows_of(campaign, campaign.cells.values()))
        return "".join(phrase.text for phrase in phrases).replace("\N{NO-BREAK SPACE}", " ")

    return text


@pytest.mark.parametrize(
    ("ratios", "told"),
    [
        (  # one winner
            {8: (3.2, [3.1, 3.3]), 64: (2.0, [1.9, 2.1]), 1024: (1.8, [1.7, 1.9])},
            "Threads (barrier) faster at every size, 8 B to 1 KiB (1.80 to 3.20 times).",
        ),
        (  # a ratio below 1 is the other side's factor
            {8: (0.5, [0.4, 0.6])},
            "MPI (library) faster at 8 B (2.0 times).",
        ),
        (  # changing winners, and what is undecided or equivalent between
            {
                8: (2.0, [1.9, 2.1]),
                64: (1.01, [0.9, 1.1]),
                1024: (1.5, [1.4, 1.6]),
                2048: (1.01, [0.98, 1.04]),
                4096: (0.8, [0.7, 0.9]),
                65536: (0.5, [0.4, 0.6]),
            },
            "Threads (barrier) faster at 8 B (2.00 times); undecided at 64 B; "
            "threads (barrier) faster at 1 KiB (1.50 times); equivalent at 2 KiB; "
            "MPI (library) faster from 4 KiB to 64 KiB (1.25 to 2.0 times).",
        ),
        (  # intervals that touch 1
            {8: (1.5, [1.0, 2.0]), 64: (0.9, [0.8, 1.0])},
            "Undecided at every size, 8 B to 64 B.",
        ),
        ({8: (5.0, None)}, "Undecided at 8 B."),
        (  # a size without a pair
            {8: None, 64: (2.0, [1.9, 2.1])},
            "Not compared at 8 B; threads (barrier) faster at 64 B (2.00 times).",
        ),
    ],
)
def test_the_sentence_names_winners_sizes_factors_and_what_is_open(answer, ratios, told):
    assert answer(ratios) == told


def test_one_path_alone_is_not_compared(results_file):
    chance = random.Random(1)
    cell = example.cell_record(example.key_record("reduce", MPI, "bus", 8), chance)
    campaign = campaign_read(results_file([example.campaign_record(), cell]))
    phrases = sentence(rows_of(campaign, campaign.cells.values()))
    assert "".join(p.text for p in phrases) == (
        "Not compared at 8\N{NO-BREAK SPACE}B.")


def test_each_row_sets_the_fastest_protocols_against_each_other(results_file):
    records = example.campaign(("pingpong",), ("bus",))
    campaign = campaign_read(results_file(records))
    for row in rows_of(campaign, campaign.cells.values()):
        cells = [r for r in records if r["record"] == "cell" and r["bytes"] == row.size]
        best = min((c for c in cells if c["path"] == "threads"), key=lambda c: c["median_us"])
        assert row.ours.key.protocol == best["protocol"]
        pair = next(
            r
            for r in records
            if r["record"] == "pair"
            and r["a"]["bytes"] == row.size
            and r["a"]["protocol"] == row.ours.key.protocol
            and r["b"]["path"] == "mpi"
        )
        assert row.ratio == pair["ratio"]
        low, high = pair["ci95"]
        assert row.winner not in OUTCOMES or low <= 1 <= high


def test_an_invalid_cell_is_on_neither_side(results_file):
    records = example.campaign(("reduce",), ("bus",), (8,))
    key = example.key_record("reduce", THREADS, "bus", 8)
    records.append(example.invalid_record(key, "killed"))
    campaign = campaign_read(results_file(records))
    (row,) = rows_of(campaign, campaign.cells.values())
    assert row.ours is None and row.winner == NOT_COMPARED


def rows_from(results_file, times: dict[tuple[str, str], float], size: int = 64):
    """The rows of one size of cells with exactly these times."""
    campaign = campaign_read(results_file(example.timed(times, (size,), spread=0)))
    return rows_of(campaign, campaign.cells.values())


def words(rows) -> str:
    text = "".join(phrase.text for phrase in sentence(rows))
    return text.replace("\N{NO-BREAK SPACE}", " ")


SHMEM = ("shmem", "put")


def test_threads_are_set_against_the_faster_of_two_other_paths(results_file):
    rows = rows_from(results_file, {THREADS: 1.0, MPI: 3.0, SHMEM: 2.0})
    assert rows[0].other.key.path == "shmem" and rows[0].ratio == 2.0
    assert list(rows[0].best) == ["threads", "mpi", "shmem"]


@pytest.mark.parametrize(
    ("times", "size", "told"),
    [
        ({THREADS: 1, MPI: 3, SHMEM: 2}, 64, "Threads (barrier)"),
        (
            {THREADS: 2, MPI: 1.5, SHMEM: 1, ("shmem", "get"): 1.2},
            64,
            "SHMEM (put)",
        ),
        # Without threads the first of the other paths takes their place.
        ({MPI: 2, SHMEM: 1}, 64, "SHMEM (put)"),
        # A protocol in brackets gets no second brackets.
        ({THREADS: 2, ("mpi", "(0,6)"): 1}, 64, "MPI (0,6)"),
        ({THREADS: 1, MPI: 2}, 0, "Threads (barrier)"),
    ],
)
def test_the_fastest_protocols_of_the_fastest_paths_are_named(results_file, times, size, told):
    rows = rows_from(results_file, times, size)
    assert words(rows) == f"{told} faster{' at 64 B' if size else ''} (2.00 times)."
    assert rows[0].winner == min(times, key=times.get)[0]


def test_many_protocols_of_a_path_are_counted_instead_of_named(results_file):
    rows = [
        row
        for index in range(3)
        for row in rows_from(results_file, {THREADS: 2.0, ("mpi", f"(0,{index})"): 1.0}, 8 << index)
    ]
    assert words(rows).startswith("MPI (3 protocols) faster at every size, 8 B to 32 B")


def test_winners_are_counted_and_what_has_none_last(results_file):
    rows = rows_from(results_file, {THREADS: 3.0, MPI: 2.0, SHMEM: 1.0})
    rows += rows_from(results_file, {THREADS: 1.0, MPI: 1.0})
    rows += rows_from(results_file, {THREADS: 1.0, MPI: 2.0})
    assert list(tally(rows).items()) == [("threads", 1), ("shmem", 1), (EQUIVALENT, 1)]
