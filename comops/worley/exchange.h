/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999 (ORNL/TM-13682): SWAP and SENDRECV, in the protocol (order, x) that job->variant
 * names. Each path has its own exchange, in PATH/worley/exchange.c. The algorithms are written once
 * over this call (algorithm.h), and so is the communication of his model (pstswm/parallel). */
#pragma once

#include "comops/comops.h"

/* As in the paper. Order 0, unordered: both ranks run the same code; 1, ordered: one sends first.
 */
#define VARIANT(order, x) (10 * (order) + (x))

/* To or from `rank`; none is sent if `bytes` is 0. The data lie in job->send, job->recv or the
 * scratch. */
struct message {
    char *data;
    size_t bytes;
    int rank;
};

/* For setup, which fails if this does, and teardown. All ranks pass the same arguments: bytes of
 * scratch, and of the largest message. */
bool exchange_open(struct job *job, size_t scratch, size_t largest);
void exchange_close(struct job *job);

/* The first member of what job->state points to. */
static inline char *exchange_scratch(const struct job *job)
{
    return *(char *const *)job->state;
}

/* A SWAP if both ranks are the same. Otherwise a SENDRECV, in which all ranks shift: each sends as
 * far ahead as it receives from behind. Returns when `in` has arrived and `out` may be rewritten.
 */
void exchange(struct job *job, struct message out, struct message in);

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
