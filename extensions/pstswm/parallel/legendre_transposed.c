/* SPDX-License-Identifier: BSD-3-Clause */
/* Within a column the terms are transposed so that each rank has all latitudes of some of the
 * orders, for which it does the spectral step as a serial run does; then the fields are transposed
 * back. */
#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/parallel/algorithms.h"
#include "extensions/pstswm/parallel/transpose.h"
#include "extensions/pstswm/transforms/arrays.h"

#include <stdlib.h>

struct latitudes {
    struct model *model;  /* of some orders at all latitudes, without a grid */
    int *pairs, *orders;  /* of each rank of the column */
    struct remap forward; /* terms */
    struct remap inverse; /* fields */
};

/* The size of an order's terms at a pair of latitudes. */
static size_t terms_bytes(const struct model *model)
{
    return (size_t)(model->levels * TERMS * HEMISPHERES) * sizeof *model->terms;
}

/* Lines of latitudes in `fields` for each order. */
static int field_lines(const struct model *model)
{
    return HEMISPHERES * model->levels * FIELDS * 2;
}

static size_t bytes_needed(const struct parallel_model *parallel)
{
    const struct model *model = parallel->model;
    const size_t latitudes = (size_t)model->quadrature->pairs;
    const size_t share = (size_t)(model->orders / parallel->plan.rows + 1);
    const size_t given = (size_t)model->orders * (size_t)model->pairs;

    return terms_bytes(model) * (given > share * latitudes ? given : share * latitudes);
}

static bool latitudes_open(struct parallel_model *parallel, const struct team *team)
{
    struct latitudes *all = parallel->legendre = array_take(sizeof *all);
    const struct model *model = parallel->model;
    const int ranks = parallel->plan.rows;
    const struct share own = share_of(model->orders, ranks, parallel->column.job.rank);

    all->pairs = array_take((size_t)ranks * sizeof *all->pairs);
    all->orders = array_take((size_t)ranks * sizeof *all->orders);
    for (int rank = 0; rank < ranks; rank++) {
        all->pairs[rank] = share_of(model->quadrature->pairs, ranks, rank).count;
        all->orders[rank] = share_of(model->orders, ranks, rank).count;
    }
    all->forward = (struct remap){all->pairs, all->orders, terms_bytes(model)};
    all->inverse =
        (struct remap){all->orders, all->pairs, (size_t)field_lines(model) * sizeof *model->fields};
    all->model = model_create_part(model->truncation, model->levels, model->dt, model->fft->kind,
                                   &(struct part){.pairs = model->quadrature->pairs,
                                                  .orders = own.count,
                                                  .m = model->m + own.first});
    return transpose_open(parallel->plan.legendre.transpose, &parallel->column, team,
                          (const struct remap *[]){&all->forward, &all->inverse, NULL});
}

static void latitudes_close(struct parallel_model *parallel)
{
    struct latitudes *all = parallel->legendre;

    transpose_close(parallel->plan.legendre.transpose, &parallel->column);
    model_free(all->model);
    free(all->pairs);
    free(all->orders);
    free(all);
}

static size_t largest_block(const struct parallel_model *parallel)
{
    const struct latitudes *all = parallel->legendre;

    return remap_largest((const struct remap *[]){&all->forward, &all->inverse, NULL},
                         &parallel->column.job);
}

static void transpose(struct parallel_model *parallel, const struct remap *remap)
{
    stopwatch_turn(&parallel->watch, IN_COLUMNS);
    parallel->plan.legendre.transpose->run(&parallel->column.job, remap);
    stopwatch_turn(&parallel->watch, PACKING);
}

/* [orders][levels][pairs of this rank] of numbers that belong together. */
static void load_terms(const struct parallel_model *parallel)
{
    const struct model *model = parallel->model;
    const size_t bytes = terms_bytes(model) * (size_t)model->pairs;
    char *to = parallel->column.job.send;

    for (int order = 0; order < model->orders; order++, to += bytes)
        memcpy(to, model->terms + order * model->terms_stride, bytes);
}

/* From each rank the same of its pairs. */
static void store_terms(const struct parallel_model *parallel, const struct latitudes *all)
{
    const struct model *model = all->model;
    const int numbers = TERMS * HEMISPHERES;
    const double complex *from = (const double complex *)parallel->column.job.recv;

    for (int rank = 0, first = 0; rank < parallel->plan.rows; first += all->pairs[rank++])
        for (int order = 0; order < model->orders; order++)
            for (int level = 0; level < model->levels; level++) {
                const int count = all->pairs[rank] * numbers;

                memcpy(model->terms + order * model->terms_stride +
                           (level * model->pairs + first) * numbers,
                       from, (size_t)count * sizeof *from);
                from += count;
            }
}

/* To each rank [orders][lines][its pairs]. */
static void load_fields(const struct parallel_model *parallel, const struct latitudes *all)
{
    const ptrdiff_t stride = all->model->legendre->stride;
    const int lines = all->model->orders * field_lines(all->model);
    double *to = (double *)parallel->column.job.send;

    for (int rank = 0, first = 0; rank < parallel->plan.rows; first += all->pairs[rank++])
        for (int line = 0; line < lines; line++, to += all->pairs[rank])
            memcpy(to, all->model->fields + line * stride + first,
                   (size_t)all->pairs[rank] * sizeof *to);
}

static void store_fields(const struct parallel_model *parallel)
{
    const struct model *model = parallel->model;
    const int lines = model->orders * field_lines(model);
    const double *from = (const double *)parallel->column.job.recv;

    for (int line = 0; line < lines; line++, from += model->pairs)
        memcpy(model->fields + (ptrdiff_t)line * model->legendre->stride, from,
               (size_t)model->pairs * sizeof *from);
}

static bool step(struct parallel_model *parallel, struct step next)
{
    struct latitudes *all = parallel->legendre;

    stopwatch_turn(&parallel->watch, PACKING);
    load_terms(parallel);
    transpose(parallel, &all->forward);
    store_terms(parallel, all);
    stopwatch_turn(&parallel->watch, COMPUTING);
    all->model->test = parallel->model->test;
    const bool finite = model_step_spectral(all->model, next);

    stopwatch_turn(&parallel->watch, PACKING);
    load_fields(parallel, all);
    transpose(parallel, &all->inverse);
    store_fields(parallel);
    stopwatch_turn(&parallel->watch, COMPUTING);
    return finite;
}

const struct legendre_column legendre_transposed = {.bytes = bytes_needed,
                                                    .block = largest_block,
                                                    .open = latitudes_open,
                                                    .close = latitudes_close,
                                                    .step = step};
