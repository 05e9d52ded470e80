/* SPDX-License-Identifier: BSD-3-Clause */
/* The model on a part of the sphere: latitudes in pairs, north and south, and orders m. A serial
 * run has the whole sphere. Nothing here communicates: ranks that have parts of a sphere exchange
 * data between the stages of a step (stages.h). */
#pragma once

#include "extensions/pstswm/numerics/equations.h"
#include "extensions/pstswm/numerics/problem.h"
#include "extensions/pstswm/transforms/fft.h"
#include "extensions/pstswm/transforms/legendre.h"

#include <stdbool.h>
#include <stddef.h>

enum { HEMISPHERES = 2 };

struct model {
    const struct truncation *truncation;
    int levels; /* independent copies of the problem */
    double dt;
    struct test_case test;
    int steps; /* since the start */

    double mean;                   /* of the geopotential */
    struct quadrature *quadrature; /* of all latitudes */

    /* This part. */
    int first_pair, pairs;
    int first_longitude, longitudes;
    int orders;
    int *m;       /* [orders] */
    size_t *rows; /* [orders + 1]: how many (n, m) there are before those of this m */
    struct legendre *legendre;
    struct fft *fft;

    /* The state: [levels][pairs][FIELDS][HEMISPHERES][longitudes], and at t - dt. */
    double *now, *before;
    /* In Fourier space: [orders][levels][pairs][TERMS][HEMISPHERES], orders `terms_stride` apart,
     * as powers of two would compete for the same lines of a cache; and as sums and differences of
     * the hemispheres [orders][2][levels][FIELDS][re, im][pairs, rounded up to vectors]. */
    double complex *terms;
    ptrdiff_t terms_stride;
    double *fields;
    /* In spectral space: [rows[orders]][levels][PROGNOSTIC]. */
    double complex *coefficients;
    double *work;
};

/* The pairs [first_pair, first_pair + pairs) from the pole, of each circle of latitude the points
 * [first_longitude, first_longitude + longitudes), and the orders m[0..orders). */
struct part {
    int first_pair, pairs;
    int first_longitude, longitudes;
    int orders;
    const int *m;
};

/* The whole sphere. `dt` in seconds. */
struct model *model_create(const struct truncation *truncation, int levels, double dt,
                           const struct fft_kind *fft);
struct model *model_create_part(const struct truncation *truncation, int levels, double dt,
                                const struct fft_kind *fft, const struct part *part);
void model_free(struct model *model);

/* Sets the initial state on all levels; steps is 0 again. */
void model_start(struct model *model, struct test_case test);

/* Numbers in each of the two states. */
static inline size_t model_state(const struct model *model)
{
    return (size_t)(model->levels * model->pairs * FIELDS * HEMISPHERES) *
           (size_t)model->longitudes;
}

/* The next step. The first one is half as long as the others, because both states are the initial
 * one. */
struct step model_next(const struct model *model);

/* A step of the whole sphere. False if the result has infinite or undefined numbers. */
bool model_step(struct model *model);

/* The rest of a step, if the part has all latitudes: the three spectral stages for all orders, and
 * moving `now` to `before`. */
bool model_step_spectral(struct model *model, struct step step);
void model_advance(struct model *model);

/* The line of a field in `state`, which is model->now or model->before. */
static inline double *model_line(const struct model *model, double *state, int level, int pair,
                                 int field, int hemisphere)
{
    const int line = ((level * model->pairs + pair) * FIELDS + field) * HEMISPHERES + hemisphere;

    return state + (ptrdiff_t)line * model->longitudes;
}
