/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

enum { TREND_LEAST = 6 };

static int sign(double value)
{
    return (value > 0) - (value < 0);
}

/* The reduction of the variance of Kendall's S by ties. */
static double ties(const double *values, size_t count)
{
    double taken = 0;

    for (size_t i = 0; i < count; i++) {
        double like = 0; /* a tie of t values is counted t times */

        for (size_t j = 0; j < count; j++)
            like += values[j] == values[i];
        taken += (like - 1) * (2 * like + 5);
    }
    return taken;
}

bool trend_test(const double *values, size_t count, double *chance, double *change)
{
    const double n = (double)count;
    size_t pairs = 0;
    double s = 0;

    if (count < TREND_LEAST)
        return false;
    double *slopes = memory_or_die(malloc(count * (count - 1) / 2 * sizeof *slopes));

    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            s += sign(values[j] - values[i]);
            slopes[pairs++] = (values[j] - values[i]) / (double)(j - i);
        }
    const double variance = (n * (n - 1) * (2 * n + 5) - ties(values, count)) / 18;

    *chance = variance > 0 ? erfc(fmax(fabs(s) - 1, 0) / sqrt(2 * variance)) : 1;
    *change = statistics_median(slopes, pairs) * (n - 1);
    free(slopes);
    return true;
}
