/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/numerics/model.h"

#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/transforms/arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

static void take_part(struct model *model, const struct part *part)
{
    model->first_pair = part->first_pair;
    model->pairs = part->pairs;
    model->first_longitude = part->first_longitude;
    model->longitudes = part->longitudes;
    model->orders = part->orders;
    model->m = array_take((size_t)part->orders * sizeof *model->m);
    memcpy(model->m, part->m, (size_t)part->orders * sizeof *model->m);
    model->rows = array_take((size_t)(part->orders + 1) * sizeof *model->rows);
    for (int i = 0; i < part->orders; i++)
        model->rows[i + 1] = model->rows[i] + (size_t)(model->truncation->waves - part->m[i] + 1);
}

static void take_arrays(struct model *model)
{
    const size_t levels = (size_t)model->levels, orders = (size_t)model->orders;
    const size_t lines = levels * (size_t)model->pairs * HEMISPHERES;
    const size_t stride = (size_t)model->legendre->stride;

    model->now = array_take(model_state(model) * sizeof *model->now);
    model->before = array_take(model_state(model) * sizeof *model->before);
    model->terms_stride = (ptrdiff_t)(lines * TERMS + CACHE_LINE / sizeof *model->terms);
    model->terms = array_take(orders * (size_t)model->terms_stride * sizeof *model->terms);
    model->fields =
        array_take(orders * HEMISPHERES * levels * FIELDS * 2 * stride * sizeof *model->fields);
    model->coefficients =
        array_take(model->rows[orders] * levels * PROGNOSTIC * sizeof *model->coefficients);
    model->work = array_take(stage_work(model) * sizeof *model->work);
}

struct model *model_create_part(const struct truncation *truncation, int levels, double dt,
                                const struct fft_kind *fft, const struct part *part)
{
    struct model *model = array_take(sizeof *model);

    *model = (struct model){.truncation = truncation, .levels = levels, .dt = dt};
    model->quadrature = quadrature_create(truncation->latitudes);
    take_part(model, part);
    model->legendre = legendre_create(truncation->waves, model->m, model->orders,
                                      model->quadrature->mu + model->first_pair, model->pairs);
    model->fft = fft_create(fft, truncation->longitudes, truncation->waves);
    take_arrays(model);
    return model;
}

struct model *model_create(const struct truncation *truncation, int levels, double dt,
                           const struct fft_kind *fft)
{
    const int orders = truncation->waves + 1;
    int all[TRUNCATION_MOST + 1];

    for (int m = 0; m < orders; m++)
        all[m] = m;
    return model_create_part(truncation, levels, dt, fft,
                             &(struct part){.pairs = truncation->latitudes / 2,
                                            .longitudes = truncation->longitudes,
                                            .orders = orders,
                                            .m = all});
}

void model_free(struct model *model)
{
    free(model->now);
    free(model->before);
    free(model->terms);
    free(model->fields);
    free(model->coefficients);
    free(model->work);
    free(model->m);
    free(model->rows);
    legendre_free(model->legendre);
    fft_free(model->fft);
    quadrature_free(model->quadrature);
    free(model);
}

/* All that the test case has on the line. */
static struct flow flow_at(const struct model *model, int pair, int hemisphere, int i)
{
    const double latitude = asin(model->quadrature->mu[pair]);

    return case_flow(model->test, 2 * acos(-1) * i / model->truncation->longitudes,
                     hemisphere ? -latitude : latitude);
}

static double mean_geopotential(const struct model *model)
{
    double sum = 0;

    for (int pair = 0; pair < model->quadrature->pairs; pair++)
        for (int i = 0; i < model->truncation->longitudes; i++)
            sum += model->quadrature->weight[pair] * (flow_at(model, pair, 0, i).geopotential +
                                                      flow_at(model, pair, 1, i).geopotential);
    return sum / (2 * model->truncation->longitudes);
}

/* On level 0. */
static void set_line(struct model *model, int pair, int hemisphere)
{
    const double mu = model->quadrature->mu[model->first_pair + pair];
    double *line[FIELDS];

    for (int field = 0; field < FIELDS; field++)
        line[field] = model_line(model, model->now, 0, pair, field, hemisphere);
    for (int i = 0; i < model->longitudes; i++) {
        const struct flow flow =
            flow_at(model, model->first_pair + pair, hemisphere, model->first_longitude + i);

        line[ETA][i] = flow.zeta + flow.f;
        line[DELTA][i] = 0;
        line[PHI][i] = flow.geopotential - model->mean;
        line[U][i] = flow.u * sqrt(1 - mu * mu);
        line[V][i] = flow.v * sqrt(1 - mu * mu);
    }
}

void model_start(struct model *model, struct test_case test)
{
    const size_t state = model_state(model), level = state / (size_t)model->levels;

    model->test = test;
    model->steps = 0;
    model->mean = mean_geopotential(model);
    for (int pair = 0; pair < model->pairs; pair++) {
        set_line(model, pair, 0);
        set_line(model, pair, 1);
    }
    for (size_t at = level; at < state; at += level)
        memcpy(model->now + at, model->now, level * sizeof *model->now);
    memcpy(model->before, model->now, model_state(model) * sizeof *model->now);
}

struct step model_next(const struct model *model)
{
    return (struct step){model->steps ? model->dt : model->dt / 2, model->mean};
}

bool model_step_spectral(struct model *model, struct step step)
{
    bool finite = true;

    for (int order = 0; order < model->orders && finite; order++) {
        stage_sums(model, order, step);
        finite = stage_solve(model, order, step);
        stage_fields(model, order);
    }
    return finite;
}

void model_advance(struct model *model)
{
    double *const old = model->before;

    model->before = model->now;
    model->now = old;
    model->steps++;
}

bool model_step(struct model *model)
{
    stage_terms(model);
    if (!model_step_spectral(model, model_next(model)))
        return false;
    stage_grid(model);
    model_advance(model);
    return true;
}
