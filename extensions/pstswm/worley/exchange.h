/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999 (ORNL/TM-13682): SWAP and SENDRECV, in the protocol (order, x) that job->variant
 * names. Each path has its own exchange, in PATH/worley/exchange.c. The algorithms are written once
 * over this call (algorithm.h), and so is the communication of his model (parallel). */
#pragma once

#include "comops/comops.h"

/* Worley's protocols, "(0,6)", share a column of `comops list`, of this name. */
#define WORLEY_FAMILY "(x,y)"

/* As in the paper. Order 0, unordered: both ranks run the same code; 1, ordered: one sends first; 2
 * and 3: the same, with the pieces of an exchange moved apart. */
#define VARIANT(order, x) (10 * (order) + (x))

static inline bool exchange_overlaps(const struct job *job)
{
    return job->variant >= VARIANT(2, 0);
}

static inline bool exchange_ordered(const struct job *job)
{
    return job->variant / VARIANT(1, 0) % 2;
}

/* x, and the protocol of order 0 or 1 whose pieces are moved apart. */
static inline int exchange_x(const struct job *job)
{
    return job->variant % VARIANT(1, 0);
}

static inline int exchange_plain(const struct job *job)
{
    return job->variant % VARIANT(2, 0);
}

/* To or from `rank`; none is sent if `bytes` is 0. The data lie in job->send, job->recv or the
 * scratch. */
struct message {
    char *data;
    size_t bytes;
    int rank;
};

/* The same on all ranks of the team. */
struct exchange_needs {
    size_t scratch, largest; /* bytes of scratch, and of the largest message */
    int open;                /* exchanges open at once, numbered from 0 */
};

/* For setup, which fails if this does, and teardown. */
bool exchange_open(struct job *job, struct exchange_needs needs);
void exchange_close(struct job *job);

/* The first member of what job->state points to. */
static inline char *exchange_scratch(const struct job *job)
{
    return *(char *const *)job->state;
}

/* An exchange is a SWAP if both ranks are the same. Otherwise it is a SENDRECV, in which all ranks
 * shift: each sends as far ahead as it receives from behind. Lengths may differ.
 *
 * Its three calls, between which the rank may compute or make those of other exchanges:
 *
 *   begin   in.data may be overwritten from now on; out.data need not be ready yet
 *   middle  out.data are ready: `out` is sent, or offered
 *   end     returns when `in` has arrived and `out` may be rewritten
 * In orders 0 and 1 everything happens in the end. A middle may wait for the other rank's begin, an
 * end for its middle and its end: all ranks make their calls in the same order. Two ranks have at
 * most two exchanges open with each other, and end them in the order in which they began. */
void exchange_begin(struct job *job, int number, struct message out, struct message in);
void exchange_middle(struct job *job, int number);
void exchange_end(struct job *job, int number);

static inline void exchange(struct job *job, struct message out, struct message in)
{
    exchange_begin(job, 0, out, in);
    exchange_middle(job, 0);
    exchange_end(job, 0);
}

/* The partner in each of a transpose's SWAPs. If ranks is not a power of two, each rank keeps its
 * own block at a different step. */
static inline int partner_of_step(const struct job *job, int step)
{
    const bool power_of_two = (job->ranks & (job->ranks - 1)) == 0;

    return power_of_two ? job->rank ^ step : (step - job->rank + job->ranks) % job->ranks;
}

/* True if this rank sends first in an ordered exchange. In a shift by d every other block of d
 * ranks does (d = 1: the even ranks), so that in any cycle of ranks at least one sends and at least
 * one receives. */
static inline bool exchange_first(const struct job *job, int to, int from)
{
    const int ahead = (to - job->rank + job->ranks) % job->ranks, behind = job->ranks - ahead;

    if (to == from)
        return job->rank < to;
    return job->rank / (ahead < behind ? ahead : behind) % 2 == 0;
}
