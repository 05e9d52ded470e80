/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a series has a trend. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Mann and Kendall's test: *chance is the two-sided probability of such an order without a trend,
 * by the normal approximation with continuity correction and ties (M. Kendall, "Rank Correlation
 * Methods", 1975, chapter 4). *change is Theil and Sen's slope from the first value to the last.
 * False with fewer than 6 values. */
bool trend_test(const double *values, size_t count, double *chance, double *change);
