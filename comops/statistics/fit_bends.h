/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines that meet at each breakpoint. */
#ifndef COMOPS_FIT_BENDS_H
#define COMOPS_FIT_BENDS_H

#include "comops/statistics/fit.h"

/* `best[i]` is that of i + 1 segments, with its BIC; infinite where there is none. */
void fit_bends(const struct fit_point *points, size_t count, struct piecewise best[FIT_SEGMENTS]);

#endif
