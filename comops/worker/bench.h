/* SPDX-License-Identifier: BSD-3-Clause */
/* The harness's own: buffers, and the implementations that have been set up for them. */
#ifndef COMOPS_BENCH_H
#define COMOPS_BENCH_H

#include "comops/worker/harness.h"

/* An implementation that has been set up for the bench's present buffers. */
struct prepared {
    struct job job;
    struct job **peers; /* of all ranks; rank 0's to free */
    bool ready;
    bool verified; /* it has passed its first, thorough check */
};

struct bench {
    const struct team *team;
    struct synchronization *sync;
    struct job job; /* buffers; temporary and state are those of the prepared implementation */
    int pu, node;
    uint32_t pages, bind_pages;
    struct prepared *prepared; /* one for each implementation */
    double *flush;             /* as large as the caches to be flushed */
    size_t flush_bytes;
};

/* Makes prepared->job that of this command, ready to run. False if any rank could not. */
bool bench_select(struct bench *bench, const struct command *command,
                  const struct implementation *with, struct prepared *prepared,
                  struct arena_rank *slot);

/* Writes why into the slot; returns false. */
bool bench_fail(struct arena_rank *slot, const char *why);

#endif
