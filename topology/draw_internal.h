/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of a drawing (draw_tree.c), to which draw.c adds the rest. */
#pragma once

#include "topology/internal.h"
#include "topology/placement.h"

#include <stdio.h>

enum {
    COLUMNS = 100,
    TREE_COLUMNS = 52, /* at most: enough for a deep core with four siblings */
    CELL_COLUMNS = 12, /* at most: "0,4,+30" and longer names */
    COLUMN_GAP = 2,
    LIST_COLUMNS = 3, /* longer lists of ranks end with the number omitted */
    FULL_CORES = 32,  /* cores; smaller machines are drawn completely */
};

struct column {
    const struct placement *placement;
    int width;
};

/* A tree and the columns that fit beside it. */
struct drawing {
    FILE *out;
    const struct machine *machine;
    const struct column *columns;
    int column_count, tree_width;
    bool whole; /* also draw objects without ranks */
};

/* Width of the tree beside its columns. */
int draw_tree_width(const struct drawing *drawing);
void draw_tree(const struct drawing *drawing);
/* Width of a placement's widest cell, its name included. */
int column_width(const struct machine *machine, const struct placement *placement);
