/* SPDX-License-Identifier: BSD-3-Clause */
/* Cells as a campaign would begin them. */
#pragma once

#include "comops/results/cell.h"

static inline void cells_begin(struct cell *cell, const char *path, const char *protocol,
                               size_t bytes)
{
    cell_init(cell, 2);
    cell->pattern = "pingpong";
    cell->path = path;
    cell->protocol = protocol;
    cell->placement = "bus";
    cell->buffers = "rewrite";
    cell->consume = "timed";
    cell->mode = "isolated";
    cell->method = methods;
    cell->bytes = bytes;
    cell->runs = 1;
}
