/* SPDX-License-Identifier: BSD-3-Clause */
/* The stamps of a cell that keeps them, as members of its record (docs/results-file.md). The caller
 * owns what is returned. */
#pragma once

#include "comops/results/cell.h"

/* The times of all stamps, in steps of a nanosecond of a run or of a thousandth of a long run: the
 * values that occur, in ascending order, and their counts. */
json_t *stamps_json(const struct cell *cell, const struct pattern *pattern);

/* Percentiles and the longest run of a typical launch, each with its interval, or with the batches
 * that it has and the stamps of one (statistics/percentile.h); the largest of all stamps. */
json_t *stamps_percentiles_json(const struct cell *cell);
