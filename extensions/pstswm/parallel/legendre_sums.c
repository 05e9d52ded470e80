/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank sums over its own latitudes for all coefficients of its orders; a vector sum adds
 * these, and all ranks of the column do the same spectral step. The sums are those of
 * extensions/pstswm/worley. */
#include "comops/ranks/contract/registry.h"
#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/parallel/algorithms.h"
#include "extensions/pstswm/transforms/arrays.h"

#include <stdlib.h>

struct sums {
    const struct implementation *with;
    double complex *coefficients; /* the model's own; message buffers replace them */
};

/* One of Worley's in a protocol, or the path's allreduce. */
static const struct implementation *find_sum(const struct algorithm *algorithm, int variant)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(all[i]->pattern, algorithm->name) == 0 &&
            (algorithm->collective || all[i]->variant == variant))
            return all[i];
    return NULL;
}

/* All ranks of the team need as much memory. */
static bool sums_open(struct parallel_model *parallel, const struct team *team)
{
    struct sums *sums = parallel->legendre = array_take(sizeof *sums);
    struct job *job = &parallel->column.job;

    (void)team;
    sums->coefficients = parallel->model->coefficients;
    sums->with = find_sum(&parallel->plan.legendre, job->variant);
    job->pattern = registry_pattern(sums->with->pattern);
    job->bytes = parallel->column.bytes;
    const bool opened = sums->with->setup(job);

    job->bytes = coefficients_all(parallel);
    return opened;
}

static void sums_close(struct parallel_model *parallel)
{
    struct sums *sums = parallel->legendre;

    sums->with->teardown(&parallel->column.job);
    parallel->model->coefficients = sums->coefficients;
    free(sums);
}

static bool step(struct parallel_model *parallel, struct step next)
{
    const struct sums *sums = parallel->legendre;
    struct model *model = parallel->model;
    struct job *job = &parallel->column.job;
    bool finite = true;

    model->coefficients = (double complex *)job->send;
    for (int order = 0; order < model->orders; order++)
        stage_sums(model, order, next);
    stopwatch_turn(&parallel->watch, IN_COLUMNS);
    sums->with->run(job);
    stopwatch_turn(&parallel->watch, COMPUTING);
    model->coefficients = (double complex *)job->recv;
    for (int order = 0; order < model->orders; order++) {
        finite = stage_solve(model, order, next) && finite;
        stage_fields(model, order);
    }
    return finite;
}

const struct legendre_column legendre_sums = {.bytes = coefficients_all,
                                              .block = coefficients_all,
                                              .open = sums_open,
                                              .close = sums_close,
                                              .step = step};
