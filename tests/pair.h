/* SPDX-License-Identifier: BSD-3-Clause */
/* Two cells that are measured together. */
#pragma once

#include "tests/cells.h"

static struct cell a, b;

static inline void begin_pair(void)
{
    cells_begin(&a, "threads", "fake", 1000);
    cells_begin(&b, "mpi", "fake", 1000);
}

static inline void free_pair(void)
{
    cell_free(&a);
    cell_free(&b);
}

static inline void begin_launch(void)
{
    cell_begin_launch(&a);
    cell_begin_launch(&b);
}

/* Three samples alike. */
static inline void add_block(struct cell *cell, double us)
{
    cell_begin_block(cell, 0);
    for (int i = 0; i < 3; i++)
        cell_add_sample(cell, us);
}

static inline bool is(struct interval interval, double low, double high)
{
    return interval.low == low && interval.high == high;
}
