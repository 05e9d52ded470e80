/* SPDX-License-Identifier: BSD-3-Clause */
/* What every rank, thread or process, does with a command: pin itself and place its pages, fill,
 * poison, run once, let the pattern check, warm up, then stamp. It names no pattern and no
 * protocol. */
#ifndef COMOPS_HARNESS_H
#define COMOPS_HARNESS_H

#include "comops/arena/arena.h"
#include "comops/comops.h"

/* How the ranks synchronize around the timed code and read the time (ns): through the arena for
 * measurements, through the team's runtime in batch mode, or by a fake in tests. */
struct synchronization {
    void (*meet)(struct synchronization *sync);
    bool (*agree)(struct synchronization *sync, bool mine); /* true if all are true */
    /* False if late: the sample is void. */
    bool (*start)(struct synchronization *sync, uint64_t *start);
    uint64_t (*now)(struct synchronization *sync);
};

/* This rank's buffers, and the implementations set up for them. */
struct bench;

struct bench *bench_open(const struct team *team, struct synchronization *sync);
void bench_close(struct bench *bench); /* called by all ranks together */

/* Executes a command; called by all ranks together with the same one. Writes the agreed starts and
 * this rank's ends (0 if it was late) of command->empty_runs and then command->stamps stamps, and
 * its report into `slot`: pu_seen, the nodes, and the error if it returns false. pu_wanted < 0 does
 * not pin the rank. */
bool bench_run(struct bench *bench, const struct command *command, struct arena_rank *slot,
               uint64_t *starts, uint64_t *ends);

/* Every rank's value; called by all ranks together. The caller frees. */
double *bench_gather(const struct team *team, double mine);

#endif
