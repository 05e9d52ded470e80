/* SPDX-License-Identifier: BSD-3-Clause */
/* Percentiles of values that come in clusters, such as the stamps of one launch, which resemble
 * each other. */
#pragma once

#include "comops/statistics/statistics.h"

/* Values sorted in ascending order, and in clusters: cluster c has cluster_counts[c] of `values`,
 * one after the other. */
struct clustered {
    const double *sorted, *values;
    size_t count;
    const size_t *cluster_counts;
    size_t clusters;
};

/* The smallest of `count` >= 1 sorted values that at least the share p of them does not exceed. */
double percentile_of(const double *sorted, size_t count, double p);

/* Order statistics that contain the quantile p of independent values with at least 95 %, by the
 * binomial distribution, as if there were only `effective` values: the limits of Clopper and
 * Pearson, inverted (R. Woodruff, JASA 47, 1952). False if so few values do not bound it. */
bool percentile_interval(const double *sorted, size_t count, double p, double effective,
                         struct interval *interval);

/* How many independent values tell as much about the quantile p as these do: their number over the
 * design effect, which is the variance over the clusters of the share that exceeds the quantile,
 * relative to that of independent values, and with Student's t for few clusters (E. Korn and B.
 * Graubard, Survey Methodology 24, 1998). A few clusters show too little of their own tail, so the
 * design effect is at least that of the median. 0 with fewer than two clusters. */
double percentile_effective(const struct clustered *values, double p);
