/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/stamps_json.h"

#include "comops/results/cell_percentiles.h"
#include "comops/statistics/percentile.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

/* Stamps are kept to a nanosecond, or to this part of a long run. */
static const double resolution = 0.001;

static json_t *percentile_json(const struct cell_percentile *one, double p)
{
    if (isnan(one->us))
        return json_pack("{sn sn sI sI}", "us", "ci95", "batch", (json_int_t)percentile_batch(p),
                         "batches", (json_int_t)one->batches);
    return json_pack("{sf s[ff]}", "us", one->us, "ci95", one->interval.low, one->interval.high);
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
    size_t *launches = cell_launch_stamps(cell);
    double *sorted = statistics_sorted(cell->stamps, cell->stamp_count);
    struct cell_percentile found[CELL_PERCENTILES];
    json_t *percentiles = json_object();

    cell_percentiles(cell, found);
    for (int i = 0; i < CELL_PERCENTILES; i++)
        json_object_set_new(percentiles, cell_shares[i].name,
                            percentile_json(&found[i], cell_shares[i].p));
    json_object_set_new(json_object_get(percentiles, "max"), "runs",
                        runs_json(launches, cell->launch_count));
    json_object_set_new(percentiles, "max_us",
                        json_real(cell_time_of_stamp(sorted[cell->stamp_count - 1])));
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
