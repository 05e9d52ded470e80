/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors and conserved quantities as in the standard test set, over the whole sphere. */
#pragma once

#include "extensions/pstswm/numerics/model.h"

/* Relative to the initial state: of the depth h, and of the wind by the lengths of vectors. */
struct norms {
    double l1, l2, linf;
};
struct model_errors {
    struct norms depth, wind;
};

/* Means over the sphere: of the geopotential, which is conserved exactly, of the energy
 * h (u^2 + v^2) / 2 + g h^2 / 2, and of the potential enstrophy eta^2 / (2 h). */
struct invariants {
    double mass, energy, enstrophy;
};

/* A part's numbers, whose sum over all parts is that of the whole sphere, and its maxima. */
struct part_norms {
    struct distance_sums {
        double difference[2], squares[2]; /* from the initial state, and of that itself */
    } depth, wind;
    struct invariants invariants;
    double most_depth[2], most_wind[2];
    double range[2]; /* of the depth, in metres: the least one negated, the greatest */
};
enum {
    PART_MAXIMA = 6, /* the last numbers of struct part_norms */
    PART_SUMS = sizeof(struct part_norms) / sizeof(double) - PART_MAXIMA
};
struct part_norms part_norms(const struct model *model, int level);
struct model_errors part_errors(const struct part_norms *whole);
