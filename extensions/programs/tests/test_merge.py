# SPDX-License-Identifier: BSD-3-Clause
"""Files of ranks that were made up, as a profile; what is said of it; the table of MPI's calls."""

from dataclasses import replace

import numpy as np
import pytest
from comops_programs import layout
from comops_programs.calls import calls
from comops_programs.launch import counts_cycles
from comops_programs.merge import Distances, Merge, median_ticks
from comops_programs.profiling import end_of, programs_of
from comops_programs.rank_files import HEAD, ROW, RankFile
from comops_programs.summary import notes_of, seconds_text, summary_text
from test_profile import PROFILE

FACTS = {"cores": [{"pus": [0, 4]}, {"pus": [1, 5]}, {"pus": [2, 6]}, {"pus": [3, 7]}],
         "caches": [{"pus": [0, 1, 4, 5]}, {"pus": [2, 3, 6, 7]}],
         "numa_nodes": [{"pus": [0, 1, 2, 3, 4, 5, 6, 7]}], "packages": []}
NUMBERS = {call.name: at for at, call in enumerate(calls())}


def rank_file(rank, cpu, *rows, **members):
    """A row: name, partner, bytes, calls, ticks of each. A tick is 2 ns."""
    head = np.zeros((), HEAD)
    head["rank"], head["cpus"][0], head["abi"], head["end"] = rank, 1 << cpu, layout.MPICH, 1
    head["last"] = 1000, 2000
    head["began"], head["ended"], head["ranks"] = 100, 1100, 2
    for name, value in members.items():
        head[name] = value
    table = np.zeros(len(rows), ROW)
    for row, (name, partner, size, count, ticks) in zip(table, rows):
        row["call"], row["partner"], row["bytes"] = NUMBERS[name], partner, size
        row["ranks"], row["calls"], row["ticks"], row["shortest"] = 2, count, count * ticks, ticks
        row["bins"][(4 * (ticks.bit_length() - 1 - layout.BINS_FIRST))] = count
    return RankFile(head, table, 7 + rank)


def test_rows_of_several_ranks_are_added():
    merge = Merge([rank_file(0, 0, ("Send", 1, 8, 3, 64), ("Init", -1, 0, 1, 500)),
                   rank_file(1, 5, ("Send", 0, 8, 5, 128), ("Send", 1, 8, 1, 64))],
                  Distances(FACTS))
    near, own = merge.calls()
    assert (near.call, near.distance, near.calls, near.calls_most) == ("MPI_Send", "cache", 8, 5)
    assert near.seconds == pytest.approx(2e-9 * (3 * 64 + 5 * 128))
    assert (own.distance, own.calls) == ("self", 1)
    assert near.shortest_us == pytest.approx(0.128)
    (init,) = merge.other()
    assert init.call == "MPI_Init"
    first, second = merge.ranks()
    assert first.mpi_seconds == pytest.approx(3 * 128e-9)  # without MPI_Init
    assert second.seconds == pytest.approx(2e-6) and second.cpus == [5]


def test_distance_is_the_smallest_part_that_holds_both():
    between = Distances(FACTS).between
    assert between(frozenset({0}), frozenset({4})) == "core"
    assert between(frozenset({0}), frozenset({5})) == "cache"
    assert between(frozenset({0, 1}), frozenset({2})) == "numa"
    assert between(frozenset({0}), frozenset({9})) == "machine"


def test_the_median_is_that_of_the_bins():
    ticks = np.exp(np.random.default_rng(1).normal(9, 1, 10001))
    top = np.floor(np.log2(ticks))
    bins = np.zeros(layout.BINS)
    np.add.at(bins, (4 * (top - layout.BINS_FIRST) + 4 * (ticks / 2**top - 1) // 1).astype(int), 1)
    assert median_ticks(bins) == pytest.approx(np.median(ticks), rel=0.02)


def test_ranks_that_ran_together_are_one_program():
    files = [rank_file(rank, 0) for rank in (1, 0, 0, -1, 1, 0)]
    assert [[file.rank for file in files] for files in programs_of(files)] == [[1, 0], [0, 1], [0]]


@pytest.mark.parametrize("ends, status, said", [
    ((1, 1), 0, "finalized"), ((1, 3), 0, "not finalized"), ((0, 1), 0, "not finalized"),
    ((0, 0), 137, "killed"), ((2, 0), 5, "aborted")])
def test_the_worst_end_of_a_rank_is_that_of_the_program(ends, status, said):
    assert end_of([rank_file(0, 0, end=end) for end in ends], status) == said


def test_the_screen_and_the_notes_say_what_there_is():
    text = summary_text(PROFILE)
    assert "1 rank: 1.50 s, of them 0.250 s in MPI; MPICH Version: 3.4.3" in text
    assert "MPI_Allreduce     10  8 B       0.250   100 %" in text
    files = [rank_file(0, 0, pauses=2, lost=1000)]
    notes = list(notes_of(replace(PROFILE, elsewhere=3), files, [files], files))
    assert [note.split(";")[0] for note in notes] == [
        "3 of 4 ranks ran on other nodes, or did not begin",
        "rank 0 called MPI_Pcontrol(0) 2 times",
        "1,000 calls of rank 0 differ too much to be counted"]


def test_seconds_have_three_digits():
    assert [seconds_text(value) for value in (1234.5, 41.23, 1.234, 0.001234)] == [
        "1234", "41.2", "1.23", "0.00123"]


def test_the_counter_is_a_clock_only_if_the_processor_says_so():
    assert counts_cycles("model\t: x\nflags\t\t: fpu constant_tsc nonstop_tsc\n")
    assert not counts_cycles("flags\t\t: fpu constant_tsc\n") and not counts_cycles("")


def test_each_call_of_mpi_is_in_the_table_once():
    names = [call.name for call in calls()]
    assert len(names) == len({*names}) > 330
    assert not any(call.roles == () for call in calls() if not call.other)
