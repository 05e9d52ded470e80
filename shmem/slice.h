/* SPDX-License-Identifier: BSD-3-Clause */
/* Which part of a vector of doubles each rank reduces. */
#ifndef SHMEM_SLICE_H
#define SHMEM_SLICE_H

#include "comops/comops.h"

struct slice {
    size_t first, count; /* doubles */
};

/* reduce_scatter: job->bytes are one slice. */
static inline struct slice slice_given(const struct job *job, int rank)
{
    const size_t count = job->bytes / sizeof(double);

    return (struct slice){(size_t)rank * count, count};
}

/* allreduce: job->bytes are the vector; a slice may be empty. */
static inline struct slice slice_cut(const struct job *job, int rank)
{
    const size_t count = job->bytes / sizeof(double), ranks = (size_t)job->ranks;
    const size_t first = count * (size_t)rank / ranks;

    return (struct slice){first, count * ((size_t)rank + 1) / ranks - first};
}

/* The longest of slice_cut. */
static inline size_t slice_most(const struct job *job)
{
    return (job->bytes / sizeof(double) + (size_t)job->ranks - 1) / (size_t)job->ranks;
}

#endif
