/* SPDX-License-Identifier: BSD-3-Clause */
/* Table 5 of Worley 1999 from the cells of `comops run`. */
#pragma once

#include <jansson.h>
#include <stdio.h>

/* For each path, order of the protocols and volume: the highest rate of both directions together,
 * the protocol that reached it, and its latency, the time of one more message (none if many
 * messages take less time than one). `cells`: an array of records of the pattern swap_printed;
 * others and invalid ones are ignored. */
void swap_table_print(FILE *out, const json_t *cells);
