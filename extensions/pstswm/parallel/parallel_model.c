/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/parallel/parallel_model.h"

#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/parallel/algorithms.h"

/* On one rank, which has whole lines. */
static void forward_serial(struct parallel_model *parallel)
{
    stage_terms(parallel->model);
}

static void inverse_serial(struct parallel_model *parallel)
{
    stage_grid(parallel->model);
}

/* On one rank, which has all latitudes. */
static bool step_serial(struct parallel_model *parallel, struct step next)
{
    return model_step_spectral(parallel->model, next);
}

static const struct fourier fourier_serial = {.forward = forward_serial, .inverse = inverse_serial};
static const struct legendre_column legendre_serial = {.step = step_serial};

static struct model *create_part(const struct plan *plan, int x, int y)
{
    const struct truncation *truncation = plan->truncation;
    const struct share pairs = share_of(truncation->latitudes / 2, plan->rows, y);
    const struct share longitudes = share_of(truncation->longitudes, plan->columns, x);
    int m[TRUNCATION_MOST + 1];
    const int orders = (plan->fourier.fourier->reversed ? share_orders_reversed : share_orders)(
        m, truncation->waves, plan->columns, x);

    return model_create_part(
        truncation, plan->levels, plan->dt, &fft_blocked,
        &(struct part){pairs.first, pairs.count, longitudes.first, longitudes.count, orders, m});
}

bool parallel_open(struct parallel_model *parallel, const struct plan *plan,
                   const struct team *team)
{
    const int x = team->rank % plan->columns, y = team->rank / plan->columns;
    static const struct algorithm serial = {.fourier = &fourier_serial,
                                            .legendre = &legendre_serial};
    bool opened = true;

    *parallel = (struct parallel_model){.plan = *plan};
    if (plan->columns == 1)
        parallel->plan.fourier = serial;
    if (plan->rows == 1)
        parallel->plan.legendre = serial;
    parallel->model = create_part(&parallel->plan, x, y);
    const struct fourier *fourier = parallel->plan.fourier.fourier;
    const struct legendre_column *legendre = parallel->plan.legendre.legendre;

    if (fourier->open) {
        group_open(&parallel->row, team, (struct progression){y * plan->columns, 1, plan->columns},
                   plan->fourier_protocol, fourier->bytes(parallel));
        opened = fourier->open(parallel, team);
    }
    if (legendre->open) {
        group_open(&parallel->column, team, (struct progression){x, plan->columns, plan->rows},
                   plan->legendre_protocol, legendre->bytes(parallel));
        opened = legendre->open(parallel, team) && opened;
    }
    team->meet(); /* all can be reached */
    stopwatch_start(&parallel->watch);
    return opened;
}

void parallel_close(struct parallel_model *parallel, const struct team *team)
{
    team->meet(); /* nobody needs another's memory any more */
    if (parallel->plan.legendre.legendre->close) {
        parallel->plan.legendre.legendre->close(parallel);
        group_close(&parallel->column, team);
    }
    if (parallel->plan.fourier.fourier->close) {
        parallel->plan.fourier.fourier->close(parallel);
        group_close(&parallel->row, team);
    }
    model_free(parallel->model);
}

size_t parallel_block(const struct parallel_model *parallel, const struct team *team)
{
    const struct fourier *fourier = parallel->plan.fourier.fourier;
    const struct legendre_column *legendre = parallel->plan.legendre.legendre;
    const size_t row = fourier->block ? fourier->block(parallel) : 0;
    const size_t column = legendre->block ? legendre->block(parallel) : 0;

    return team_largest(team, row > column ? row : column);
}

bool parallel_step(struct parallel_model *parallel)
{
    parallel->plan.fourier.fourier->forward(parallel);
    const bool finite =
        parallel->plan.legendre.legendre->step(parallel, model_next(parallel->model));

    parallel->plan.fourier.fourier->inverse(parallel);
    model_advance(parallel->model);
    return finite;
}
