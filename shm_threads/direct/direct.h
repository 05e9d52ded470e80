/* SPDX-License-Identifier: BSD-3-Clause */
/* The direct implementations share one endpoint per rank, through which ranks synchronize.
 *
 * Small messages travel in cache lines (line.h). Large ones are copied straight between the private
 * buffers (copy.h), by the rank that will use them: data that another rank writes into its buffer
 * must first be taken from its cache, and cross again when they are used. Only what exceeds the
 * cache of one core is copied by several (halves.h). */
#pragma once

#include "comops/ranks/contract/state.h"
#include "shm_threads/flag.h"

#include <stdalign.h>

/* The path of this code, which the workers of two paths contain: threads, and processes that map
 * the same memory. */
#ifndef DIRECT_PATH
#define DIRECT_PATH threads
#endif

enum {
    PAYLOAD = TUNING_PAYLOAD,
    LINES = TUNING_LINES_MOST, /* of the longest possible small message */
    SMALL = LINES * PAYLOAD,   /* bytes */
    CACHED_ALL = 256,          /* parts of a long message */
    SLOTS = 16                 /* runs a sender may be ahead of its slowest receiver */
};

struct line {
    alignas(CACHE_LINE) _Atomic uint64_t number;
    char payload[PAYLOAD];
};
_Static_assert(sizeof(struct line) == CACHE_LINE, "payload and number share one cache line");

/* Written only by its own rank, except slots if an implementation says so. */
struct endpoint {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t arrived;  /* steps begun: its buffers are ready */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t finished; /* steps whose data it took and delivered */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t copied;   /* steps whose parts it took from others */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t half;     /* of a long message: halves.h */
    alignas(CACHE_LINE_PAIR) uint64_t step;             /* this rank's own count */
    /* Written only in setup. */
    alignas(CACHE_LINE_PAIR) unsigned cached; /* parts of what it writes that fit the caches */
    bool small; /* messages travel in lines */
    bool both;  /* both ends copy a long message: halves.h */
    alignas(CACHE_LINE_PAIR) struct line slots[SLOTS][LINES];
};

static inline struct endpoint *endpoint_of(const struct job *job, int rank)
{
    return job->peers[rank]->state;
}

/* The part of all that the ranks write in a run that stays in their largest caches together with
 * all that they read. Uses three quarters of each cache, which holds other data too; all parts if
 * hwloc knows of no cache. */
static inline unsigned cached_parts(const struct job *job)
{
    size_t capacity = 0, reads = 0, writes = 0;

    for (int rank = 0; rank < job->ranks; rank++) {
        const struct job *peer = job->peers[rank];
        size_t sharers = 0;

        for (int other = 0; other < job->ranks; other++)
            sharers += job->peers[other]->cache == peer->cache;
        capacity += peer->cache_bytes / 4 * 3 / sharers;
        reads += job->pattern->send_bytes(peer);
        writes += job->pattern->recv_bytes(peer);
    }
    if (capacity == 0 || reads + writes <= capacity)
        return CACHED_ALL;
    return reads < capacity ? (unsigned)((capacity - reads) * CACHED_ALL / writes) : 0;
}

/* Whether several ranks copy what one alone could: so many bytes, together with those it reads them
 * from, exceed its own cache, and trials have shown that it helps. */
static inline bool both_copy(const struct job *job, size_t bytes)
{
    const size_t from = tuning_or_fixed(&job->tuning).both_copy_from;

    for (int rank = 0; rank < job->ranks; rank++)
        if (job->peers[rank]->cache != job->cache)
            return false;
    return from && bytes >= from;
}

/* Whether messages travel in lines if one rank writes those to so many others, which would copy
 * long ones at the same time. */
static inline bool small_of(const struct job *job, int others)
{
    return (size_t)others * job->bytes <= tuning_or_fixed(&job->tuning).lines * PAYLOAD;
}

/* Allocates so many bytes, zero but for an endpoint at their beginning; NULL without memory. */
static inline void *direct_allocate(struct job *job, size_t bytes)
{
    struct endpoint *endpoint = state_allocate(job, bytes) ? job->state : NULL;

    if (!endpoint)
        return NULL;
    endpoint->cached = cached_parts(job);
    endpoint->small = small_of(job, 1);
    endpoint->both = both_copy(job, job->bytes);
    return endpoint;
}

static inline bool direct_setup(struct job *job)
{
    return direct_allocate(job, sizeof(struct endpoint));
}

/* For runs in which rank 1 takes no part: tells it, untimed, that its buffer has the data or may be
 * rewritten. */
static inline void direct_complete(struct job *job)
{
    struct endpoint *mine = job->state;

    flag_set(&mine->finished, ++mine->step);
    if (job->rank == 1)
        flag_wait(&endpoint_of(job, ROOT)->finished, mine->step);
}

static inline void flag_wait_all(const struct job *job, size_t flag, uint64_t number)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            flag_wait((const _Atomic uint64_t *)((const char *)endpoint_of(job, rank) + flag),
                      number);
}
#define FLAG_WAIT_ALL(job, flag, number) flag_wait_all(job, offsetof(struct endpoint, flag), number)

/* A barrier for what is not timed. */
static inline void direct_meet(struct job *job)
{
    struct endpoint *mine = job->state;

    flag_set(&mine->arrived, ++mine->step);
    FLAG_WAIT_ALL(job, arrived, mine->step);
}

/* True if a sender must check that its receivers have read before it fills slots again: once every
 * half ring, for the next half, so it polls their flags only once in SLOTS / 2 runs. */
static inline bool slots_due(uint64_t step)
{
    return step % (SLOTS / 2) == 0 && step >= SLOTS;
}

#define ENDPOINT .shared = true, .setup = direct_setup, .teardown = state_free
