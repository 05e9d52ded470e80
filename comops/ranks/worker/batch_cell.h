/* SPDX-License-Identifier: BSD-3-Clause */
/* A line of a batch (worker.h, batch_run), and the answer to it. */
#pragma once

#include "comops/ranks/arena/arena.h"
#include "comops/comops.h"
#include "comops/ranks/text/named_words.h"

extern const char *const consumption_names[]; /* of enum consumption; NULL-terminated */

/* False, with *command unchanged, if the words are not a cell. */
bool batch_cell_parse(const struct words *words, struct command *command);

/* The answer begins with the cell's words. It ends with `valid`, the error if it is not (else
 * NULL), and how the rate follows from a time: rate_bytes over it. */
void batch_cell_begin(struct json *json, const struct words *words);
void batch_cell_end(struct json *json, const struct job *job, const char *error);
