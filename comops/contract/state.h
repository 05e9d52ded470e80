/* SPDX-License-Identifier: BSD-3-Clause */
/* An implementation's state that is one block of memory. */
#pragma once

#include "comops/comops.h"

#include <stdlib.h>

/* Zeroed. */
static inline bool state_allocate(struct job *job, size_t bytes)
{
    job->state = malloc(bytes);
    if (job->state)
        memset(job->state, 0, bytes);
    return job->state;
}

static inline void state_free(struct job *job)
{
    free(job->state);
}
