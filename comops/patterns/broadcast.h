/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0's buffer to every other rank, however it travels. */
#ifndef PATTERNS_BROADCAST_H
#define PATTERNS_BROADCAST_H

#include "comops/comops.h"

static size_t broadcast_send_bytes(const struct job *job)
{
    return job->rank == ROOT ? job->bytes : 0;
}

static size_t broadcast_recv_bytes(const struct job *job)
{
    return job->rank == ROOT ? 0 : job->bytes;
}

static double broadcast_rate_bytes(const struct job *job)
{
    return (double)job->bytes;
}

static void broadcast_fill(struct job *job, uint64_t repetition)
{
    if (job->rank == ROOT)
        marks_write(job->send, job->bytes, ROOT, 0, repetition);
}

static bool broadcast_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return job->rank == ROOT || marks_check(job->recv, job->bytes, ROOT, 0, repetition, fault);
}

#endif
