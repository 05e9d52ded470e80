/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines that may jump: the best places for any number of breakpoints, by dynamic programming over
 * the sizes (Bai and Perron, "Computation and analysis of multiple structural change models",
 * Journal of Applied Econometrics 2003, section 3), and how many there are. */
#include "comops/statistics/fit.h"

#include "comops/text/text.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* The best of the first `end` points in s + 1 segments is best[end][s]. */
struct search {
    const struct fit_point *points;
    double *weights;
    struct partition {
        double squares; /* of the relative residuals */
        struct segment last;
    } (*best)[FIT_SEGMENTS];
};

/* The line through points first..last, level where it would fall; returns the sum of the squares of
 * the relative residuals. */
static double fit_segment(const struct search *search, size_t first, size_t last,
                          struct segment *segment)
{
    enum { STRIDE = sizeof *search->points / sizeof search->points->bytes };
    const size_t count = last - first + 1;
    const double *bytes = &search->points[first].bytes, *times = &search->points[first].time_us,
                 *weights = &search->weights[first];
    double alpha, beta, unused, squares;

    gsl_fit_wlinear(bytes, STRIDE, weights, 1, times, STRIDE, count, &alpha, &beta, &unused,
                    &unused, &unused, &squares);
    if (beta <= 0) {
        alpha = gsl_stats_wmean(weights, 1, times, STRIDE, count);
        beta = 0;
        squares = gsl_stats_wtss_m(weights, 1, times, STRIDE, count, alpha);
    }
    *segment = (struct segment){first, last, alpha, beta > 0 ? 1 / beta : INFINITY};
    return squares;
}

/* Points begin..end-1 as the last segment of s + 1. */
static void consider(struct search *search, int s, size_t begin, size_t end)
{
    struct partition *best = &search->best[end][s];
    const double before = s ? search->best[begin][s - 1].squares : 0;
    struct segment segment;

    if (!isfinite(before))
        return;
    const double squares = before + fit_segment(search, begin, end - 1, &segment);

    if (squares < best->squares)
        *best = (struct partition){squares, segment};
}

static void fill(struct search *search, size_t count)
{
    for (int s = 0; s < FIT_SEGMENTS; s++)
        for (size_t end = 0; end <= count; end++) {
            search->best[end][s].squares = INFINITY;
            for (size_t begin = 0; begin + FIT_SEGMENT <= end && (s || !begin); begin++)
                consider(search, s, begin, end);
        }
}

/* As fit_bends, for lines that may jump. */
static void fit_jumps(const struct fit_point *points, size_t count,
                      struct piecewise best[FIT_SEGMENTS])
{
    struct search search = {.points = points};

    search.weights = memory_or_die(malloc(count * sizeof *search.weights));
    search.best = memory_or_die(malloc((count + 1) * sizeof *search.best));
    for (size_t i = 0; i < count; i++)
        search.weights[i] = 1 / (points[i].time_us * points[i].time_us);
    fill(&search, count);
    for (int s = 0; s < FIT_SEGMENTS; s++) {
        const double squares = search.best[count][s].squares;

        /* Two for each line, one for each place. */
        best[s] = (struct piecewise){.count = s + 1, .bic = fit_bic(squares, count, 3 * s + 2)};
        for (size_t end = count, i = (size_t)s + 1; isfinite(squares) && i-- > 0;) {
            best[s].segments[i] = search.best[end][i].last;
            end = best[s].segments[i].first;
        }
    }
    free(search.weights);
    free(search.best);
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
