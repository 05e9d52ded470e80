/* SPDX-License-Identifier: BSD-3-Clause */
/* The variances of values taken in launches: between launches, and between the rounds of one
 * launch, each with a new layout; and what follows for the next launches (T. Kalibera and R. Jones,
 * "Rigorous benchmarking in reasonable time", ISMM 2013, sections 6 and 7). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Variances of the logarithms of the values, hence of relative deviations. */
struct levels {
    double launches; /* what would remain with infinitely many rounds per launch; at least 0 */
    double rounds;
};

/* Launch i has counts[i] values, one for each round; negative ones are missing. One-way analysis of
 * variance with random effects, for unequal counts (S. Searle, G. Casella and C. McCulloch,
 * "Variance Components", 1992, section 3.6). False if there are no two launches, or none with two
 * values. */
bool levels_estimate(const double *values, const uint32_t *counts, size_t launches,
                     struct levels *levels);

/* How many rounds a launch should have, so that the mean over launches is as precise as possible in
 * the given time: sqrt(launch_cost / round_cost * rounds / launches); the launch's own cost is that
 * of everything but its rounds. Rounded to an odd number from 1 to `most`, itself odd: the median
 * of an odd number of values has the same median as they have. */
int levels_rounds(struct levels levels, double launch_cost, double round_cost, int most);
