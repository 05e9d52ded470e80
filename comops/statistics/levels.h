/* SPDX-License-Identifier: BSD-3-Clause */
/* Where values that were taken in launches vary: from launch to launch, and from round to round of
 * one launch, each round in another place; and what follows for the next launches (T. Kalibera and
 * R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013, sections 6 and 7). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Variances of the logarithms of the values, hence of relative deviations. */
struct levels {
    double launches; /* what remains if a launch had infinitely many rounds; at least 0 */
    double rounds;
};

/* Launch i has counts[i] values, one for each round; negative ones are missing. One-way analysis of
 * variance with random effects, for unequal counts (S. Searle, G. Casella and C. McCulloch,
 * "Variance Components", 1992, section 3.6). False if there are no two launches, or none with two
 * values. */
bool levels_estimate(const double *values, const uint32_t *counts, size_t launches,
                     struct levels *levels);

/* How many rounds a launch should have, so that the mean over launches is as precise as it can be
 * in the time: sqrt(launch_cost / round_cost * rounds / launches), a round beside the launch's own
 * cost. Rounded to an odd number from 1 to `most`, itself odd: the median of an odd number of
 * values has the same median as they have. */
int levels_rounds(struct levels levels, double launch_cost, double round_cost, int most);
