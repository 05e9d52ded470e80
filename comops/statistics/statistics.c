/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/statistics.h"

#include "comops/text/text.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>
#include <string.h>

static const double tail_close = 0.015;

double *statistics_sorted(const double *values, size_t count)
{
    double *sorted = memory_or_die(malloc((count + 1) * sizeof *sorted));

    memcpy(sorted, values, count * sizeof *sorted);
    gsl_sort(sorted, 1, count);
    return sorted;
}

double statistics_median(const double *values, size_t count)
{
    if (count == 1) /* a block that is one sample: often */
        return values[0];
    double *sorted = statistics_sorted(values, count);
    const double median = gsl_stats_median_from_sorted_data(sorted, 1, count);

    free(sorted);
    return median;
}

/* P(B < k) of the binomial distribution of `count` and 1/2. */
static double below(size_t k, size_t count)
{
    return k ? gsl_cdf_binomial_P((unsigned)k - 1, 0.5, (unsigned)count) : 0;
}

/* How many order statistics can be cut off each end: the largest k with P(B < k) at most half of 1
 * - confidence. 0 if not even the extremes suffice. */
static size_t cut(size_t count, double confidence)
{
    const double tail = (1 - confidence) / 2;
    size_t k = 0;

    while (below(k + 1, count) <= tail)
        k++;
    return k;
}

int statistics_side(struct interval ratio)
{
    return (ratio.low > 1) - (ratio.high < 1);
}

bool statistics_median_interval(const double *values, size_t count, double confidence,
                                struct interval *interval)
{
    const size_t k = count ? cut(count, confidence) : 0;

    if (k == 0)
        return false;
    double *sorted = statistics_sorted(values, count);

    *interval = (struct interval){.low = sorted[k - 1], .high = sorted[count - k]};
    free(sorted);
    return true;
}

bool statistics_interval_is_close(size_t count)
{
    return count && below(cut(count, STATISTICS_CONFIDENCE), count) >= tail_close;
}

double statistics_relative_half_width(struct interval interval, double centre)
{
    return (interval.high - interval.low) / 2 / centre;
}

double statistics_mean(const double *values, size_t count)
{
    return gsl_stats_mean(values, 1, count);
}

double statistics_interquartile_mean(const double *values, size_t count)
{
    double *sorted = statistics_sorted(values, count);
    const double mean = gsl_stats_trmean_from_sorted_data(0.25, sorted, 1, count);

    free(sorted);
    return mean;
}

double statistics_filtered_mean(const double *trials, size_t count, bool *dropped)
{
    if (dropped)
        memset(dropped, 0, count * sizeof *dropped);
    if (count < 2)
        return trials[0];
    double *sorted = statistics_sorted(trials + 1, count - 1);
    const size_t rest = count - 1, tenth = rest / 10;
    double limit = STATISTICS_OUTLIER * gsl_stats_median_from_sorted_data(sorted, 1, rest);
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
