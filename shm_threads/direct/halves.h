/* SPDX-License-Identifier: BSD-3-Clause */
/* How two ranks share the copying of a message, buffer to buffer. */
#ifndef HALVES_H
#define HALVES_H

#include "shm_threads/direct/copy.h"

/* Both have come here: all copies before are done, and seen by both. */
static inline void meet(struct box *mine, const struct box *other)
{
    set(&mine->arrived, ++mine->step);
    wait_for(&other->arrived, mine->step);
}

/* The sender the first half, the receiver the second; cut at a line, so that none has two writers.
 */
static inline void copy_half(const struct job *job, const struct job *from, const struct job *to)
{
    const size_t half = from->bytes / 2 / 64 * 64;

    if (job->rank == from->rank)
        copy_long(job, to->recv, from->send, half);
    else
        copy_long(job, to->recv + half, from->send + half, from->bytes - half);
}

#endif
