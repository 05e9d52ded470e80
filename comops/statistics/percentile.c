/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/percentile.h"

#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

double percentile_of(const double *sorted, size_t count, double p)
{
    const double last = (double)count;
    const double rank = fmin(fmax((last + 1.0 / 3) * p + 1.0 / 3, 1), last);
    const size_t below = (size_t)rank, above = below < count ? below + 1 : below;

    return sorted[below - 1] + (rank - (double)below) * (sorted[above - 1] - sorted[below - 1]);
}

size_t percentile_batch(double p)
{
    return p < 1 ? (size_t)ceil((1 + p) / 3 / (1 - p) - 1e-9) : 1;
}

size_t percentile_estimate(const double *values, const size_t *launches, size_t launch_count,
                           double p, double *percentile, struct interval *interval)
{
    double *batches = memory_or_die(calloc(launch_count + 1, sizeof *batches));
    size_t count = 0, size = 0;

    for (size_t i = 0; i < launch_count; i++) {
        size += launches[i];
        if (size < percentile_batch(p))
            continue;
        double *sorted = statistics_sorted(values, size);

        batches[count++] = percentile_of(sorted, size, p);
        free(sorted);
        values += size;
        size = 0;
    }
    if (statistics_median_interval(batches, count, STATISTICS_CONFIDENCE, interval))
        *percentile = statistics_median(batches, count);
    free(batches);
    return count;
}
