/* SPDX-License-Identifier: BSD-3-Clause */
/* A line of a batch (worker.h, batch_run). */
#pragma once

#include "comops/arena/arena.h"
#include "comops/comops.h"

#include <jansson.h>

enum { BATCH_LINE_MOST = 4096 }; /* characters */

/* False, with *command unchanged, if it is not a cell. */
bool batch_cell_parse(json_t *cell, struct command *command);

/* Prints the cell with `valid`, the error if it is not (else NULL), and how the rate follows from a
 * time: rate_bytes over it. */
void batch_cell_print(json_t *cell, const struct job *job, const char *error);
