/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffer sizes, rates and checks that several patterns share. */
#pragma once

#include "comops/comops.h"

static inline size_t buffer_bytes(const struct job *job)
{
    return job->bytes;
}

/* A slice for each rank. */
static inline size_t buffer_bytes_all(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static inline double buffer_rate(const struct job *job)
{
    return (double)job->bytes;
}

/* The slices that other ranks send or receive. */
static inline double buffer_rate_others(const struct job *job)
{
    return (double)job->bytes * (job->ranks - 1);
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
