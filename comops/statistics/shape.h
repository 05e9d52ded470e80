/* SPDX-License-Identifier: BSD-3-Clause */
/* The shape of a series of times: whether it has a trend, whether it has two heaps. */
#ifndef COMOPS_SHAPE_H
#define COMOPS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

/* Mann and Kendall's test: *chance is the two-sided probability of such an order without a trend,
 * by the normal approximation with continuity correction and ties (M. Kendall, "Rank Correlation
 * Methods", 1975, chapter 4). *change is Theil and Sen's slope from the first value to the last.
 * False with fewer than 6 values. */
bool shape_trend(const double *values, size_t count, double *chance, double *change);

struct modes {
    double low, high; /* means of the heaps */
    double share;     /* of the values in the higher one */
    double distance;  /* Ashman's D */
};

/* True if the values, cut where the two parts spread least, lie in two heaps: each a tenth of them
 * or more, and Ashman's D (K. Ashman, C. Bird and S. Zepf, Astronomical Journal 108, 1994, equation
 * 5) above 5. One normal heap cut in two has 2.7, a uniform one 3.5. */
bool shape_modes(const double *values, size_t count, struct modes *modes);

#endif
