/* SPDX-License-Identifier: BSD-3-Clause */
/* Two ranks that share the copying of a message, buffer to buffer. */
#pragma once

#include "shm_threads/direct/copy.h"

/* Returns when both have called it: all earlier copies are done, and both see them. */
static inline void synchronize(struct endpoint *mine, const struct endpoint *other)
{
    flag_set(&mine->arrived, ++mine->step);
    flag_wait(&other->arrived, mine->step);
}

/* The sender copies the first half, the receiver the second. The cut is at a cache line, so that no
 * line has two writers. */
static inline void copy_half(const struct job *job, const struct job *from, const struct job *to)
{
    const size_t half = from->bytes / 2 / CACHE_LINE * CACHE_LINE;

    if (job->rank == from->rank)
        copy_long(job, to->recv, from->send, half);
    else
        copy_long(job, to->recv + half, from->send + half, from->bytes - half);
}
