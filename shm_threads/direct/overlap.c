/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank copies the message that it receives itself, after it has computed: only the wait for
 * the other rank overlaps. */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/volume.h"
#include "shm_threads/direct/copy.h"

static void run(struct job *job)
{
    const int partner = volume_partner(job);
    struct endpoint *mine = job->state;
    const struct endpoint *other = endpoint_of(job, partner);
    const uint64_t step = ++mine->step;

    flag_set(&mine->arrived, step); /* this rank's message is ready */
    compute(job);
    if (partner == job->rank)
        return;
    flag_wait(&other->arrived, step);
    copy_long(job, job->recv, job->peers[partner]->send, job->bytes);
    flag_set(&mine->finished, step);
    flag_wait(&other->finished, step); /* it has read: the send buffer may be rewritten */
}

IMPLEMENTATION(DIRECT_PATH, direct, overlap, ENDPOINT, .run = run, .copies = "1", .lines = "3",
               .waits = "2",
               .summary = "each computes, then copies its partner's message from its buffer");
