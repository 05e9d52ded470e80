/* SPDX-License-Identifier: BSD-3-Clause */
/* What disturbed the ranks of a cell, block by block: the evidence of warnings. */
#pragma once

#include "comops/arena/disturbances.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell_disturbances {
    double watched_us; /* the time of all blocks, warm-ups included */
    struct block_disturbances {
        double watched_us;
        double lost_us;        /* how long the rank that lost its core longest had lost it */
        double faults_per_run; /* of the rank that had most */
    } * blocks;
    size_t block_count;
    bool unknown[DISTURBANCES];
    struct disturbed {
        uint32_t block, rank;
        enum disturbance what;
        double much;
    } * all; /* where there is any, in order */
    size_t count;
};

/* Adds a block of so many timed runs; ranks[0..count-1] is what each rank read. */
void cell_disturbances_add(struct cell_disturbances *cell, const struct disturbances *ranks,
                           int count, double runs);
void cell_disturbances_free(struct cell_disturbances *cell);

/* The record's member; NULL if no block was watched. The caller owns it. */
json_t *cell_disturbances_json(const struct cell_disturbances *cell);
