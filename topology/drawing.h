/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree within a drawing; draw.c puts the words around it. */
#ifndef TOPOLOGY_DRAWING_H
#define TOPOLOGY_DRAWING_H

#include "topology/inside.h"
#include "topology/placement.h"

#include <stdio.h>

enum {
    COLUMNS = 100,
    TREE_COLUMNS = 52, /* enough for a deep core with four siblings */
    CELL_COLUMNS = 15, /* the widest cell, "ranks 0,4,+30" and then some */
    LIST_COLUMNS = 3,  /* longer lists of ranks get no more numbers, only how many are left out */
    FULL_CORES = 32,   /* machines up to here are drawn whole */
};

struct drawing {
    FILE *out;
    const struct machine *machine;
    struct placement *const *columns; /* those offered and drawn */
    int column_count, column_width, tree_width;
    bool whole; /* draw parts without ranks too */
};

void tree_print(const struct drawing *drawing);

#endif
