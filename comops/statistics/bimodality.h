/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether values are bimodal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct modes {
    double low, high; /* their means */
    double share;     /* of the values in the higher one */
    double distance;  /* Ashman's D */
};

/* Splits the values where the two parts spread least. True if they are bimodal: each part has a
 * tenth of them or more, and Ashman's D (K. Ashman, C. Bird and S. Zepf, Astronomical Journal 108,
 * 1994, equation 5) is above 5. Split in two, a normal distribution has 2.7, a uniform one 3.5. */
bool bimodality_test(const double *values, size_t count, struct modes *modes);
