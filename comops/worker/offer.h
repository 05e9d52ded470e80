/* SPDX-License-Identifier: BSD-3-Clause */
/* What a worker has, on standard output: one JSON object per line. */
#pragma once

#include <jansson.h>

/* All implementations, and why others are absent. */
void offer_print_implementations(void);
/* All patterns, with their series for this many ranks. */
void offer_print_patterns(int ranks);
/* Takes the object. */
void offer_print(json_t *line);
