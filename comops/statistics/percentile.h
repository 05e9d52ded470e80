/* SPDX-License-Identifier: BSD-3-Clause */
/* Percentiles of values that come in launches, which differ. */
#pragma once

#include "comops/statistics/statistics.h"

/* The quantile p of `count` >= 1 sorted values, interpolated such that its median is the quantile
 * of what the values are drawn from, whatever that is (R. Hyndman and Y. Fan, The American
 * Statistician 50, 1996, definition 8). */
double percentile_of(const double *sorted, size_t count, double p);

/* So many values contain it; of fewer it would be their greatest. For p of 0.5 or more; with 1 the
 * greatest is meant, and one value contains it. */
size_t percentile_batch(double p);

enum { PERCENTILE_BATCHES = 6 }; /* with fewer there is no interval */

/* The median of the quantiles p of batches, and its interval. A batch is a launch, or as many
 * consecutive ones as have percentile_batch values. Launch l has launches[l] of `values`, one after
 * the other. With p of 1 it is the median of the launches' greatest values, which grow with the
 * number of values. Returns the number of batches; with fewer than PERCENTILE_BATCHES both are left
 * alone. */
size_t percentile_estimate(const double *values, const size_t *launches, size_t launch_count,
                           double p, double *percentile, struct interval *interval);
