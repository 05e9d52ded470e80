/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/timing/parallel_run.h"

#include "comops/ranks/text/text.h"

#include <math.h>
#include <stdlib.h>

static double total(const struct team *team, double mine, bool maximum)
{
    double *all = memory_or_die(calloc((size_t)team->ranks, sizeof *all));
    double result = maximum ? -INFINITY : 0;

    team->gather(&mine, all);
    for (int rank = 0; rank < team->ranks; rank++)
        result = maximum ? fmax(result, all[rank]) : result + all[rank];
    free(all);
    return result;
}

/* The norms of all parts together. */
static struct part_norms whole_norms(const struct parallel_model *parallel, const struct team *team,
                                     int level)
{
    struct part_norms norms = part_norms(parallel->model, level);
    double *number = (double *)&norms;

    for (int i = 0; i < PART_SUMS + PART_MAXIMA; i++)
        number[i] = total(team, number[i], i >= PART_SUMS);
    return norms;
}

/* The first step in which a rank's numbers were not finite; all go on until the end, because only
 * the ranks of a column know. */
static int run_steps(struct parallel_model *parallel, int steps, double *us)
{
    uint64_t last = clock_now();
    int failed = 0;

    for (int i = 0; i < steps; i++) {
        if (!parallel_step(parallel) && !failed)
            failed = i + 1;
        const uint64_t now = clock_now();

        us[i] = (double)(now - last) / 1000;
        last = now;
    }
    return failed;
}

static int first_failure(const struct team *team, int mine, int steps)
{
    const double latest = mine ? steps - mine + 1 : 0;
    const int all = (int)total(team, latest, true);

    return all ? steps - all + 1 : 0;
}

static void judge(struct timed_run *run, const struct parallel_model *parallel,
                  const struct team *team, struct invariants start)
{
    for (int level = 0; level < parallel->plan.levels; level++) {
        const struct part_norms end = whole_norms(parallel, team, level);

        timed_run_judge(run, &end, start);
    }
}

static void share_time(struct parallel_run *result, const struct parallel_model *parallel,
                       const struct team *team)
{
    double all = 0;

    for (int i = 0; i < ACTIVITIES; i++)
        all += result->shares[i] = total(team, (double)parallel->watch.ns[i], false);
    for (int i = 0; i < ACTIVITIES; i++)
        result->shares[i] /= all;
}

struct parallel_run parallel_run(struct parallel_model *parallel, const struct team *team,
                                 struct test_case test, int steps)
{
    struct parallel_run result = {};
    double *us = memory_or_die(calloc((size_t)steps, sizeof *us));

    model_start(parallel->model, test);
    parallel_step(parallel);
    model_start(parallel->model, test);
    const struct invariants start = whole_norms(parallel, team, 0).invariants;

    team->meet();
    const uint64_t begin = clock_now();

    stopwatch_start(&parallel->watch);
    const int failed = run_steps(parallel, steps, us);

    stopwatch_turn(&parallel->watch, COMPUTING);
    team->meet();
    result.run.seconds = total(team, clock_since(begin), true);
    result.run.failed = first_failure(team, failed, steps);
    result.run.shortest_us = shortest_of(us, steps);
    share_time(&result, parallel, team);
    if (!result.run.failed)
        judge(&result.run, parallel, team, start);
    free(us);
    return result;
}
