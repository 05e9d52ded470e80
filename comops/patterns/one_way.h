/* SPDX-License-Identifier: BSD-3-Clause */
/* One message from one rank to one other. The file says which before it includes this:
 * enum { SENDER = ..., RECEIVER = ... }; */
#ifndef PATTERNS_ONE_WAY_H
#define PATTERNS_ONE_WAY_H

#include "comops/comops.h"

static size_t one_way_send_bytes(const struct job *job)
{
    return job->rank == SENDER ? job->bytes : 0;
}

static size_t one_way_recv_bytes(const struct job *job)
{
    return job->rank == RECEIVER ? job->bytes : 0;
}

static double one_way_rate_bytes(const struct job *job)
{
    return (double)job->bytes;
}

static void one_way_fill(struct job *job, uint64_t repetition)
{
    if (job->rank == SENDER)
        marks_write(job->send, job->bytes, SENDER, RECEIVER, repetition);
}

static bool one_way_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return job->rank != RECEIVER ||
           marks_check(job->recv, job->bytes, SENDER, RECEIVER, repetition, fault);
}

#endif
