/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/shape.h"

#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

static const double modes_apart = 5, mode_least = 0.1;
enum { TREND_LEAST = 6 };

static int sign(double value)
{
    return (value > 0) - (value < 0);
}

static int compare(const void *left, const void *right)
{
    return sign(*(const double *)left - *(const double *)right);
}

/* What ties take from the variance of Kendall's S. */
static double ties(const double *values, size_t count)
{
    double taken = 0;

    for (size_t i = 0; i < count; i++) {
        double like = 0; /* each tie of t values is met t times */

        for (size_t j = 0; j < count; j++)
            like += values[j] == values[i];
        taken += (like - 1) * (2 * like + 5);
    }
    return taken;
}

bool shape_trend(const double *values, size_t count, double *chance, double *change)
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

/* Mean and sum of squared deviations of values[0..count-1] from their sum and sum of squares. */
static double deviations(double sum, double squares, size_t count)
{
    return fmax(squares - sum * sum / (double)count, 0);
}

bool shape_modes(const double *values, size_t count, struct modes *modes)
{
    double *sorted = memory_or_die(malloc(count * sizeof *sorted));
    double sum = 0, squares = 0, below = 0, below_squares = 0, least = INFINITY;
    const double middle = statistics_median(values, count);

    for (size_t i = 0; i < count; i++) {
        sorted[i] = values[i] - middle; /* so that squares do not cancel */
        sum += sorted[i];
        squares += sorted[i] * sorted[i];
    }
    qsort(sorted, count, sizeof *sorted, compare);
    *modes = (struct modes){0};
    for (size_t cut = 1; cut < count; cut++) {
        const size_t rest = count - cut;

        below += sorted[cut - 1];
        below_squares += sorted[cut - 1] * sorted[cut - 1];
        const double low = deviations(below, below_squares, cut);
        const double high = deviations(sum - below, squares - below_squares, rest);

        if (low + high >= least)
            continue;
        least = low + high;
        modes->low = below / (double)cut + middle;
        modes->high = (sum - below) / (double)rest + middle;
        modes->share = (double)rest / (double)count;
        modes->distance =
            M_SQRT2 * (modes->high - modes->low) / sqrt(low / (double)cut + high / (double)rest);
    }
    free(sorted);
    return modes->share >= mode_least && modes->share <= 1 - mode_least &&
           modes->distance > modes_apart;
}
