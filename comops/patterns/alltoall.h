/* SPDX-License-Identifier: BSD-3-Clause */
/* A block from every rank to every rank, in whatever order. */
#ifndef PATTERNS_ALLTOALL_H
#define PATTERNS_ALLTOALL_H

#include "comops/comops.h"

static size_t alltoall_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static double alltoall_rate_bytes(const struct job *job)
{
    return (double)job->bytes * (job->ranks - 1);
}

static void alltoall_fill(struct job *job, uint64_t repetition)
{
    for (int receiver = 0; receiver < job->ranks; receiver++)
        marks_write(job->send + (size_t)receiver * job->bytes, job->bytes, job->rank, receiver,
                    repetition);
}

static bool alltoall_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    for (int sender = 0; sender < job->ranks; sender++) {
        const size_t block = (size_t)sender * job->bytes;

        if (!marks_check(job->recv + block, job->bytes, sender, job->rank, repetition, fault)) {
            fault->offset += block;
            return false;
        }
    }
    return true;
}

#endif
