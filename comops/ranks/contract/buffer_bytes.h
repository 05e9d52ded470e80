/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes of buffers and temporaries. */
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

/* A block from each rank for each rank. */
static inline size_t buffer_bytes_blocks(const struct job *job)
{
    return buffer_bytes_all(job) * (size_t)job->ranks;
}
