/* SPDX-License-Identifier: BSD-3-Clause */
/* What all tables of a campaign say together. */
#pragma once

#include "comops/terminal/table.h"

/* Each verdict: the libraries compared, how often each side is faster, and, if anything is decided,
 * a sentence for each table; where nothing was compared, the command that does it. The same of the
 * libraries of a path, if there are several, with intervals. `runtimes`: what each path's runtime
 * says of itself. At last, how many of the tables' ratios have an interval of half this relative
 * width. */
void conclusion_print(FILE *out, const struct table *tables, int count, const json_t *runtimes,
                      double precision);
