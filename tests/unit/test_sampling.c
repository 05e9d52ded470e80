/* SPDX-License-Identifier: BSD-3-Clause */
/* How runs of a given length are measured by each method. */
#include "comops/run/sampling.h"

#include "comops/arena/meeting.h"
#include "tests/tap.h"

static const struct clock_quality clock_here = {.step_ns = 10, .cost_ns = 20};
static const struct pattern non_overlapping = {.non_overlapping = true},
                            open = {.non_overlapping = false};

/* Of a pattern that prepares nothing; no other cell of the group is faster. */
static struct sampling of(const char *method, const struct pattern *pattern, double run_ns)
{
    return sampling_of(&clock_here, method_named(method), pattern, false, run_ns, run_ns);
}

TEST(short_runs_that_cannot_overlap_are_looped_and_all_others_isolated)
{
    const struct method *adaptive = method_named("adaptive");

    CHECK(of("adaptive", &non_overlapping, 200).loop);
    CHECK(!of("adaptive", &non_overlapping, 700).loop);
    CHECK(sampling_of(&clock_here, adaptive, &non_overlapping, false, 5000, 200)
              .loop); /* as its pair */
    CHECK(!of("adaptive", &open, 200).loop);
    CHECK(!sampling_of(&clock_here, adaptive, &non_overlapping, true, 200, 200)
               .loop); /* would time what prepares */
    CHECK(sampling_of(&clock_here, method_named("comops"), &open, false, 1e9, 200).loop);
}

TEST(a_loop_lasts_long_enough_for_the_clock_and_stamps_of_single_runs_are_not_averaged)
{
    const struct sampling loop = of("adaptive", &non_overlapping, 200);
    const struct sampling isolated = of("adaptive", &open, 200);

    CHECK(loop.runs * 200 >= 500 * 30 && !loop.block_is_sample);
    CHECK(isolated.runs == 1 && isolated.block_is_sample);
    CHECK(sampling_empty_runs(&isolated, 256) == 64 && sampling_empty_runs(&isolated, 1) == 8);
    CHECK(sampling_empty_runs(&loop, 10) == 0);
    CHECK(of("comops", &non_overlapping, 1e6).runs == 10);
}

TEST(caches_are_filled_again_before_a_block_unless_that_takes_long)
{
    CHECK(sampling_warmups(100) == 500);
    CHECK(sampling_warmups(1e5) == 4 && sampling_warmups(1e6) == 4);
    CHECK(sampling_warmups(2.5e6) == 2 && sampling_warmups(1e9) == 1);
}

TEST(a_long_run_begins_with_a_longer_lead)
{
    CHECK(sampling_first_lead(80) == 1000 && sampling_first_lead(4e5) == 4000);
    CHECK(sampling_first_lead(1e12) == MEETING_LEAD_MOST);
}

TEST(a_lead_grows_where_most_starts_were_late_and_shrinks_where_few_were)
{
    CHECK(sampling_lead(1000, 100, 0) == 1000 && sampling_lead(1000, 100, 50) == 2000);
    CHECK(sampling_lead(4000, 100, 3) == 2000 && sampling_lead(4000, 100, 30) == 4000);
    CHECK(sampling_lead(1000, 1, 1) == 2000); /* a block of one long run */
    CHECK(sampling_lead(2000, 1, 0) == 2000); /* which shows nothing of a shorter lead */
    CHECK(sampling_lead(MEETING_LEAD_MOST, 10, 10) == MEETING_LEAD_MOST);
}

TEST(the_method_of_imb_loops_what_imb_loops_and_times_all_else_run_by_run)
{
    const struct pattern there_and_back = {.messages = 2},
                         barrier = {.messages = 1, .synchronises = true};
    const struct pattern collective = {.messages = 1}, alone = {.messages = 1, .isolated = true};
    const struct sampling apart = of("imb", &collective, 200), isolated = of("imb", &alone, 200);

    CHECK(of("imb", &there_and_back, 200).loop);
    CHECK(of("imb", &barrier, 200).loop);
    CHECK(!apart.loop && apart.barrier_each && apart.runs == 10000);
    CHECK(!isolated.loop && !isolated.barrier_each && isolated.runs == 1);
    CHECK(method_named("imb")->buffers == BUFFERS_REUSE &&
          method_named("comops")->buffers == BUFFERS_REWRITE);
}

TEST(flushed_trials_of_the_thesis_are_as_many_as_fit_but_at_least_five_a_block)
{
    struct sampling thesis = of("thesis", &non_overlapping, 200);

    CHECK(method_named("thesis")->buffers == BUFFERS_COLD);
    CHECK(method_named("thesis")->within_budget && !method_named("luecke")->within_budget);
    CHECK(sampling_block_stamps(&thesis, 1e9, 1e8) == 2500); /* not flushed: all of them */
    thesis.within_budget = true;
    CHECK(sampling_block_stamps(&thesis, 1e9, 1e7) == 100);
    CHECK(sampling_block_stamps(&thesis, 1e9, 8e8) == 5);
    CHECK(sampling_block_stamps(&thesis, 1e9, 1e3) == 2500);
}

TEST(the_published_methods_take_their_published_number_of_trials)
{
    const struct sampling luecke =
        sampling_of(&clock_here, method_named("luecke"), &non_overlapping, true, 200, 200);
    const struct sampling thesis = of("thesis", &non_overlapping, 200);

    CHECK(!luecke.loop && luecke.block_samples * method_named("luecke")->rounds == 51);
    CHECK(!thesis.loop && thesis.block_samples * method_named("thesis")->rounds == 10000);
    /* Nothing is taken off what was published, and each trial counts. */
    CHECK(!luecke.less_empty && !thesis.less_empty && !luecke.block_is_sample);
    CHECK(method_named("adaptive")->rounds == 0);
}
