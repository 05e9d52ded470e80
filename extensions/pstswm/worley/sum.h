/* SPDX-License-Identifier: BSD-3-Clause */
/* What the vector sums share. Recursive algorithms run among the largest power of two of ranks.
 * Each further rank first sends its vector to one of them (fold) and receives the sum at the end
 * (unfold). The paper's numbers of ranks are powers of two. */
#pragma once

#include "comops/ranks/contract/reduction.h"
#include "extensions/pstswm/worley/algorithm.h"

/* `into` may be `a`. */
static inline void sum_add(double *into, const double *a, const double *b, size_t count)
{
    reduce_local(SUM_DOUBLE, into, a, b, count * sizeof *into);
}

static inline struct message sum_message(double *vector, size_t begin, size_t end, int rank)
{
    return (struct message){(char *)(vector + begin), (end - begin) * sizeof *vector, rank};
}

/* Half `part` of two, or the whole. */
static inline struct message sum_part(struct message whole, int part, int parts)
{
    const size_t count = whole.bytes / sizeof(double);
    const size_t begin = count * (size_t)part / (size_t)parts;
    const size_t end = count * (size_t)(part + 1) / (size_t)parts;

    return sum_message((double *)whole.data, begin, end, whole.rank);
}

/* Adds incoming data to `own`; the sum may replace `own`, or the data sent. Where exchanges may
 * overlap it works in halves: one is added while the other moves. Numbers 0 and 1 of open
 * exchanges. */
static inline void sum_swap(struct job *job, struct message out, struct message in,
                            const double *own, double *into)
{
    const int parts = exchange_overlaps(job) ? 2 : 1;

    for (int part = 0; part < parts; part++)
        exchange_begin(job, part, sum_part(out, part, parts), sum_part(in, part, parts));
    for (int part = 0; part < parts; part++)
        exchange_middle(job, part);
    for (int part = 0; part < parts; part++) {
        const struct message arrived = sum_part(in, part, parts);
        const size_t at = (size_t)(arrived.data - in.data) / sizeof *own;

        exchange_end(job, part);
        sum_add(into + at, own + at, (double *)arrived.data, arrived.bytes / sizeof *own);
    }
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
