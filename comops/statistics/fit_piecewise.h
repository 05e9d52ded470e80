/* SPDX-License-Identifier: BSD-3-Clause */
/* Several lines, which may jump at a breakpoint or meet there. */
#ifndef COMOPS_FIT_PIECEWISE_H
#define COMOPS_FIT_PIECEWISE_H

#include "comops/statistics/fit.h"

/* As many segments, and of that kind, as the Bayesian information criterion wants, on relative
 * residuals. At least 2 FIT_SEGMENT sizes. */
bool fit_piecewise(const struct fit_point *points, size_t count, struct piecewise *piecewise);

#endif
