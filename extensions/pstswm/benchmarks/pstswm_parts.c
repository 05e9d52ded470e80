/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares a step of the model with its parts in isolation: the Fourier transforms of all its lines
 * by FFTW, in one plan for each direction, and the sums of its Legendre transforms over given
 * tables. The ratio, parts over step, is the share of their speed that the model reaches; the goal
 * is a half. */
#include "extensions/pstswm/numerics/model.h"
#include "extensions/pstswm/transforms/arrays.h"
#include "extensions/pstswm/transforms/lanes.h"
#include "extensions/pstswm/transforms/transforms.h"

#include "comops/ranks/arena/clock.h"

#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 25 };

struct parts {
    int lines, length;
    double *grid;
    fftw_complex *spectra;
    fftw_plan forward, inverse;
    struct legendre *legendre;
    int levels, latitudes;
    double *x, *sums;
};

static struct parts parts_create(const struct model *model)
{
    const int length = model->truncation->longitudes, half = length / 2 + 1;
    const int lines = model->truncation->latitudes * model->levels;
    const size_t values = (size_t)(lines * TERMS) * (size_t)length;
    const size_t columns = (size_t)(2 * TERMS * model->levels);
    struct parts parts = {
        .lines = lines,
        .length = length,
        .grid = array_take(values * sizeof(double)),
        .spectra = array_take((size_t)(lines * TERMS) * (size_t)half * sizeof(fftw_complex)),
        .legendre = model->legendre,
        .levels = model->levels,
        .latitudes = model->pairs,
        .x = array_take(columns * (size_t)(TRUNCATION_MOST + 1) * sizeof(double)),
        .sums = array_take(columns * (size_t)(TRUNCATION_MOST + 1) * sizeof(double)),
    };

    parts.forward = fftw_plan_many_dft_r2c(1, &length, lines * TERMS, parts.grid, NULL, 1, length,
                                           parts.spectra, NULL, 1, half, FFTW_MEASURE);
    parts.inverse = fftw_plan_many_dft_c2r(1, &length, lines * FIELDS, parts.spectra, NULL, 1, half,
                                           parts.grid, NULL, 1, length, FFTW_MEASURE);
    return parts;
}

static void parts_free(struct parts *parts)
{
    fftw_destroy_plan(parts->forward);
    fftw_destroy_plan(parts->inverse);
    free(parts->grid);
    free(parts->spectra);
    free(parts->x);
    free(parts->sums);
}

/* For all m, of both parities: P and H for the integrands, then for the fields. */
static void sum_all(const struct parts *parts)
{
    const ptrdiff_t stride = parts->legendre->stride;
    const int p = lanes_round_up(2 * SUMS_P * parts->levels);
    const int h = lanes_round_up(2 * SUMS_H * parts->levels);

    for (int m = 0; m <= parts->legendre->waves; m++)
        for (int odd = 0; odd < 2; odd++) {
            const int rows = (parts->legendre->waves - m + 1 + !odd) / 2;
            const double *functions = parts->legendre->p + odd * stride;

            sums_forward(parts->sums, p, rows, functions, 2 * stride, parts->latitudes, parts->x,
                         p);
            sums_forward(parts->sums, h, rows, functions, 2 * stride, parts->latitudes, parts->x,
                         h);
            sums_inverse(parts->sums, (int)stride, functions, 2 * stride, rows, parts->x,
                         2 * FIELDS * parts->levels, 2 * FIELDS * parts->levels);
            sums_inverse(parts->sums, (int)stride, functions, 2 * stride, rows, parts->x,
                         2 * WINDS * parts->levels, 2 * WINDS * parts->levels);
        }
}

static double seconds_of_parts(struct parts *parts)
{
    const uint64_t begin = clock_now();

    fftw_execute(parts->forward);
    fftw_execute(parts->inverse);
    sum_all(parts);
    return clock_since(begin);
}

static double seconds_of_step(struct model *model)
{
    const uint64_t begin = clock_now();

    if (!model_step(model))
        exit(EXIT_FAILURE);
    return clock_since(begin);
}

static void compare(const char *name, int levels)
{
    const struct truncation *truncation = truncation_find(name);
    struct model *model = model_create(truncation, levels, truncation->dt, &fft_fftw);
    struct parts parts = parts_create(model);
    double whole = INFINITY, alone = INFINITY;

    model_start(model, (struct test_case){2, 0});
    for (int i = 0; i < ROUNDS; i++) {
        whole = fmin(whole, seconds_of_step(model));
        alone = fmin(alone, seconds_of_parts(&parts));
    }
    printf("%-4s L%-2d  step %8.3f ms, parts %8.3f ms, ratio %.2f\n", name, levels, whole * 1e3,
           alone * 1e3, alone / whole);
    parts_free(&parts);
    model_free(model);
}

int main(void)
{
    compare("T42", 1);
    compare("T42", 16);
    compare("T85", 1);
    compare("T170", 1);
}
