/* SPDX-License-Identifier: BSD-3-Clause */
/* What the vector sums share. The algorithms that halve the ranks work among the largest power of
 * two of them, the core; each rank beyond gives its vector to one of the core and is given the sum.
 * The paper's numbers of ranks are powers of two. */
#ifndef WORLEY_SUM_H
#define WORLEY_SUM_H

#include "comops/worley/exchange.h"

/* Element by element; `into` may be `a`. */
static inline void add(double *into, const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        into[i] = a[i] + b[i];
}

static inline struct message message_of(double *vector, size_t begin, size_t end, int rank)
{
    return (struct message){(char *)(vector + begin), (end - begin) * sizeof *vector, rank};
}

static inline int core_of(int ranks)
{
    int core = 1;

    while (2 * core <= ranks)
        core *= 2;
    return core;
}

/* Returns where this rank's part of the sum is so far. */
static inline double *core_fold(struct job *job, int core)
{
    const size_t count = job->bytes / sizeof(double);
    double *send = (double *)job->send, *recv = (double *)job->recv;
    double *came = (double *)exchange_scratch(job);
    const int outer = job->rank + core, inner = job->rank - core;

    if (inner >= 0)
        exchange(job, message_of(send, 0, count, inner), (struct message){.rank = inner});
    if (outer >= job->ranks)
        return send;
    exchange(job, (struct message){.rank = outer}, message_of(came, 0, count, outer));
    add(recv, send, came, count);
    return recv;
}

static inline void core_unfold(struct job *job, int core)
{
    const size_t count = job->bytes / sizeof(double);
    double *recv = (double *)job->recv;
    const int outer = job->rank + core, inner = job->rank - core;

    if (inner >= 0)
        exchange(job, (struct message){.rank = inner}, message_of(recv, 0, count, inner));
    if (outer < job->ranks)
        exchange(job, message_of(recv, 0, count, outer), (struct message){.rank = outer});
}

#endif
