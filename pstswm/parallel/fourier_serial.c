/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/parallel/fourier.h"

#include "pstswm/numerics/stages.h"

static void forward(struct parallel_model *parallel)
{
    stage_terms(parallel->model);
}

static void inverse(struct parallel_model *parallel)
{
    stage_grid(parallel->model);
}

const struct fourier fourier_serial = {.forward = forward, .inverse = inverse};
