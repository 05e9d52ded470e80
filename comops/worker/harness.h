/* SPDX-License-Identifier: BSD-3-Clause */
/* What every rank, thread or process, does with a command: place itself and its pages, fill,
 * poison, run once, let the pattern check, warm up, then stamp. It names no pattern and no
 * protocol. */
#ifndef COMOPS_HARNESS_H
#define COMOPS_HARNESS_H

#include "comops/arena/arena.h"
#include "comops/comops.h"

/* How the ranks meet around the timed code, and what time it is (ns). In the arena for measuring;
 * over the team's own runtime in batch mode; a fake one in the tests. */
struct synchronization {
    void (*meet)(struct synchronization *sync);
    bool (*agree)(struct synchronization *sync, bool mine); /* true if all said true */
    bool (*start)(struct synchronization *sync,
                  uint64_t *start); /* false: late, the sample is void */
    uint64_t (*now)(struct synchronization *sync);
};

/* This rank's buffers, and the implementations it has set up for them. */
struct bench;

struct bench *bench_open(const struct team *team, struct synchronization *sync);
void bench_close(struct bench *bench); /* called by all ranks together */

/* Obeys one command; called by all ranks together with the same one. Writes command->empty_runs and
 * then command->stamps agreed starts and this rank's ends (0 where it was late), and what it saw
 * into `slot`: pu_seen, the nodes, and the error if it returns false. pu_wanted < 0 leaves the rank
 * where it is. */
bool bench_run(struct bench *bench, const struct command *command, struct arena_rank *slot,
               uint64_t *starts, uint64_t *ends);

#endif
