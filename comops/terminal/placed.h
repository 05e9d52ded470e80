/* SPDX-License-Identifier: BSD-3-Clause */
/* The same implementations on two placements. */
#pragma once

#include "comops/findings/ratio.h"
#include "comops/plan/plan.h"

#include <stdio.h>

/* A cell on the first placement of its bundle and on another. */
struct placed_cell {
    const struct group *first, *other;
    const char *path, *protocol;
    struct ratio ratio; /* other over first */
};

struct placed {
    struct placed_cell *cells;
    size_t count;
};

void placed_add(struct placed *placed, struct placed_cell cell);
void placed_free(struct placed *placed);

/* A sentence for each table that is not on the first placement: in how many comparisons it is
 * slower, by which factors, with the intervals of the least and the greatest. Sorts them. */
void placed_print(FILE *out, struct placed *placed);
