/* SPDX-License-Identifier: BSD-3-Clause */
/* The cells of a campaign that carry warnings, and what is said of them. */
#pragma once

#include "comops/results/warnings.h"
#include "comops/terminal/table.h"

struct warned {
    struct warned_cell {
        int warning, table;
        const char *path, *protocol;
        size_t bytes;
    } * cells;
    size_t count;
};

/* Adds each warning of a cell of this table. */
void warned_add(struct warned *warned, const struct cell *cell, int table);
void warned_free(struct warned *warned);

/* A message for each warning: which rows of the tables carry it, what it means, what to do. `all`:
 * how many cells were measured. */
void warned_say(const struct warned *warned, const struct table *tables, int table_count,
                size_t all);

/* "pingpong: mpi/library at 8, 4K; threads/direct at 64. reduce: mpi/library at every size". The
 * caller frees. */
char *warned_rows(const struct warned *warned, int warning, const struct table *tables,
                  int table_count);
