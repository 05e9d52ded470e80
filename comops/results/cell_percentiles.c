/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/cell_percentiles.h"

#include "comops/statistics/percentile.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

const struct cell_share cell_shares[CELL_PERCENTILES] = {
    {"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1}};

size_t *cell_launch_stamps(const struct cell *cell)
{
    const uint32_t *block = cell->stamp_blocks;
    size_t *counts = memory_or_die(calloc(cell->launch_count, sizeof *counts));

    for (size_t i = 0; i < cell->launch_count; i++)
        for (uint32_t j = 0; j < cell->launches[i]; j++)
            counts[i] += *block++;
    return counts;
}

double cell_time_of_stamp(double us)
{
    return fmax(us, 0);
}

static struct cell_percentile find(const struct cell *cell, const size_t *launches, double p)
{
    struct cell_percentile found = {.us = NAN};
    struct interval interval;
    double us;

    found.batches =
        percentile_estimate(cell->stamps, launches, cell->launch_count, p, &us, &interval);
    if (found.batches < PERCENTILE_BATCHES)
        return found;
    found.us = cell_time_of_stamp(us);
    found.interval =
        (struct interval){cell_time_of_stamp(interval.low), cell_time_of_stamp(interval.high)};
    return found;
}

void cell_percentiles(const struct cell *cell, struct cell_percentile into[CELL_PERCENTILES])
{
    size_t *launches = cell_launch_stamps(cell);

    for (int i = 0; i < CELL_PERCENTILES; i++)
        into[i] = cell->stamp_count ? find(cell, launches, cell_shares[i].p)
                                    : (struct cell_percentile){.us = NAN};
    free(launches);
}
