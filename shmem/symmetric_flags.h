/* SPDX-License-Identifier: BSD-3-Clause */
/* How PEs notify each other: counters in the symmetric heap that only grow, one for each pair,
 * direction and kind, each on a cache line of its own. None is ever reset, so no update is lost and
 * no flag of an earlier run is taken for this one's. */
#pragma once

#include "comops/comops.h"

#include <sched.h>
#include <shmem.h>
#include <stdalign.h>

enum flag_kind {
    READY, /* put: the receive buffer may be written; get: the data may be read */
    DONE,  /* put: the data have arrived; get: they have been read */
    FLAG_KINDS
};

struct flag {
    alignas(CACHE_LINE_PAIR) long number;
};

struct flags {
    alignas(CACHE_LINE_PAIR) long step; /* this rank's own count, equal on all that take part */
    struct flag from[];                 /* [rank * FLAG_KINDS + kind]: set by that rank */
};

static inline size_t flags_bytes(const struct job *job)
{
    return sizeof(struct flags) + (size_t)job->ranks * FLAG_KINDS * sizeof(struct flag);
}

/* With `workspace` bytes of symmetric memory for the implementation. */
static inline bool flags_open(struct job *job, size_t workspace)
{
    job->state = shmem_align(CACHE_LINE_PAIR, flags_bytes(job) + workspace);
    if (!job->state)
        return false;
    memset(job->state, 0, flags_bytes(job));
    shmem_barrier_all(); /* all flags are zero before the first is set */
    return true;
}

static inline bool flags_setup(struct job *job)
{
    return flags_open(job, 0);
}

static inline void flags_teardown(struct job *job)
{
    shmem_free(job->state);
}

static inline void *flags_workspace(const struct job *job)
{
    return (char *)job->state + flags_bytes(job);
}

/* The number of the next run, or of the next part of one. */
static inline long flags_step(struct job *job)
{
    return ++((struct flags *)job->state)->step;
}

static inline long *flags_of(const struct job *job, enum flag_kind kind, int rank)
{
    return &((struct flags *)job->state)->from[rank * FLAG_KINDS + (int)kind].number;
}

static inline void notify(const struct job *job, enum flag_kind kind, long number, int rank)
{
    shmem_fence(); /* earlier puts and stores arrive before the flag does */
    shmem_long_p(flags_of(job, kind, job->rank), number, rank);
}

/* The runtime's wait: everything the other did before it notified is visible afterwards. */
static inline void await(const struct job *job, enum flag_kind kind, long number, int rank)
{
    shmem_long_wait_until(flags_of(job, kind, rank), SHMEM_CMP_GE, number);
}

static inline void notify_all(const struct job *job, enum flag_kind kind, long number)
{
    for (int j = 1; j < job->ranks; j++)
        notify(job, kind, number, rank_after(job, j));
}

static inline void await_all(const struct job *job, enum flag_kind kind, long number)
{
    for (int j = 1; j < job->ranks; j++)
        await(job, kind, number, rank_after(job, j));
}

#define FLAGS .setup = flags_setup, .teardown = flags_teardown
