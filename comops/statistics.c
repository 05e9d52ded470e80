/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tail = 0.025; /* on each side of a 95 % interval */

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static double *sorted_copy(const double *values, size_t count)
{
    double *sorted = malloc(count * sizeof *sorted);

    if (!sorted)
        abort();
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    return sorted;
}

double statistics_median(const double *values, size_t count)
{
    double *sorted = sorted_copy(values, count);
    const double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;

    free(sorted);
    return median;
}

/* How many order statistics can be cut off each end: the largest k with P(Binomial(count, 1/2) < k)
 * <= tail. 0 if not even the extremes reach 95 %. */
static size_t cut(size_t count)
{
    double below = 0; /* P(B < k) */
    size_t k = 0;

    for (;;) {
        const double term = exp(lgamma((double)count + 1) - lgamma((double)k + 1) -
                                lgamma((double)(count - k) + 1) - (double)count * log(2));

        if (below + term > tail)
            return k;
        below += term;
        k++;
    }
}

bool statistics_median_interval(const double *values, size_t count, struct interval *interval)
{
    const size_t k = count ? cut(count) : 0;

    if (k == 0)
        return false;
    double *sorted = sorted_copy(values, count);

    *interval = (struct interval){.low = sorted[k - 1], .high = sorted[count - k]};
    free(sorted);
    return true;
}

double statistics_relative_half_width(struct interval interval, double centre)
{
    return (interval.high - interval.low) / 2 / centre;
}
