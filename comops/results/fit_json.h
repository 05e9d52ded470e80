/* SPDX-License-Identifier: BSD-3-Clause */
/* Fits as records of the results file. */
#ifndef COMOPS_FIT_JSON_H
#define COMOPS_FIT_JSON_H

#include "comops/statistics/fit.h"

#include <jansson.h>

/* All models that the points allow, each a record without its key (docs/results-file.md), in an
 * array. The caller owns it. */
json_t *fit_json(const struct fit_point *points, size_t count);

#endif
