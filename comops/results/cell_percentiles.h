/* SPDX-License-Identifier: BSD-3-Clause */
/* Percentiles of a cell's stamps: of a typical launch (statistics/percentile.h). */
#pragma once

#include "comops/results/cell.h"

enum { CELL_PERCENTILES = 5 };

/* 50, 90, 99 and 99.9 %, and the longest run of a launch. */
extern const struct cell_share {
    const char *name; /* "p99.9", "max" */
    double p;
} cell_shares[CELL_PERCENTILES];

struct cell_percentile {
    double us; /* NAN with fewer than PERCENTILE_BATCHES batches, or without stamps */
    struct interval interval;
    size_t batches;
};

void cell_percentiles(const struct cell *cell, struct cell_percentile into[CELL_PERCENTILES]);

/* The number of stamps of each launch. The caller frees. */
size_t *cell_launch_stamps(const struct cell *cell);

/* A measured time, which is not negative even if the run was shorter than an empty run. */
double cell_time_of_stamp(double us);
