/* SPDX-License-Identifier: BSD-3-Clause */
/* What the vector sums share. Recursive algorithms run among the largest power of two of ranks.
 * Each further rank first sends its vector to one of them (fold) and receives the sum at the end
 * (unfold). The paper's numbers of ranks are powers of two. */
#pragma once

#include "comops/contract/reduction.h"
#include "comops/worley/algorithm.h"

/* `into` may be `a`. */
static inline void sum_add(double *into, const double *a, const double *b, size_t count)
{
    reduce_local(SUM_DOUBLE, into, a, b, count * sizeof *into);
}

static inline struct message sum_message(double *vector, size_t begin, size_t end, int rank)
{
    return (struct message){(char *)(vector + begin), (end - begin) * sizeof *vector, rank};
}

static inline int sum_power_of_two(int ranks)
{
    int power = 1;

    while (2 * power <= ranks)
        power *= 2;
    return power;
}

/* Returns where this rank's partial sum is. */
static inline double *sum_fold(struct job *job, int power)
{
    const size_t count = job->bytes / sizeof(double);
    double *send = (double *)job->send, *recv = (double *)job->recv;
    double *arrived = (double *)exchange_scratch(job);
    const int outer = job->rank + power, inner = job->rank - power;

    if (inner >= 0)
        exchange(job, sum_message(send, 0, count, inner), (struct message){.rank = inner});
    if (outer >= job->ranks)
        return send;
    exchange(job, (struct message){.rank = outer}, sum_message(arrived, 0, count, outer));
    sum_add(recv, send, arrived, count);
    return recv;
}

static inline void sum_unfold(struct job *job, int power)
{
    const size_t count = job->bytes / sizeof(double);
    double *recv = (double *)job->recv;
    const int outer = job->rank + power, inner = job->rank - power;

    if (inner >= 0)
        exchange(job, (struct message){.rank = inner}, sum_message(recv, 0, count, inner));
    if (outer < job->ranks)
        exchange(job, sum_message(recv, 0, count, outer), (struct message){.rank = outer});
}
