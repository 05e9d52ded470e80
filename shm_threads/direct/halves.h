/* SPDX-License-Identifier: BSD-3-Clause */
/* A long message from one rank to another. The receiver copies it from the sender's buffer. If
 * message and copy exceed the receiver's own cache, both ranks may copy one half each: the half
 * that the sender writes crosses again when it is used, but two cores move more at a time than one
 * (contract/tuning.h: both_copy_from). `half` then counts two events in each step: the receiver's
 * buffer is free, the sender's half is there. */
#pragma once

#include "shm_threads/direct/copy.h"

/* Where the sender's half begins. */
static inline size_t half_begin(const struct job *job)
{
    const struct endpoint *mine = job->state;

    return mine->both ? job->bytes / 2 / CACHE_LINE * CACHE_LINE : job->bytes;
}

/* On the receiver: its buffer is free. Not needed if another flag says so. */
static inline void half_expect(struct endpoint *mine, uint64_t step)
{
    if (mine->both)
        flag_set(&mine->half, 2 * step - 1);
}

/* On the sender, once the receiver's buffer is free. */
static inline void half_send(const struct job *job, int to, uint64_t step)
{
    struct endpoint *mine = job->state;
    const size_t begin = half_begin(job);

    if (!mine->both)
        return;
    copy_long(job, job->peers[to]->recv + begin, job->send + begin, job->bytes - begin);
    flag_set(&mine->half, 2 * step);
}

/* On the sender: waits until the receiver expects it. */
static inline void half_send_expected(const struct job *job, int to, uint64_t step)
{
    if (((const struct endpoint *)job->state)->both)
        flag_wait(&endpoint_of(job, to)->half, 2 * step - 1);
    half_send(job, to, step);
}

/* On the receiver, once the sender's message is ready. Returns when all of it has arrived. */
static inline void message_receive(const struct job *job, int from, uint64_t step)
{
    copy_long(job, job->recv, job->peers[from]->send, half_begin(job));
    if (((const struct endpoint *)job->state)->both)
        flag_wait(&endpoint_of(job, from)->half, 2 * step);
}
