/* SPDX-License-Identifier: BSD-3-Clause */
/* An implementation's state that is one block of memory. */
#pragma once

#include "comops/comops.h"

#include <stdlib.h>

/* Zeroed, at a multiple of CACHE_LINE_PAIR. */
static inline bool state_allocate(struct job *job, size_t bytes)
{
    const size_t whole = (bytes + CACHE_LINE_PAIR - 1) / CACHE_LINE_PAIR * CACHE_LINE_PAIR;

    job->state = job->allocate ? job->allocate(job, whole) : aligned_alloc(CACHE_LINE_PAIR, whole);
    if (job->state)
        memset(job->state, 0, bytes);
    return job->state;
}

static inline void state_free(struct job *job)
{
    if (!job->allocate)
        free(job->state);
}
