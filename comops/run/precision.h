/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether intervals are narrow enough. */
#ifndef COMOPS_PRECISION_H
#define COMOPS_PRECISION_H

#include "comops/plan/plan.h"
#include "comops/results/cell.h"

/* Half the width of the interval over the median is at most `precision`. */
bool precision_cell(const struct cell *cell, double precision);

/* The same for every valid cell of the group and for every ratio between paths. */
bool precision_group(const struct group *group, const struct cell *cells, double precision);

/* True if a cell has nothing yet because a rank was late for every start. */
bool precision_starved(const struct group *group, const struct cell *cells);

#endif
