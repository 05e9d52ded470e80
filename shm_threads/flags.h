/* SPDX-License-Identifier: BSD-3-Clause */
/* One-sided transfers between threads: who acts copies into or out of the other's memory, and says
 * so in a flag that lies in the other's memory too.
 *
 * Both ends have to speak, because runs follow each other directly: whose memory it is says that
 * it is `ready`, who acts says that it is `done`. Each flag has one writer and one reader, a
 * line of its own, and holds the number of the run, which only grows: nothing is reset, so
 * nothing can be lost. */
#ifndef FLAGS_H
#define FLAGS_H

#include "comops/comops.h"
#include "shm_threads/wait.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct flag {
    alignas(LINE_PAIR) _Atomic uint64_t number;
};

/* What one rank says to another: the last run in which it said so. */
struct word {
    struct flag ready, done;
};

/* One rank's; job->state of each implementation of the protocols `put` and `get`. */
struct inbox {
    uint64_t step; /* runs begun; this rank's own */
    /* Where others may put what is not for the receive buffer; on a line that no run writes. */
    alignas(LINE_PAIR) char *workspace;
    struct word from[]; /* of every rank, which alone writes it */
};

static inline struct inbox *inbox_of(const struct job *job, int rank)
{
    return job->peers[rank]->state;
}

static inline bool flags_setup(struct job *job)
{
    const size_t bytes = sizeof(struct inbox) + (size_t)job->ranks * sizeof(struct word);

    job->state = aligned_alloc(LINE_PAIR, bytes);
    if (job->state)
        memset(job->state, 0, bytes);
    return job->state;
}

/* With `bytes` of workspace, first touched here. */
static inline bool flags_setup_workspace(struct job *job, size_t bytes)
{
    struct inbox *inbox = flags_setup(job) ? job->state : NULL;

    if (inbox && (inbox->workspace = malloc(bytes)))
        memset(inbox->workspace, 0, bytes);
    return inbox && inbox->workspace;
}

static inline void flags_teardown(struct job *job)
{
    struct inbox *inbox = job->state;

    if (inbox)
        free(inbox->workspace);
    free(inbox);
}

/* Begins a run: its number, the same on every rank. */
static inline uint64_t next_step(struct job *job)
{
    struct inbox *inbox = job->state;

    return ++inbox->step;
}

/* Returns when `from` may be rewritten. That the data have arrived is told by a fence and a
 * flag. */
static inline void put(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/* Returns when the data are there. */
static inline void get(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/* What shmem_fence does: my earlier puts arrive before my later ones at the same rank. The other
 * sees this only by a flag, a relaxed store, and waits for it with acquire (wait.h); a release
 * fence before the store and an acquire load that sees its number synchronise, so all that this
 * rank wrote before the fence is seen after the wait. It also keeps what this rank read before
 * it, a get for one, from being overtaken by the flag. On x86 it costs nothing: stores stay in
 * order, and the C library ends copies that pass by the caches with a fence of its own. */
static inline void fence(void)
{
    atomic_thread_fence(memory_order_release);
}

/* A fence must come before it: relaxed, it orders nothing itself. */
static inline void say_done(const struct job *job, int to, uint64_t step)
{
    atomic_store_explicit(&inbox_of(job, to)->from[job->rank].done.number, step,
                          memory_order_relaxed);
}

static inline void wait_done(const struct job *job, int from, uint64_t step)
{
    wait_for(&inbox_of(job, job->rank)->from[from].done.number, step);
}

/* My memory may now be read or written by this rank. */
static inline void say_ready(const struct job *job, int to, uint64_t step)
{
    fence(); /* whatever I did with it before is over when the other sees the flag */
    atomic_store_explicit(&inbox_of(job, to)->from[job->rank].ready.number, step,
                          memory_order_relaxed);
}

static inline void wait_ready(const struct job *job, int from, uint64_t step)
{
    wait_for(&inbox_of(job, job->rank)->from[from].ready.number, step);
}

static inline void say_ready_to_all(const struct job *job, uint64_t step)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            say_ready(job, rank, step);
}

static inline void wait_done_by_all(const struct job *job, uint64_t step)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            wait_done(job, rank, step);
}

#endif
