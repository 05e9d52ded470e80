/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/sampler.h"

#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

/* A time is never less than this part of an empty run. */
static const double resolution = 0.1;

/* The stamps of a block, and which of them count. */
struct block {
    const struct worker_process *worker;
    int ranks;
    bool less_overshoot;
    double latest_ns; /* a rank that left the start later was late */
};

/* The last rank's end minus the common start, ns, minus the mean by which ranks left the start
 * late: a run's time contains one rank's start and often another one's end. Negative if a rank was
 * too late. */
static double elapsed(const struct block *block, uint32_t stamp)
{
    const uint64_t start = worker_starts(block->worker)[stamp];
    uint64_t last = 0;
    double overshoot = 0;

    for (int rank = 0; rank < block->ranks; rank++) {
        const struct arena_stamp *mine = &worker_stamps(block->worker, rank)[stamp];
        const double late = (double)(mine->began - start);

        if (mine->ended == 0 || (block->less_overshoot && late > block->latest_ns))
            return -1;
        last = mine->ended > last ? mine->ended : last;
        overshoot += late;
    }
    return (double)(last - start) - (block->less_overshoot ? overshoot / block->ranks : 0);
}

/* The time of an empty run without the overshoot, as the mean over the ranks, because the maximum
 * would overestimate it; negative if a rank was too late. */
static double elapsed_empty(const struct block *block, uint32_t stamp)
{
    double sum = 0;

    if (elapsed(block, stamp) < 0)
        return -1;
    for (int rank = 0; rank < block->ranks; rank++) {
        const struct arena_stamp *mine = &worker_stamps(block->worker, rank)[stamp];

        sum += (double)(mine->ended - mine->began);
    }
    return sum / block->ranks;
}

/* The times of some stamps that are not void; *count receives how many. The caller frees. */
static double *times_of(const struct block *block,
                        double (*time_of)(const struct block *block, uint32_t stamp),
                        uint32_t first, uint32_t stamps, size_t *count)
{
    double *times = memory_or_die(malloc((stamps + 1) * sizeof *times));

    *count = 0;
    for (uint32_t i = first; i < first + stamps; i++) {
        const double time = time_of(block, i);

        if (time >= 0)
            times[(*count)++] = time;
    }
    return times;
}

/* The time to subtract from each stamp, ns; negative if every empty run was void. */
static double empty_of(const struct block *block, uint32_t empty_runs)
{
    size_t count;
    double *times = times_of(block, elapsed_empty, 0, empty_runs, &count);
    const double empty = !empty_runs ? 0 : count ? statistics_interquartile_mean(times, count) : -1;

    free(times);
    return empty;
}

/* One sample of all stamps of the block, which are kept. */
static void add_block(struct cell *cell, const double *times, size_t count, double empty,
                      double messages)
{
    const double time = statistics_interquartile_mean(times, count) - empty;
    const double least = resolution * empty;

    for (size_t i = 0; i < count; i++)
        cell_add_stamp(cell, (times[i] - empty) / messages / 1e3);
    cell_add_sample(cell, fmax(time, least) / messages / 1e3);
    cell->floored += time < least;
}

void samples_collect(const struct group *group, struct cell *cell,
                     const struct worker_process *worker, const struct sampling *sampling,
                     uint32_t stamps, double latest_ns)
{
    const struct block block = {worker, group->ranks, sampling->less_empty, latest_ns};
    const uint32_t empty_runs = sampling_empty_runs(sampling, stamps);
    const double empty = empty_of(&block, empty_runs);
    const double messages = (double)cell->runs * group->pattern->messages; /* one way */
    size_t count = 0;
    double *times = times_of(&block, elapsed, empty_runs, empty < 0 ? 0 : stamps, &count);

    cell_begin_block(cell, fmax(empty, 0) / 1e3);
    cell->voided += stamps - count;
    if (sampling->block_is_sample && count)
        add_block(cell, times, count, empty, messages);
    else
        for (size_t i = 0; i < count; i++)
            cell_add_sample(cell, times[i] / messages / 1e3);
    free(times);
}

double samples_reading_us(const struct group *group, const struct worker_process *worker)
{
    const double root = worker_rank(worker, ROOT)->reading_ns;
    double others = 0;

    for (int rank = 1; rank < group->ranks; rank++)
        others = fmax(others, worker_rank(worker, rank)->reading_ns);
    return (group->pattern->answers ? root + others : fmax(root, others)) /
           group->pattern->messages / 1e3;
}
