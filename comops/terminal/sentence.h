/* SPDX-License-Identifier: BSD-3-Clause */
/* What a table says, in words. */
#pragma once

#include "comops/terminal/table.h"

bool comparison_is_made(const struct comparison *one); /* both sides have a cell */
bool comparison_is_won(const struct comparison *one);  /* one side is faster */
/* The faster path, "equivalent", "undecided" or "not compared". */
const char *comparison_word(const struct comparison *one);

/* "broadcast on bus, 2 ranks, rewrite buffers: threads faster at every size, 8 to 4M (1.50 to 2.00
 * times)." The caller frees. */
char *sentence_of_table(const struct table *table, int kind);
