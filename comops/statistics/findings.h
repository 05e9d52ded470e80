/* SPDX-License-Identifier: BSD-3-Clause */
/* What a whole table comes to, beyond its cells. */
#ifndef COMOPS_FINDINGS_H
#define COMOPS_FINDINGS_H

#include "comops/results/cell.h"
#include "comops/statistics/crossover.h"

/* Fit and crossover records (docs/results-file.md) of the valid cells of one table: they differ in
 * path, protocol and bytes alone, no two are alike, their order does not matter. Fits of each
 * implementation; crossovers between each two paths, either with its fastest protocol, and between
 * each two protocols of a path that are its fastest somewhere. Fits first. The caller owns it. */
json_t *findings_of_table(const struct cell *const *cells, size_t count);

#endif
