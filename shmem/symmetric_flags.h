/* SPDX-License-Identifier: BSD-3-Clause */
/* How PEs tell each other how far they are: counters in the symmetric heap that only grow, one for
 * each pair, direction and kind, each on a line of its own. Nothing is ever reset, so no update is
 * lost and none of an earlier run is taken for this one's. */
#ifndef SHMEM_SYMMETRIC_FLAGS_H
#define SHMEM_SYMMETRIC_FLAGS_H

#include "comops/comops.h"

#include <sched.h>
#include <shmem.h>
#include <stdalign.h>
#include <string.h>

enum { LINE_PAIR = 128 /* two lines: x86 prefetches lines in pairs */ };

enum kind {
    READY, /* put: my receive buffer may be written; get: my data may be read */
    DONE,  /* put: the data are there; get: I have read them */
    KINDS
};

struct flag {
    alignas(LINE_PAIR) long number;
};

struct flags {
    alignas(LINE_PAIR) long step; /* this rank's own count, the same on all that take part */
    struct flag from[];           /* [rank * KINDS + kind]: what that rank has told this one */
};

/* Symmetric memory beside the flags begins here. */
static inline size_t flags_bytes(const struct job *job)
{
    return sizeof(struct flags) + (size_t)job->ranks * KINDS * sizeof(struct flag);
}

/* `more` bytes of symmetric memory of the implementation's own come after them. */
static inline bool flags_open(struct job *job, size_t more)
{
    job->state = shmem_align(LINE_PAIR, flags_bytes(job) + more);
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

static inline void *flags_more(const struct job *job)
{
    return (char *)job->state + flags_bytes(job);
}

/* The number of the next run, or of the next part of one. */
static inline long flags_step(struct job *job)
{
    return ++((struct flags *)job->state)->step;
}

static inline long *flags_of(const struct job *job, enum kind kind, int rank)
{
    return &((struct flags *)job->state)->from[rank * KINDS + (int)kind].number;
}

static inline void tell(const struct job *job, enum kind kind, long number, int rank)
{
    shmem_fence(); /* what was put and stored before is there before the flag is */
    shmem_long_p(flags_of(job, kind, job->rank), number, rank);
}

/* The runtime's wait: afterwards what the other did before it told is seen. */
static inline void await(const struct job *job, enum kind kind, long number, int rank)
{
    shmem_long_wait_until(flags_of(job, kind, rank), SHMEM_CMP_GE, number);
}

static inline void tell_all(const struct job *job, enum kind kind, long number)
{
    for (int j = 1; j < job->ranks; j++)
        tell(job, kind, number, (job->rank + j) % job->ranks);
}

static inline void await_all(const struct job *job, enum kind kind, long number)
{
    for (int j = 1; j < job->ranks; j++)
        await(job, kind, number, (job->rank + j) % job->ranks);
}

#endif
