# SPDX-License-Identifier: BSD-3-Clause
"""How runs of a given length are measured by each method."""

from types import SimpleNamespace

from campaign.planning.methods import METHODS
from campaign.sampling import Sampling, first_lead, next_lead, sampling_of, warmups_of

CLOCK = 10.0, 20.0  # step and cost of a reading, ns
LEAD_FIRST, LEAD_MOST = 1000, 1000000


def pattern(non_overlapping: bool = False, isolated: bool = False, messages: int = 1,
            synchronises: bool = False) -> SimpleNamespace:
    return SimpleNamespace(non_overlapping=non_overlapping, isolated=isolated, messages=messages,
                           synchronises=synchronises)


NON_OVERLAPPING, OPEN = pattern(non_overlapping=True), pattern()


def of(method: str, one: SimpleNamespace, run_ns: float, prepared: bool = False,
       fastest_ns: float | None = None) -> Sampling:
    return sampling_of(CLOCK, METHODS[method], one, prepared, run_ns, fastest_ns or run_ns)


def test_short_runs_that_cannot_overlap_are_looped_and_all_others_isolated() -> None:
    assert of("adaptive", NON_OVERLAPPING, 200).loop
    assert not of("adaptive", NON_OVERLAPPING, 700).loop
    assert of("adaptive", NON_OVERLAPPING, 5000, fastest_ns=200).loop  # as its pair
    assert not of("adaptive", OPEN, 200).loop
    # It would time what prepares.
    assert not of("adaptive", NON_OVERLAPPING, 200, prepared=True).loop
    assert of("comops", OPEN, 1e9, prepared=True, fastest_ns=200).loop


def test_a_loop_lasts_long_enough_for_the_clock_and_stamps_of_single_runs_are_not_averaged(
        ) -> None:
    loop, isolated = of("adaptive", NON_OVERLAPPING, 200), of("adaptive", OPEN, 200)
    assert loop.runs * 200 >= 500 * 30
    assert not loop.block_is_sample
    assert (isolated.runs, isolated.block_is_sample) == (1, True)
    assert (isolated.empty_runs(256), isolated.empty_runs(1), loop.empty_runs(10)) == (64, 8, 0)
    assert of("comops", NON_OVERLAPPING, 1e6).runs == 10


def test_a_block_of_short_runs_has_many_stamps_and_none_lasts_longer_than_its_time() -> None:
    isolated = of("adaptive", OPEN, 200)
    assert isolated.block_stamps(2e7, 300) == 256
    assert isolated.block_stamps(2e7, 25000) == 20  # of the 0.5 ms of a block of short runs
    assert isolated.block_stamps(5e5, 1e5) == 5
    assert isolated.block_stamps(5e5, 1e9) == 1
    assert of("adaptive", NON_OVERLAPPING, 200).block_stamps(2e7, 300) == 10


def test_caches_are_filled_again_before_a_block_unless_that_takes_long() -> None:
    assert [warmups_of(ns) for ns in (100, 1e5, 1e6, 2.5e6, 1e9)] == [500, 4, 4, 2, 1]


def test_a_long_run_begins_with_a_longer_lead() -> None:
    assert [first_lead(ns) for ns in (80, 4e5, 1e12)] == [LEAD_FIRST, 4000, LEAD_MOST]


def test_a_lead_grows_where_most_starts_were_late_and_shrinks_where_few_were() -> None:
    assert (next_lead(1000, 100, 0), next_lead(1000, 100, 50)) == (1000, 2000)
    assert (next_lead(4000, 100, 3), next_lead(4000, 100, 30)) == (2000, 4000)
    assert next_lead(1000, 1, 1) == 2000  # a block of one long run
    assert next_lead(2000, 1, 0) == 2000  # which shows nothing of a shorter lead
    assert next_lead(LEAD_MOST, 10, 10) == LEAD_MOST


def test_the_method_of_imb_loops_what_imb_loops_and_times_all_else_run_by_run() -> None:
    assert of("imb", pattern(messages=2), 200).loop
    assert of("imb", pattern(synchronises=True), 200).loop
    apart, isolated = of("imb", OPEN, 200), of("imb", pattern(isolated=True), 200)
    assert (apart.loop, apart.barrier_each, apart.runs) == (False, True, 10000)
    assert (isolated.loop, isolated.barrier_each, isolated.runs) == (False, False, 1)
    assert (METHODS["imb"].buffers, METHODS["comops"].buffers) == ("reuse", "reuse")


def test_flushed_trials_of_the_thesis_are_as_many_as_fit_but_at_least_five_a_block() -> None:
    thesis = of("thesis", NON_OVERLAPPING, 200)
    assert METHODS["thesis"].buffers == "cold"
    assert (METHODS["thesis"].within_budget, METHODS["luecke"].within_budget) == (True, False)
    assert thesis.block_stamps(1e9, 1e8) == 2500  # not flushed: all of them
    thesis.within_budget = True
    assert [thesis.block_stamps(1e9, ns) for ns in (1e7, 8e8, 1e3)] == [100, 5, 2500]


def test_the_published_methods_take_their_published_number_of_trials() -> None:
    luecke = of("luecke", NON_OVERLAPPING, 200, prepared=True)
    thesis = of("thesis", NON_OVERLAPPING, 200)
    assert luecke.block_samples * METHODS["luecke"].rounds == 51
    assert thesis.block_samples * METHODS["thesis"].rounds == 10000
    # Nothing is taken off what was published, and each trial counts.
    assert not any((luecke.loop, thesis.loop, luecke.less_empty, thesis.less_empty,
                    luecke.block_is_sample))
    assert METHODS["adaptive"].rounds == 0
    # The thesis clears 8,000,000 bytes; its ranks leave a barrier and read their own clocks.
    assert (thesis.barrier_each, thesis.runs, thesis.warmups) == (True, 1, 0)
    assert METHODS["thesis"].clears == 8_000_000


def test_as_printed_each_rank_times_itself_after_a_barrier_and_nothing_precedes_the_first_run(
        ) -> None:
    for name, trials in (("luecke", 51), ("arsc", 1)):
        one = of(name, OPEN, 200)
        assert (one.barrier_each, one.unprepared, one.warmups, one.runs) == (True, True, 0, 1)
        assert one.block_stamps(1e6, 1e9) == trials
