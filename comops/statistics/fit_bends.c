/* SPDX-License-Identifier: BSD-3-Clause */
/* Breakpoints are found one at a time, each where it helps most given the others (Bai, "Estimating
 * multiple breaks one at a time", Econometric Theory 1997), then all are moved while that helps
 * (pattern search: Hooke and Jeeves, JACM 1961). */
#include "comops/statistics/fit.h"

#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdlib.h>

enum { PLACES = 4 };               /* tried between two sizes */
static const double finest = 1e-5; /* a breakpoint's place, relative */
static const double least_gain =
    1e-6; /* of the squares, relative: smaller ones may be rounding errors */

/* Breakpoints in ascending order, and the lines between them. */
struct bends {
    double at[FIT_SEGMENTS - 1];
    int count;
    double alpha, slopes[FIT_SEGMENTS];
    double squares; /* of the relative residuals */
};

/* Points first..*last lie below the segment's upper end. False if they are too few. */
static bool span(const struct fit_point *points, size_t count, const struct bends *bends,
                 int segment, size_t first, size_t *last)
{
    size_t end = first;

    while (end < count && (segment == bends->count || points[end].bytes <= bends->at[segment]))
        end++;
    *last = end - 1;
    return end >= first + FIT_SEGMENT;
}

static bool admissible(const struct fit_point *points, size_t count, const struct bends *bends)
{
    size_t first = 0, last;

    for (int segment = 0; segment <= bends->count; segment++, first = last + 1)
        if (!span(points, count, bends, segment, first, &last))
            return false;
    return true;
}

/* How many of the bytes lie in this segment, the factor of its slope. */
static double share(const struct bends *bends, int segment, double bytes)
{
    const double from = segment ? bends->at[segment - 1] : 0;
    const double to = segment < bends->count ? bends->at[segment] : INFINITY;

    return fmax(fmin(bytes, to) - from, 0);
}

/* Least squares over the slopes that are not `level`. */
static void solve(const struct fit_point *points, size_t count, struct bends *bends,
                  const bool *level)
{
    size_t column = 1;
    size_t columns = 1;

    for (int segment = 0; segment <= bends->count; segment++)
        columns += !level[segment];
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(count, columns);
    gsl_matrix *left = gsl_matrix_alloc(count, columns),
               *covariance = gsl_matrix_alloc(columns, columns);
    gsl_vector *right = gsl_vector_alloc(count), *solution = gsl_vector_alloc(columns);

    for (size_t i = 0; i < count; i++) {
        gsl_matrix_set(left, i, 0, 1 / points[i].time_us);
        gsl_vector_set(right, i, 1);
        column = 1;
        for (int segment = 0; segment <= bends->count; segment++)
            if (!level[segment])
                gsl_matrix_set(left, i, column++,
                               share(bends, segment, points[i].bytes) / points[i].time_us);
    }
    gsl_multifit_linear(left, right, solution, covariance, &bends->squares, work);
    bends->alpha = gsl_vector_get(solution, 0);
    column = 1;
    for (int segment = 0; segment <= bends->count; segment++)
        bends->slopes[segment] = level[segment] ? 0 : gsl_vector_get(solution, column++);
    gsl_multifit_linear_free(work);
    gsl_matrix_free(left);
    gsl_matrix_free(covariance);
    gsl_vector_free(right);
    gsl_vector_free(solution);
}

/* Falling lines are made level, the steepest first. */
static void fit(const struct fit_point *points, size_t count, struct bends *bends)
{
    bool level[FIT_SEGMENTS] = {false};

    for (;;) {
        int steepest = 0;

        solve(points, count, bends, level);
        for (int segment = 1; segment <= bends->count; segment++)
            if (bends->slopes[segment] < bends->slopes[steepest])
                steepest = segment;
        if (bends->slopes[steepest] >= 0)
            return;
        level[steepest] = true;
    }
}

/* Accepts `trial` if it is allowed and better. */
static bool improve(const struct fit_point *points, size_t count, struct bends *bends,
                    struct bends *trial)
{
    if (!admissible(points, count, trial))
        return false;
    fit(points, count, trial);
    if (!(trial->squares < bends->squares * (1 - least_gain)))
        return false;
    *bends = *trial;
    return true;
}

/* One more breakpoint, where it helps most. False if there is no place for it. */
static bool add(const struct fit_point *points, size_t count, struct bends *bends)
{
    struct bends best = {.squares = INFINITY};

    for (size_t i = FIT_SEGMENT - 1; i + FIT_SEGMENT < count; i++)
        for (int place = 0; place < PLACES; place++) {
            struct bends trial = *bends;
            int k = trial.count++;
            const double at = points[i].bytes *
                              pow(points[i + 1].bytes / points[i].bytes, (double)place / PLACES);

            for (; k > 0 && trial.at[k - 1] > at; k--)
                trial.at[k] = trial.at[k - 1];
            trial.at[k] = at;
            improve(points, count, &best, &trial);
        }
    if (isfinite(best.squares))
        *bends = best;
    return isfinite(best.squares);
}

static void move(const struct fit_point *points, size_t count, struct bends *bends)
{
    for (double step = 0.5; step > finest; step /= 2) {
        bool moved;

        do {
            moved = false;
            for (int k = 0; k < 2 * bends->count; k++) {
                struct bends trial = *bends;

                trial.at[k / 2] *= k % 2 ? 1 + step : 1 / (1 + step);
                moved |= improve(points, count, bends, &trial);
            }
        } while (moved);
    }
}

static struct piecewise piecewise_of(const struct fit_point *points, size_t count,
                                     const struct bends *bends)
{
    /* The height, one slope for each line, a place for each breakpoint. */
    struct piecewise result = {.count = bends->count + 1,
                               .continuous = true,
                               .bic = fit_bic(bends->squares, count, 2 * bends->count + 2)};
    double height = bends->alpha; /* of this segment's line at 0 bytes */
    size_t first = 0, last;

    for (int i = 0; i <= bends->count; i++, first = last + 1) {
        if (i > 0) {
            result.at[i - 1] = bends->at[i - 1];
            height += (bends->slopes[i - 1] - bends->slopes[i]) * bends->at[i - 1];
        }
        span(points, count, bends, i, first, &last);
        result.segments[i] = (struct segment){
            first, last, height, bends->slopes[i] > 0 ? 1 / bends->slopes[i] : INFINITY};
    }
    return result;
}

void fit_bends(const struct fit_point *points, size_t count, struct piecewise best[FIT_SEGMENTS])
{
    struct bends bends = {.count = 0};
    bool room = true;

    fit(points, count, &bends);
    for (int s = 0; s < FIT_SEGMENTS; s++) {
        if (s > 0 && (room = room && add(points, count, &bends)))
            move(points, count, &bends);
        best[s] = room ? piecewise_of(points, count, &bends) : (struct piecewise){.bic = INFINITY};
    }
}
