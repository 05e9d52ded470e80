/* SPDX-License-Identifier: BSD-3-Clause */
/* Rates and checks of buffers that several patterns share. */
#pragma once

#include "comops/ranks/contract/buffer_bytes.h"

static inline double buffer_rate(const struct job *job)
{
    return (double)job->bytes;
}

/* In both directions. */
static inline double buffer_rate_both(const struct job *job)
{
    return 2 * (double)job->bytes;
}

/* The slices that other ranks send or receive. */
static inline double buffer_rate_others(const struct job *job)
{
    return (double)job->bytes * (job->ranks - 1);
}

/* Marks the whole send buffer as this rank's. */
static inline void buffer_fill(struct job *job, uint64_t repetition)
{
    marks_write(job->send, job->pattern->send_bytes(job), job->rank, 0, repetition);
}

/* True if the whole receive buffer is marked as the sender's. */
static inline bool buffer_check(const struct job *job, int sender, uint64_t repetition,
                                struct fault *fault)
{
    return marks_check(job->recv, job->pattern->recv_bytes(job), sender, 0, repetition, fault);
}

/* Checks a slice from every rank, all marked for the same place. */
static inline bool buffer_check_slices(const struct job *job, int place, uint64_t repetition,
                                       struct fault *fault)
{
    for (int sender = 0; sender < job->ranks; sender++) {
        const size_t slice = (size_t)sender * job->bytes;

        if (!marks_check(job->recv + slice, job->bytes, sender, place, repetition, fault)) {
            fault->offset += slice;
            return false;
        }
    }
    return true;
}

/* What only rank 0 has: a message, or a slice for every rank. */
static inline size_t buffer_bytes_root(const struct job *job)
{
    return job->rank == ROOT ? job->bytes : 0;
}

static inline size_t buffer_bytes_root_all(const struct job *job)
{
    return job->rank == ROOT ? buffer_bytes_all(job) : 0;
}
