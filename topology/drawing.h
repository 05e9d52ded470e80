/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree and the figures within a drawing; draw.c puts the words around them. */
#ifndef TOPOLOGY_DRAWING_H
#define TOPOLOGY_DRAWING_H

#include "topology/inside.h"
#include "topology/placement.h"

#include <stdio.h>

enum {
    COLUMNS = 100,
    TREE_COLUMNS = 52, /* at most: enough for a deep core with four siblings */
    CELL_COLUMNS = 12, /* at most: "0,4,+30" and longer names */
    COLUMN_GAP = 2,
    LIST_COLUMNS = 3, /* longer lists of ranks get no more numbers, only how many are left out */
    FULL_CORES = 32,  /* machines up to here are drawn whole */
};

struct column {
    const struct placement *placement;
    int width;
};

/* A tree and as many columns as fit beside it. */
struct drawing {
    FILE *out;
    const struct machine *machine;
    const struct column *columns;
    int column_count, tree_width;
    bool whole; /* draw parts without ranks too */
};

/* How wide the tree is beside its columns. */
int tree_width(const struct drawing *drawing);
void tree_print(const struct drawing *drawing);
/* The widest of a placement's cells; its name counts as one. */
int column_width(const struct machine *machine, const struct placement *placement);

/* Latencies and bandwidths of the memories, where hwloc knows any. */
void figures_print(FILE *out, const struct machine *machine);

#endif
