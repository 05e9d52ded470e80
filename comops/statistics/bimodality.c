/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

static const double distance_least = 5, share_least = 0.1;

/* Sum of squared deviations of `count` values, from their sum and sum of squares. */
static double deviations(double sum, double squares, size_t count)
{
    return fmax(squares - sum * sum / (double)count, 0);
}

bool bimodality_test(const double *values, size_t count, struct modes *modes)
{
    double *sorted = memory_or_die(malloc(count * sizeof *sorted));
    double sum = 0, squares = 0, below = 0, below_squares = 0, least = INFINITY;
    const double middle = statistics_median(values, count);

    for (size_t i = 0; i < count; i++) {
        sorted[i] = values[i] - middle; /* so that squares do not cancel */
        sum += sorted[i];
        squares += sorted[i] * sorted[i];
    }
    gsl_sort(sorted, 1, count);
    *modes = (struct modes){0};
    for (size_t cut = 1; cut < count; cut++) {
        const size_t rest = count - cut;

        below += sorted[cut - 1];
        below_squares += sorted[cut - 1] * sorted[cut - 1];
        const double low = deviations(below, below_squares, cut);
        const double high = deviations(sum - below, squares - below_squares, rest);

        if (low + high >= least)
            continue;
        least = low + high;
        modes->low = below / (double)cut + middle;
        modes->high = (sum - below) / (double)rest + middle;
        modes->share = (double)rest / (double)count;
        modes->distance =
            M_SQRT2 * (modes->high - modes->low) / sqrt(low / (double)cut + high / (double)rest);
    }
    free(sorted);
    return modes->share >= share_least && modes->share <= 1 - share_least &&
           modes->distance > distance_least;
}
