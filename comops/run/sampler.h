/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures one group: calibrates its cells, then takes blocks of them in turn, in shuffled order.
 */
#ifndef COMOPS_SAMPLER_H
#define COMOPS_SAMPLER_H

#include "comops/arena/clock.h"
#include "comops/launch/supervisor.h"
#include "comops/plan/plan.h"
#include "comops/results/cell.h"
#include "comops/run/sampling.h"

struct sampler {
    struct supervisor *supervisor;
    const struct options *options;
    struct clock_quality clock;
    size_t cache_bytes; /* to flush before each sample of cold buffers */
    uint64_t *random;
};

/* A cell being measured. */
struct sampled {
    struct cell *cell;
    const struct candidate *candidate;
    uint64_t repetition;
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

/* Sets the key of the cell that candidate `index` of the group becomes. */
void sampler_name_cell(struct cell *cell, const struct group *group, int index,
                       const struct method *method);

/* Cells without samples; group_state_free frees them. */
void group_state_init(struct group_state *state, const struct sampler *sampler,
                      const struct group *group);
void group_state_free(struct group_state *state);

/* Lets the cells take turns for `rounds` rounds, each a block of about block_ns of every cell in
 * shuffled order; calibrates first when it is the group's first. A cell that is wrong, or whose
 * worker dies or hangs, has its error set; the others go on. False if the user interrupted. */
bool sampler_rounds(const struct sampler *sampler, struct group_state *state, int rounds,
                    double block_ns);
/* One block of a cell's stamps; false if it failed (cell->error says why) or was interrupted. */
bool sampler_block(const struct sampler *sampler, const struct group *group,
                   struct sampled *sampled, uint32_t stamps, struct worker_process **worker,
                   bool *interrupted);
/* Nanoseconds from one stamp of the cell to the next; an estimate. */
double sampler_stamp_ns(const struct sampled *sampled);
/* The next blocks belong to a new launch of the workers. */
void sampler_next_launch(struct group_state *state);

#endif
