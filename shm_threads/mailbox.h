/* SPDX-License-Identifier: BSD-3-Clause */
/* One-sided transfers between threads: the active rank copies into or out of the other's memory and
 * then sets a flag in the other's mailbox.
 *
 * Both ends notify each other because runs follow without a pause: the owner of the memory says
 * that it is `ready`, the active rank that it is `done`. Each flag has one writer, one reader and a
 * cache line of its own, and holds the number of the run (flag.h). */
#pragma once

#include "shm_threads/flag.h"

#include <stdalign.h>
#include <stdlib.h>

/* From one rank to another: the last run in which it was ready, or done. */
struct notification {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t ready;
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t done;
};

/* One per rank; job->state of the implementations of `put` and `get`. */
struct mailbox {
    uint64_t step; /* runs begun; private to this rank */
    /* Where others put data that do not go to the receive buffer; the pointer's line is never
     * written in a run. */
    alignas(CACHE_LINE_PAIR) char *workspace;
    struct notification from[]; /* one per rank, its only writer */
};

static inline struct mailbox *mailbox_of(const struct job *job, int rank)
{
    return job->peers[rank]->state;
}

static inline bool mailbox_setup(struct job *job)
{
    const size_t bytes = sizeof(struct mailbox) + (size_t)job->ranks * sizeof(struct notification);

    job->state = aligned_alloc(CACHE_LINE_PAIR, bytes);
    if (job->state)
        memset(job->state, 0, bytes);
    return job->state;
}

/* With `bytes` of workspace, first touched here. */
static inline bool mailbox_setup_workspace(struct job *job, size_t bytes)
{
    struct mailbox *mailbox = mailbox_setup(job) ? job->state : NULL;

    if (mailbox && (mailbox->workspace = malloc(bytes)))
        memset(mailbox->workspace, 0, bytes);
    return mailbox && mailbox->workspace;
}

static inline void mailbox_teardown(struct job *job)
{
    struct mailbox *mailbox = job->state;

    if (mailbox)
        free(mailbox->workspace);
    free(mailbox);
}

/* Begins a run and returns its number, the same on every rank. */
static inline uint64_t mailbox_step(struct job *job)
{
    struct mailbox *mailbox = job->state;

    return ++mailbox->step;
}

/* Returns when `from` may be rewritten. A fence and a flag tell the other that the data arrived. */
static inline void put(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/* Returns when the data have arrived. */
static inline void get(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/* Like shmem_fence: this rank's earlier puts arrive before its later ones at the same rank. The
 * flag that follows is a relaxed store, which the other awaits with acquire (flag.h). A release
 * fence before the store synchronizes with the acquire load that sees its number, so everything
 * this rank wrote before the fence is visible after the wait. The fence also keeps this rank's
 * earlier reads, such as a get, from moving past the flag. On x86 it costs nothing: stores stay in
 * order, and the C library ends non-temporal copies with a fence of its own. */
static inline void fence(void)
{
    atomic_thread_fence(memory_order_release);
}

/* Call fence() first: this store is relaxed and orders nothing itself. */
static inline void notify_done(const struct job *job, int to, uint64_t step)
{
    atomic_store_explicit(&mailbox_of(job, to)->from[job->rank].done, step, memory_order_relaxed);
}

static inline void wait_done(const struct job *job, int from, uint64_t step)
{
    flag_wait(&mailbox_of(job, job->rank)->from[from].done, step);
}

/* That rank may now read or write this rank's memory. */
static inline void notify_ready(const struct job *job, int to, uint64_t step)
{
    fence(); /* this rank's earlier accesses to it are done when the other sees the flag */
    atomic_store_explicit(&mailbox_of(job, to)->from[job->rank].ready, step, memory_order_relaxed);
}

static inline void wait_ready(const struct job *job, int from, uint64_t step)
{
    flag_wait(&mailbox_of(job, job->rank)->from[from].ready, step);
}

/* One message, after which the other rank may use it, or rewrite its buffer. */
static inline void put_when_ready(const struct job *job, int rank, char *to, const char *from,
                                  uint64_t step)
{
    wait_ready(job, rank, step);
    put(to, from, job->bytes);
    fence(); /* the data arrive before the flag */
    notify_done(job, rank, step);
}

static inline void get_when_ready(const struct job *job, int rank, char *to, const char *from,
                                  uint64_t step)
{
    wait_ready(job, rank, step);
    get(to, from, job->bytes);
    fence(); /* the data have been read before the flag is set */
    notify_done(job, rank, step);
}

static inline void notify_ready_all(const struct job *job, uint64_t step)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            notify_ready(job, rank, step);
}

static inline void wait_done_all(const struct job *job, uint64_t step)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            wait_done(job, rank, step);
}

#define MAILBOX .setup = mailbox_setup, .teardown = mailbox_teardown
