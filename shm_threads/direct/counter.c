/* SPDX-License-Identifier: BSD-3-Clause */
/* The processor's atomic instruction, on a line behind rank 0's endpoint. */
#include "shm_threads/direct/direct.h"

struct shared_counter {
    struct endpoint endpoint;
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t value; /* rank 0's counts */
};

static _Atomic uint64_t *counter_of(const struct job *job)
{
    return &((struct shared_counter *)endpoint_of(job, ROOT))->value;
}

static bool setup(struct job *job)
{
    return direct_allocate(job, sizeof(struct shared_counter));
}

static void run(struct job *job)
{
    /* Relaxed: the value alone counts, it orders no data. */
    *(uint64_t *)job->recv = atomic_fetch_add_explicit(counter_of(job), 1, memory_order_relaxed);
}

/* Rank 0's part. */
static void collect(const struct job *job)
{
    uint64_t *values = (uint64_t *)job->recv;

    for (int rank = 1; rank < job->ranks; rank++)
        values[rank] = *(const uint64_t *)job->peers[rank]->recv;
    values[job->ranks] = atomic_exchange_explicit(counter_of(job), 0, memory_order_relaxed);
}

static void complete(struct job *job)
{
    direct_meet(job); /* all have their values */
    if (job->rank == ROOT)
        collect(job);
    direct_meet(job); /* the counter is 0 */
}

IMPLEMENTATION(DIRECT_PATH, direct, counter, .shared = true, .setup = setup, .teardown = state_free,
               .run = run, .complete = complete, .copies = "0", .lines = "P", .waits = "0",
               .summary = "an atomic addition (C11)");
