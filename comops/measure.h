/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures one group: calibrates, then lets its cells take turns, block by block in shuffled order. */
#ifndef COMOPS_MEASURE_H
#define COMOPS_MEASURE_H

#include "comops/clock.h"
#include "comops/plan.h"

struct measure {
    struct launcher *launcher;
    const struct options *options;
    struct clock_quality clock;
    size_t cache_bytes; /* to flush before each sample of cold buffers */
    uint64_t *random;
};

/* A cell being measured. */
struct subject {
    struct cell *cell;
    const struct candidate *candidate;
    uint64_t repetition;
    double run_ns;    /* one run, as calibrated */
    double around_ns; /* from one stamp to the next beside the runs */
    /* As in struct dose. */
    uint32_t warmups, empties, block_samples;
    bool apart;
    const char *counters;   /* the group to be read instead of times; NULL: none */
};

/* A group being measured, from its first launch to its last. */
struct trial {
    const struct group *group;
    struct cell *cells;       /* group->count */
    struct subject *subjects; /* of the cells; changed by measure.c alone */
    bool begun, precise, ended;
};

/* Sets the key of the cell that candidate `index` of the group becomes. */
void measure_name_cell(struct cell *cell, const struct group *group, int index,
                       const char *method);

/* Cells without samples; trial_free frees them. */
void trial_init(struct trial *trial, const struct measure *measure, const struct group *group);
void trial_free(struct trial *trial);

/* Lets the cells take turns for `rounds` rounds, each a block of about block_ns of every cell in
 * shuffled order; calibrates first when it is the trial's first. A cell that is wrong, or whose
 * worker dies or hangs, has its error set; the others go on. False if the user interrupted. */
bool measure_rounds(const struct measure *measure, struct trial *trial, int rounds,
                    double block_ns);
/* One block of a subject's stamps; false if it failed (cell->error says why) or was interrupted. */
bool measure_block(const struct measure *measure, const struct group *group,
                   struct subject *subject, uint32_t stamps, struct worker_process **worker,
                   bool *interrupted);
/* From one stamp of the subject to the next, ns, as far as is known. */
double measure_stamp_ns(const struct subject *subject);
/* Blocks that follow belong to a new launch of the workers. */
void measure_next_launch(struct trial *trial);

#endif
