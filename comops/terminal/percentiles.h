/* SPDX-License-Identifier: BSD-3-Clause */
/* Below a table: percentiles of single runs. */
#pragma once

#include "comops/terminal/table.h"

/* Percentiles of the cells that the table shows, at most 100 columns. */
void percentiles_print(FILE *out, const struct table *table);
