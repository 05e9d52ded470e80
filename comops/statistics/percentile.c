/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/percentile.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double tail = (1 - STATISTICS_CONFIDENCE) / 2; /* on each side */

double percentile_of(const double *sorted, size_t count, double p)
{
    const size_t rank = (size_t)ceil(p * (double)count);

    return sorted[rank ? rank - 1 : 0];
}

/* The smallest k with P(B <= k) > chance, of the binomial distribution of `count` and p. */
static unsigned binomial_quantile(double chance, double p, unsigned count)
{
    unsigned low = 0, high = count;

    while (low < high) {
        const unsigned middle = low + (high - low) / 2;

        if (gsl_cdf_binomial_P(middle, p, count) > chance)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool percentile_interval(const double *sorted, size_t count, double p, double effective,
                         struct interval *interval)
{
    const size_t n = (size_t)effective;
    /* Of n values the one of rank `low` exceeds the quantile, and the quantile that of rank `high`,
     * with a chance of at most `tail` each. */
    const size_t low = binomial_quantile(tail, p, (unsigned)n);
    const size_t high = n + 1 - binomial_quantile(tail, 1 - p, (unsigned)n);

    if (low == 0 || high > n)
        return false;
    /* Where values of these ranks lie among `count`. */
    interval->low = sorted[low * (count + 1) / (n + 1) - 1];
    interval->high = sorted[(high * (count + 1) + n) / (n + 1) - 1];
    return true;
}

/* Variance of the share of the values that exceed `limit`, estimated over the clusters. */
static double share_variance(const struct clustered *values, double limit, double share)
{
    const double *value = values->values, clusters = (double)values->clusters;
    double sum = 0;

    for (size_t i = 0; i < values->clusters; i++) {
        double excess = 0;

        for (size_t j = 0; j < values->cluster_counts[i]; j++)
            excess += (*value++ > limit) - share;
        sum += excess * excess;
    }
    return sum * clusters / (clusters - 1) / ((double)values->count * (double)values->count);
}

/* How many times more the share that exceeds the quantile p varies than that of independent values
 * would; at least 1. */
static double design_effect(const struct clustered *values, double p)
{
    const double limit = percentile_of(values->sorted, values->count, p);
    double above = 0;

    for (size_t i = 0; i < values->count; i++)
        above += values->values[i] > limit;
    const double share = above / (double)values->count;
    const double independent = share * (1 - share) / (double)values->count;

    return above ? fmax(share_variance(values, limit, share) / independent, 1) : 1;
}

double percentile_effective(const struct clustered *values, double p)
{
    if (values->clusters < 2)
        return 0;
    const double count = (double)values->count;
    const double t = gsl_cdf_tdist_Qinv(tail, count - 1) /
                     gsl_cdf_tdist_Qinv(tail, (double)values->clusters - 1);

    return count / fmax(design_effect(values, p), design_effect(values, 0.5)) * t * t;
}
