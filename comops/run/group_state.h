/* SPDX-License-Identifier: BSD-3-Clause */
/* A group of cells while it is measured. */
#pragma once

#include "comops/plan/plan.h"
#include "comops/results/cell.h"
#include "comops/run/sampling.h"

/* A cell being measured. */
struct sampled {
    struct cell *cell;
    const struct candidate *candidate;
    uint64_t repetition;
    uint32_t layout;  /* of the next block: arena.h */
    double run_ns;    /* one run, as calibrated */
    double around_ns; /* from one stamp to the next beside the runs */
    struct sampling sampling;
    const char *counters; /* the group to be read instead of times; NULL: none */
};

/* A group being measured, from its first launch to its last. */
struct group_state {
    const struct group *group;
    struct cell *cells;            /* group->count */
    struct sampled *cells_sampled; /* of the cells; changed by sampler.c alone */
    bool begun, ended;
    int precise_looks; /* stop.h */
};

/* Cells without samples; group_state_free frees them. */
void group_state_init(struct group_state *state, const struct group *group,
                      const struct options *options);
void group_state_free(struct group_state *state);

/* The next blocks belong to a new launch of the workers. */
void group_state_next_launch(struct group_state *state);

/* True if every valid cell, and every ratio between paths, is as precise as cell_precise says. */
bool group_state_precise(const struct group_state *state, double precision);
/* True if a cell has no sample yet because a rank was late for every start. */
bool group_state_starved(const struct group_state *state);

/* Sets the key of the cell that candidate `index` of the group becomes. */
void group_state_key(struct cell *cell, const struct group *group, int index,
                     const struct method *method);
