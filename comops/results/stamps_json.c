/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/stamps_json.h"

#include "comops/statistics/percentile.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

/* Stamps are kept to a nanosecond, or to this part of a long run. */
static const double resolution = 0.001;

static const struct share {
    const char *name;
    double p;
} shares[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1}};

/* The number of stamps of each launch. The caller frees. */
static size_t *launch_stamps(const struct cell *cell)
{
    const uint32_t *block = cell->stamp_blocks;
    size_t *counts = memory_or_die(calloc(cell->launch_count, sizeof *counts));

    for (size_t i = 0; i < cell->launch_count; i++)
        for (uint32_t j = 0; j < cell->launches[i]; j++)
            counts[i] += *block++;
    return counts;
}

/* None is negative, though less was measured than an empty run takes. */
static double time_of(double us)
{
    return fmax(us, 0);
}

static json_t *percentile_json(const struct cell *cell, const size_t *launches, double p)
{
    struct interval interval;
    double us;
    const size_t batches =
        percentile_estimate(cell->stamps, launches, cell->launch_count, p, &us, &interval);

    if (batches < PERCENTILE_BATCHES)
        return json_pack("{sn sn sI sI}", "us", "ci95", "batch", (json_int_t)percentile_batch(p),
                         "batches", (json_int_t)batches);
    return json_pack("{sf s[ff]}", "us", time_of(us), "ci95", time_of(interval.low),
                     time_of(interval.high));
}

/* The fewest and the most runs of a launch that has any: the longest of more is longer. */
static json_t *runs_json(const size_t *launches, size_t count)
{
    size_t least = 0, most = 0;

    for (size_t i = 0; i < count; i++) {
        least = launches[i] && (!least || launches[i] < least) ? launches[i] : least;
        most = launches[i] > most ? launches[i] : most;
    }
    return json_pack("[II]", (json_int_t)least, (json_int_t)most);
}

json_t *stamps_percentiles_json(const struct cell *cell)
{
    size_t *launches = launch_stamps(cell);
    double *sorted = statistics_sorted(cell->stamps, cell->stamp_count);
    json_t *percentiles = json_object();

    for (const struct share *share = shares; share < shares + sizeof shares / sizeof *shares;
         share++)
        json_object_set_new(percentiles, share->name, percentile_json(cell, launches, share->p));
    json_object_set_new(json_object_get(percentiles, "max"), "runs",
                        runs_json(launches, cell->launch_count));
    json_object_set_new(percentiles, "max_us", json_real(time_of(sorted[cell->stamp_count - 1])));
    free(sorted);
    free(launches);
    return percentiles;
}

/* The largest power of two of nanoseconds that is fine enough. */
static double unit_ns(double run_ns)
{
    double unit = 1;

    while (2 * unit <= resolution * run_ns)
        unit *= 2;
    return unit;
}

json_t *stamps_json(const struct cell *cell, const struct pattern *pattern)
{
    double *sorted = statistics_sorted(cell->stamps, cell->stamp_count);
    const double us_of_ns = 1e-3 / pattern->messages,
                 median_us = percentile_of(sorted, cell->stamp_count, 0.5),
                 unit_us = unit_ns(median_us / us_of_ns) * us_of_ns;
    json_t *steps = json_array(), *counts = json_array();
    json_int_t last = 0;

    for (size_t i = 0, end; i < cell->stamp_count; i = end) {
        const json_int_t value = llround(sorted[i] / unit_us);

        for (end = i + 1; end < cell->stamp_count && llround(sorted[end] / unit_us) == value;)
            end++;
        json_array_append_new(steps, json_integer(value - last));
        json_array_append_new(counts, json_integer((json_int_t)(end - i)));
        last = value;
    }
    free(sorted);
    return json_pack("{sf so so}", "unit_us", unit_us, "steps", steps, "counts", counts);
}
