/* SPDX-License-Identifier: BSD-3-Clause */
/* The sizes at which one of two becomes the faster one. */
#pragma once

#include "comops/statistics/statistics.h"

/* Time of b over time of a at this size, with its 95 % interval. */
struct ratio_point {
    double bytes, ratio;
    struct interval interval;
};

struct crossover {
    double bytes;
    struct interval interval; /* of bytes, 95 % */
    bool a_below;             /* a is the faster one below this size, b above; else the reverse */
    size_t before, after;     /* the points around it whose intervals exclude 1 */
};

/* All crossovers that the intervals support: one lies between two sizes whose intervals exclude 1
 * on different sides, with none between them whose interval excludes it. Between sizes log(ratio)
 * is interpolated over log(bytes). `interval` holds every size at which the interpolated interval
 * of the ratio holds 1 (the inversion of a test; Casella and Berger, "Statistical Inference",
 * section 9.2). Points in ascending order of bytes, above 0; `found` has room for count. Returns
 * how many. */
size_t crossover_find(const struct ratio_point *points, size_t count, struct crossover *found);
