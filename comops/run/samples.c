/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/sampler.h"

#include <math.h>

/* A time is never less than this part of an empty run. */
static const double resolution = 0.1;

/* What a rank's start and its reading of the clock take, ns: of the empty runs for which it was in
 * time the mean of the middle half, finer than the clock's step; negative if there is none. */
static double empty_of(const struct worker_process *worker, int rank, uint32_t empty_runs)
{
    double times[ARENA_EMPTY_RUNS];
    size_t count = 0;

    for (uint32_t stamp = 0; stamp < empty_runs; stamp++) {
        const uint64_t end = worker_ends(worker, rank)[stamp];

        if (end)
            times[count++] = (double)(end - worker_starts(worker)[stamp]);
    }
    return count ? statistics_interquartile_mean(times, count) : -1;
}

/* The mean of the ranks: of a run one rank's start counts and often another one's reading, which
 * the longest of each would overrate. 0 without empty runs, negative if a rank was late for all. */
static double empty_run(const struct worker_process *worker, int ranks, uint32_t empty_runs)
{
    double sum = 0;

    if (!empty_runs)
        return 0;
    for (int rank = 0; rank < ranks; rank++) {
        const double empty = empty_of(worker, rank, empty_runs);

        if (empty < 0)
            return -1;
        sum += empty;
    }
    return sum / ranks;
}

/* Last rank out minus the common start, ns; negative if a rank was late. */
static double elapsed(const struct worker_process *worker, int ranks, uint32_t stamp)
{
    uint64_t last = 0;

    for (int rank = 0; rank < ranks; rank++) {
        const uint64_t end = worker_ends(worker, rank)[stamp];

        if (end == 0)
            return -1;
        last = end > last ? end : last;
    }
    return (double)(last - worker_starts(worker)[stamp]);
}

void samples_collect(const struct group *group, struct cell *cell,
                     const struct worker_process *worker, uint32_t empty_runs, uint32_t stamps)
{
    const double empty = empty_run(worker, group->ranks, empty_runs);
    const double messages = (double)cell->runs * group->pattern->messages; /* one way */

    cell_begin_block(cell, fmax(empty, 0) / 1e3);
    for (uint32_t stamp = 0; stamp < stamps; stamp += cell->stamps_per_sample) {
        double sum = 0;
        int count = 0;

        for (uint32_t i = stamp; i < stamp + cell->stamps_per_sample && i < stamps; i++) {
            const double time = elapsed(worker, group->ranks, empty_runs + i);

            if (time < 0 || empty < 0) {
                cell->voided++;
                continue;
            }
            sum += time;
            count++;
        }
        if (count)
            cell_add_sample(cell, fmax(sum / count - empty, resolution * empty) / messages / 1e3);
    }
}
