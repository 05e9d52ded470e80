/* SPDX-License-Identifier: BSD-3-Clause */
/* The median of what one probe measured, in the process that measured it. All other statistics are
 * those of comops/statistics/. */
#pragma once

#include <stddef.h>
#include <stdlib.h>

static inline int median_compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Sorts the `count` >= 1 values in place; the midpoint of the two in the middle if `count` is
 * even. */
static inline double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, median_compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}
