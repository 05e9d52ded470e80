/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/fit.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit.h>
#include <math.h>

/* A line with the covariance of its coefficients. */
struct line {
    double alpha, beta;
    double alpha_alpha, alpha_beta, beta_beta;
};

static struct interval around(double value, double variance, double t)
{
    return (struct interval){value - t * sqrt(variance), value + t * sqrt(variance)};
}

/* Interval of alpha / beta (Fieller, "Some problems in interval estimation", JRSS B 1954): all q
 * for which alpha - q beta is not significantly different from 0. Open where beta might be 0. */
static struct interval quotient_interval(const struct line *line, double t)
{
    const double a = line->beta * line->beta - t * t * line->beta_beta;
    const double b = line->alpha * line->beta - t * t * line->alpha_beta;
    const double c = line->alpha * line->alpha - t * t * line->alpha_alpha;

    if (a <= 0)
        return (struct interval){-INFINITY, INFINITY};
    const double root = sqrt(fmax(b * b - a * c, 0));

    return (struct interval){(b - root) / a, (b + root) / a};
}

/* False if time does not rise: then there is no bandwidth. */
static bool line_to_hockney(const struct line *line, size_t count, struct hockney *hockney)
{
    if (!(line->beta > 0))
        return false;
    const double t = gsl_cdf_tdist_Pinv(0.975, (double)count - 2);
    const struct interval beta = around(line->beta, line->beta_beta, t);

    *hockney = (struct hockney){
        .latency_us = {line->alpha, around(line->alpha, line->alpha_alpha, t)},
        .bandwidth_MBps = {1 / line->beta, {1 / beta.high, beta.low > 0 ? 1 / beta.low : INFINITY}},
        .half_bytes = {line->alpha / line->beta, quotient_interval(line, t)}};
    return true;
}

bool fit_hockney(const struct fit_point *points, size_t count, struct hockney *hockney)
{
    enum { STRIDE = sizeof *points / sizeof points->bytes };
    struct line line;
    double squares;

    if (count < FIT_LEAST)
        return false;
    gsl_fit_linear(&points->bytes, STRIDE, &points->time_us, STRIDE, count, &line.alpha, &line.beta,
                   &line.alpha_alpha, &line.alpha_beta, &line.beta_beta, &squares);
    return line_to_hockney(&line, count, hockney);
}

/* The correction to `line`, from relative residuals. GSL's least scale of a residual is a millionth
 * of the right side's standard deviation, or 1 without any: times divided by themselves would have
 * none, so no value would ever be an outlier. The residuals of a first line have one. */
static bool correct(const struct fit_point *points, size_t count, double unit, struct line *line)
{
    gsl_multifit_robust_workspace *work =
        gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, count, 2);
    gsl_matrix *left = gsl_matrix_alloc(count, 2), *covariance = gsl_matrix_alloc(2, 2);
    gsl_vector *right = gsl_vector_alloc(count), *solution = gsl_vector_alloc(2);

    for (size_t i = 0; i < count; i++) {
        const double time = points[i].time_us;

        gsl_matrix_set(left, i, 0, 1 / time);
        gsl_matrix_set(left, i, 1, points[i].bytes / unit / time);
        gsl_vector_set(right, i, 1 - (line->alpha + line->beta * points[i].bytes) / time);
    }
    /* Without convergence it alternates between neighbours that are well within their intervals. */
    const int status = gsl_multifit_robust(left, right, solution, covariance, work);
    const bool good = status == GSL_SUCCESS || status == GSL_EMAXITER;

    if (good)
        *line = (struct line){.alpha = line->alpha + gsl_vector_get(solution, 0),
                              .beta = line->beta + gsl_vector_get(solution, 1) / unit,
                              .alpha_alpha = gsl_matrix_get(covariance, 0, 0),
                              .alpha_beta = gsl_matrix_get(covariance, 0, 1) / unit,
                              .beta_beta = gsl_matrix_get(covariance, 1, 1) / unit / unit};
    gsl_multifit_robust_free(work);
    gsl_matrix_free(left);
    gsl_matrix_free(covariance);
    gsl_vector_free(right);
    gsl_vector_free(solution);
    return good;
}

bool fit_robust(const struct fit_point *points, size_t count, struct hockney *hockney)
{
    struct line line = {0};

    if (count < FIT_LEAST_ROBUST)
        return false;
    const struct fit_point *last = &points[count - 1];

    /* Any line will do, unless it is so close that only rounding errors remain for GSL. */
    line.beta = (last->time_us - points->time_us) / (last->bytes - points->bytes) / 2;
    /* By default GSL ends the program if a fit does not converge. */
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    const bool good = correct(points, count, last->bytes, &line);

    gsl_set_error_handler(before);
    return good && line_to_hockney(&line, count, hockney);
}

/* Times are no more precise than this, relatively, so a perfect fit is no better either. */
static const double resolution = 1e-4;

double fit_bic(double squares, size_t count, int parameters)
{
    const double n = (double)count, rest = n - parameters - 2;

    return rest > 0 ? n * (log(squares / n + resolution * resolution) + parameters * log(n) / rest)
                    : INFINITY;
}

double fit_deviation(const struct segment *segments, const struct fit_point *points, size_t count)
{
    double squares = 0;

    for (size_t i = 0; i < count; i++) {
        segments += i > segments->last;
        const double line = segments->latency_us + points[i].bytes / segments->bandwidth_MBps;

        squares += pow(1 - line / points[i].time_us, 2);
    }
    return sqrt(squares / (double)count);
}
