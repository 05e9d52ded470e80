/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints what a worker offers: implementations and patterns one JSON object per line. */
#pragma once

#include "comops/comops.h"
#include "comops/ranks/text/json.h"

/* Prints what only C knows as one JSON object: the patterns, placements, and the names of whatever
 * a cell can be. */
void catalogue_print(void);

/* All implementations, and why others are missing. The path is the worker's, which need not be that
 * of the object they are in; NULL: that of each. */
void offer_print_implementations(const char *path);
/* Adds what a pattern says of itself to an object. */
void offer_add_pattern(struct json *json, const struct pattern *pattern);
/* All patterns, with their series for this many ranks. */
void offer_print_patterns(int ranks);
