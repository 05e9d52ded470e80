/* SPDX-License-Identifier: BSD-3-Clause */
/* The vector that ranks add to, one at a time, in the temporary. */
#pragma once

#include "comops/ranks/contract/buffer_bytes.h"

static inline bool vector_setup(struct job *job)
{
    if (job->rank == ROOT)
        memset(job->temporary, 0, job->bytes);
    return true;
}

/* Called by one rank at a time. */
static inline void vector_add(struct job *job)
{
    reduce_local(SUM_INT64, job->temporary, job->temporary, job->send, job->bytes);
}

static inline void vector_complete(struct job *job)
{
#pragma omp barrier /* all have added theirs */
    if (job->rank == ROOT) {
        memcpy(job->recv, job->temporary, job->bytes);
        memset(job->temporary, 0, job->bytes);
    }
#pragma omp barrier /* the vector is 0 */
}

#define SHARED_VECTOR                                                                              \
    .setup = vector_setup, .complete = vector_complete, .temporary_bytes = buffer_bytes
