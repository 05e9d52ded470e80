/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/parallel/legendre_column.h"

static bool step(struct parallel_model *parallel, struct step next)
{
    return model_step_spectral(parallel->model, next);
}

const struct legendre_column legendre_serial = {.step = step};
