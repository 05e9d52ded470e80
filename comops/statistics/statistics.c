/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tail = (1 - STATISTICS_CONFIDENCE) / 2; /* on each side */
static const double tail_close = 0.015;

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
 * <= tail; *left is that probability. 0 if not even the extremes reach 95 %. The workers link this,
 * so it does without GSL. */
static size_t cut(size_t count, double *left)
{
    double below = 0; /* P(B < k) */
    size_t k = 0;

    *left = 0;

    for (;;) {
        const double term = exp(lgamma((double)count + 1) - lgamma((double)k + 1) -
                                lgamma((double)(count - k) + 1) - (double)count * log(2));

        if (below + term > tail)
            return k;
        below += term;
        *left = below;
        k++;
    }
}

bool statistics_median_interval(const double *values, size_t count, struct interval *interval)
{
    double left;
    const size_t k = count ? cut(count, &left) : 0;

    if (k == 0)
        return false;
    double *sorted = sorted_copy(values, count);

    *interval = (struct interval){.low = sorted[k - 1], .high = sorted[count - k]};
    free(sorted);
    return true;
}

bool statistics_interval_is_close(size_t count)
{
    double left;

    return count && cut(count, &left) && left >= tail_close;
}

double statistics_relative_half_width(struct interval interval, double centre)
{
    return (interval.high - interval.low) / 2 / centre;
}

double statistics_mean(const double *values, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

double statistics_filtered_mean(const double *trials, size_t count, bool *dropped)
{
    if (dropped)
        memset(dropped, 0, count * sizeof *dropped);
    if (count < 2)
        return trials[0];
    double *sorted = sorted_copy(trials + 1, count - 1);
    const size_t rest = count - 1, tenth = rest / 10;
    double limit = STATISTICS_OUTLIER * (sorted[(rest - 1) / 2] + sorted[rest / 2]) / 2;
    size_t kept = rest;

    while (kept > 0 && sorted[kept - 1] > limit)
        kept--;
    if (rest - kept > tenth) {
        kept = rest - tenth;
        limit = sorted[kept - 1];
    }
    for (size_t i = 0; dropped && i < count; i++)
        dropped[i] = i == 0 || trials[i] > limit;
    const double mean = statistics_mean(sorted, kept);

    free(sorted);
    return mean;
}
