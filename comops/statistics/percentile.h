/* SPDX-License-Identifier: BSD-3-Clause */
/* Percentiles of values from launches, which may differ. */
#pragma once

#include "comops/statistics/statistics.h"

/* The quantile p of `count` >= 1 sorted values, interpolated so that its median is approximately
 * the quantile of their distribution, whatever that is (R. Hyndman and Y. Fan, The American
 * Statistician 50, 1996, definition 8). */
double percentile_of(const double *sorted, size_t count, double p);

/* The number of values needed for it; with fewer it would be the maximum. For p of 0.5 or more; 1
 * means the maximum, for which one value suffices. */
size_t percentile_batch(double p);

enum { PERCENTILE_BATCHES = 6 }; /* least number for an interval */

/* The median of the quantiles p of batches, and its interval. A batch is a launch, or as many
 * consecutive ones as have percentile_batch values. Launch l has launches[l] of `values`, one after
 * the other. With p of 1 it is the median of the launches' maxima, which grow with the number of
 * values. Returns the number of batches; with fewer than PERCENTILE_BATCHES both are unchanged. */
size_t percentile_estimate(const double *values, const size_t *launches, size_t launch_count,
                           double p, double *percentile, struct interval *interval);
