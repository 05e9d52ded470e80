/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines that may jump: the best places for any number of breakpoints, by dynamic programming over
 * the sizes (Bai and Perron, "Computation and analysis of multiple structural change models",
 * Journal of Applied Econometrics 2003, section 3), and how many there are. */
#include "comops/statistics/fit_piecewise.h"

#include "comops/statistics/fit_bends.h"
#include "comops/text/text.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* The columns that GSL wants. */
struct series {
    double *bytes, *times, *weights;
    size_t count;
};

static struct series series_of(const struct fit_point *points, size_t count)
{
    struct series series = {.count = count};

    series.bytes = memory_or_die(malloc(3 * count * sizeof *series.bytes));
    series.times = series.bytes + count;
    series.weights = series.times + count;
    for (size_t i = 0; i < count; i++) {
        series.bytes[i] = points[i].bytes;
        series.times[i] = points[i].time_us;
        series.weights[i] = 1 / (points[i].time_us * points[i].time_us);
    }
    return series;
}

/* The line through points first..last, level where it would fall; returns the sum of the squares of
 * the relative residuals. */
static double fit_segment(const struct series *series, size_t first, size_t last,
                          struct segment *segment)
{
    const size_t count = last - first + 1;
    const double *bytes = &series->bytes[first], *times = &series->times[first],
                 *weights = &series->weights[first];
    double alpha, beta, unused, squares;

    gsl_fit_wlinear(bytes, 1, weights, 1, times, 1, count, &alpha, &beta, &unused, &unused, &unused,
                    &squares);
    if (beta <= 0) {
        alpha = gsl_stats_wmean(weights, 1, times, 1, count);
        beta = 0;
        squares = gsl_stats_wtss_m(weights, 1, times, 1, count, alpha);
    }
    *segment = (struct segment){first, last, alpha, beta > 0 ? 1 / beta : INFINITY};
    return squares;
}

/* least[s][end]: of the first `end` points in s + 1 segments, the last of which is last[s][end]. */
struct partitions {
    double *least[FIT_SEGMENTS];
    struct segment *last[FIT_SEGMENTS];
};

/* Points begin..end-1 as the last segment of s + 1. */
static void consider(struct partitions *partitions, const struct series *series, int s,
                     size_t begin, size_t end)
{
    struct segment segment;
    const double before = s ? partitions->least[s - 1][begin] : 0;

    if (!isfinite(before))
        return;
    const double squares = before + fit_segment(series, begin, end - 1, &segment);

    if (squares < partitions->least[s][end]) {
        partitions->least[s][end] = squares;
        partitions->last[s][end] = segment;
    }
}

static void fill(struct partitions *partitions, const struct series *series)
{
    for (int s = 0; s < FIT_SEGMENTS; s++)
        for (size_t end = 0; end <= series->count; end++) {
            partitions->least[s][end] = INFINITY;
            for (size_t begin = 0; begin + FIT_SEGMENT <= end && (s || !begin); begin++)
                consider(partitions, series, s, begin, end);
        }
}

/* As fit_bends, of lines that may jump. */
static void fit_jumps(const struct fit_point *points, size_t count,
                      struct piecewise best[FIT_SEGMENTS])
{
    struct series series = series_of(points, count);
    struct partitions partitions;

    for (int s = 0; s < FIT_SEGMENTS; s++) {
        partitions.least[s] = memory_or_die(malloc((count + 1) * sizeof(double)));
        partitions.last[s] = memory_or_die(malloc((count + 1) * sizeof(struct segment)));
    }
    fill(&partitions, &series);
    for (int s = 0; s < FIT_SEGMENTS; s++) {
        const double squares = partitions.least[s][count];

        /* Two for each line, one for each place. */
        best[s] = (struct piecewise){.count = s + 1, .bic = fit_bic(squares, count, 3 * s + 2)};
        for (size_t end = count, i = (size_t)s + 1; isfinite(squares) && i-- > 0;) {
            best[s].segments[i] = partitions.last[i][end];
            end = best[s].segments[i].first;
        }
    }
    for (int s = 0; s < FIT_SEGMENTS; s++) {
        free(partitions.least[s]);
        free(partitions.last[s]);
    }
    free(series.bytes);
}

bool fit_piecewise(const struct fit_point *points, size_t count, struct piecewise *piecewise)
{
    struct piecewise families[2][FIT_SEGMENTS];

    if (count < 2 * FIT_SEGMENT)
        return false;
    fit_bends(points, count, families[0]);
    fit_jumps(points, count, families[1]);
    *piecewise = families[0][0];
    for (int family = 0; family < 2; family++)
        for (int s = 1; s < FIT_SEGMENTS; s++)
            if (families[family][s].bic < piecewise->bic)
                *piecewise = families[family][s];
    return true;
}
