/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal to the harness: buffers, and the implementations set up for them. */
#ifndef COMOPS_BENCH_H
#define COMOPS_BENCH_H

#include "comops/worker/harness.h"

/* An implementation set up for the current buffers. */
struct instance {
    struct job job;
    struct job **peers; /* of all ranks; owned by rank 0 */
    bool ready;
    bool verified; /* it has passed the first checks */
};

struct bench {
    const struct team *team;
    struct synchronization *sync;
    struct job job; /* the buffers; temporary and state belong to the instance */
    int pu, node;
    uint32_t pages, bind_pages;
    struct instance *instances; /* one per implementation */
    double *flush;              /* as large as the caches to flush */
    size_t flush_bytes;
};

/* Makes instance->job ready to run this command. False on all ranks if any rank failed. */
bool bench_select(struct bench *bench, const struct command *command,
                  const struct implementation *with, struct instance *instance,
                  struct arena_rank *slot);

/* Writes the reason into the slot; returns false. */
bool bench_fail(struct arena_rank *slot, const char *why);

#endif
