/* SPDX-License-Identifier: BSD-3-Clause */
/* The sizes at which the faster of two changes. */
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

/* All crossovers that the intervals support: between two sizes whose intervals exclude 1 on
 * different sides, with no such size in between. Between sizes log(ratio) is interpolated over
 * log(bytes). `interval` contains every size at which the interpolated interval of the ratio
 * contains 1 (the inversion of a test; Casella and Berger, "Statistical Inference", section 9.2).
 * Points are in ascending order of bytes, above 0; `found` has space for `count`. Returns how many
 * there are. */
size_t crossover_find(const struct ratio_point *points, size_t count, struct crossover *found);
