/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors and conserved quantities as in the standard test set,
 * over the whole sphere. */
#pragma once

#include "pstswm/numerics/model.h"

/* Relative to the initial state: of the depth h, and of the wind by the lengths of vectors. */
struct norms {
    double l1, l2, linf;
};
struct model_errors {
    struct norms depth, wind;
};
struct model_errors model_errors(const struct model *model, int level);

/* Means over the sphere: of the geopotential, which is conserved exactly, of the energy
 * h (u^2 + v^2) / 2 + g h^2 / 2, and of the potential enstrophy eta^2 / (2 h). */
struct invariants {
    double mass, energy, enstrophy;
};
struct invariants model_invariants(const struct model *model, int level);
